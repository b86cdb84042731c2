"""Garbage is collected by the thread of the windows."""

import gc
from collections.abc import Iterator
from threading import Thread, current_thread, main_thread

import pytest
from PySide6.QtWidgets import QApplication

from kairo_desktop.ui.garbage import GarbageInOneThread


class _Knot:
    """An object that only a collection can free; it notes where that happens."""

    freed_in: list[Thread]

    def __init__(self, freed_in: list[Thread]) -> None:
        self.freed_in = freed_in
        self.itself = self

    def __del__(self) -> None:
        self.freed_in.append(current_thread())


@pytest.fixture
def garbage(qapp: QApplication) -> Iterator[GarbageInOneThread]:
    was_on = gc.isenabled()
    gc.collect()
    garbage = GarbageInOneThread()
    yield garbage
    garbage.close()
    assert gc.isenabled()
    if not was_on:
        gc.disable()


def _tie(freed_in: list[Thread], n: int) -> list[object]:
    """Leave knots and many other new objects behind."""
    for _ in range(10):
        _Knot(freed_in)
    return [[] for _ in range(n)]


def test_another_thread_frees_nothing_and_this_one_does(garbage: GarbageInOneThread) -> None:
    freed_in: list[Thread] = []
    kept: list[object] = []
    thread = Thread(target=lambda: kept.extend(_tie(freed_in, 5000)))
    thread.start()
    thread.join()
    assert freed_in == []
    assert garbage.look() >= 10
    assert set(freed_in) == {main_thread()}
    assert len(freed_in) == 10


def test_nothing_due_is_nothing_done(garbage: GarbageInOneThread) -> None:
    gc.collect()
    assert garbage.look() == 0
