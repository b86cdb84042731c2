"""Wayland: keys of the desktop's own, asked for through its GlobalShortcuts portal.

The desktop may ask the user, give other keys, refuse, or say nothing; here nothing waits for it.

From version 1.21 on the portal wants to know which program asks: see `installers/menu`.

Source: XDG Desktop Portal, org.freedesktop.portal.GlobalShortcuts, version 1, and
org.freedesktop.host.portal.Registry.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    MessageType,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import open_dbus_connection
from PySide6.QtCore import QObject, QSocketNotifier, QTimer

from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.hotkeys.door import Combination, Refusal
from kairo_desktop.ui.hotkeys.triggers import trigger_of
from kairo_desktop.ui.hotkeys.wording import name_of
from kairo_desktop.ui.platform import APP_ID

__all__ = ["PortalKeys"]

logger = logging.getLogger(__name__)

_NAME: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_SHORTCUTS: Final = DBusAddress(_PATH, _NAME, "org.freedesktop.portal.GlobalShortcuts")
_REGISTRY: Final = DBusAddress(_PATH, _NAME, "org.freedesktop.host.portal.Registry")
_NAMELESS: Final = "org.freedesktop.portal.Error.NotAllowed"
_ANSWER_MS: Final = 3000
"""For what the desktop answers without asking the user."""

_NO_PORTAL: Final = frozenset(
    f"org.freedesktop.DBus.Error.{word}"
    for word in ("ServiceUnknown", "NameHasNoOwner", "UnknownMethod", "UnknownInterface")
)

_Message: TypeAlias = Any
"""Of jeepney, which publishes no types."""
_Results: TypeAlias = dict[str, tuple[str, Any]]
_Then: TypeAlias = Callable[[int, _Results], None]


class PortalKeys(QObject):
    """One session of shortcuts at a time; each `bind` begins another.

    Args:
        pressed: Called with a wish each time its keys are pressed.
        refused: Called with the wishes that have no keys, and why; none when all have.
        bus: Address of the session bus, or "SESSION" for the one in the environment.

    Raises:
        OSError: there is no such bus.
    """

    def __init__(
        self,
        pressed: Callable[[AppCommand], None],
        refused: Callable[[Mapping[AppCommand, Refusal]], None],
        bus: str = "SESSION",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pressed, self._refused = pressed, refused
        self._bus = _connection(bus)
        self._wanted: dict[AppCommand, Combination] = {}
        self._session = ""
        self._n_requests = 0
        self._asked: set[int] = set()
        self._answers: dict[str, _Then] = {}
        self._due = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._due.timeout.connect(lambda: self._refuse_all(Refusal.SILENT))
        self._notifier = QSocketNotifier(self._bus.sock.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        signals = MatchRule(type="signal", sender=_NAME, path_namespace=_PATH)
        self._bus.send(message_bus.AddMatch(signals))
        # Older portals know no such thing, and newer ones no program that is not in the menu: what
        # that costs is said when keys are asked for.
        self._bus.send(new_method_call(_REGISTRY, "Register", "sa{sv}", (APP_ID, {})))

    def bind(self, wanted: Mapping[AppCommand, Combination]) -> None:
        """Ask for these keys, in place of those before."""
        self._end_session()
        self._wanted = dict(wanted)
        if wanted:
            token = ("s", f"kairo{self._n_requests}")
            self._request("CreateSession", "", (), {"session_handle_token": token}, self._created)

    def close(self) -> None:
        """Give all keys back and leave the bus."""
        if self._notifier.isEnabled():
            self._end_session()
            self._leave()

    def _leave(self) -> None:
        self._due.stop()
        self._notifier.setEnabled(False)
        self._bus.close()

    def _end_session(self) -> None:
        self._due.stop()
        self._asked.clear()
        self._answers.clear()
        if self._session:
            session = DBusAddress(self._session, _NAME, "org.freedesktop.portal.Session")
            self._send(new_method_call(session, "Close"))
            self._session = ""

    def _request(
        self, method: str, signature: str, body: tuple[object, ...], options: _Results, then: _Then
    ) -> None:
        """Ask for something that the portal answers by a signal of its own.

        Source: XDG Desktop Portal, org.freedesktop.portal.Request.
        """
        self._n_requests += 1
        token = f"kairo{self._n_requests}"
        sender = (self._bus.unique_name or "").removeprefix(":").replace(".", "_")
        self._answers[f"{_PATH}/request/{sender}/{token}"] = then
        options = {"handle_token": ("s", token), **options}
        call = new_method_call(_SHORTCUTS, method, f"{signature}a{{sv}}", (*body, options))
        self._due.start()
        self._asked.add(self._send(call))

    def _send(self, message: _Message) -> int:
        serial: int = next(self._bus.outgoing_serial)
        try:
            self._bus.send(message, serial=serial)
        except OSError:
            self._lose_bus()
        return serial

    def _hear(self) -> None:
        """Take what has come."""
        try:
            while self._notifier.isEnabled():
                self._take(self._bus.receive(timeout=0))
        except TimeoutError:
            return
        except OSError:
            self._lose_bus()

    def _lose_bus(self) -> None:
        logger.info("the session bus is gone, and with it the keys")
        self._leave()
        self._refuse_all(Refusal.SILENT)

    def _take(self, message: _Message) -> None:
        fields = message.header.fields
        match message.header.message_type:
            case MessageType.error if fields.get(HeaderFields.reply_serial) in self._asked:
                self._fail(str(fields.get(HeaderFields.error_name)))
            case MessageType.method_return if fields.get(HeaderFields.reply_serial) in self._asked:
                if self._session:  # what comes next is the user's answer, who may take time
                    self._due.stop()
            case MessageType.signal:
                member, path = fields[HeaderFields.member], fields[HeaderFields.path]
                self._hear_signal(str(member), str(path), message.body)

    def _hear_signal(self, member: str, path: str, body: tuple[Any, ...]) -> None:
        if member == "Response" and (then := self._answers.pop(path, None)) is not None:
            self._due.stop()
            then(*body)
        elif member == "Activated" and body[0] == self._session and body[1] in self._wanted:
            self._pressed(AppCommand(body[1]))
        elif member == "Closed" and path == self._session:
            self._session = ""
            self._refuse_all(Refusal.DENIED)

    def _fail(self, error: str) -> None:
        logger.info("no keys: %s", error)
        self._due.stop()
        known = {_NAMELESS: Refusal.NAMELESS, **dict.fromkeys(_NO_PORTAL, Refusal.NO_SYSTEM)}
        self._refuse_all(known.get(error, Refusal.DENIED))

    def _created(self, response: int, results: _Results) -> None:
        handle = results.get("session_handle", ("s", ""))[1]
        if response or not handle:
            self._refuse_all(Refusal.DENIED)
            return
        self._session = handle
        shortcuts = [
            (str(wish), {"description": ("s", name_of(wish)), **_preferred(keys)})
            for wish, keys in self._wanted.items()
        ]
        body = (handle, shortcuts, "")
        self._request("BindShortcuts", "oa(sa{sv})s", body, {}, self._bound)

    def _bound(self, response: int, results: _Results) -> None:
        listed = [] if response else results.get("shortcuts", ("", []))[1]
        granted = {name for name, _ in listed}
        self._refused({wish: Refusal.DENIED for wish in self._wanted if wish not in granted})

    def _refuse_all(self, why: Refusal) -> None:
        self._refused(dict.fromkeys(self._wanted, why))


def _connection(bus: str) -> Any:  # noqa: ANN401 - of jeepney
    try:
        return open_dbus_connection(bus)
    except (KeyError, ValueError, RuntimeError) as err:  # no address, or one of another kind
        raise OSError(f"no session bus at {bus}") from err


def _preferred(keys: Combination) -> _Results:
    """The keys that the user has set; where they have no name, the desktop asks for others."""
    trigger = trigger_of(keys)
    return {"preferred_trigger": ("s", trigger)} if trigger else {}
