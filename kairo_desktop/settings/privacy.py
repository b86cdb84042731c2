"""Settings of what is kept on this machine."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["PrivacySettings"]


class PrivacySettings(BaseModel):
    """What is kept of a session, and for how long."""

    model_config = ConfigDict(frozen=True, extra="allow")

    keep_sessions: bool = Field(
        default=True,
        description="Write sessions to the disk; else they end with the program, past recovery.",
    )
    keep_days: int = Field(
        0, ge=0, le=36500, description="Days after which a session is deleted; 0 keeps all."
    )
