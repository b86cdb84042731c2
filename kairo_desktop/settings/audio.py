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
        description="Speech probability from which a frame counts as speech.",
    )
    min_speech_ms: int = Field(
        96,
        ge=32,
        le=1000,
        title="Shortest speech",
        description="Speech shorter than this is taken for a click.",
    )
    preroll_ms: int = Field(
        256,
        ge=0,
        le=1000,
        title="Sound kept from before",
        description="Audio kept from before the first frame of speech.",
    )
    close_ms: int = Field(
        500,
        ge=200,
        le=3000,
        title="End of an utterance",
        description="Silence after which an utterance is over.",
    )
    system_source: str = Field(
        "default",
        title="Interviewer",
        description="The sound of the call. “default” follows the system, “off” leaves it out.",
    )
    mic_source: str = Field(
        "default",
        title="You",
        description="Your microphone. “default” follows the system, “off” leaves it out.",
    )
    latency_ms: int = Field(
        64,
        ge=16,
        le=500,
        title="Sound buffer",
        description="Sound a device may collect before Kairo is woken.",
    )
