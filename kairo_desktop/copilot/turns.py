"""Turn-taking: when the interviewer has asked something, as a stage without timers.

A turn is what the interviewer says between two silences, however many utterances the recognizer
made of it. Its clock is the `SpeechState`s of both lanes. The user's lane asks nothing, stops
nothing and triggers nothing; it only tells the time.

For each turn_id come FORMING and TENTATIVE as the words change, then CONFIRMED or WITHDRAWN.
A confirmed turn that goes on is TENTATIVE and CONFIRMED again, in place; it is withdrawn only
when the interviewer takes the question back.
"""

from collections.abc import Iterable
from dataclasses import replace

from kairo_desktop.copilot.asked import Asked
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader, Reading, wait_ms
from kairo_desktop.copilot.turn import Doubt, Judged, Turn, unsure
from kairo_desktop.copilot.voice import Voice
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Hypothesis, Lane, Question, QuestionState, SpeechState, UserCommand

__all__ = ["Doubt", "Judged", "TurnLogic"]

_LATE_S = 2.0
_NEARLY_S = 0.15
_LINGER_S = {VerdictLabel.NOT_QUESTION: 3.0, VerdictLabel.SMALLTALK: 1.5}


class TurnLogic:
    """The stage from hypotheses to questions.

    Args:
        settings: How long to wait.
        model: Tells questions from other talk; None loads the one that ships.
    """

    def __init__(self, settings: TurnSettings, model: QuestionModel | None = None) -> None:
        self._settings = settings
        self._reader = Reader(model or QuestionModel.load())
        self._voice = Voice()
        self._asked = Asked()
        self._turn: Turn | None = None
        self._past: Turn | None = None
        self._said: Turn | None = None
        self._next_id = 1
        self._n_turns = 0

    def step(self, item: SpeechState | Hypothesis | UserCommand | Judged) -> Iterable[Question]:
        """Take what happened, give the questions whose state it changes."""
        match item:
            case SpeechState():
                self._voice.hear(item)
            case Hypothesis():
                if item.lane is Lane.SYSTEM:
                    self._take(item)
            case Judged():
                self._consider(item)
            case UserCommand.ANSWER_NOW:
                return self._answer_now()
            case _:
                return self._again()
        return self._advance()

    def flush(self) -> Iterable[Question]:
        """End the stream as a long silence would."""
        turn = self._turn
        if turn is None:
            return []
        out: list[Question] = []
        if turn.reading and turn.reading.asks and turn.reading.text != turn.confirmed_on:
            out = self._confirm(turn, turn.reading)
        return [*out, *self._close(turn)]

    def remember(self, question: Question) -> None:
        """Know a question that was confirmed before this stage began, as the latest of them."""
        self._asked.add(question)

    @property
    def doubt(self) -> Doubt | None:
        """What a judge may say something on, now; None most of the time.

        It stands while the interviewer speaks, grows with the words, and goes when the features
        are sure, when speech ends, or with a `Judged` of this turn; so whoever runs the judge
        polls it after each step and never has to hurry.
        """
        turn = self._turn
        if turn is None or turn.judged or turn.confirmed or not self._voice.speaking:
            return None
        reading = turn.reading
        return Doubt(turn.number, reading.text) if reading and unsure(reading) else None

    def _consider(self, judged: Judged) -> None:
        """Let a verdict count, if its turn is still being spoken: later it counts for nothing."""
        turn = self._turn
        if turn is None or turn.judged or turn.number != judged.doubt.turn:
            return
        if self._voice.speaking:
            turn.judged = judged
            self._read(turn)

    def _take(self, hypothesis: Hypothesis) -> None:
        if self._turn is None:
            if not hypothesis.words or (self._past and self._past.has_heard(hypothesis)):
                return
            self._n_turns += 1
            self._turn = Turn(self._n_turns)
        turn = self._turn
        if not turn.take(hypothesis):
            return
        self._read(turn)

    def _read(self, turn: Turn) -> None:
        turn.reread(self._reader)
        if turn.reading and turn.demanded_s is not None and self._end_s(turn) <= turn.demanded_s:
            turn.reading = turn.reading.on_demand()
        turn.repeated = self._asked.repeated_by(turn.reading.text) if turn.reading else None

    def _advance(self) -> list[Question]:
        turn = self._turn
        if turn is None:
            return []
        if turn.reading is None:
            return self._close(turn)
        if turn.confirmed is None:
            out = self._lead(turn, turn.reading)
        else:
            out = self._follow(turn, turn.reading, turn.confirmed)
        if self._is_over(turn, turn.reading):
            out += self._close(turn)
        return out

    def _lead(self, turn: Turn, reading: Reading) -> list[Question]:
        """Move a turn that is not confirmed."""
        closed_ms = self._settings.confirm_closed_ms
        wait = closed_ms if turn.repeated else wait_ms(reading, self._settings)
        wanted = self._wanted(turn, reading, wait)
        match wanted:
            case QuestionState.CONFIRMED:
                return self._confirm(turn, reading)
            case QuestionState.TENTATIVE | QuestionState.FORMING if turn.repeated:
                return []
            case QuestionState.TENTATIVE | QuestionState.FORMING:
                return self._show(turn, reading, wanted)
        silence_s = self._voice.silence_s or 0.0
        given_up = silence_s * 1000.0 >= self._settings.confirm_open_ms
        if given_up or turn.state is QuestionState.TENTATIVE:
            return self._withdraw(turn)
        return []

    def _follow(self, turn: Turn, reading: Reading, confirmed: Question) -> list[Question]:
        """Move a confirmed turn: only new words that ask, or take the question back, count."""
        silence_s = self._voice.silence_s
        if silence_s is None:
            return []
        if (reading.dropped or reading.retracted) and not reading.asks:
            self._asked.forget(confirmed.turn_id)
            return self._withdraw(turn)
        if reading.text == turn.confirmed_on and reading.times > turn.confirmed_times:
            return self._bring_back(turn, reading, confirmed)
        if not reading.asks or reading.text == turn.confirmed_on:
            return self._restore(turn)
        wanted = self._wanted(turn, reading, wait_ms(reading, self._settings))
        if wanted is QuestionState.CONFIRMED:
            return self._confirm(turn, reading)
        return self._show(turn, reading, wanted) if wanted is QuestionState.TENTATIVE else []

    def _bring_back(self, turn: Turn, reading: Reading, confirmed: Question) -> list[Question]:
        """Show a question again that was asked again within its own turn."""
        closed_ms = self._settings.confirm_closed_ms
        if self._wanted(turn, reading, closed_ms) is not QuestionState.CONFIRMED:
            return []
        return [self._settle(turn, reading, self._as_repeat(turn, confirmed))]

    def _wanted(self, turn: Turn, reading: Reading, wait: float) -> QuestionState | None:
        silence_s = self._voice.silence_s
        if silence_s is not None and reading.asks:
            silence_ms, late = silence_s * 1000.0, silence_s >= _LATE_S
            if silence_ms >= wait and (late or self._is_covered(turn)):
                return QuestionState.CONFIRMED
            nearly = late or self._is_covered(turn, slack_s=_NEARLY_S)
            if nearly and (turn.settled or silence_ms >= self._settings.tentative_ms):
                return QuestionState.TENTATIVE
        if silence_s is None and not self._voice.speaking and turn.state:
            return turn.state
        return QuestionState.FORMING if reading.could_become_question else None

    def _is_covered(self, turn: Turn, slack_s: float = 0.0) -> bool:
        """True when the recognizer has heard what was said, but for the last `slack_s`."""
        end_s = self._voice.speech_end_s
        return end_s is None or turn.covers(end_s - slack_s)

    def _is_over(self, turn: Turn, reading: Reading) -> bool:
        silence_s = self._voice.silence_s
        if silence_s is None or (not self._is_covered(turn) and silence_s < _LATE_S):
            return False
        if turn.confirmed is not None:
            if turn.state is QuestionState.TENTATIVE:
                return False
            since_s = min(silence_s, self._voice.now_s - turn.confirmed_s)
            return since_s * 1000.0 > self._settings.reopen_ms
        return silence_s > _LINGER_S.get(reading.label, self._settings.hold_ms / 1000.0)

    def _show(self, turn: Turn, reading: Reading, state: QuestionState) -> list[Question]:
        shown, question = turn.shown, self._question(turn, reading, state)
        if shown and (shown.state, shown.text) == (question.state, question.text):
            return []
        return [turn.give(question)]

    def _confirm(self, turn: Turn, reading: Reading) -> list[Question]:
        out: list[Question] = []
        if turn.repeated is not None and turn.confirmed is None:
            out = self._withdraw(turn)
            turn.turn_id = turn.repeated.turn_id
            question = self._as_repeat(turn, turn.repeated)
        else:
            question = self._question(turn, reading, QuestionState.CONFIRMED)
        return [*out, self._settle(turn, reading, question)]

    def _as_repeat(self, turn: Turn, first: Question) -> Question:
        return replace(
            first,
            state=QuestionState.CONFIRMED,
            end_s=self._end_s(turn),
            repeat_of=first.turn_id,
        )

    def _settle(self, turn: Turn, reading: Reading, question: Question) -> Question:
        """Note that `question` is confirmed as things stand."""
        turn.confirmed, turn.confirmed_on = question, reading.text
        turn.confirmed_times = reading.times
        turn.confirmed_s = self._voice.now_s
        self._asked.add(question)
        return turn.give(question)

    def _restore(self, turn: Turn) -> list[Question]:
        """Show a confirmed question again when what followed it came to nothing."""
        if turn.confirmed is None or turn.state is QuestionState.CONFIRMED:
            return []
        return [turn.give(turn.confirmed)]

    def _withdraw(self, turn: Turn) -> list[Question]:
        shown = turn.shown
        if shown is None:
            return []
        turn.turn_id = turn.shown = turn.confirmed = None
        return [replace(shown, state=QuestionState.WITHDRAWN)]

    def _close(self, turn: Turn) -> list[Question]:
        out = self._restore(turn) if turn.confirmed else self._withdraw(turn)
        self._past, self._turn = turn, None
        self._said = turn if turn.says_something else self._said
        return out

    def _question(self, turn: Turn, reading: Reading, state: QuestionState) -> Question:
        if turn.turn_id is None:
            turn.turn_id = self._next_id
            self._next_id += 1
        if turn.shown and turn.is_shown_as(reading.text):
            # An answer has begun on these words; commas and capitals are not worth another.
            return replace(turn.shown, state=state, end_s=self._end_s(turn))
        assessment = reading.assessment
        question = Question(turn.turn_id, reading.text, assessment.kind, self._end_s(turn), state)
        return self._asked.in_context(question, assessment.kinds)

    def _end_s(self, turn: Turn) -> float:
        heard_s = self._voice.speech_end_s
        return turn.end_s if heard_s is None else heard_s

    def _answer_now(self) -> list[Question]:
        """Confirm what the interviewer said last, whatever it looks like."""
        turn = self._turn if self._turn and self._turn.says_something else self._said
        if turn is None or turn.reading is None:
            return []
        if turn.confirmed is not None and turn.confirmed_on == turn.reading.text:
            return [turn.give(turn.confirmed)]
        turn.demanded_s = self._voice.now_s
        turn.reading = turn.reading.on_demand()
        return self._confirm(turn, turn.reading)

    def _again(self) -> list[Question]:
        """Confirm what stands there tentatively, else give the last question once more."""
        turn = self._turn
        if turn is not None and turn.state is QuestionState.TENTATIVE and turn.reading:
            return self._confirm(turn, turn.reading)
        last = self._asked.last
        return self._answer_now() if last is None else [last]
