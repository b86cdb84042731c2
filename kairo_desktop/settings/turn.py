"""Settings of turn-taking."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["TurnSettings"]


class TurnSettings(BaseModel):
    """How long to wait before a question counts as asked."""

    model_config = ConfigDict(frozen=True, extra="allow")

    tentative_ms: int = Field(
        96,
        ge=0,
        le=2000,
        title="Prepare an answer after",
        description="Silence from which a tentative answer is prepared.",
    )
    confirm_closed_ms: int = Field(
        400,
        ge=0,
        le=3000,
        title="Confirm a closed turn after",
        description="Silence that confirms a turn which cannot go on, such as a question repeated.",
    )
    confirm_complete_ms: int = Field(
        1300,
        ge=0,
        le=3000,
        title="Confirm a complete turn after",
        description="Silence that confirms a turn which looks complete; speakers pause for up to "
        "1.2 s in the middle of a question. The answer stands there, tentative, long before.",
    )
    confirm_open_ms: int = Field(
        1500,
        ge=200,
        le=5000,
        title="Confirm an open turn after",
        description="Silence that confirms a turn which looks unfinished.",
    )
    reopen_ms: int = Field(
        1500,
        ge=0,
        le=5000,
        title="Reopen within",
        description="Speech within this of a confirmation continues the turn.",
    )
    hold_ms: int = Field(
        8000,
        ge=1000,
        le=60000,
        title="Give up after",
        description="Silence after which an unfinished question, or a scenario without one, is "
        "given up.",
    )
    speculate: bool = Field(
        default=True,
        title="Work ahead",
        description="Prefill a question while it is asked, begin to answer when it may be over.",
    )
    second_opinion: bool = Field(
        default=False,
        title="Second opinion",
        description="Ask the answering model too whether something is a question, where that is "
        "unclear. Helps little with small models; takes processor time while people speak.",
    )
