"""Reading profile folders, with everything that lies around in real ones."""

import os
import zipfile
from pathlib import Path

import docx
import pypdf
import pytest

from kairo_desktop.errors import InputError
from kairo_desktop.retrieval.read import MAX_LINE_CHARS, Note, Profile, Role, read_profile, scan


def _write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _reasons(profile: Profile) -> dict[str, str]:
    return {skip.file: skip.reason for skip in profile.skipped}


def test_sorts_files_into_resume_job_and_notes(tmp_path: Path) -> None:
    folder = _write(
        tmp_path, CV_dot_md="I am.", job_dot_txt="They want.", notes__deep__a_dot_md="I did."
    )
    profile = read_profile(folder)
    assert (profile.resume, profile.job) == ("I am.", "They want.")
    assert profile.notes == (Note("notes/deep/a.md", "I did.", Role.NOTE),)
    assert not profile.skipped


def test_a_profile_without_notes_is_fine(tmp_path: Path) -> None:
    assert read_profile(tmp_path) == Profile()


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_says_what_to_give_instead_of_a_missing_folder(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "profile"
    if kind == "file":
        path.write_text("no folder", encoding="utf-8")
    with pytest.raises(InputError, match=r"profile .* (does not exist|is not a folder)") as caught:
        read_profile(path)
    assert "resume.md" in caught.value.cure


def test_makes_all_line_ends_alike_and_drops_the_mark(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    (note,) = read_profile(tmp_path).notes
    assert note.text == "one\ntwo\nthree\n"


def test_skips_with_a_reason_what_is_no_note(tmp_path: Path) -> None:
    (tmp_path / "empty.md").touch()
    (tmp_path / "blank.md").write_text(" \n\n", encoding="utf-8")
    (tmp_path / "junk.md").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "export.md").write_text("value " * MAX_LINE_CHARS, encoding="utf-8")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 and then nothing")
    (tmp_path / "broken.docx").write_bytes(b"no zip")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(tmp_path / "pipe.md")
    profile = read_profile(tmp_path)
    assert not profile.documents
    reasons = _reasons(profile)
    expected = {
        "empty.md": "is empty",
        "blank.md": "holds no text",
        "junk.md": "binary",
        "export.md": "a line of 300,000 characters",
        "photo.png": "not a md, txt, pdf or docx file",
        "broken.pdf": "damaged pdf",
        "broken.docx": "damaged docx",
        "gone.md": "cannot be opened",
        "pipe.md": "not a regular file",
    }
    assert reasons.keys() == expected.keys()
    assert all(part in reasons[file] for file, part in expected.items())


def test_skips_files_that_are_too_large(tmp_path: Path) -> None:
    with (tmp_path / "huge.md").open("wb") as file:
        file.truncate(65_000_000)
    assert _reasons(read_profile(tmp_path)) == {"huge.md": "is larger than 64 MB"}


def test_does_not_look_at_hidden_files_and_folders(tmp_path: Path) -> None:
    folder = _write(tmp_path, **{"_dot_git__config_dot_md": "x", "_dot_secret_dot_md": "x"})
    (folder / "~$letter.docx").write_text("lock", encoding="utf-8")
    assert read_profile(folder) == Profile()


def test_follows_links_but_visits_each_folder_once(tmp_path: Path) -> None:
    folder = _write(tmp_path / "profile", notes__a_dot_md="text")
    elsewhere = _write(tmp_path / "elsewhere", b_dot_md="linked")
    (folder / "notes" / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "other").symlink_to(elsewhere, target_is_directory=True)
    assert [note.file for note in read_profile(folder).notes] == ["notes/a.md", "other/b.md"]


def test_survives_file_names_that_are_no_utf8(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xe9t\xe9.md"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # a Path cannot hold the name
        file.write("text")
    (note,) = read_profile(tmp_path).notes
    assert note.file == "\ufffdt\ufffd.md"


def test_reads_headings_lists_and_tables_of_word_files(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Ledger", level=1)
    document.add_paragraph("Built in Kotlin.")
    document.add_paragraph("")
    document.add_paragraph("38,000 refunds", style="List Bullet")
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "closing", "1 day"
    document.save(str(tmp_path / "a.docx"))
    (note,) = read_profile(tmp_path).notes
    assert note.text == "# Ledger\n\nBuilt in Kotlin.\n\n- 38,000 refunds\n\nclosing | 1 day"


def test_skips_a_zip_that_is_no_word_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("readme", "hello")
    assert "damaged docx" in _reasons(read_profile(tmp_path))["a.docx"]


def _pdf(path: Path, *, password: str = "") -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(width=200, height=200)
    if password:
        writer.encrypt(password)
    writer.write(path)


def test_says_that_scans_and_locked_pdfs_hold_nothing_to_read(tmp_path: Path) -> None:
    _pdf(tmp_path / "scan.pdf")
    _pdf(tmp_path / "locked.pdf", password="secret")
    reasons = _reasons(read_profile(tmp_path))
    assert "scanned pages" in reasons["scan.pdf"]
    assert "password" in reasons["locked.pdf"]


def test_reads_pdfs_and_rejoins_their_wrapped_lines(data_dir: Path) -> None:
    notes = read_profile(data_dir / "profiles" / "leila_fontanaro").notes
    (note,) = [note for note in notes if note.file.endswith(".pdf")]
    assert note.text.startswith("Feature store for scheduling\n")
    assert "the nightly run went from 95 to 38 minutes" in note.text


def test_reads_every_file_of_the_evaluation_profiles(data_dir: Path) -> None:
    for name, odd in (
        ("tomasz_adeyemi", "notes/scan_0007.md"),
        ("leila_fontanaro", "notes/export_one_line.md"),
    ):
        profile = read_profile(data_dir / "profiles" / name)
        assert profile.resume
        assert profile.job
        assert len(profile.notes) == 10
        assert list(_reasons(profile)) == [odd]


def test_two_scans_of_an_unchanged_folder_are_equal(tmp_path: Path) -> None:
    folder = _write(tmp_path, a_dot_md="one")
    before = scan(folder)
    assert scan(folder) == before
    (folder / "a.md").write_text("another", encoding="utf-8")
    assert scan(folder) != before


def test_a_link_to_what_lies_around_the_profile_brings_nothing_in(tmp_path: Path) -> None:
    (tmp_path / "theirs.md").write_text("Somebody else.", "utf-8")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "own.md").write_text("My own.", "utf-8")
    (mine / "around").symlink_to(tmp_path, target_is_directory=True)
    assert [stamp.file for stamp in scan(mine)] == ["own.md"]
