"""The values that travel down the straight path, in the order in which they are made.

Times are seconds on the lane's audio clock (`_s`) unless a name says otherwise. Everything is
immutable: a stage may keep what it was given. `Stage` is the shape of every stage.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FRAME_SAMPLES",
    "SAMPLE_RATE",
    "Anchor",
    "AnswerDone",
    "AudioFrame",
    "Context",
    "Gap",
    "Hypothesis",
    "Kind",
    "Lane",
    "Passage",
    "PointState",
    "Prompt",
    "Question",
    "QuestionState",
    "Samples",
    "Source",
    "SpeechChunk",
    "SpeechFrame",
    "SpeechState",
    "Stage",
    "TalkingPoint",
    "TokenRun",
    "Trace",
    "UserCommand",
    "Utterance",
    "VoiceState",
    "Word",
]

Samples: TypeAlias = NDArray[np.float32]
"""Mono audio at `SAMPLE_RATE`, in -1..1."""

SAMPLE_RATE = 16_000
"""Hertz, everywhere past the capture child."""

FRAME_SAMPLES = 512
"""Samples in one `AudioFrame`: 32 ms, the window of the voice activity model."""


_In = TypeVar("_In", contravariant=True)
_Out = TypeVar("_Out", covariant=True)


class Stage(Protocol[_In, _Out]):
    """One step of the path. `flush` says that nothing more will come."""

    def step(self, item: _In) -> Iterable[_Out]:
        """Take one item, give what it completes."""
        ...

    def flush(self) -> Iterable[_Out]:
        """Give what is still held back."""
        ...


class Lane(StrEnum):
    """Whose voice a stream carries."""

    SYSTEM = "system"
    """The sound of the call: the interviewer."""
    MIC = "mic"
    """The microphone: the user."""


@dataclass(frozen=True, slots=True)
class AudioFrame:
    """`FRAME_SAMPLES` samples of one lane, beginning at `start_s`."""

    lane: Lane
    start_s: float
    samples: Samples


@dataclass(frozen=True, slots=True)
class Gap:
    """Audio that never came: the lane's clock jumps from `start_s` to `end_s`."""

    lane: Lane
    start_s: float
    end_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class SpeechFrame:
    """A frame and the probability, 0..1, that somebody speaks in it."""

    frame: AudioFrame
    probability: float


class VoiceState(Enum):
    """Where a lane is between silence and speech."""

    QUIET = "quiet"
    STARTING = "starting"
    SPEAKING = "speaking"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class SpeechState:
    """The state of one lane at `t_s`: one per frame, the clock of the turn logic.

    Attributes:
        speech_end_s: End of the last frame with speech in it; None before the first.
    """

    lane: Lane
    t_s: float
    state: VoiceState
    speech_end_s: float | None = None


@dataclass(frozen=True, slots=True)
class SpeechChunk:
    """Audio of one utterance; chunks of an utterance follow each other without a hole.

    The first chunk of an utterance carries the pre-roll; the one with state QUIET is its last.

    Attributes:
        samples: float32[n], n > 0 except in a closing chunk, which may be empty.
        state: SPEAKING, STOPPING (silence so far, may go on) or QUIET (the utterance is over).
        speech_end_s: End of the last frame with speech in it.
    """

    lane: Lane
    start_s: float
    samples: Samples
    state: VoiceState
    speech_end_s: float

    @property
    def end_s(self) -> float:
        """End of the chunk on the lane's clock."""
        return self.start_s + len(self.samples) / SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class Word:
    """One recognized word, with its place in time and a probability, 0..1.

    `text` has no surrounding blanks and keeps its punctuation.
    """

    text: str
    start_s: float
    end_s: float
    probability: float


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What an utterance says as far as is known; each one replaces the one before.

    Attributes:
        utterance_id: Counts up within a lane, from 0.
        committed: Words that no later hypothesis of this utterance changes.
        tentative: Words that still may change.
        start_s: Where the utterance begins.
        end_s: Up to where audio has been heard by the recognizer.
        settled: Decoded after speech had stopped; a pause may still turn out to be one.
        final: The utterance is over; everything is committed.
    """

    lane: Lane
    utterance_id: int
    committed: tuple[Word, ...]
    tentative: tuple[Word, ...]
    start_s: float
    end_s: float
    settled: bool = False
    final: bool = False

    @property
    def words(self) -> tuple[Word, ...]:
        """Committed words, then tentative ones."""
        return self.committed + self.tentative

    @property
    def text(self) -> str:
        """All words, joined by blanks."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Utterance:
    """A finished line of the transcript."""

    lane: Lane
    utterance_id: int
    text: str
    start_s: float
    end_s: float


