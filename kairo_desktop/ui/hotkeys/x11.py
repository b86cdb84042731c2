"""The X Window System: passive grabs of single combinations, on a connection of their own.

The server reports a grabbed combination and, until it is released, what else is pressed; nothing
of that is looked at but the combination's own key.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

import xcffib
import xcffib.xproto as x
from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer

from kairo_desktop.ui.hotkeys.door import Combination, Refusal

__all__ = ["X11Keys", "keysym_of"]

logger = logging.getLogger(__name__)

_NUM_LOCK: Final = 0xFF7F
_ALT: Final = (0xFFE9, 0xFFEA)
_SUPER: Final = (0xFFEB, 0xFFEC)
_MOD1: Final = 1 << 3
_MOD4: Final = 1 << 6
_COLUMNS: Final = 4
"""Of a key's symbols: two groups, plain and with Shift; further ones need more modifiers."""

_REPEAT_MS: Final = 5
"""The server repeats a held key by a release and a press in the same instant."""


class X11Keys(QObject):
    """Grabs on the root window of a display.

    Args:
        pressed: Called with a combination each time it is pressed; a held one counts once.
        display: As in $DISPLAY, which is taken when None.

    Raises:
        OSError: there is no such display.
    """

    def __init__(
        self,
        pressed: Callable[[Combination], None],
        display: str | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        try:
            self._x = xcffib.connect(display)
        except xcffib.ConnectionException as err:
            raise OSError(f"no X server at {display}") from err
        setup = self._x.get_setup()
        self._root = setup.roots[self._x.pref_screen].root
        self._keycodes = range(setup.min_keycode, setup.max_keycode + 1)
        self._pressed = pressed
        self._grabbed: dict[tuple[int, int], Combination] = {}
        self._released_ms: dict[int, int] = {}
        self._read_keyboard()
        self._notifier = QSocketNotifier(
            self._x.get_file_descriptor(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._hear)

    def grab(self, combination: Combination) -> Refusal | None:
        """Have this combination reported, whatever CapsLock and NumLock say."""
        keysym = keysym_of(combination.key)
        place = self._place_of(keysym) if keysym else None
        if place is None:
            return Refusal.NO_KEY
        keycode, shifted = place
        mask = self._mask(combination) | (x.ModMask.Shift if shifted else 0)
        taken = False
        for locks in self._lock_masks:
            with _refusals() as refused:
                self._x.core.GrabKey(
                    0,
                    self._root,
                    mask | locks,
                    keycode,
                    x.GrabMode.Async,
                    x.GrabMode.Async,
                    is_checked=True,
                ).check()
            taken = taken or bool(refused)
        if taken:
            self._ungrab(keycode, mask)
            return Refusal.TAKEN
        self._grabbed[keycode, mask] = combination
        # `check` may have read events already, of which the notifier knows nothing.
        QTimer.singleShot(0, self, self._hear)
        return None

    def release_all(self) -> None:
        """Give all combinations back."""
        for keycode, mask in self._grabbed:
            self._ungrab(keycode, mask)
        self._grabbed.clear()

    def close(self) -> None:
        """Give them back and leave the server."""
        self._notifier.setEnabled(False)
        with contextlib.suppress(xcffib.ConnectionException):
            self.release_all()
        self._x.disconnect()

    def _hear(self) -> None:
        """Take what the server has sent."""
        try:
            while (event := self._x.poll_for_event()) is not None:
                self._sort(event)
        except xcffib.ConnectionException:
            self._notifier.setEnabled(False)
            logger.info("the X server is gone, and with it the keys")

    def _sort(self, event: object) -> None:
        match event:
            case x.KeyReleaseEvent():
                self._released_ms[event.detail] = event.time
            case x.KeyPressEvent():
                mask = event.state & self._known & ~self._locks
                found = self._grabbed.get((event.detail, mask))
                held = event.time - self._released_ms.get(event.detail, -_REPEAT_MS) < _REPEAT_MS
                if found is not None and not held:
                    self._pressed(found)
            case x.MappingNotifyEvent(request=x.Mapping.Keyboard | x.Mapping.Modifier):
                self._grab_anew()

    def _grab_anew(self) -> None:
        """The layout has changed, and with it where the keys are."""
        wanted = list(self._grabbed.values())
        self.release_all()
        self._read_keyboard()
        for combination in wanted:
            self.grab(combination)

    def _ungrab(self, keycode: int, mask: int) -> None:
        for locks in self._lock_masks:
            # Of those that another program holds, nothing is given back.
            with _refusals():
                self._x.core.UngrabKey(keycode, self._root, mask | locks, is_checked=True).check()

    def _read_keyboard(self) -> None:
        count = len(self._keycodes)
        symbols = self._x.core.GetKeyboardMapping(self._keycodes.start, count).reply()
        width = symbols.keysyms_per_keycode
        flat = list(symbols.keysyms)
        self._symbols = [flat[i * width : i * width + min(width, _COLUMNS)] for i in range(count)]
        modifiers = self._x.core.GetModifierMapping().reply()
        per = modifiers.keycodes_per_modifier
        codes = list(modifiers.keycodes)
        self._modifiers = [set(codes[i * per : (i + 1) * per]) - {0} for i in range(8)]
        self._alt = self._mask_of(*_ALT) or _MOD1
        self._meta = self._mask_of(*_SUPER) or _MOD4
        num_lock = self._mask_of(_NUM_LOCK)
        self._locks = x.ModMask.Lock | num_lock
        self._lock_masks = sorted({a | b for a, b in product((0, x.ModMask.Lock), (0, num_lock))})
        self._known = x.ModMask.Shift | x.ModMask.Control | self._alt | self._meta | self._locks

    def _mask_of(self, *keysyms: int) -> int:
        """The modifier that any of these keys sets; 0 where none does."""
        keys = {
            code
            for code, symbols in zip(self._keycodes, self._symbols, strict=True)
            if set(symbols) & set(keysyms)
        }
        return next((1 << bit for bit, codes in enumerate(self._modifiers) if codes & keys), 0)

    def _mask(self, combination: Combination) -> int:
        control, shift = int(x.ModMask.Control), int(x.ModMask.Shift)
        return (
            control * combination.ctrl
            | shift * combination.shift
            | self._alt * combination.alt
            | self._meta * combination.meta
        )

    def _place_of(self, keysym: int) -> tuple[int, bool] | None:
        """The key that gives a symbol, and whether it takes Shift to do so."""
        for column in range(_COLUMNS):
            for code, symbols in zip(self._keycodes, self._symbols, strict=True):
                if column < len(symbols) and symbols[column] == keysym:
                    return code, column % 2 == 1
        return None


def keysym_of(key: Qt.Key) -> int:
    """The X name of a key of Qt's; 0 where it has none that is one key of a keyboard."""
    number = int(key)
    if 0x20 <= number <= 0xFF:
        return ord(chr(number).lower())
    if Qt.Key.Key_F1 <= number <= Qt.Key.Key_F35:
        return 0xFFBE + number - int(Qt.Key.Key_F1)
    return _KEYSYMS.get(key, 0)


@contextlib.contextmanager
def _refusals() -> Iterator[list[Exception]]:
    """Collects the server's refusal of one request."""
    refused: list[Exception] = []
    try:
        yield refused
    except (x.AccessError, x.ValueError) as err:
        refused.append(err)


_KEYSYMS: Final = {
    Qt.Key.Key_Backspace: 0xFF08,
    Qt.Key.Key_Tab: 0xFF09,
    Qt.Key.Key_Return: 0xFF0D,
    Qt.Key.Key_Pause: 0xFF13,
    Qt.Key.Key_ScrollLock: 0xFF14,
    Qt.Key.Key_Escape: 0xFF1B,
    Qt.Key.Key_Home: 0xFF50,
    Qt.Key.Key_Left: 0xFF51,
    Qt.Key.Key_Up: 0xFF52,
    Qt.Key.Key_Right: 0xFF53,
    Qt.Key.Key_Down: 0xFF54,
    Qt.Key.Key_PageUp: 0xFF55,
    Qt.Key.Key_PageDown: 0xFF56,
    Qt.Key.Key_End: 0xFF57,
    Qt.Key.Key_Print: 0xFF61,
    Qt.Key.Key_Insert: 0xFF63,
    Qt.Key.Key_Menu: 0xFF67,
    Qt.Key.Key_Enter: 0xFF8D,
    Qt.Key.Key_Delete: 0xFFFF,
    Qt.Key.Key_MediaPlay: 0x1008FF14,
    Qt.Key.Key_MediaStop: 0x1008FF15,
    Qt.Key.Key_MediaPrevious: 0x1008FF16,
    Qt.Key.Key_MediaNext: 0x1008FF17,
}
"""Source: X.Org's keysymdef.h and XF86keysym.h."""
