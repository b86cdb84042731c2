"""Settings of turn-taking."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["TurnSettings"]


class TurnSettings(BaseModel):
    """How long to wait before a question counts as asked."""

    model_config = ConfigDict(frozen=True, extra="allow")

    confirm_complete_ms: int = Field(
        200, ge=0, le=3000, description="Silence that confirms a turn which looks complete."
    )
    confirm_open_ms: int = Field(
        1500, ge=200, le=5000, description="Silence that confirms a turn which looks unfinished."
    )
    reopen_ms: int = Field(
        1500, ge=0, le=5000, description="Speech within this of a confirmation continues the turn."
    )
