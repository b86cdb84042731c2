"""Settings of searching the user's notes."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RetrievalSettings"]


class RetrievalSettings(BaseModel):
    """How the notes are searched and how much of them goes into a prompt."""

    model_config = ConfigDict(frozen=True, extra="allow")

    profile_folder: str = Field(
        "",
        title="Profile folder",
        description="Your résumé, the job ad and your notes. Without it, answers are general "
        "advice.",
    )
    model: str = Field(
        "all-minilm-l6-v2",
        title="Notes search",
        description="Finds notes by their meaning; without it, by their words alone.",
    )
    windows: int = Field(
        2,
        ge=1,
        le=8,
        title="Pieces of notes",
        description="How many pieces of your notes, of about 45 words each, an answer rests on at "
        "most.",
    )
    min_relevance: float = Field(
        0.5,
        ge=0.05,
        le=0.95,
        title="Relevance needed",
        description="How likely notes must help to be used. With less they are used more often, "
        "and more often in vain.",
    )
