"""Where a lane's stream is, and where it should be."""

from kairo_desktop.audio.sources import DEFAULT, SoundSource
from kairo_desktop.audio.watch import LaneWatch, ServerView
from kairo_desktop.types import Lane


def _source(name: str, lane: Lane = Lane.SYSTEM, *, default: bool = False) -> SoundSource:
    return SoundSource(name, name, lane, is_default=default)


_CALL, _MIC = _source("call", default=True), _source("mic", Lane.MIC, default=True)


def test_right_where_it_is_bound_to_what_is_wanted() -> None:
    binding = LaneWatch(Lane.SYSTEM, DEFAULT).step(ServerView((_CALL, _MIC), "call"), 5.0)
    assert binding.right
    assert binding.move_to is None
    assert binding.wrong_since_s is None


def test_moved_back_from_a_wrong_source() -> None:
    binding = LaneWatch(Lane.SYSTEM, DEFAULT).step(ServerView((_CALL, _MIC), "mic"), 5.0)
    assert not binding.right
    assert binding.move_to == "call"


def test_wrong_since_the_first_moment_of_it() -> None:
    watch = LaneWatch(Lane.SYSTEM, DEFAULT)
    wrong, right = ServerView((_CALL, _MIC), "mic"), ServerView((_CALL, _MIC), "call")
    times = [
        watch.step(view, t).wrong_since_s for t, view in enumerate([wrong, wrong, right, wrong])
    ]
    assert times == [0, 0, 0, 3]


def test_moved_back_and_forth_is_wrong_all_along() -> None:
    watch = LaneWatch(Lane.SYSTEM, DEFAULT)
    wrong, right = ServerView((_CALL, _MIC), "mic"), ServerView((_CALL, _MIC), "call")
    times = [watch.step(view, n / 10).wrong_since_s for n, view in enumerate([wrong, right] * 4)]
    assert times == [0.0] * 8
    assert watch.step(right, 1.0).wrong_since_s is None


def test_right_since_it_was_put_right() -> None:
    watch = LaneWatch(Lane.SYSTEM, DEFAULT)
    wrong, right = ServerView((_CALL, _MIC), "mic"), ServerView((_CALL, _MIC), "call")
    times = [
        watch.step(view, t).right_since_s for t, view in enumerate([right, wrong, right, right])
    ]
    assert times == [0, None, 2, 2]


def test_moves_a_stream_back_five_times_a_second_at_most() -> None:
    watch = LaneWatch(Lane.SYSTEM, DEFAULT)
    wrong = ServerView((_CALL, _MIC), "mic")
    moved = [watch.step(wrong, n / 16).move_to for n in range(8)]
    assert moved == ["call", None, None, None] * 2


def test_nothing_to_move_to_when_the_source_is_gone() -> None:
    binding = LaneWatch(Lane.SYSTEM, "call").step(ServerView((_MIC,), "mic"), 5.0)
    assert binding.wanted is None
    assert not binding.right
    assert binding.move_to is None


def test_no_stream_is_neither_right_nor_wrong() -> None:
    binding = LaneWatch(Lane.SYSTEM, DEFAULT).step(ServerView((_CALL, _MIC)), 5.0)
    assert binding.wanted is _CALL
    assert not binding.right
    assert binding.wrong_since_s is None


def test_follows_the_default_only_when_that_was_chosen() -> None:
    plugged = ServerView((_source("call"), _source("headset", default=True), _MIC), "call")
    assert LaneWatch(Lane.SYSTEM, DEFAULT).step(plugged, 0.0).move_to == "headset"
    assert LaneWatch(Lane.SYSTEM, "call").step(plugged, 0.0).right
