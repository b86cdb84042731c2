"""From the bytes of a text file to text, whatever wrote it."""

import codecs
import re

__all__ = ["UnreadableError", "decode", "without_controls"]

_SAMPLE_BYTES = 65_536

_MAX_STRAY_SHARE = 0.05
_MAX_STRAY = 4
"""Text may hold so many characters that are none, whatever its length; of random bytes a tenth
are none."""

_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
"""All but those that are white space; joiners and marks of direction are text."""

_UNDECODED = "\N{REPLACEMENT CHARACTER}"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class UnreadableError(ValueError):
    """A file that cannot be used; the text completes "skipped because it ..."."""


def decode(raw: bytes) -> str:
    r"""Decode a text file: UTF-8, UTF-16 or UTF-32 with a mark, else Latin-1 (Windows-1252).

    Stray control characters are left out.

    >>> decode(b"\xef\xbb\xbf\xc3\xa9t\xc3\xa9"), decode(b"\xe9t\xe9")
    ('été', 'été')

    Raises:
        UnreadableError: the bytes are no text.
    """
    text = _decode(raw)
    sample = text[:_SAMPLE_BYTES]
    n_stray = len(_CONTROLS.findall(sample)) + sample.count(_UNDECODED)
    if n_stray > max(_MAX_STRAY, _MAX_STRAY_SHARE * len(sample)):
        raise UnreadableError("is binary, not text")
    return without_controls(text)


def without_controls(text: str) -> str:
    """The text without control characters; white space stays."""
    return _CONTROLS.sub("", text)


def _decode(raw: bytes) -> str:
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(name, "replace")
    if wide := _unmarked_utf16(raw[:_SAMPLE_BYTES]):
        return raw.decode(wide, "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _unmarked_utf16(sample: bytes) -> str:
    """Name the byte order of Western text in UTF-16 without a mark; empty for anything else."""
    half = len(sample) // 2
    even, odd = sample[: 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.7 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""
