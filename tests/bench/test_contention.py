"""The figures of the contention bench, from events made by hand."""

from kairo_desktop.bench.contention import Load, row_of
from kairo_desktop.session.events import ClockKind, Event, Item
from kairo_desktop.types import AnswerDone, Hypothesis, Lane, Trace


def _event(t_s: float, item: Item) -> Event:
    return Event(t_s, ClockKind.REAL, item)


def _heard(t_s: float, end_s: float, *, settled: bool = False, final: bool = False) -> Event:
    return _event(t_s, Hypothesis(Lane.MIC, 0, (), (), 0.0, end_s, settled, final))


def _answered(tokens: int, prefill_done_ms: float | None, done_ms: float) -> Event:
    trace = Trace(1.0, prefill_done_ms=prefill_done_ms, done_ms=done_ms, tokens=tokens)
    return _event(9.0, AnswerDone(1, (), not_in_notes=False, trace=trace))


def test_hypotheses_of_open_speech_and_settled_ones_are_timed_apart() -> None:
    events = [_heard(1.1, 1.0), _heard(2.3, 2.0), _heard(4.4, 4.0), _heard(5.05, 5.0, settled=True)]
    events.append(_heard(7.0, 5.5, settled=True, final=True))
    row = row_of(Load.HEARING, events)
    assert (row.hypothesis_ms_p50, row.hypothesis_ms_p95) == (300.0, 400.0)
    assert (row.settled_ms_p50, row.n_hypotheses) == (50.0, 5)


def test_tokens_are_counted_from_the_end_of_the_prefill() -> None:
    row = row_of(Load.BOTH, [_answered(30, 500.0, 2500.0), _answered(0, None, 10.0)])
    assert (row.tokens_per_s, row.n_answers) == (15.0, 2)


def test_what_did_not_happen_has_no_figure() -> None:
    row = row_of(Load.SILENT_USER, [_answered(0, 500.0, 500.0)])
    assert row.tokens_per_s is row.hypothesis_ms_p50 is row.settled_ms_p50 is None
