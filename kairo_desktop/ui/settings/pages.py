"""Which setting stands on which page, and when a change of it is felt; no Qt."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from kairo_desktop.settings.fields import SettingField

__all__ = ["PageName", "by_part", "felt_at_once", "on_page"]


class PageName(Enum):
    """The pages, in the order in which they are listed."""

    MODELS = "models"
    AUDIO = "audio"
    OVERLAY = "overlay"
    PROFILE = "profile"
    HOTKEYS = "hotkeys"
    PRIVACY = "privacy"
    ADVANCED = "advanced"


_BY_KEY: Final = {
    "llm.model": PageName.MODELS,
    "llm.draft": PageName.MODELS,
    "asr.model": PageName.MODELS,
    "asr.language": PageName.MODELS,
    "retrieval.model": PageName.MODELS,
    "audio.system_source": PageName.AUDIO,
    "audio.mic_source": PageName.AUDIO,
    "retrieval.profile_folder": PageName.PROFILE,
}
_BY_PART: Final = {
    "overlay": PageName.OVERLAY,
    "hotkeys": PageName.HOTKEYS,
    "privacy": PageName.PRIVACY,
}
_AT_ONCE: Final = frozenset({"overlay", "hotkeys"})


def on_page(fields: Iterable[SettingField], page: PageName) -> tuple[SettingField, ...]:
    """The settings of one page; what no other page claims is an advanced one."""
    return tuple(field for field in fields if _page_of(field) is page)


def by_part(fields: Iterable[SettingField]) -> dict[str, tuple[SettingField, ...]]:
    """Settings under the parts of the schema that they belong to."""
    listed = tuple(fields)
    parts = dict.fromkeys(field.part for field in listed)
    return {part: tuple(field for field in listed if field.part == part) for part in parts}


def felt_at_once(field: SettingField) -> bool:
    """True where a change is seen while a session runs; else it waits for the next one."""
    return field.part in _AT_ONCE


def _page_of(field: SettingField) -> PageName:
    return _BY_KEY.get(field.key) or _BY_PART.get(field.part, PageName.ADVANCED)
