"""A desk to test the answering half at: a scripted writer, and all that was said."""

from collections.abc import Iterable, Mapping

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.points import Points, PointsOptions
from kairo_desktop.copilot.prompt_texts import PromptTexts
from kairo_desktop.copilot.prompts import PromptBuilder
from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.session.answerer import Answerer
from kairo_desktop.session.events import Said
from kairo_desktop.session.stages import AnswerStages, Finder, Follower, SecondOpinion, Turns
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Context,
    Kind,
    Passage,
    Question,
    QuestionState,
    TalkingPoint,
)
from tests.fakes.byte_tokenizer import ByteTokenizer
from tests.fakes.plain_template import PlainTemplate
from tests.fakes.scripted_writer import ScriptedWriter

TOKENIZER = ByteTokenizer()
TEXTS = PromptTexts("Rules.", dict.fromkeys(Kind, "Answer."), {})
ANSWER = TOKENIZER.encode(
    " put a unique index on the key\n- let the second insert fail\n- measure first\n",
    special=False,
)


class Silent:
    """Turn logic that gives back the questions it was scripted with, one step each."""

    def __init__(self, questions: Iterable[Question] = ()) -> None:
        self._questions = list(questions)
        self.remembered: list[Question] = []

    def step(self, item: object) -> Iterable[Question]:
        return [self._questions.pop(0)] if self._questions else []

    def flush(self) -> Iterable[Question]:
        return ()

    def remember(self, question: Question) -> None:
        self.remembered.append(question)


class Shelf:
    """A latch that always finds the same note."""

    def __init__(self, passage: Passage | None = None) -> None:
        self._passage = passage

    def step(self, question: Question) -> Context:
        if self._passage is None:
            return Context(question)
        anchor = Anchor(self._passage.file, self._passage.heading, self._passage.text)
        return Context(question, (self._passage,), anchor)


class Desk:
    """An answerer with its scripted writer and everything it said."""

    def __init__(
        self,
        *questions: Question,
        passage: Passage | None = None,
        speculate: bool = True,
        turns: Turns | None = None,
        skipped: tuple[Skipped, ...] = (),
        latch: Finder | None = None,
        follower: Follower | None = None,
        frames: Mapping[Kind, tuple[str, ...]] | None = None,
        judging: SecondOpinion | None = None,
    ) -> None:
        self.writer = ScriptedWriter(ANSWER)
        self.now_s = 0.0
        options = PointsOptions(frames=frames or {})
        stages = AnswerStages(
            turns=turns or Silent(questions),
            latch=latch or Shelf(passage),
            prompts=PromptBuilder(TOKENIZER, PlainTemplate(), TEXTS),
            memory=Memory(TOKENIZER, 400),
            writer=self.writer,
            points=lambda c: Points(c.question.turn_id, TOKENIZER, c, options),
            speculate=speculate,
            skipped=skipped,
            follower=follower,
            judging=judging,
        )
        self.answerer = Answerer(stages, lambda: self.now_s, lambda: False)
        self.said: list[Said] = []

    def ask(self, *questions: Question) -> "Desk":
        for question in questions:
            self.said.extend(self.answerer.submit(question))
        return self

    def work(self, units: int = 10_000) -> "Desk":
        for _ in range(units):
            if self.answerer.idle:
                break
            self.said.extend(self.answerer.work())
        return self

    @property
    def points(self) -> list[TalkingPoint]:
        return [item for item in self.said if isinstance(item, TalkingPoint)]

    @property
    def answers(self) -> list[AnswerDone]:
        return [item for item in self.said if isinstance(item, AnswerDone)]


def question(
    turn_id: int = 1,
    text: str = "How do you avoid it?",
    state: QuestionState = QuestionState.CONFIRMED,
    repeat_of: int | None = None,
) -> Question:
    return Question(turn_id, text, Kind.TECHNICAL_KNOWLEDGE, 1.0, state, repeat_of)


def tentative(turn_id: int = 1, text: str = "How do you avoid it?") -> Question:
    return question(turn_id, text, QuestionState.TENTATIVE)
