"""A desktop's portal of shortcuts, on the bus in its environment: `… grant|part|refuse|silent`.

`… named` wants to know first which program asks, and `… nameless` does not know it.

It tells on stdout, a JSON line each, what it is asked; a name on stdin presses that shortcut, and
"close" ends the session as a desktop may.
"""

import json
import sys
import threading
from typing import Any, TypeAlias

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import open_dbus_connection

_Untyped: TypeAlias = Any
"""Of jeepney, which publishes no types."""

_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"


class ToyPortal:
    """Answers in one of four ways."""

    def __init__(self, bus: _Untyped, way: str) -> None:
        self._bus, self._way = bus, way
        self._session = self._program = ""

    def serve(self) -> None:
        """Answer until the bus goes."""
        while True:
            message = self._bus.receive()
            if message.header.message_type is MessageType.method_call:
                self._answer(message)

    def press(self, name: str) -> None:
        """Tell of a shortcut, or of the end of the session."""
        if name == "close":
            self._signal(self._session, "org.freedesktop.portal.Session", "Closed", "a{sv}", ({},))
        else:
            body: _Untyped = (self._session, name, 0, {})
            interface = "org.freedesktop.portal.GlobalShortcuts"
            self._signal(_PATH, interface, "Activated", "osta{sv}", body)

    def _answer(self, call: _Untyped) -> None:
        member = call.header.fields[HeaderFields.member]
        if member == "Register":
            self._register(call)
            return
        _tell({"asked": member, "with": call.body})
        if self._way == "silent":
            return
        if self._way == "lacking":
            unknown = "org.freedesktop.DBus.Error.UnknownMethod"
            self._bus.send(new_error(call, unknown, "s", ("no such thing",)))
            return
        if self._way in {"named", "nameless"} and not self._program:
            self._bus.send(new_error(call, "org.freedesktop.portal.Error.NotAllowed"))
            return
        if member == "Close":
            self._bus.send(new_method_return(call))
            return
        options = call.body[-1]
        sender = call.header.fields[HeaderFields.sender].removeprefix(":").replace(".", "_")
        handle = f"{_PATH}/request/{sender}/{options['handle_token'][1]}"
        self._bus.send(new_method_return(call, "o", (handle,)))
        code, results = self._outcome(member, call.body, sender)
        request = "org.freedesktop.portal.Request"
        self._signal(handle, request, "Response", "ua{sv}", (code, results))

    def _register(self, call: _Untyped) -> None:
        name, _ = call.body
        if self._way == "named" and "." in name:
            self._program = name
            self._bus.send(new_method_return(call))
        else:
            self._bus.send(new_error(call, "org.freedesktop.portal.Error.Failed"))

    def _outcome(self, member: str, body: _Untyped, sender: str) -> tuple[int, dict[str, Any]]:
        if member == "CreateSession":
            token = body[0]["session_handle_token"][1]
            self._session = f"{_PATH}/session/{sender}/{token}"
            return 0, {"session_handle": ("s", self._session)}
        if self._way == "refuse":
            return 1, {}
        granted = body[1][:1] if self._way == "part" else body[1]
        return 0, {"shortcuts": ("a(sa{sv})", granted)}

    def _signal(
        self, path: str, interface: str, member: str, signature: str, body: _Untyped
    ) -> None:
        address = DBusAddress(path, interface=interface)
        self._bus.send(new_signal(address, member, signature, body))


def _tell(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(way: str) -> None:
    with open_dbus_connection() as bus:
        bus.send_and_get_reply(message_bus.RequestName(_NAME))
        portal = ToyPortal(bus, way)
        threading.Thread(target=portal.serve, daemon=True).start()
        _tell({"ready": way})
        for line in sys.stdin:
            portal.press(line.strip())


if __name__ == "__main__":
    main(sys.argv[1])
