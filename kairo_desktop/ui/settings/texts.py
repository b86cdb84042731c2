"""Words of the schema as the window shows them, through Qt's translation."""

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from kairo_desktop.settings.fields import FieldKind, SettingField, Value

__all__ = [
    "bytes_text",
    "choice_text",
    "default_text",
    "description_of",
    "title_of",
    "unit_text",
    "zero_text",
]

_CONTEXT: Final = "Settings"
_NEVER: Final = QT_TRANSLATE_NOOP("Settings", "never")
_AUTOMATIC: Final = QT_TRANSLATE_NOOP("Settings", "automatic")
_ZEROS: Final = {
    "privacy.keep_days": _NEVER,
    "privacy.ask_after_min": _NEVER,
    "llm.threads": _AUTOMATIC,
    "asr.threads": _AUTOMATIC,
    "llm.max_draft": QT_TRANSLATE_NOOP("Settings", "off"),
    "llm.top_k": QT_TRANSLATE_NOOP("Settings", "all"),
}
"""What 0 means, where it is no amount."""


def title_of(field: SettingField) -> str:
    """The few words in front of a setting."""
    return QCoreApplication.translate(_CONTEXT, field.title)


def description_of(field: SettingField) -> str:
    """The sentence under it."""
    return QCoreApplication.translate(_CONTEXT, field.description)


def choice_text(choice: str) -> str:
    """One of a setting's choices; names of formats, such as q8_0, stay as they are."""
    if any(character.isdigit() for character in choice):
        return choice
    return QCoreApplication.translate(_CONTEXT, choice.replace("_", " ").capitalize())


def default_text(field: SettingField) -> str:
    """The default as it would stand in the field."""
    if field.kind is FieldKind.TEXT and field.default == "default":
        return QCoreApplication.translate(_CONTEXT, "as the system")
    if field.default == 0 and (words := zero_text(field)):
        return words
    return _value_text(field, field.default)


def zero_text(field: SettingField) -> str:
    """What stands in place of 0, where that is no amount; empty where it is one."""
    words = _ZEROS.get(field.key)
    return QCoreApplication.translate(_CONTEXT, str(words)) if words else ""


def unit_text(field: SettingField) -> str:
    """What stands behind the number; empty for none."""
    return QCoreApplication.translate(_CONTEXT, field.unit) if field.unit else ""


def bytes_text(n_bytes: int | None) -> str:
    """A size as people read it: "491 MB"; "unknown size" where nobody knows."""
    if n_bytes is None:
        return QCoreApplication.translate(_CONTEXT, "unknown size")
    return QLocale().formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def _value_text(field: SettingField, value: Value) -> str:
    match field.kind:
        case FieldKind.SWITCH:
            on = QCoreApplication.translate(_CONTEXT, "on")
            return on if value else QCoreApplication.translate(_CONTEXT, "off")
        case FieldKind.CHOICE:
            return choice_text(str(value))
        case FieldKind.WORDS | FieldKind.TEXT if not value:
            return QCoreApplication.translate(_CONTEXT, "none")
        case FieldKind.WHOLE | FieldKind.DECIMAL:
            return f"{value} {unit_text(field)}".rstrip()
        case _:
            return str(value)
