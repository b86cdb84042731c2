"""Bytes of text files become text, whatever wrote them."""

import codecs
import contextlib
import random
import zlib

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


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"Led \x02four\x1f people\x00.\x7f\n", "Led four people.\n"),
        (b"caf\xe9 \x80 5\x81\n", "café € 5\N{REPLACEMENT CHARACTER}\n"),
        ("auf\u200clegen \u200fab\n".encode(), "auf\u200clegen \u200fab\n"),
        (b"page one\x0c\x0bpage two", "page one\x0c\x0bpage two"),
        (b"\x1b[1mbold\x1b[0m " + b"word " * 40, "[1mbold[0m " + "word " * 40),
    ],
)
def test_leaves_out_a_few_stray_control_characters(raw: bytes, text: str) -> None:
    assert decode(raw) == text


@given(_PRINTABLE, st.lists(st.integers(0, 300), max_size=4), st.sampled_from("\0\1\x1b\x7f\x9f"))
def test_reads_text_around_any_four_control_characters(
    text: str, places: list[int], control: str
) -> None:
    spoilt = list(text)
    for place in places:
        spoilt.insert(place, control)
    raw = codecs.BOM_UTF8 + "".join(spoilt).encode()
    assert decode(raw) == text


@pytest.mark.parametrize(
    "raw",
    [
        bytes(range(256)) * 20,
        b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 99,
        zlib.compress(bytes(range(256)) * 99 + b"some text"),
        random.Random(3).randbytes(3000),
        b"\x7fELF\2\1\1" + bytes(60),
    ],
)
def test_refuses_binary_bytes(raw: bytes) -> None:
    with pytest.raises(UnreadableError, match="binary"):
        decode(raw)


@given(st.binary(max_size=300))
def test_never_fails_in_another_way(raw: bytes) -> None:
    with contextlib.suppress(UnreadableError):
        assert isinstance(decode(raw), str)


def test_gives_nothing_for_no_bytes() -> None:
    assert decode(b"") == ""
