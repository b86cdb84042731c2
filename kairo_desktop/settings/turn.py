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
        description="After so long a pause an answer is begun, which may still change.",
    )
    confirm_closed_ms: int = Field(
        240,
        ge=0,
        le=3000,
        title="Confirm a closed turn after",
        description="After so long a pause a question that cannot go on counts as asked, such as "
        "one said twice.",
    )
    confirm_complete_ms: int = Field(
        1300,
        ge=0,
        le=3000,
        title="Confirm a complete turn after",
        description="After so long a pause a question that seems complete counts as asked. Its "
        "answer stands there long before, tentative; people pause for up to 1.2 s in the middle "
        "of a question.",
    )
    confirm_open_ms: int = Field(
        1500,
        ge=200,
        le=5000,
        title="Confirm an open turn after",
        description="After so long a pause a question that seems unfinished counts as asked.",
    )
    reopen_ms: int = Field(
        1500,
        ge=0,
        le=5000,
        title="Reopen within",
        description="Whoever goes on within this time goes on with the same question.",
    )
    hold_ms: int = Field(
        8000,
        ge=1000,
        le=60000,
        title="Give up after",
        description="After so long a silence an unfinished question is given up, or a story that "
        "led to none.",
    )
    speculate: bool = Field(
        default=True,
        title="Work ahead",
        description="Read a question while it is asked and begin to answer when it may be over. "
        "Answers come sooner and take more processor time.",
    )
    second_opinion: bool = Field(
        default=False,
        title="Second opinion",
        description="Ask the answering model too whether something is a question, where that is "
        "unclear. Helps little with small models; takes processor time while people speak.",
    )
