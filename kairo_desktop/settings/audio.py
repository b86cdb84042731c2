"""Settings of hearing: voice activity and where an utterance ends."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["AudioSettings"]


class AudioSettings(BaseModel):
    """Voice activity and endpointing."""

    model_config = ConfigDict(frozen=True, extra="allow")

    speech_threshold: float = Field(
        0.5,
        ge=0.1,
        le=0.9,
        title="Speech threshold",
        description="How sure it must be that a sound is speech. Raise it in a noisy room; lower "
        "it if a quiet voice is missed.",
    )
    min_speech_ms: int = Field(
        96,
        ge=32,
        le=1000,
        title="Shortest speech",
        description="Shorter sounds are taken for clicks.",
    )
    preroll_ms: int = Field(
        256,
        ge=0,
        le=1000,
        title="Sound kept from before",
        description="Sound from just before speech is heard too, so that no first syllable is "
        "lost.",
    )
    close_ms: int = Field(
        500,
        ge=200,
        le=3000,
        title="End of an utterance",
        description="After so long a pause, what was said is complete.",
    )
    system_source: str = Field(
        "default",
        title="Interviewer",
        description="The sound of the call.",
    )
    mic_source: str = Field(
        "default",
        title="You",
        description="Your microphone.",
    )
    latency_ms: int = Field(
        64,
        ge=16,
        le=500,
        title="Sound buffer",
        description="How much sound a device collects before Kairo hears it. Raise it if words "
        "are missing.",
    )
