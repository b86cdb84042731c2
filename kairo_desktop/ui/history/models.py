"""What the window's two lists hold: sessions with what was found in them, and a session's rows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from kairo_desktop.store.records import Match, SavedSession
from kairo_desktop.ui.history import wording
from kairo_desktop.ui.history.rows import Row

__all__ = ["Entry", "SessionsModel", "StoryModel"]

Entry: TypeAlias = SavedSession | Match
"""A session, or a place in the session above it."""

_Index: TypeAlias = QModelIndex | QPersistentModelIndex


class SessionsModel(QAbstractListModel):
    """Sessions, each followed by the places that a search found in it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, from the top."""
        return self._entries

    def show(self, entries: Sequence[Entry]) -> bool:
        """Hold these; False, and nothing moves, where they are the same as before."""
        new = tuple(entries)
        if new == self._entries:
            return False
        if len(new) == len(self._entries) and all(map(_alike, new, self._entries)):
            self._entries = new
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
            return True
        self.beginResetModel()
        self._entries = new
        self.endResetModel()
        return True

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        """As many as there are."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a screen reader says, which is what the delegate paints."""
        entry = self._entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                if isinstance(entry, Match):
                    return wording.one_match(entry)
                return f"{entry.title}, {wording.one_session(entry, datetime.now(UTC))}"
            case Qt.ItemDataRole.UserRole:
                return entry
            case _:
                return None


class StoryModel(QAbstractListModel):
    """The rows of one session."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All of them, from the top."""
        return self._rows

    def show(self, rows: tuple[Row, ...]) -> None:
        """Hold these; rows that stay are not touched, so neither is what is chosen of them."""
        old = self._rows
        if rows == old:
            return
        n_same = _n_alike(old, rows)
        if n_same < len(old):
            self.beginRemoveRows(QModelIndex(), n_same, len(old) - 1)
            self._rows = old[:n_same]
            self.endRemoveRows()
        if n_same < len(rows):
            self.beginInsertRows(QModelIndex(), n_same, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()
        self._rows = rows
        if n_same:
            self.dataChanged.emit(self.index(0), self.index(n_same - 1))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's
        """As many as there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a screen reader says, which is what the delegate paints."""
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return wording.one_row(row)
            case Qt.ItemDataRole.UserRole:
                return row
            case _:
                return None


def _alike(one: Entry, other: Entry) -> bool:
    """Whether two entries are the same thing, though it may have grown."""
    if isinstance(one, SavedSession) and isinstance(other, SavedSession):
        return one.session_id == other.session_id
    return one == other


def _n_alike(rows: Sequence[Row], others: Sequence[Row]) -> int:
    """How many rows, from the first on, differ in their marks at most."""
    for n_alike, (row, other) in enumerate(zip(rows, others, strict=False)):
        if row != other and replace(row, spans=other.spans) != other:
            return n_alike
    return min(len(rows), len(others))
