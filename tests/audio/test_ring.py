"""The ring behaves as a list that forgets from the front."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.audio.ring import Ring
from kairo_desktop.types import Samples

_MOVES = st.lists(
    st.tuples(st.sampled_from(["write", "read"]), st.integers(0, 25)), min_size=1, max_size=40
)


def _numbers(first: int, n: int) -> Samples:
    return np.arange(first, first + n, dtype=np.float32)


@settings(deadline=None)
@given(_MOVES, st.integers(1, 12))
def test_equals_a_list_under_any_writes_and_reads(
    moves: list[tuple[str, int]], capacity: int
) -> None:
    ring, oracle, n_written, n_dropped = Ring(capacity), list[float](), 0, 0
    for move, n in moves:
        if move == "write":
            oracle += list(_numbers(n_written, n))
            n_lost = max(0, len(oracle) - capacity)
            assert ring.write(_numbers(n_written, n)) == n_lost
            del oracle[:n_lost]
            n_written += n
            n_dropped += n_lost
        else:
            assert list(ring.read(n)) == oracle[:n]
            del oracle[:n]
        assert (len(ring), ring.dropped) == (len(oracle), n_dropped)


def test_what_was_read_is_a_copy() -> None:
    ring = Ring(4)
    ring.write(_numbers(0, 4))
    read = ring.read(4)
    ring.write(_numbers(10, 4))
    assert list(read) == [0, 1, 2, 3]
