"""The pages of the window, each made when it is first wanted."""

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtWidgets import QStackedWidget

from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName

__all__ = ["Book"]


class Book(QStackedWidget):
    """Opened at one page at a time, which is told when it comes and goes.

    Args:
        makers: How each page is made.
    """

    def __init__(self, makers: Mapping[PageName, Callable[[], Page]]) -> None:
        super().__init__()
        self._makers = makers
        self._made: dict[PageName, Page] = {}

    @property
    def names(self) -> tuple[PageName, ...]:
        """All pages, in their order."""
        return tuple(self._makers)

    @property
    def page(self) -> Page:
        """The page it is opened at."""
        page = self.currentWidget()
        assert isinstance(page, Page)
        return page

    def turn_to(self, name: PageName) -> None:
        """Open it at a page."""
        before, page = self.currentWidget(), self.made(name)
        if page is before:
            return
        if isinstance(before, Page):
            before.leave()
        self.setCurrentWidget(page)
        if self.isVisible():
            page.enter()

    def made(self, name: PageName) -> Page:
        """A page, made by now."""
        if name not in self._made:
            self._made[name] = self._makers[name]()
            self.addWidget(self._made[name])
        return self._made[name]

    def all(self) -> Iterator[tuple[PageName, Page]]:
        """Every page, made by now."""
        for name in self._makers:
            yield name, self.made(name)

    def finish(self) -> None:
        """Let all pages end what they have begun."""
        for page in self._made.values():
            page.finish()
