"""Whatever stands in the settings file: it is read, or explained; it is never lost."""

import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import settings as options
from hypothesis import strategies as st

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import read_settings, save_settings, settings_file

_PIECES = (
    "# a comment",
    "",
    "[llm]",
    "[asr]",
    "[[llm]]",
    "[llm.deeper]",
    "[future]",
    "[a.b.c]",
    'a."dotted key".b = 1',
    "n_ctx = 4096 # tokens",
    "n_ctx = 0x10_00",
    "n_ctx = 1",
    "n_ctx = 'many'",
    "n_ctx = 1e400",
    f"n_ctx = {10**40}",
    "temperature = nan",
    "temperature = -inf",
    "temperature = true",
    "llm = 3",
    "llm = {n_ctx = 4096, spare = [1, {x = 2}]}",
    "llm.n_ctx = 8192",
    "schema_version = 1",
    "schema_version = 99",
    "schema_version = 0",
    "schema_version = '1'",
    "schema_version = 1.5",
    "spare = 1979-05-27T07:32:00Z",
    "spare = [[1, 2], ['a', '''b\nc''']]",
    "deep = " + "[" * 400 + "]" * 400,
    "deep = " + "{a = " * 150 + "1" + "}" * 150,
    "spare = 'ü😀\\'",
    '"" = 1',
    "keep_days = -1",
    "keep_sessions = 'no'",
    "language = 3",
    "model = 'other' # mine",
    "=",
    "[",
    "]]",
    "'''",
    "x = 1 y = 2",
    "x = 1",
    "\t x\t=\t2 \t",
    "\x00",
    "\x1b[31m",
    "x = '" + "long " * 20_000 + "'",
)
"""Lines that a hand, another program or a bad disk may leave."""


@st.composite
def _texts(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.sampled_from(_PIECES) | st.text(max_size=20), max_size=8))
    text = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])).join(lines)
    return draw(st.sampled_from(["", "", "", "\ufeff"])) + text


@contextmanager
def _file(content: bytes) -> Iterator[tuple[Paths, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(*(Path(folder) / name for name in ("config", "data", "cache", "logs")))
        file = settings_file(paths)
        file.parent.mkdir()
        file.write_bytes(content)
        yield paths, file


def _other() -> Settings:
    settings = Settings()
    llm = settings.llm.model_copy(update={"n_ctx": 1024, "model": "ünusual 'name'"})
    return settings.model_copy(update={"llm": llm})


def _refusal(file: Path) -> SettingsError | None:
    try:
        read_settings(file)
    except SettingsError as error:
        return error
    return None


def _comments(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("# a comment")]


@options(max_examples=300)
@given(_texts().map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=60))
@example(b"\xef\xbb\xbf[llm]\r\nn_ctx = 4096\r\n# a comment\r\n")
@example(b"\xff\xfe\x00")
@example(b"deep = " + b"[" * 5000 + b"]" * 5000)
@example(b"deep = " + b"{a = " * 5000 + b"1" + b"}" * 5000)
@example(b"a" + b".a" * 5000 + b" = 1")
@example(b"[a" + b".a" * 95 + b"]\nb" + b".b" * 95 + b" = " + b"[" * 95 + b"]" * 95)
@example(b"[a" + b".a" * 95 + b"]\nb" + b".b" * 95 + b" = " + b"{c = " * 95 + b"1" + b"}" * 95)
@example(b"[a" + b".a" * 5000 + b"]")
@example(b"[llm]\nn_ctx = '" + b"x" * 100_000 + b"'")
@example(b'[llm]\nn_ctx = """\n"""')
def test_any_file_is_read_or_explained_and_stays_as_it_is(content: bytes) -> None:
    with _file(content) as (paths, file):
        error = _refusal(file)
        if error is not None:
            assert str(file) in error.message
            assert error.cure
            assert "\n" not in error.message
            assert len(error.message) < 1000
            with pytest.raises(SettingsError):
                save_settings(paths, _other())
        assert file.read_bytes() == content
        assert list(file.parent.iterdir()) == [file]


@options(max_examples=300)
@given(_texts())
@example("\ufeff# a comment\r\n[llm]\r\nn_ctx = 4096 # tokens\r\nspare = 2\r\n")
@example("llm = {n_ctx = 4096, spare = [1, {x = 2}]}\n# a comment")
@example("llm.n_ctx = 8192\nllm.spare = 1\n# a comment")
@example("[asr]\n# a comment")
def test_what_can_be_read_can_be_saved_with_its_comments_and_unknown_names(text: str) -> None:
    with _file(text.encode("utf-8", "surrogatepass")) as (paths, file):
        try:
            before = read_settings(file)
        except SettingsError:
            return
        llm = before.settings.llm.model_copy(update={"n_ctx": 1024, "model": "ünusual 'name'"})
        settings = before.settings.model_copy(update={"llm": llm})
        save_settings(paths, settings)
        once = file.read_bytes()
        after = read_settings(file)
        assert after.unknown == before.unknown
        assert repr(after.settings) == repr(settings)  # an unknown nan is not equal to itself
        save_settings(paths, settings)
        assert file.read_bytes() == once
        assert _comments(once.decode()) == _comments(text)
        tomllib.loads(once.decode().removeprefix("\ufeff"))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_endings_and_the_mark_at_the_head_stay(ending: str, mark: str) -> None:
    lines = ["# a comment", "[llm]", "n_ctx = 4096 # tokens", "spare = 2", ""]
    with _file((mark + ending.join(lines)).encode()) as (paths, file):
        save_settings(paths, _other())
        text = file.read_bytes().decode()
        assert text.startswith(f"{mark}# a comment{ending}schema_version = 1{ending}")
        assert f"{ending}[llm]{ending}n_ctx = 1024 # tokens{ending}spare = 2{ending}" in text
        assert text.count("\n") == text.count(ending)


def test_what_a_crash_left_in_the_middle_of_saving_does_no_harm() -> None:
    with _file(b"[llm]\nn_ctx = 4096\n") as (paths, file):
        part = file.with_suffix(".part")
        part.write_bytes(b"[llm]\nn_ct")
        assert read_settings(file).settings.llm.n_ctx == 4096
        save_settings(paths, _other())
        assert read_settings(file).settings == _other()
        assert list(file.parent.iterdir()) == [file]


def test_a_link_to_the_settings_stays_a_link() -> None:
    with _file(b"") as (paths, file):
        real = file.with_name("dotfiles.toml")
        file.rename(real)
        file.symlink_to(real)
        save_settings(paths, _other())
        assert file.is_symlink()
        assert read_settings(real).settings == _other()
