"""Settings of the floating window, and where it stands."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["OverlayPlace", "OverlaySettings"]


@dataclass(frozen=True, slots=True)
class OverlayPlace:
    """Where the overlay stands on one monitor, in device-independent pixels.

    Attributes:
        screen: Name of the monitor, as the system calls it.
        x: From the left edge of what the monitor has free; windows may stick out.
        y: From its upper edge.
    """

    screen: str
    x: int
    y: int
    width: int
    height: int


class OverlaySettings(BaseModel):
    """How the overlay looks."""

    model_config = ConfigDict(frozen=True, extra="allow")

    theme: Literal["system", "light", "dark", "high_contrast"] = Field(
        "system", description='Colors; "system" follows the desktop.'
    )
    opacity: float = Field(
        0.94,
        ge=0.3,
        le=1.0,
        description="How much of what lies below is covered; 1 covers all.",
    )
    text_scale: float = Field(
        1.0,
        ge=0.7,
        le=3.0,
        description="Size of the text; 1 is the system's own.",
    )
    compact: bool = Field(
        default=False, description="Only the note and the points, without captions and times."
    )
    show_trace: bool = Field(
        default=True,
        title="Show times",
        description="Say below an answer how long it took, in the full overlay.",
    )
    above_fullscreen: bool = Field(
        default=False,
        description="Stay above full-screen windows too, whatever the window manager says (X11 "
        "only).",
    )
