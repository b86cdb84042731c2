"""The column at the left: a search over all settings, and the list of pages."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.row import Row, label

__all__ = ["Finder", "PageTitle", "Spot"]

_WIDTH = 232

_ALSO_CALLED: Final = {
    "audio.mic_source": QT_TRANSLATE_NOOP("Finder", "headset input device"),
    "audio.system_source": QT_TRANSLATE_NOOP("Finder", "speakers headphones output device"),
    "overlay.text_scale": QT_TRANSLATE_NOOP("Finder", "font letters size zoom bigger larger"),
    "overlay.theme": QT_TRANSLATE_NOOP("Finder", "dark light mode colors appearance"),
    "overlay.opacity": QT_TRANSLATE_NOOP("Finder", "transparent transparency see through"),
    "privacy.keep_days": QT_TRANSLATE_NOOP("Finder", "history retention"),
    "retrieval.profile_folder": QT_TRANSLATE_NOOP("Finder", "notes resume résumé cv documents"),
}
"""Other words that people look for a setting by."""


@dataclass(frozen=True, slots=True)
class PageTitle:
    """How a page is listed: its name for people and the drawing beside it."""

    text: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A row and the page it stands on."""

    page: PageName
    row: Row


class Finder(QWidget):
    """Typing shows what is found in place of the pages; an empty field shows the pages again.

    Signals:
        page_chosen: A `PageName`.
        spot_chosen: A `Spot`.
    """

    page_chosen = Signal(object)
    spot_chosen = Signal(object)

    def __init__(self, titles: Mapping[PageName, PageTitle]) -> None:
        super().__init__()
        self.setFixedWidth(_WIDTH)
        self._titles = titles
        self._spots: Callable[[], Iterable[Spot]] = tuple
        self.field = QLineEdit(placeholderText=self.tr("Search settings"))
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(self.tr("Search settings"))
        self.pages = _navigation(self.tr("Pages"))
        self.results = _navigation(self.tr("Found settings"))
        self._nothing = label(self.tr("Nothing is called that."), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(10, 10, 10, 10)
        for page, title in titles.items():
            item = QListWidgetItem(title.text)
            item.setData(Qt.ItemDataRole.UserRole, page)
            self.pages.addItem(item)
        self._stack = QStackedWidget()
        for widget in (self.pages, self.results, self._nothing):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 20, 8, 16)
        column.setSpacing(12)
        column.addWidget(self.field)
        column.addWidget(self._stack)
        self._draw()
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._take_first)
        self.pages.currentRowChanged.connect(self._choose_page)
        self.results.itemActivated.connect(self._choose_spot)
        self.results.itemClicked.connect(self._choose_spot)

    def search_in(self, spots: Callable[[], Iterable[Spot]]) -> None:
        """Search in what `spots` gives, asked anew for each search."""
        self._spots = spots

    def select(self, page: PageName) -> None:
        """Mark a page as the one that is shown."""
        self.pages.setCurrentRow(list(self._titles).index(page))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends a search, Down goes from the field to what was found."""
        if event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        elif event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.focusNextChild()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icons anew when the theme has changed."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        role = QPalette.ColorRole
        usual, chosen = (
            self.palette().color(each).name() for each in (role.WindowText, role.Accent)
        )
        for at, title in enumerate(self._titles.values()):
            drawn = QIcon(icon(title.drawing, usual))
            # Without one of its own the style pales the icon of the page that is chosen.
            marked = icon(title.drawing, chosen)
            for size in marked.availableSizes():
                drawn.addPixmap(marked.pixmap(size), QIcon.Mode.Selected)
            self.pages.item(at).setIcon(drawn)

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        self.results.clear()
        for spot in self._spots() if words else ():
            row = spot.row
            also = QCoreApplication.translate("Finder", str(_ALSO_CALLED.get(row.objectName(), "")))
            haystack = f"{row.title} {row.text} {row.objectName()} {also}".casefold()
            if all(word in haystack for word in words):
                item = QListWidgetItem(f"{row.title}\n{self._titles[spot.page].text}")
                item.setData(Qt.ItemDataRole.UserRole, spot)
                self.results.addItem(item)
                # As wide as its words an item would be cut off; so it gets an ellipsis.
                height = self.results.sizeHintForRow(self.results.count() - 1)
                item.setSizeHint(QSize(1, height))
        found = self.results if self.results.count() else self._nothing
        self._stack.setCurrentWidget(found if words else self.pages)

    def _take_first(self) -> None:
        if self.results.count():
            self.results.setCurrentRow(0)
            self._choose_spot(self.results.item(0))

    def _choose_page(self, at: int) -> None:
        self.page_chosen.emit(self.pages.item(at).data(Qt.ItemDataRole.UserRole))

    def _choose_spot(self, item: QListWidgetItem) -> None:
        self.spot_chosen.emit(item.data(Qt.ItemDataRole.UserRole))


def _navigation(name: str) -> QListWidget:
    made = QListWidget()
    made.setProperty("kind", "navigation")
    made.setAccessibleName(name)
    made.setIconSize(QSize(18, 18))
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return made
