"""Settings of searching the user's notes."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RetrievalSettings"]


class RetrievalSettings(BaseModel):
    """How the notes are searched and how much of them goes into a prompt."""

    model_config = ConfigDict(frozen=True, extra="allow")

    model: str = Field(
        "all-minilm-l6-v2",
        description="Name of the embedding model in the catalogue; empty compares words only.",
    )
    windows: int = Field(
        2, ge=1, le=8, description="Most pieces of notes, of about 60 tokens, in a prompt."
    )
    min_relevance: float = Field(
        0.5,
        ge=0.05,
        le=0.95,
        description="Probability of helping from which the notes are used for a question.",
    )
