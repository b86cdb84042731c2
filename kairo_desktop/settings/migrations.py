"""From an older layout of the settings file to this one, a pure step per version."""

import copy
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.schema import SCHEMA_VERSION

__all__ = ["STEPS", "Step", "Tree", "migrate", "version_of"]

Tree: TypeAlias = dict[str, Any]
"""The settings file as plain values: tables are dicts."""

Step: TypeAlias = Callable[[Tree], Tree]

STEPS: Mapping[int, Step] = {}
"""Step `n` turns a tree of version n into one of version n + 1."""

_FIRST_VERSION = 1


def version_of(tree: Tree) -> int:
    """The layout that `tree` has; a file that does not say is of the first one.

    Raises:
        SettingsError: the version is no whole number from 1 on.
    """
    version = tree.get("schema_version", _FIRST_VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < _FIRST_VERSION:
        raise SettingsError(
            f"schema_version is {version!r}, which is no version.",
            cure=f"Write schema_version = {SCHEMA_VERSION}.",
        )
    return version


def migrate(tree: Tree, *, steps: Mapping[int, Step] = STEPS, to: int = SCHEMA_VERSION) -> Tree:
    """Bring `tree` to version `to`; unknown keys stay, the argument is not changed.

    Raises:
        SettingsError: the tree is newer than `to`, or says no version.
    """
    version = version_of(tree)
    if version > to:
        raise SettingsError(
            f"The settings were written by a newer Kairo (layout {version}, this one knows {to}).",
            cure="Update Kairo, or move the file away to start with the defaults.",
        )
    moved = copy.deepcopy(tree)
    for step in range(version, to):
        moved = steps[step](moved)
        moved["schema_version"] = step + 1
    return moved
