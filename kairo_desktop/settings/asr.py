"""Settings of speech recognition."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["AsrPolicy", "AsrSettings"]


class AsrPolicy(StrEnum):
    """When an utterance is heard."""

    STREAMING = "streaming"
    """While it is spoken."""
    AT_END = "at_end"
    """Once, when it is over, in the recognizer's full window."""


class AsrSettings(BaseModel):
    """The recognizer and how it is run."""

    model_config = ConfigDict(frozen=True, extra="allow")

    model: str = Field(
        "whisper-tiny.en",
        title="Recognizer",
        description="Turns speech into text. A larger one hears better and takes more processor "
        "time.",
    )
    language: str = Field(
        "en",
        title="Spoken language",
        description="Two letters, such as en or de; auto finds out once.",
    )
    policy: AsrPolicy = Field(
        AsrPolicy.STREAMING,
        title="When to listen",
        description="While people speak, so that answers come at once; or when they stop, which "
        "takes less processor time.",
    )
    threads: int = Field(
        0,
        ge=0,
        le=64,
        title="Processor threads",
        description="Processor threads that hear speech.",
    )
    update_ms: int = Field(
        480,
        ge=96,
        le=5000,
        title="Update after",
        description="How often new words of the call appear. Sooner takes more processor time.",
    )
    mic_update_ms: int = Field(
        1600,
        ge=96,
        le=5000,
        title="Update your words after",
        description="The same for your own words, for which no answer waits.",
    )
    settle_ms: int = Field(
        96,
        ge=64,
        le=1000,
        title="Settle after",
        description="After so long a pause, the words before it change no more.",
    )
    hold_ms: int = Field(
        2400,
        ge=0,
        le=10000,
        title="Hear words again for",
        description="How long words may still change by what follows. Longer hears better and "
        "takes more processor time.",
    )
    window_s: float = Field(
        6.0,
        ge=3.0,
        le=25.0,
        title="Longest window",
        description="How much of a long sentence is heard at once. More hears better and takes "
        "more processor time.",
    )
    vocabulary: tuple[str, ...] = Field(
        (),
        title="Names and terms",
        description="What is likely to be said, so that it is spelled as you spell it.",
    )
