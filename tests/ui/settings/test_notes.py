from pathlib import Path

import pytest

from kairo_desktop.errors import InputError
from kairo_desktop.ui.settings.notes import FileKind, ProfileReport, report_of


def test_files_are_named_by_what_they_are_and_counted(tmp_path: Path) -> None:
    (tmp_path / "resume.md").write_text("# Me\nThree words here")
    (tmp_path / "job.txt").write_text("wanted")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "note.md").write_text("one two")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    report = report_of(tmp_path)
    assert [(read.file, read.kind, read.n_words) for read in report.read] == [
        ("deep/note.md", FileKind.NOTE, 2),
        ("job.txt", FileKind.JOB, 1),
        ("resume.md", FileKind.RESUME, 5),
    ]
    assert [skipped.file for skipped in report.skipped] == ["photo.png"]
    assert "md, txt, pdf or docx" in report.skipped[0].reason


def test_an_empty_folder_is_an_empty_report(tmp_path: Path) -> None:
    assert report_of(tmp_path) == ProfileReport((), ())


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        report_of(tmp_path / "nowhere")
