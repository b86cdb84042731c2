"""Reads a turn: its text, what asks in it, how it looks, how long to wait for more."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kairo_desktop.copilot.asking import AskingPart, after_restart, asking_part, join_parts
from kairo_desktop.copilot.clauses import surely_goes_on
from kairo_desktop.copilot.cues import RETRACTIONS
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import Assessment, QuestionModel
from kairo_desktop.copilot.wording import spoken, tokens, word_set
from kairo_desktop.settings.turn import TurnSettings

__all__ = ["Reader", "Reading", "wait_ms"]

_KEPT_SENTENCES = 64
_MIN_WORDS = 3
_LAST_WORDS = 12
_HANDED_OVER = frozenset({("go", "ahead"), ("your", "time"), ("not", "really")})
_NEVER_LAST = word_set(
    "a an the and or but nor because if whether than of my your our their its per into"
)
_ENDS_IN_OF = word_set("aware think thinking thought know proud afraid made heard tired part fond")
"""Words after which an "of" may end a sentence: "a date we should be aware of"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a turn says.

    Attributes:
        heard: All of its words.
        text: The part that asks, with the context it needs.
        handed_over: It ends with an invitation to speak: nothing more will come.
        open_end: It ends in a word that no sentence ends in.
        marked: The recognizer heard it end as a question.
        retracted: Its last words take something back.
        dropped: What follows the question takes it back.
        times: How often it was asked in this turn.
        demanded: The user wants an answer to it, whatever it looks like.
    """

    heard: str
    text: str
    assessment: Assessment
    handed_over: bool
    open_end: bool
    marked: bool
    retracted: bool
    dropped: bool
    times: int
    demanded: bool = False

    @property
    def label(self) -> VerdictLabel:
        """The most likely label."""
        return self.assessment.label

    @property
    def asks(self) -> bool:
        """True when it could be a finished question, or has to do for one."""
        if self.demanded:
            return True
        if self.open_end or self.dropped:
            return False
        marked = self.marked and self.label is VerdictLabel.INCOMPLETE and not self.retracted
        return marked or self.label is VerdictLabel.QUESTION

    def on_demand(self) -> "Reading":
        """This reading as one that the user demands an answer to: nothing more will come."""
        assessment = self.assessment.on_demand()
        return replace(self, demanded=True, handed_over=True, assessment=assessment)

    @property
    def could_become_question(self) -> bool:
        """True when it may be the beginning of a question."""
        likely = self.assessment.could_become_question >= 0.5 and not self.retracted
        return likely and len(tokens(self.text)) >= _MIN_WORDS


class Reader:
    """Reads turns with a question model; remembers how the last sentences looked."""

    def __init__(self, model: QuestionModel) -> None:
        self._model = model
        self._known: dict[str, Assessment] = {}

    def read(self, parts: Iterable[str]) -> Reading:
        """The reading of a turn whose utterances are `parts`; they are not all empty."""
        heard = join_parts(parts)
        part = asking_part(after_restart(heard), self._assess)
        words = tokens(part.whole)
        assessment = self._weigh(part)
        return Reading(
            heard=heard,
            text=part.question,
            assessment=assessment,
            handed_over=words[-2:] in _HANDED_OVER,
            marked=part.whole.endswith("?"),
            times=part.times,
            retracted=_takes_back(part.whole),
            dropped=_takes_back(" ".join(part.after)),
            open_end=_ends_open(words),
        )

    def _weigh(self, part: AskingPart) -> Assessment:
        """How all of it looks; a long preamble hides no question, but tells of which kind it is."""
        whole = self._assess(part.whole)
        if whole.label is VerdictLabel.QUESTION or not part.request:
            return whole
        return replace(self._assess(part.request), kinds=whole.kinds)

    def _assess(self, text: str) -> Assessment:
        found = self._known.get(text)
        if found is None:
            if len(self._known) >= _KEPT_SENTENCES:
                self._known.pop(next(iter(self._known)))
            found = self._known[text] = self._model.assess(text)
        return found


def _ends_open(words: tuple[str, ...]) -> bool:
    ends_in_of = words[-1:] == ("of",) and bool(_ENDS_IN_OF & set(words[-2:-1]))
    return (bool(_NEVER_LAST & set(words[-1:])) and not ends_in_of) or surely_goes_on(words)


def _takes_back(text: str) -> bool:
    last_words = spoken(" ".join(text.split()[-_LAST_WORDS:]))
    return any(phrase in last_words for phrase in RETRACTIONS)


def wait_ms(reading: Reading, settings: TurnSettings) -> float:
    """Silence after which `reading` counts as asked, between closed and open waits."""
    if reading.handed_over:
        return settings.confirm_closed_ms
    asked, cut = reading.assessment.question, reading.assessment.incomplete
    openness = 1.0 if reading.open_end else cut / (asked + cut)
    longer = max(settings.confirm_open_ms - settings.confirm_complete_ms, 0)
    return settings.confirm_complete_ms + openness * longer
