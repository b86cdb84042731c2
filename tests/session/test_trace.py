"""What a turn's trace says."""

from kairo_desktop.session.trace import Milestone, TurnWatch, Watches
from kairo_desktop.types import TokenRun


class Hand:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_moments_count_from_the_end_of_speech() -> None:
    clock = Hand()
    watch = TurnWatch(clock)
    clock.now_s = 10.4
    watch.first(Milestone.FIRST_WORDS)
    assert watch.trace(10.0).first_words_ms == 400.0


def test_a_moment_before_the_end_of_speech_is_negative() -> None:
    clock = Hand()
    watch = TurnWatch(clock)
    clock.now_s = 9.9
    watch.latest(Milestone.ANCHOR)
    assert watch.trace(10.0).anchor_ms == -100.0


def test_the_first_time_counts_for_first_and_the_last_for_latest() -> None:
    clock = Hand()
    watch = TurnWatch(clock)
    for clock.now_s in (1.0, 2.0):
        watch.first(Milestone.FIRST_WORDS)
        watch.latest(Milestone.QUESTION)
    trace = watch.trace(0.0)
    assert (trace.first_words_ms, trace.question_ms) == (1000.0, 2000.0)


def test_a_discarded_version_counts_as_waste_and_not_as_shown() -> None:
    clock = Hand()
    watch = TurnWatch(clock)
    watch.first(Milestone.FIRST_WORDS)
    watch.generated(TokenRun((1, 2, 3), num_draft=4, num_accept=2))
    watch.discarded(1)
    watch.generated(TokenRun(()))
    watch.generated(TokenRun((4,)))
    trace = watch.trace(0.0)
    assert trace.first_words_ms is None
    assert (trace.tokens, trace.passes, trace.drafted) == (1, 1, 0)
    assert (trace.wasted_tokens, trace.shown_then_withdrawn) == (3, 1)


def test_the_waste_of_a_turn_that_was_none_is_told_by_the_next() -> None:
    watches = Watches(Hand())
    watches.of(1).generated(TokenRun((1, 2)))
    watches.of(1).discarded(1)
    watches.withdraw(1)
    watches.withdraw(7)
    trace = watches.of(2).trace(0.0)
    assert (trace.wasted_tokens, trace.shown_then_withdrawn) == (2, 1)
    assert watches.of(3).trace(0.0).wasted_tokens == 0


def test_a_turn_that_is_answered_once_more_is_watched_anew() -> None:
    watches = Watches(Hand())
    watches.of(1).generated(TokenRun((1, 2)))
    watches.forget(1)
    assert watches.of(1).trace(0.0).tokens == 0
