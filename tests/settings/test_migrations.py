import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.migrations import STEPS, Tree, migrate, version_of
from kairo_desktop.settings.schema import SCHEMA_VERSION

_VALUES = st.recursive(
    st.integers() | st.booleans() | st.text(max_size=5),
    lambda inner: st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_TREES = st.dictionaries(
    st.text(max_size=8).filter(lambda name: name != "schema_version"), _VALUES, max_size=4
)


def _rename(tree: Tree) -> Tree:
    if "old" in tree:
        tree["new"] = tree.pop("old")
    return tree


def test_there_is_a_step_for_every_older_version() -> None:
    assert sorted(STEPS) == list(range(1, SCHEMA_VERSION))


@given(_TREES)
def test_migrating_twice_is_migrating_once(tree: Tree) -> None:
    once = migrate(tree)
    assert migrate(once) == once


@given(_TREES)
def test_unknown_keys_stay_and_the_argument_is_not_touched(tree: Tree) -> None:
    before = copy.deepcopy(tree)
    moved = migrate(tree, steps={1: _rename, 2: _rename}, to=3)
    assert tree == before
    assert moved.pop("schema_version") == 3
    assert moved == _rename(copy.deepcopy(before))


def test_steps_are_taken_from_the_version_that_the_file_has() -> None:
    moved = migrate({"schema_version": 2, "n": 1}, steps={2: lambda t: {**t, "n": 2}}, to=3)
    assert moved == {"schema_version": 3, "n": 2}


def test_newer_file_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"newer Kairo \(layout 2, this one knows 1\)"):
        migrate({"schema_version": 2}, to=1)


@pytest.mark.parametrize("version", ["1", 0, -1, True, 1.5])
def test_version_that_is_none_is_refused(version: object) -> None:
    with pytest.raises(SettingsError, match="is no version"):
        version_of({"schema_version": version})
