from dataclasses import replace
from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue, Role
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.ui.settings.shelf import Model, Shelf, read_shelf
from tests.fakes.tiny_models import tiny

_PLAIN = Model("", Role.TARGET, "", "", 1, State.PROVEN, True, False, (), False)  # noqa: FBT003


def _model(name: str, role: Role, state: State = State.PROVEN, *drafts: str) -> Model:
    return replace(_PLAIN, name=name, role=role, state=state, drafts=drafts)


_SHELF = Shelf(
    (
        _model("small", Role.DRAFT),
        _model("big", Role.TARGET, State.PRESENT, "absent", "small"),
        _model("absent", Role.DRAFT, State.MISSING),
        _model("half", Role.TARGET, State.PARTIAL),
        _model("ears", Role.ASR),
        replace(_model("mine", Role.TARGET), own=True),
    )
)


def test_only_installed_models_can_be_used_and_small_ones_answer_last() -> None:
    assert [m.name for m in _SHELF.usable(Role.TARGET)] == ["big", "mine", "small"]
    assert [m.name for m in _SHELF.usable(Role.ASR)] == ["ears"]
    assert _SHELF.usable(Role.EMBEDDING) == ()


@pytest.mark.parametrize(
    ("target", "drafts"),
    [("big", ["small"]), ("mine", ["small"]), ("small", []), ("unheard of", ["small"])],
)
def test_drafts_are_those_that_the_catalogue_pairs(target: str, drafts: list[str]) -> None:
    assert [model.name for model in _SHELF.drafts_for(target)] == drafts


def test_the_shelf_holds_the_catalogue_and_what_the_user_dropped_in(tmp_path: Path) -> None:
    tiny(tmp_path, "mine.gguf")
    shelf = read_shelf(Library(Catalogue.load(), (tmp_path,)))
    assert [model.name for model in shelf.models] == [*Catalogue.load().models, "mine"]
    assert shelf.models[-1].own
    assert shelf.models[-1].installed
    assert shelf.models[-1].answers
    large = next(model for model in shelf.models if model.name == "llama-3.3-70b-instruct")
    assert large.for_large_machines
    assert not large.verified
    assert large.state is State.MISSING
