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
        description="What turns speech into text.",
    )
    language: str = Field(
        "en",
        title="Spoken language",
        description='Its ISO 639-1 code, such as en; "auto" detects it once.',
    )
    policy: AsrPolicy = Field(
        AsrPolicy.STREAMING,
        title="When to listen",
        description="Hear utterances while they are spoken, or at their end.",
    )
    threads: int = Field(
        0,
        ge=0,
        le=64,
        title="Processor threads",
        description="CPU threads; 0 chooses for this machine.",
    )
    update_ms: int = Field(
        480,
        ge=96,
        le=5000,
        title="Update after",
        description="New speech after which the text is brought up to date.",
    )
    mic_update_ms: int = Field(
        1600,
        ge=96,
        le=5000,
        title="Update your words after",
        description="The same for your own words, which nothing waits for.",
    )
    settle_ms: int = Field(
        96,
        ge=64,
        le=1000,
        title="Settle after",
        description="Silence after which the words so far are settled.",
    )
    hold_ms: int = Field(
        2400,
        ge=0,
        le=10000,
        title="Hear words again for",
        description="Words younger than this are heard again with every update.",
    )
    window_s: float = Field(
        6.0,
        ge=3.0,
        le=25.0,
        title="Longest window",
        description="Sound of an open utterance that is heard again; known words in front go.",
    )
    vocabulary: tuple[str, ...] = Field(
        (), title="Names and terms", description="Names and terms that are likely to be said."
    )
