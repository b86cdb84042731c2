"""Settings of speech recognition."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["AsrSettings"]


class AsrSettings(BaseModel):
    """The recognizer and how it is run."""

    model_config = ConfigDict(frozen=True, extra="allow")

    model: str = Field("whisper-tiny.en", description="Name of the model in the catalogue.")
    language: str = Field("en", description="Spoken language, as an ISO 639-1 code.")
    threads: int = Field(0, ge=0, le=64, description="CPU threads; 0 chooses for this machine.")
    settle_ms: int = Field(
        160, ge=64, le=1000, description="Silence after which the words so far are settled."
    )
