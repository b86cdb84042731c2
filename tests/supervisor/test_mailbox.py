import threading

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.mailbox import Mailbox


@given(st.lists(st.integers(0, 99), max_size=60), st.integers(1, 10))
def test_keeps_the_newest_in_order_and_counts_the_rest(items: list[int], limit: int) -> None:
    box: Mailbox[int] = Mailbox(limit)
    lost = [gone for item in items if (gone := box.put(item)) is not None]
    kept = [box.take(0) for _ in range(len(box))]
    assert lost + kept == items
    assert box.dropped == len(lost) == max(0, len(items) - limit)


@given(st.lists(st.integers(0, 99), max_size=60), st.integers(1, 10))
def test_never_drops_what_must_not_be_dropped(items: list[int], limit: int) -> None:
    box: Mailbox[int] = Mailbox(limit, droppable=lambda item: item % 2 == 0)
    for item in items:
        box.put(item)
    kept = [taken for _ in range(len(box)) if (taken := box.take(0)) is not None]
    assert [item for item in kept if item % 2] == [item for item in items if item % 2]
    evens = [item for item in items if item % 2 == 0]
    n_kept = sum(1 for item in kept if item % 2 == 0)
    assert [item for item in kept if item % 2 == 0] == evens[len(evens) - n_kept :]
    assert box.dropped == len(items) - len(kept)


def test_an_empty_mailbox_gives_none_when_the_time_is_up() -> None:
    assert Mailbox[int](1).take(0.01) is None


def test_a_closed_mailbox_gives_what_it_has_and_takes_nothing() -> None:
    box: Mailbox[int] = Mailbox(4)
    box.put(1)
    box.close()
    assert box.put(2) == 2
    assert box.closed
    assert (box.take(), box.take()) == (1, None)


def test_a_reader_waits_for_a_writer() -> None:
    box: Mailbox[int] = Mailbox(4)
    got: list[int | None] = []
    reader = threading.Thread(target=lambda: got.append(box.take(30)))
    reader.start()
    box.put(7)
    reader.join(30)
    assert got == [7]


def test_closing_wakes_a_reader() -> None:
    box: Mailbox[int] = Mailbox(4)
    got: list[int | None] = []
    reader = threading.Thread(target=lambda: got.append(box.take()))
    reader.start()
    box.close()
    reader.join(30)
    assert got == [None]
