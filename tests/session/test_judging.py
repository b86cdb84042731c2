"""A second opinion: when it is asked, what it gives way to, what comes of it."""

from collections.abc import Iterator

from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.session.judging import Judging
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Question, QuestionState, UserCommand
from tests.copilot.turn_stream import Said, stream
from tests.fakes.clueless import clueless
from tests.fakes.scripted_judge import ScriptedJudge
from tests.session.desk import Desk, question

SAID = Said(1.0, "How would you design a rate limiter for a public API?")
AFTER = Said(SAID.end_s + 9.0, "And what about clients that do not pay for it?")
YES, NO = Verdict(2.0), Verdict(-2.0)


def follow(judge: ScriptedJudge, *events: Said) -> Iterator[tuple[bool, Question]]:
    """Each question, and whether the judge brought it; one pass of the judge an item."""
    turns = TurnLogic(TurnSettings(), clueless())
    judging = Judging(turns, judge)
    for _, item in stream(events):
        yield from ((False, question) for question in turns.step(item))
        if judging.due:
            yield from ((True, question) for question in judging.work())


def test_a_verdict_decides_what_the_features_cannot() -> None:
    for verdict, is_asked in ((YES, True), (NO, False)):
        states = [q.state for _, q in follow(ScriptedJudge(verdict), SAID)]
        assert (QuestionState.CONFIRMED in states) is is_asked


def test_the_judge_is_asked_once_a_turn() -> None:
    judge = ScriptedJudge(NO, passes=3)
    list(follow(judge, SAID, AFTER))
    assert len(judge.asked) == 2
    assert SAID.text.startswith(judge.asked[0])
    assert AFTER.text.startswith(judge.asked[1])
    assert judge.n_passes == 6


def test_passes_that_speech_overtakes_are_dropped() -> None:
    judge = ScriptedJudge(YES, passes=1000)
    assert not any(by_judge for by_judge, _ in follow(judge, SAID, AFTER))
    assert len(judge.asked) == 2
    assert 2 < judge.n_passes < 1000


def test_nothing_is_asked_where_nothing_is_in_doubt() -> None:
    judge = ScriptedJudge(YES)
    judging = Judging(TurnLogic(TurnSettings(), clueless()), judge)
    assert not judging.due
    assert list(judging.work()) == []
    assert judge.asked == []


def test_an_engine_that_gives_up_is_not_asked_again() -> None:
    judge = ScriptedJudge(YES)
    judge.error = DecodeFailed("The engine gave up.")
    assert not any(by_judge for by_judge, _ in follow(judge, SAID, AFTER))
    assert len(judge.asked) == 1


def half_said() -> tuple[Desk, ScriptedJudge]:
    """A desk at which a turn in doubt is being said."""
    turns, judge = TurnLogic(TurnSettings(), clueless()), ScriptedJudge(YES, passes=2)
    desk = Desk(turns=turns, judging=Judging(turns, judge))
    for _, item in stream([SAID], until_s=SAID.end_s - 0.1):
        if not isinstance(item, UserCommand):
            desk.said.extend(desk.answerer.step(item))
    return desk, judge


def test_the_desk_asks_while_nothing_else_is_to_do() -> None:
    desk, judge = half_said()
    desk.work()
    assert desk.answerer.idle
    assert judge.n_passes == 2


def test_an_answer_goes_before_a_second_opinion() -> None:
    desk, judge = half_said()
    desk.work(1)
    desk.ask(question(7, "Why a heap?"))
    while not desk.answers:
        assert judge.n_passes <= 1
        desk.work(1)
    desk.work()
    assert judge.n_passes == 2
