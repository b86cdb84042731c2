"""The answering half of a session: text becomes questions, notes, prompts, talking points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kairo_desktop.copilot.orders import heeded, sayable
from kairo_desktop.decode.prefix import PIECE, SHORT_PIECE
from kairo_desktop.decode.target import Cancel
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.session.answering import Answering
from kairo_desktop.session.events import AnchorFound, Fault, Heard, Said
from kairo_desktop.session.recollection import Recollection
from kairo_desktop.session.skipped import skipped_notes
from kairo_desktop.session.stages import AnswerStages
from kairo_desktop.session.trace import Clock, Milestone, TurnWatch, Watches
from kairo_desktop.session.worklist import Job, Worklist
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Context,
    Gap,
    Hypothesis,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    UserCommand,
    Utterance,
    VoiceState,
)

__all__ = ["Answerer"]

_AT_END = object()


class Answerer:
    """Follows the conversation and answers its questions, a unit of work at a time.

    `step` takes what was heard and never touches the model; `work` does one unit (a prefill or
    one pass) and returns. Confirmed turns are never dropped; of several the newest comes first.
    """

    def __init__(self, stages: AnswerStages, clock: Clock, cancel: Cancel) -> None:
        self._stages = stages
        self._clock = clock
        self._cancel = cancel
        self._worklist = Worklist()
        self._current: Answering | None = None
        self._ahead: Iterator[None] | None = None
        self._memory_waits = False
        self._recollection = Recollection(stages.memory)
        self._watches = Watches(clock)
        self._anchors: dict[int, Anchor] = {}
        self._answers: dict[int, AnswerDone] = {}
        self._variants: dict[int, int] = {}
        self._answered: Context | None = None
        self._settled_s: float | None = None
        self._voice = VoiceState.QUIET

    @property
    def idle(self) -> bool:
        """Nothing is left to do until the next step."""
        judging = self._stages.judging
        in_doubt = judging is not None and judging.due
        return not (self._has_passes or self._may_follow or in_doubt)

    @property
    def _has_passes(self) -> bool:
        """Whether the model has something to do."""
        busy = self._worklist or self._writing() is not None or self._ahead is not None
        return bool(busy) or self._may_look_ahead

    @property
    def _may_look_ahead(self) -> bool:
        """Whether there is something to prefill, and no question that it would be in the way of."""
        return self._memory_waits and self._voice is VoiceState.QUIET

    @property
    def _may_follow(self) -> bool:
        """Whether the notes want to be looked at, and no question can be on its way."""
        follower = self._stages.follower
        if follower is None or self._voice is not VoiceState.QUIET:
            return False
        return follower.due(self._clock())

    def warm_up(self) -> None:
        """Prefill the part of the prompt that stays the same for the whole session."""
        self._stages.writer.warm_up(self._stages.prompts.prefix, self._cancel)

    def begin(self) -> Iterator[Said]:
        """What is to be known before anything is heard: notes that cannot be used."""
        yield from skipped_notes(self._stages.skipped)

    def recall(self, lane: Lane, text: str) -> None:
        """Remember what was said before this half began."""
        self._recollection.recall(lane, text)

    def remember(self, question: Question, answer: AnswerDone) -> None:
        """Remember what was asked and answered before this half began."""
        self._stages.turns.remember(question)
        self._answers[question.turn_id] = answer
        if question.repeat_of is None:
            self._recollection.asked(question)

    def take_up(self, question: Question) -> Iterator[Said]:
        """Answer a question that was confirmed before this half began."""
        self._stages.turns.remember(question)
        yield from self.submit(question)

    def step(self, item: Heard | UserCommand) -> Iterator[Said]:
        """Take what was heard, or what the user asks for."""
        match item:
            case Gap():
                return
            case Utterance():
                self._recollection.heard(item)
                self._memory_waits = item.lane is Lane.MIC
                return
            case Hypothesis(lane=Lane.SYSTEM, settled=True):
                self._settled_s = self._clock()
            case SpeechState(lane=Lane.SYSTEM):
                self._voice = item.state
        for question in self._stages.turns.step(item):
            if item is UserCommand.AGAIN:
                self._variants[question.turn_id] = self._variants.get(question.turn_id, 0) + 1
                self._watches.forget(question.turn_id)
            yield from self.submit(question)

    def flush(self) -> Iterator[Said]:
        """Nothing more will be heard; open turns are decided."""
        for question in self._stages.turns.flush():
            yield from self.submit(question)

    def submit(self, question: Question) -> Iterator[Said]:
        """Take a question as the turn logic gives it, in any state."""
        yield question
        if question.state is QuestionState.WITHDRAWN:
            self._withdraw(question.turn_id)
            return
        if question.repeat_of is not None and question.turn_id in self._answers:
            yield from self._bring_back(question)
            return
        if self._stages.speculate or question.state is QuestionState.CONFIRMED:
            yield from self._take(sayable(self._stages.latch.step(heeded(question))))

    def work(self) -> Iterator[Said]:
        """Do one unit of model work, if there is any; else what waits for such a moment."""
        if not self._has_passes:
            yield from self._aside()
            return
        if self._should_start():
            self._start()
        elif self._may_look_ahead and self._writing() is None and self._ahead is None:
            self._look_ahead()
        current = self._writing()
        try:
            yield from self._advance(current)
        except DecodeFailed as error:
            self._give_up()
            yield Fault.of(error)
        if current is not None and current.done and current.job.confirmed:
            yield self._done(current)

    def _aside(self) -> Iterator[Said]:
        judging, follower = self._stages.judging, self._stages.follower
        if judging is not None and judging.due:
            for question in judging.work():
                yield from self.submit(question)
        elif follower is not None and self._may_follow:
            yield from skipped_notes(follower.work(self._clock()))

    def _take(self, context: Context) -> Iterator[Said]:
        turn_id = context.question.turn_id
        watch = self._watches.of(turn_id)
        yield from self._anchored(context, watch)
        prompt = self._stages.prompts.build(context, self._recollection.for_turn(turn_id))
        job = Job(context, prompt, self._variants.get(turn_id, 0))
        self._mark(job, watch)
        yield from self._put(job)
        if job.confirmed:
            self._recollection.asked(context.question)

    def _put(self, job: Job) -> Iterator[Said]:
        current = self._current
        if current is not None and current.job.same_work(job):
            if job.confirmed and not current.job.confirmed:
                yield from current.confirm(job)
                if current.done:
                    yield self._done(current)
            return
        if current is not None and _gives_way(current, job):
            self._discard(current)
        self._worklist.put(job)

    def _advance(self, current: Answering | None) -> Iterator[Said]:
        """One pass: of the answer in the making, else of what is prefilled ahead."""
        if current is not None:
            yield from current.advance()
        elif self._ahead is not None and next(self._ahead, _AT_END) is _AT_END:
            self._ahead = None

    def _give_up(self) -> None:
        self._ahead = None
        if self._current is not None:
            self._current.close()

    def _writing(self) -> Answering | None:
        """The answer that still wants passes of the model."""
        return None if self._current is None or self._current.done else self._current

    def _should_start(self) -> bool:
        current = self._writing()
        if current is None:
            return bool(self._worklist)
        return self._worklist.has_confirmed and not current.job.confirmed

    def _start(self) -> None:
        job, current = self._worklist.take(), self._current
        if current is not None and (not current.done or _replaces(job, current)):
            self._discard(current)
        self._current = self._ahead = None
        if job is None:
            return
        if not job.prompt.complete:
            self._ahead = self._prefill(job.prompt.tokens)
            return
        writer = self._stages.writer
        self._current = Answering(
            job,
            lambda tokens, limit: writer.write(tokens, limit, job.variant, self._cancel),
            self._stages.points(job.context),
            self._watches.of(job.turn_id),
            self._stages.prompts,
            room=writer.max_tokens,
        )

    def _look_ahead(self) -> None:
        """What the next question will come behind, while nobody waits for anything.

        A follow-up mostly rests on the note of the question before it.
        """
        self._memory_waits = False
        memory, last = self._recollection.now, self._answered
        if last is None:
            self._ahead = self._prefill(self._stages.prompts.prefix + memory.tokens)
            return
        unsaid = replace(last.question, text="", antecedent="", state=QuestionState.FORMING)
        self._ahead = self._prefill(
            self._stages.prompts.build(replace(last, question=unsaid), memory).tokens
        )

    def _prefill(self, tokens: Sequence[int]) -> Iterator[None]:
        return self._stages.writer.prefill(tokens, self._cancel, self._piece)

    def _piece(self) -> int:
        """Tokens of a pass: few while the interviewer has just stopped, and may have asked."""
        return SHORT_PIECE if self._voice is VoiceState.STOPPING else PIECE

    def _withdraw(self, turn_id: int) -> None:
        self._worklist.withdraw(turn_id)
        self._anchors.pop(turn_id, None)
        if self._current is not None and self._current.job.turn_id == turn_id:
            self._discard(self._current)
        self._watches.withdraw(turn_id)

    def _discard(self, answering: Answering) -> None:
        answering.discard()
        self._current = None

    def _anchored(self, context: Context, watch: TurnWatch) -> Iterator[Said]:
        turn_id, anchor = context.question.turn_id, context.anchor
        if anchor is None or self._anchors.get(turn_id) == anchor:
            return
        self._anchors[turn_id] = anchor
        watch.latest(Milestone.ANCHOR)
        yield AnchorFound(turn_id, anchor)

    def _mark(self, job: Job, watch: TurnWatch) -> None:
        if job.prompt.complete:
            watch.latest(Milestone.QUESTION)
        if job.confirmed:
            watch.latest(Milestone.CONFIRMED)
            watch.known(Milestone.SETTLED, self._settled_s)
            watch.prefilled_ahead = self._stages.writer.cached(job.prompt.tokens)

    def _done(self, answering: Answering) -> AnswerDone:
        self._answered, self._memory_waits = answering.job.context, True
        question = answering.job.context.question
        answer = AnswerDone(
            turn_id=question.turn_id,
            points=answering.points,
            not_in_notes=answering.framed or not answering.job.context.passages,
            trace=self._watches.of(question.turn_id).trace(question.end_s),
        )
        self._answers[question.turn_id] = answer
        return answer

    def _bring_back(self, question: Question) -> Iterator[Said]:
        """A question asked again gets the answer it had."""
        if question.state is not QuestionState.CONFIRMED:
            return
        watch = TurnWatch(self._clock)
        for milestone in (Milestone.CONFIRMED, Milestone.FIRST_WORDS, Milestone.DONE):
            watch.first(milestone)
        earlier = self._answers[question.turn_id]
        yield from earlier.points
        yield replace(earlier, trace=watch.trace(question.end_s))


def _replaces(job: Job | None, current: Answering) -> bool:
    """Whether a finished answer is void: its turn reads otherwise now."""
    return job is not None and job.turn_id == current.job.turn_id


def _gives_way(current: Answering, job: Job) -> bool:
    """A confirmed answer gives way to a confirmed newer wording only, a tentative one to all."""
    if not current.job.confirmed:
        return True
    return job.confirmed and job.turn_id == current.job.turn_id
