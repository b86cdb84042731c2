from pathlib import Path

import pytest

from kairo_desktop.copilot.prompt_texts import PromptTexts, copy_for_editing, load_prompt_texts
from kairo_desktop.errors import InputError
from kairo_desktop.settings.assets import asset
from kairo_desktop.types import Kind

SHIPPED = asset("prompts")


def update(folder: Path, note: str) -> Path:
    """A newer version of Kairo, whose texts all end in `note`."""
    folder.mkdir()
    for path in SHIPPED.glob("*.txt"):
        (folder / path.name).write_text(path.read_text() + note)
    return folder


def logistics(texts: PromptTexts) -> str:
    return texts.of_kind(Kind.LOGISTICS, noted=True)


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("kind", Kind)
def test_the_shipped_texts_have_something_for_every_kind(kind: Kind, *, noted: bool) -> None:
    assert load_prompt_texts(SHIPPED).of_kind(kind, noted=noted)


def test_all_but_exercises_read_differently_without_notes() -> None:
    texts = load_prompt_texts(SHIPPED)
    same = {k for k in Kind if texts.of_kind(k, noted=True) == texts.of_kind(k, noted=False)}
    assert same == {Kind.ALGORITHMIC}


def test_a_list_in_a_text_for_silent_notes_is_the_frame_to_fill() -> None:
    frames = load_prompt_texts(SHIPPED).frames
    assert frames.keys() == {Kind.BEHAVIORAL, Kind.BACKGROUND, Kind.LOGISTICS}
    assert len(frames[Kind.BEHAVIORAL]) == 4
    assert all(3 <= len(lines) <= 5 for lines in frames.values())
    assert all(len(line.split()) <= 15 for lines in frames.values() for line in lines)


def test_an_edit_replaces_the_shipped_text_and_emptying_it_brings_that_back(tmp_path: Path) -> None:
    path = tmp_path / "logistics.txt"
    path.write_text("\ufeffNur Zahlen, für mich.\r\n", encoding="utf-8")
    assert logistics(load_prompt_texts(SHIPPED, tmp_path)) == "Nur Zahlen, für mich."
    path.write_text("\n")
    assert logistics(load_prompt_texts(SHIPPED, tmp_path)) == logistics(load_prompt_texts(SHIPPED))


def test_an_update_replaces_unchanged_copies_and_keeps_edits(tmp_path: Path) -> None:
    edited = tmp_path / "config" / "prompts"
    assert len(copy_for_editing(SHIPPED, edited)) == len(list(SHIPPED.glob("*.txt")))
    (edited / "rules.txt").write_text("My rules.")
    newer = update(tmp_path / "newer", "Be kind.")
    texts = load_prompt_texts(newer, edited)
    assert texts.rules == "My rules."
    assert logistics(texts).endswith("Be kind.")
    assert (edited / "logistics.txt") in copy_for_editing(newer, edited)
    assert (edited / "rules.txt").read_text() == "My rules."
    assert copy_for_editing(newer, edited) == ()
    assert load_prompt_texts(newer, edited) == texts


@pytest.mark.parametrize("record", ["", "[]", "nonsense"])
def test_without_a_record_of_the_copies_everything_counts_as_edited(
    tmp_path: Path, record: str
) -> None:
    copy_for_editing(SHIPPED, tmp_path)
    (tmp_path / ".shipped.json").write_text(record)
    newer = update(tmp_path / "newer", "Be kind.")
    assert not logistics(load_prompt_texts(newer, tmp_path)).endswith("Be kind.")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"rules\.txt cannot be read.*UTF-8"):
        load_prompt_texts(SHIPPED, tmp_path)


def test_a_missing_shipped_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"rules\.txt is missing"):
        load_prompt_texts(tmp_path)


def test_what_the_model_is_told_is_no_point_but_a_frame_is() -> None:
    texts = PromptTexts(
        rules="Be brief.\n- Sales rose",
        kinds=dict.fromkeys(Kind, "Answer from my notes."),
        without_notes={Kind.LOGISTICS: "Fit this frame:\n- State your own date"},
    )
    assert set(texts.examples) == {"Sales rose", "Answer from my notes.", "Fit this frame:"}
    assert texts.frames == {Kind.LOGISTICS: ("State your own date",)}
