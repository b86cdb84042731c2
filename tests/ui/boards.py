"""A board with a session on it."""

from kairo_desktop.session.events import Item
from kairo_desktop.types import Lane
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.views import Phase
from tests.ui.overlay.script import events, ready


def running() -> Board:
    board = Board()
    board.begin(Lane)
    for told in ready():
        board.take(told)
    return board


def phase_of(board: Board) -> Phase:
    return board.view.phase


def tell(board: Board, *items: Item) -> None:
    for event in events(items):
        board.take(event)
