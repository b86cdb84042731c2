"""Settings of what is kept on this machine."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["PrivacySettings"]


class PrivacySettings(BaseModel):
    """What is kept of a session, and for how long."""

    model_config = ConfigDict(frozen=True, extra="allow")

    keep_sessions: bool = Field(
        default=True,
        title="Keep sessions",
        description="Keep what was said and answered, for the history. Else it is gone when the "
        "program ends.",
    )
    keep_days: int = Field(
        0,
        ge=0,
        le=36500,
        title="Delete sessions after",
        description="Days after which a session is deleted from the history.",
    )
    ask_after_min: int = Field(
        60,
        ge=0,
        le=1440,
        title="Ask whether to go on after",
        description="Minutes without a word after which Kairo asks whether to go on listening, "
        "and stops when nobody says so.",
    )
