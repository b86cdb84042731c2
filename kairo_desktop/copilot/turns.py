"""Turn-taking: when the interviewer has asked something, as a stage without timers.

A turn is what the interviewer says between two silences, however many utterances the recognizer
made of it. Its clock is the `SpeechState`s of both lanes. The user's lane asks nothing, stops
nothing and triggers nothing; it only tells the time.

For each turn_id come FORMING and TENTATIVE as the words change, then CONFIRMED or WITHDRAWN.
A confirmed turn that goes on is TENTATIVE and CONFIRMED again, in place; it is withdrawn only
when the interviewer takes the question back. Another question asked soon after is a turn of its
own and leaves the confirmed one as it is.
"""

from collections.abc import Iterable
from dataclasses import replace

from kairo_desktop.copilot.asked import Asked
from kairo_desktop.copilot.following import Bond, bond
from kairo_desktop.copilot.patience import Patience
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader, Reading, wait_ms
from kairo_desktop.copilot.turn import Doubt, Judged, Turn
from kairo_desktop.copilot.voice import Voice
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Hypothesis, Lane, Question, QuestionState, SpeechState, UserCommand

__all__ = ["Doubt", "Judged", "TurnLogic"]


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
        self._patience = Patience(settings, self._voice)
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
        turn, out = self._newest, list[Question]()
        if (
            turn
            and turn.reading
            and turn.reading.asks
            and not turn.is_confirmed_on(turn.reading.text)
        ):
            out = self._confirm(turn, turn.reading)
        while self._turn is not None:
            out += self._close(self._turn)
        return out

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
        return self._turn.doubt if self._turn and self._voice.speaking else None

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
        if turn.take(hypothesis):
            self._read(turn)

    def _read(self, turn: Turn) -> None:
        turn.reread(self._reader)
        if (
            turn.reading
            and turn.demanded_s is not None
            and self._patience.end_s(turn) <= turn.demanded_s
        ):
            turn.reading = turn.reading.on_demand()
        for one in (turn, turn.after or turn):
            one.repeated = self._asked.repeated_by(one.reading.text) if one.reading else None

    def _advance(self) -> list[Question]:
        turn = self._turn
        if turn is None:
            return []
        if turn.reading is None:
            return self._close(turn)
        if turn.confirmed is None:
            out = self._lead(turn, turn.reading)
        else:
            out = self._go_on(turn, turn.reading, turn.confirmed)
        if self._turn is turn and self._patience.is_over(turn, turn.reading):
            out += self._close(turn)
        return out

    def _go_on(self, turn: Turn, reading: Reading, confirmed: Question) -> list[Question]:
        """Move a confirmed turn, or what was said after it by itself."""
        after = turn.after
        if after is None:
            return self._follow(turn, reading, confirmed)
        belongs = bond(turn, after, growing=self._voice.silence_s is None)
        if belongs is Bond.ALONE and after.reading is not None:
            return self._lead(after, after.reading)
        if belongs is Bond.APART:
            return self._withdraw(after)
        out = self._follow(turn, reading, confirmed, unclear=belongs is Bond.UNCLEAR)
        return [*self._withdraw(after), *out] if out or after.reading is None else []

    @property
    def _newest(self) -> Turn | None:
        """The open turn, or what was said after it if that is shown by itself."""
        after = self._turn.after if self._turn else None
        return after if after and after.shown else self._turn

    def _leave(self, turn: Turn) -> None:
        """Be done with a turn; what was said after it and is shown by itself is the open one."""
        after = turn.after if turn.after and turn.after.shown else None
        if after is not None:
            self._n_turns += 1
            after.number = self._n_turns
        self._past, self._turn = turn, after
        self._said = turn if turn.says_something else self._said

    def _lead(self, turn: Turn, reading: Reading) -> list[Question]:
        """Move a turn that is not confirmed."""
        closed_ms = self._settings.confirm_closed_ms
        wait = closed_ms if turn.repeated else wait_ms(reading, self._settings)
        wanted = self._patience.wanted(turn, reading, wait)
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

    def _follow(
        self, turn: Turn, reading: Reading, confirmed: Question, *, unclear: bool = False
    ) -> list[Question]:
        """Move a confirmed turn: only new words that ask, or take the question back, count."""
        silence_s = self._voice.silence_s
        if silence_s is None:
            return []
        if (reading.dropped or reading.retracted) and not reading.asks:
            self._asked.forget(confirmed.turn_id)
            return self._withdraw(turn)
        if turn.is_confirmed_on(reading.text) and reading.times > turn.confirmed_times:
            return self._bring_back(turn, reading, confirmed)
        if not reading.asks or turn.is_confirmed_on(reading.text):
            return self._restore(turn)
        return self._extend(turn, reading, unclear=unclear)

    def _extend(self, turn: Turn, reading: Reading, *, unclear: bool) -> list[Question]:
        """Add to a confirmed question what asks for more.

        While it is `unclear` whether that belongs to it, nothing is shown that may not stay.
        """
        wait = self._settings.confirm_open_ms if unclear else wait_ms(reading, self._settings)
        wanted = self._patience.wanted(turn, reading, wait)
        if wanted is QuestionState.CONFIRMED:
            return self._confirm(turn, reading)
        if unclear or wanted is not QuestionState.TENTATIVE:
            return []
        return self._show(turn, reading, wanted)

    def _bring_back(self, turn: Turn, reading: Reading, confirmed: Question) -> list[Question]:
        """Show a question again that was asked again within its own turn."""
        closed_ms = self._settings.confirm_closed_ms
        if self._patience.wanted(turn, reading, closed_ms) is not QuestionState.CONFIRMED:
            return []
        return [self._settle(turn, reading, self._as_repeat(turn, confirmed))]

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
            end_s=self._patience.end_s(turn),
            repeat_of=first.turn_id,
        )

    def _settle(self, turn: Turn, reading: Reading, question: Question) -> Question:
        """Note that `question` is confirmed as things stand."""
        self._asked.add(question)
        turn.settle(question, reading, self._voice.now_s)
        if self._turn and self._turn.after is turn:
            self._leave(self._turn)
        return question

    def _restore(self, turn: Turn) -> list[Question]:
        """Show a confirmed question again when what followed it came to nothing."""
        if turn.confirmed is None or turn.state is QuestionState.CONFIRMED:
            return []
        return [turn.give(turn.confirmed)]

    def _withdraw(self, turn: Turn) -> list[Question]:
        shown = turn.shown
        if shown is None:
            return []
        turn.turn_id = turn.shown = turn.confirmed = turn.after = None
        return [replace(shown, state=QuestionState.WITHDRAWN)]

    def _close(self, turn: Turn) -> list[Question]:
        out = self._restore(turn) if turn.confirmed else self._withdraw(turn)
        self._leave(turn)
        return out

    def _question(self, turn: Turn, reading: Reading, state: QuestionState) -> Question:
        if turn.turn_id is None:
            turn.turn_id = self._next_id
            self._next_id += 1
        if turn.shown and turn.is_shown_as(reading.text):
            # An answer has begun on these words; commas and capitals are not worth another.
            return replace(turn.shown, state=state, end_s=self._patience.end_s(turn))
        assessment = reading.assessment
        question = Question(
            turn.turn_id, reading.text, assessment.kind, self._patience.end_s(turn), state
        )
        return self._asked.in_context(question, assessment.kinds)

    def _answer_now(self) -> list[Question]:
        """Confirm what the interviewer said last, whatever it looks like."""
        newest = self._newest
        turn = newest if newest and newest.says_something else self._said
        if turn is None or turn.reading is None:
            return []
        if turn.confirmed is not None and turn.is_confirmed_on(turn.reading.text):
            return [turn.give(turn.confirmed)]
        turn.demanded_s = self._voice.now_s
        turn.reading = turn.reading.on_demand()
        return self._confirm(turn, turn.reading)

    def _again(self) -> list[Question]:
        """Confirm what stands there tentatively, else give the last question once more."""
        turn = self._newest
        if turn is not None and turn.state is QuestionState.TENTATIVE and turn.reading:
            return self._confirm(turn, turn.reading)
        last = self._asked.last
        return self._answer_now() if last is None else [last]
