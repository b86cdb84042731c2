"""How often what is held differs from what a search finds: replayed over the questions told."""

from kairo_desktop.bench.latched import latched_differs
from kairo_desktop.types import Context, Kind, Passage, Question, QuestionState


class Sticky:
    """Holds the first note that it found for a turn: one whose name is the question."""

    def __init__(self) -> None:
        self._held: tuple[int, Passage] | None = None
        self._n_steps = 0

    def step(self, question: Question) -> Context:
        self._n_steps += 1
        if self._held is None or self._held[0] != question.turn_id:
            found = Passage(question.text, "", "", score=float(self._n_steps))
            self._held = (question.turn_id, found)
        return Context(question, (self._held[1],))


def _asked(
    text: str, state: QuestionState, turn_id: int = 1, repeat_of: int | None = None
) -> Question:
    return Question(turn_id, text, Kind.BACKGROUND, 1.0, state, repeat_of)


def test_tells_for_each_confirmed_question_whether_something_else_was_held() -> None:
    questions = [
        _asked("caches", QuestionState.FORMING),
        _asked("queues", QuestionState.CONFIRMED),
        _asked("heaps", QuestionState.FORMING, 2),
        _asked("heaps", QuestionState.CONFIRMED, 2),
    ]
    assert list(latched_differs(questions, Sticky)) == [True, False]


def test_what_is_withdrawn_or_brought_back_is_not_searched_for() -> None:
    questions = [
        _asked("caches", QuestionState.WITHDRAWN),
        _asked("queues", QuestionState.CONFIRMED),
        _asked("caches", QuestionState.CONFIRMED, repeat_of=1),
    ]
    assert list(latched_differs(questions, Sticky)) == [False]
