"""Settings of searching the user's notes."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RetrievalSettings"]


class RetrievalSettings(BaseModel):
    """How the notes are searched and how much of them goes into a prompt."""

    model_config = ConfigDict(frozen=True, extra="allow")

    profile_folder: str = Field(
        "",
        title="Profile folder",
        description="Folder with your résumé, job ad and notes; empty uses none.",
    )
    model: str = Field(
        "all-minilm-l6-v2",
        title="Notes search",
        description="What finds notes by their meaning; empty compares words only.",
    )
    windows: int = Field(
        2,
        ge=1,
        le=8,
        title="Pieces of notes",
        description="Most pieces of notes, of about 60 tokens, in a prompt.",
    )
    min_relevance: float = Field(
        0.5,
        ge=0.05,
        le=0.95,
        title="Relevance needed",
        description="Probability of helping from which the notes are used for a question.",
    )
