"""An engine slower than speech: what was asked is answered late, what was only guessed is not."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import AnswerDone, Question, QuestionState
from tests.copilot.turn_stream import Said, stream
from tests.session.desk import TOKENIZER, Desk

MODEL = QuestionModel.load()
LINES = (
    "How would you shard the orders table?",
    "What is the difference between a process and a thread?",
    "Tell me about a conflict with a designer.",
    "And the edge cases?",
    "how would you",
    "Our team is small and we ship every week.",
)
talk = st.lists(
    st.tuples(st.sampled_from(LINES), st.sampled_from([0.7, 1.6, 4.0, 9.0])), min_size=1, max_size=5
)


def conversation(lines: list[tuple[str, float]]) -> list[Said]:
    said: list[Said] = []
    at_s = 0.5
    for text, pause_s in lines:
        said.append(Said(at_s, text))
        at_s = said[-1].end_s + pause_s
    return said


def hear(events: list[Said], every: int) -> Desk:
    """A desk that comes to do one pass in `every` steps of the turn logic."""
    desk = Desk(turns=TurnLogic(TurnSettings(), MODEL))
    for n, (_, item) in enumerate(stream(events)):
        desk.said.extend(desk.answerer.step(item))
        if n % every == 0:
            desk.work(1)
    desk.said.extend(desk.answerer.flush())
    return desk.work()


@settings(max_examples=20, deadline=None)
@given(talk, st.sampled_from([1, 40, 400, 100_000]))
def test_every_confirmed_question_is_answered_as_it_was_confirmed_last(
    lines: list[tuple[str, float]], every: int
) -> None:
    desk = hear(conversation(lines), every)
    last = {one.turn_id: one for one in desk.said if isinstance(one, Question)}
    asked = {n for n, one in last.items() if one.state is QuestionState.CONFIRMED}
    order = [
        (one.turn_id, type(one)) for one in desk.said if isinstance(one, Question | AnswerDone)
    ]
    assert {answer.turn_id for answer in desk.answers} >= asked
    assert all([kind for n, kind in order if n == turn_id][-1] is AnswerDone for turn_id in asked)


def test_of_what_was_only_guessed_the_oldest_is_dropped_first() -> None:
    """Not one pass is done while two questions grow: no prompt but the final two is written to."""
    said = conversation([(LINES[0], 9.0), (LINES[1], 9.0)])
    desk = hear(said, every=100_000)
    assert [answer.turn_id for answer in desk.answers] == [2, 1]
    assert len(desk.writer.asked) == 2
    (ahead,) = desk.writer.prefilled
    assert TOKENIZER.text(ahead).endswith("Question:"), "only what a next question would follow"
    assert desk.writer.n_closed == 0
