"""The settings one by one, as something that can be shown, described and set.

The schema is the only source: what stands here is read out of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.rules import rule_of
from kairo_desktop.settings.schema import Settings

__all__ = ["FieldKind", "SettingField", "Value", "fields_of_schema", "value_of", "with_value"]

Value: TypeAlias = bool | int | float | str | tuple[str, ...]
"""What a setting can be; choices are their text."""


class FieldKind(Enum):
    """What sort of value a setting takes."""

    SWITCH = "switch"
    WHOLE = "whole"
    DECIMAL = "decimal"
    CHOICE = "choice"
    TEXT = "text"
    WORDS = "words"
    """Any number of texts."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting.

    Attributes:
        part: Of the schema, such as "llm".
        name: Within that part.
        title: A few words, for people.
        description: A sentence, for people.
        low: Smallest number allowed, or the bound just below it; None without one.
        high: Largest number allowed, or the bound just above it; None without one.
        choices: The texts of a CHOICE, in the order of the schema.
        unit: Of a number, as it is written behind it; empty without one.
    """

    part: str
    name: str
    title: str
    description: str
    kind: FieldKind
    default: Value
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""

    @property
    def key(self) -> str:
        """The name that the file and `--set` know: "llm.n_ctx"."""
        return f"{self.part}.{self.name}"


def fields_of_schema() -> tuple[SettingField, ...]:
    """All settings, in the order of the schema; its version is none of them."""
    return tuple(_fields())


def value_of(settings: Settings, field: SettingField) -> Value:
    """What `field` is set to."""
    return _plain(getattr(getattr(settings, field.part), field.name))


def with_value(settings: Settings, field: SettingField, value: Value) -> Settings:
    """The settings with `field` set to `value`; unknown names stay.

    Raises:
        SettingsError: says what the value has to be.
    """
    part: BaseModel = getattr(settings, field.part)
    try:
        changed = type(part).model_validate(part.model_dump() | {field.name: value})
    except ValidationError as err:
        raise SettingsError(f"{rule_of(err)}.") from err
    return settings.model_copy(update={field.part: changed})


def _fields() -> Iterator[SettingField]:
    defaults = Settings()
    for part_name, part_info in Settings.model_fields.items():
        part = part_info.annotation
        if not (isinstance(part, type) and issubclass(part, BaseModel)):
            continue
        bounds = part.model_json_schema()["properties"]
        for name, info in part.model_fields.items():
            default = _plain(getattr(getattr(defaults, part_name), name))
            yield _field((part_name, name), info, default, bounds[name])


def _field(
    key: tuple[str, str], info: FieldInfo, default: Value, bounds: dict[str, Any]
) -> SettingField:
    part, name = key
    choices = _choices(info.annotation)
    return SettingField(
        part=part,
        name=name,
        title=info.title or name.replace("_", " ").capitalize(),
        description=info.description or "",
        kind=FieldKind.CHOICE if choices else _KINDS[type(default)],
        default=default,
        low=bounds.get("minimum", bounds.get("exclusiveMinimum")),
        high=bounds.get("maximum", bounds.get("exclusiveMaximum")),
        choices=choices,
        unit=next((unit for unit in _UNITS if name.endswith(f"_{unit}")), ""),
    )


_KINDS: Final = {
    bool: FieldKind.SWITCH,
    int: FieldKind.WHOLE,
    float: FieldKind.DECIMAL,
    str: FieldKind.TEXT,
    tuple: FieldKind.WORDS,
}
_UNITS: Final = ("ms", "s", "min", "days", "tokens")


def _choices(annotation: Any) -> tuple[str, ...]:  # noqa: ANN401 - types are values here
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return tuple(member.value for member in annotation)
    return ()


def _plain(value: object) -> Value:
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, bool | int | float | str | tuple)
    return value