class UserCommand(Enum):
    """What the user can ask for by a key at any moment."""

    ANSWER_NOW = "answer_now"
    AGAIN = "again"


class Kind(StrEnum):
    """What sort of answer a question wants."""

    BEHAVIORAL = "behavioral"
    ALGORITHMIC = "algorithmic"
    SYSTEM_DESIGN = "system_design"
    TECHNICAL_KNOWLEDGE = "technical_knowledge"
    BACKGROUND = "background"
    LOGISTICS = "logistics"


class QuestionState(StrEnum):
    """How sure the turn logic is that a question stands."""

    FORMING = "forming"
    TENTATIVE = "tentative"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the user, as one turn of the conversation.

    Attributes:
        turn_id: Counts up from 1; a repeated question keeps the id of its first asking.
        text: The words of the turn that matter, joined over pauses.
        end_s: End of its last syllable heard so far.
        repeat_of: The turn that this one repeats, or None.
        antecedent: For a bare follow-up ("why?"), the question it refers to; else empty.
    """

    turn_id: int
    text: str
    kind: Kind
    end_s: float
    state: QuestionState
    repeat_of: int | None = None
    antecedent: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the user's notes.

    Attributes:
        file: Path below the profile folder, with forward slashes.
        heading: Nearest heading above the text; empty where there is none.
        score: Higher is better; comparable within one search only.
    """

    file: str
    heading: str
    text: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """The best note on a question, short enough to stand on screen at once."""

    file: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Context:
    """A question and what the notes say about it.

    Attributes:
        passages: Best first; empty when nothing relevant was found.
        anchor: None when no note is relevant.
        num_read: How many passages the model reads; the rest backs its words. None for all.
    """

    question: Question
    passages: tuple[Passage, ...] = ()
    anchor: Anchor | None = None
    num_read: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """Tokens for the target model; `complete` is False for a question that still forms.

    That one is prefilled, and nothing is generated.
    """

    turn_id: int
    tokens: tuple[int, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class TokenRun:
    """Tokens that one pass of the target added to the answer.

    Attributes:
        num_draft: Tokens that the drafter proposed for this pass.
        num_accept: How many of them the target took over.
    """

    tokens: tuple[int, ...]
    num_draft: int = 0
    num_accept: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """The note that a talking point rests on."""

    file: str
    heading: str


class PointState(StrEnum):
    """Whether a talking point may still grow."""

    TENTATIVE = "tentative"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class TalkingPoint:
    """A snapshot of one talking point; `text` only ever grows within an answer.

    Attributes:
        index: Place in the answer, from 0; the most useful first.
    """

    turn_id: int
    index: int
    text: str
    sources: tuple[Source, ...]
    state: PointState


@dataclass(frozen=True, slots=True)
class Trace:
    """Where the time of one turn went.

    Milliseconds count from `speech_end_s`; negative is earlier, None is "did not happen".

    Attributes:
        passes: Forward passes of the target while generating.
        prefilled_ahead: Prompt tokens already in the cache when the question was confirmed.
        wasted_tokens: Generated for versions of the question that were withdrawn.
        shown_then_withdrawn: Points that stood on screen and were taken back.
    """

    speech_end_s: float
    settled_ms: float | None = None
    question_ms: float | None = None
    confirmed_ms: float | None = None
    prefill_done_ms: float | None = None
    anchor_ms: float | None = None
    first_words_ms: float | None = None
    first_point_ms: float | None = None
    done_ms: float | None = None
    tokens: int = 0
    passes: int = 0
    drafted: int = 0
    accepted: int = 0
    prefilled_ahead: int = 0
    wasted_tokens: int = 0
    shown_then_withdrawn: int = 0


@dataclass(frozen=True, slots=True)
class AnswerDone:
    """The last word on a turn.

    Attributes:
        not_in_notes: The notes say nothing on it; the points are general advice.
    """

    turn_id: int
    points: tuple[TalkingPoint, ...]
    not_in_notes: bool
    trace: Trace
