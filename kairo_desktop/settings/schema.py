"""All settings as one described value; the file, the window and the docs derive from it."""

from pydantic import BaseModel, ConfigDict, Field

from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.settings.llm import LlmSettings
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.settings.retrieval import RetrievalSettings
from kairo_desktop.settings.turn import TurnSettings

__all__ = ["SCHEMA_VERSION", "Settings"]

SCHEMA_VERSION = 1


class Settings(BaseModel):
    """Everything that can be set; each part goes to the component that needs it."""

    model_config = ConfigDict(frozen=True, extra="allow")

    schema_version: int = Field(SCHEMA_VERSION, description="Version of this layout.")
    audio: AudioSettings = Field(default_factory=AudioSettings)
    asr: AsrSettings = Field(default_factory=AsrSettings)
    llm: LlmSettings = Field(default_factory=LlmSettings)
    turn: TurnSettings = Field(default_factory=TurnSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    overlay: OverlaySettings = Field(default_factory=OverlaySettings)
    hotkeys: HotkeySettings = Field(default_factory=HotkeySettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
