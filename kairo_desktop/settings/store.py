"""The settings file: read, checked, and rewritten so that the user's comments survive.

A file that cannot be understood is never overwritten: the error names the line, the file stays.
"""

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import tomlkit
from pydantic import BaseModel, ValidationError
from tomlkit import TOMLDocument
from tomlkit.exceptions import ParseError, TOMLKitError
from tomlkit.items import AbstractTable

from kairo_desktop.errors import DiskError, SettingsError
from kairo_desktop.settings.migrations import Tree, migrate, version_of
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.rules import rule_of
from kairo_desktop.settings.schema import SCHEMA_VERSION, Settings

__all__ = ["Loaded", "load_settings", "read_settings", "save_settings", "settings_file"]

logger = logging.getLogger(__name__)

_MARK = "\ufeff"
_SHOWN = 80
"""Characters of a wrong value that an error repeats."""

_STAYS = "Correct it, or move the file away to start with the defaults. It was not changed."


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the settings file says.

    Attributes:
        unknown: Dotted names that this Kairo does not know; they are kept in the file.
    """

    settings: Settings
    unknown: tuple[str, ...] = ()


def settings_file(paths: Paths) -> Path:
    """Where the settings lie; the file need not exist."""
    return paths.config / "settings.toml"


def load_settings(paths: Paths) -> Settings:
    """The user's settings, defaults where nothing is set; unknown names are logged.

    Raises:
        SettingsError: the file is broken, or newer than this Kairo; it stays as it is.
    """
    loaded = read_settings(settings_file(paths))
    if loaded.unknown:
        logger.info("unknown settings kept: %s", ", ".join(loaded.unknown))
    return loaded.settings


def read_settings(file: Path) -> Loaded:
    """Read and check `file`; the defaults where there is none.

    Raises:
        SettingsError: names the file, the line and the cure.
    """
    text = _text_of(file).body
    settings = _checked(_tree(_parse(text, file), file), text, file)
    return Loaded(settings, tuple(_unknown(settings, "")))


def save_settings(paths: Paths, settings: Settings) -> None:
    """Write what differs from the defaults; comments, order and unknown keys stay.

    A file of an older layout is kept beside the new one, under its version.

    Raises:
        SettingsError: the present file is broken or newer; nothing is written.
        DiskError: the folder cannot be written.
    """
    file = settings_file(paths)
    text = _text_of(file)
    document = _parse(text.body, file)
    tree = _tree(document, file)
    _checked(tree, text.body, file)
    version = version_of(document.unwrap())
    _overlay(tree, settings, Settings())
    tree["schema_version"] = SCHEMA_VERSION
    _rewrite(document, tree)
    with _explaining(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        target = file.resolve()  # of a link, the file it leads to is written
        if text.body and version < SCHEMA_VERSION:
            _write(target.with_suffix(f".v{version}.toml"), text)
        part = target.with_suffix(".part")
        _write(part, replace(text, body=tomlkit.dumps(document)))
        part.replace(target)


@dataclass(frozen=True, slots=True)
class _Text:
    """A file's text with line feeds, and how its lines end on the disk.

    Attributes:
        mark: The byte order mark that some editors put at the head of a file.
    """

    body: str = ""
    mark: str = ""
    ending: str = "\n"


def _text_of(file: Path) -> _Text:
    try:
        text = file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return _Text()
    except UnicodeDecodeError as err:
        raise SettingsError(f"{file} is not UTF-8 text (byte {err.start}).", cure=_STAYS) from err
    except OSError as err:
        raise SettingsError(
            f"{file} cannot be read: {err.strerror}.", cure="Mend its access rights."
        ) from err
    body = text.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
    if body and not body.endswith("\n"):
        body += "\n"  # else tomlkit may write the next name behind the last value
    return _Text(
        body,
        mark=_MARK if text.startswith(_MARK) else "",
        ending="\r\n" if "\r\n" in text else "\n",
    )


def _write(file: Path, text: _Text) -> None:
    """Write a text as it came, on the disk when it returns."""
    with file.open("wb") as stream:
        stream.write((text.mark + text.body.replace("\n", text.ending)).encode("utf-8"))
        os.fsync(stream.fileno())


def _parse(text: str, file: Path) -> TOMLDocument:
    try:
        return tomlkit.parse(text)
    except ParseError as err:
        what = str(err).partition(" at line")[0].rstrip(".")
        raise SettingsError(
            f"{_at(file, err.line)} does not read as TOML: {what}.", cure=_STAYS
        ) from err
    except TOMLKitError as err:
        raise SettingsError(f"{file} does not read as TOML: {err}.", cure=_STAYS) from err


def _tree(document: TOMLDocument, file: Path) -> Tree:
    try:
        return migrate(document.unwrap())
    except SettingsError as err:
        raise SettingsError(f"{file}: {err.message}", cure=err.cure) from err


def _checked(tree: Tree, text: str, file: Path) -> Settings:
    """The settings that `tree` says, or the first line of `text` that breaks a rule."""
    try:
        return Settings.model_validate(tree)
    except ValidationError as err:
        first = err.errors()[0]
        names = tuple(str(part) for part in first["loc"])
        place = _at(file, _line_of(text, names))
        given = _shortened(repr(first["input"]))
        raise SettingsError(
            f"{place}: {'.'.join(names)} is {given}. {rule_of(err)}.", cure=_STAYS
        ) from err


def _shortened(value: str) -> str:
    return value if len(value) <= _SHOWN else value[:_SHOWN] + "…"


def _unknown(part: BaseModel, prefix: str) -> Iterator[str]:
    for name in part.model_extra or {}:
        yield prefix + name
    for name in type(part).model_fields:
        value = getattr(part, name)
        if isinstance(value, BaseModel):
            yield from _unknown(value, f"{prefix}{name}.")


def _overlay(tree: Tree, part: BaseModel, default: BaseModel) -> None:
    """Put the values of `part` into `tree`: those that stand there or are not the default."""
    values = part.model_dump(mode="json")
    for name in type(part).model_fields:
        value, usual = getattr(part, name), getattr(default, name)
        if isinstance(value, BaseModel):
            below = tree.get(name, {})
            _overlay(below, value, usual)
            if below:  # an empty table that stands in the file stays: it may hold comments
                tree[name] = below
        elif name in tree or value != usual:
            tree[name] = values[name]


def _rewrite(table: TOMLDocument | AbstractTable, wanted: Tree) -> None:
    """Make `table` say what `wanted` says, touching only what differs."""
    for name in [name for name in table if name not in wanted]:
        table.remove(name)
    for name, value in wanted.items():
        present = table.get(name)
        if isinstance(value, dict) and isinstance(present, AbstractTable):
            _rewrite(present, value)
        elif present is None or present != value:
            table[name] = value


def _line_of(text: str, names: tuple[str, ...]) -> int | None:
    """Line, from 1, on which the value called `names` is set; None where it is not found."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[\s*([\w.\-]+)\s*\]", line)
        key = re.match(r"\s*([\w.\-]+)\s*=", line)
        if header:
            table = tuple(header[1].split("."))
        elif key and (*table, *key[1].split(".")) == names:
            return number
        if header and table == names:
            return number
    return None


def _at(file: Path, line: int | None) -> str:
    return f"{file}" if line is None else f"{file}, line {line}"


@contextmanager
def _explaining(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as err:
        raise DiskError(
            f"The settings cannot be saved to {file}: {err.strerror}.",
            cure="Free some room, or mend the rights of that folder.",
        ) from err
