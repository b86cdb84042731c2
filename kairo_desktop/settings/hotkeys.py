"""Settings of the keys that reach Kairo while another window has the focus."""

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["HotkeySettings"]


class HotkeySettings(BaseModel):
    """A combination per wish, in Qt's portable text ("Ctrl+Alt+K"); empty grabs nothing."""

    model_config = ConfigDict(frozen=True, extra="allow")

    toggle: str = Field("Ctrl+Alt+K", title="Show or hide", description="Show or hide the overlay.")
    answer_now: str = Field("Ctrl+Alt+Space", description="Answer what was said last.")
    again: str = Field("Ctrl+Alt+R", title="Answer again", description="Answer again, differently.")
    pause: str = Field("Ctrl+Alt+P", description="Pause both lanes, or hear them again.")
    click_through: str = Field(
        "Ctrl+Alt+T",
        title="Click-through",
        description="Let clicks through the overlay, or take them again.",
    )
