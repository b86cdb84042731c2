"""Bytes of text files become text, whatever wrote them."""

import codecs
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.retrieval.encoding import UnreadableError, decode

_TEXT = "Größe, café, naïve: 3 € \n"
_PRINTABLE = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1)


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"", "cp1252"),
    ],
)
def test_reads_what_common_editors_write(mark: bytes, name: str) -> None:
    assert decode(mark + _TEXT.encode(name)) == _TEXT


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_recognizes_western_utf16_without_a_mark(name: str) -> None:
    assert decode("Refund ledger at the old company".encode(name)).startswith("Refund")


@given(_PRINTABLE)
def test_returns_any_printable_utf8_as_it_is(text: str) -> None:
    raw = codecs.BOM_UTF8 + text.encode()
    assert decode(raw) == text


@pytest.mark.parametrize("raw", [bytes(range(256)) * 20, b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 99])
def test_refuses_binary_bytes(raw: bytes) -> None:
    with pytest.raises(UnreadableError, match="binary"):
        decode(raw)


@given(st.binary(max_size=300))
def test_never_fails_in_another_way(raw: bytes) -> None:
    with contextlib.suppress(UnreadableError):
        assert isinstance(decode(raw), str)


def test_gives_nothing_for_no_bytes() -> None:
    assert decode(b"") == ""
