import stat
from datetime import UTC, datetime
from pathlib import Path

from kairo_desktop.supervisor.log import PrivateLog


def _log(folder: Path) -> PrivateLog:
    return PrivateLog(folder, now=lambda: datetime(2026, 3, 1, tzinfo=UTC))


def test_lines_have_a_time_and_a_source(tmp_path: Path) -> None:
    log = _log(tmp_path / "logs")
    log.write("asr[7]", b"it \xff broke\n")
    assert log.path.read_text() == "2026-03-01T00:00:00.000+00:00 asr[7]: it � broke\n"
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o600


def test_a_long_line_is_cut(tmp_path: Path) -> None:
    log = _log(tmp_path)
    log.write("asr", b"x" * 10_000)
    assert log.path.stat().st_size < 600


def test_three_files_are_kept_of_a_child_that_never_stops(tmp_path: Path) -> None:
    log = _log(tmp_path)
    for n in range(9000):
        log.write("capture", str(n).encode() + b" " * 490 + b".")
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["children.log", "children.log.1", "children.log.2"]
    assert sum(path.stat().st_size for path in files) <= 3 << 20
    assert " 8999 " in log.path.read_text()
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


def test_a_log_that_cannot_be_written_goes_quiet(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("not a folder")
    log = _log(tmp_path / "logs")
    log.write("asr", b"one")
    log.write("asr", b"two")
    assert (tmp_path / "logs").read_text() == "not a folder"
