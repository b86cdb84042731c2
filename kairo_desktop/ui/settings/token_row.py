"""The token for gated models: typed here, kept in the system's keyring and nowhere else."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.row import Row
from kairo_desktop.ui.settings.secret_desk import (
    DUE_MS,
    OpenStore,
    SecretDesk,
    SecretState,
    TokenState,
)

__all__ = ["TokenRow"]


class TokenRow(QObject):
    """A field that never shows what it holds, and what the keyring said last.

    The keyring is asked when a button is pressed and not before: some desktops answer with a
    window for a new password that takes the whole keyboard.

    Attributes:
        row: The widget.

    Args:
        due_ms: After this a silent keyring is called that.
    """

    def __init__(self, open_store: OpenStore, *, due_ms: int = DUE_MS) -> None:
        super().__init__()
        self._desk = SecretDesk(open_store, self, due_ms=due_ms)
        self._field = QLineEdit()
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setPlaceholderText("hf_…")
        self._field.setFixedWidth(200)
        self._save = button(self.tr("Sa&ve"))
        self._look = button(self.tr("&Look up"))
        self._look.setToolTip(self.tr("Ask the keyring whether a token is saved."))
        self._forget = button(self.tr("&Forget"))
        control = QWidget()
        line = QHBoxLayout(control)
        line.setContentsMargins(0, 0, 0, 0)
        for widget in (self._field, self._save, self._look, self._forget):
            line.addWidget(widget)
        self.row = Row(
            self.tr("Hub token"),
            self.tr("Opens gated models. Kept in the system's keyring, never in a file."),
            control,
            buddy=self._field,
        )
        self.setParent(self.row)
        self._field.textChanged.connect(self._allow)
        self._field.returnPressed.connect(self._save.click)
        self._save.clicked.connect(self._keep)
        self._look.clicked.connect(self._desk.look)
        self._forget.clicked.connect(self._desk.forget)
        self._desk.told.connect(self._show)
        self._state = SecretState(TokenState.LOOKING)
        self._typed = ""
        self._allow()

    def _keep(self) -> None:
        self._typed = self._field.text()
        self._desk.save(self._field.text().strip())

    def _show(self, state: SecretState) -> None:
        self._state = state
        match state.token:
            case TokenState.LOOKING:
                self.row.say(self.tr("Asking the keyring …"))
            case TokenState.ABSENT:
                self.row.say(self.tr("No token is saved."))
            case TokenState.SAVED:
                if self._field.text() == self._typed:
                    self._field.clear()
                self.row.say(self.tr("✓  A token is saved in the keyring."), "good")
            case TokenState.UNKNOWN:
                self.row.say(str(state.error or ""), "bad")
        self._allow()

    def _allow(self) -> None:
        """Enable what makes sense now; say why the rest does not."""
        asking = self._desk.busy
        typed = bool(self._field.text().strip())
        self._save.setEnabled(typed and not asking)
        self._save.setToolTip("" if typed else self.tr("Type or paste a token first."))
        absent = self._state.token is TokenState.ABSENT
        self._look.setEnabled(not asking)
        self._forget.setEnabled(not asking and not absent)
        self._forget.setToolTip(self.tr("There is none to forget.") if absent else "")
        if asking:
            for each in (self._save, self._forget):
                each.setToolTip(self.tr("The keyring has not answered yet."))
