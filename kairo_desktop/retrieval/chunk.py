r"""Cutting a note into windows that a prompt can hold, along the note's own structure.

Headings open sections, paragraphs and list items stay whole where they fit, long ones are cut
between sentences. The law: the chunks of a note, joined, are the note.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from kairo_desktop.retrieval.read import Note

__all__ = ["MAX_PIECES", "Chunk", "chunk_note", "count_pieces"]

MAX_PIECES = 56
"""Words and punctuation marks in a chunk; about 60 tokens of a language model."""

_MAX_HEADING_CHARS = 80
_MAX_WORD_CHARS = 200

_PIECE = re.compile(r"\w{1,12}|[^\w\s]")
_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*\n?$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*\n?$")
_BOLD = re.compile(r"[ \t]*(?:\*\*|__)([^*_].*?)(?:\*\*|__):?[ \t]*\n?$")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+\S")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]*]*\s+")
_CLAUSE_END = re.compile(r"(?<=[;:,])\s+")
_WORD = re.compile(rf"\s*\S{{1,{_MAX_WORD_CHARS}}}\s*")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A window of a note.

    Attributes:
        title: The note's first heading; empty where it has none.
        heading: Nearest heading above the text, which may be the title.
        text: Exactly the characters of the note, its heading lines included.
        body: `text` without heading lines and outer blanks; never empty.
    """

    title: str
    heading: str
    text: str
    body: str


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together: a heading, a paragraph, a list item or fenced code."""

    text: str
    heading: str = ""


def chunk_note(note: Note, max_pieces: int = MAX_PIECES) -> tuple[Chunk, ...]:
    """Cut a note into chunks of at most `max_pieces`.

    Joined, their texts are the note's text. Only a word without any break can make a chunk
    longer.
    """
    blocks = list(_blocks(note.text))
    title = next((block.heading for block in blocks if block.heading), "")
    chunks: list[Chunk] = []
    heading, lead, body = "", "", list[str]()
    for block in [*blocks, None]:
        if block is not None and not block.heading:
            body.append(block.text)
            continue
        if "".join(body).strip():
            chunks += _windows(Chunk(title, heading, lead, ""), body, max_pieces)
            lead = ""
        else:
            lead += "".join(body)
        body = []
        if block is not None:
            heading = block.heading
            lead += block.text
    return _with_tail(chunks, Chunk(title, heading, lead, lead.strip()))


def count_pieces(text: str) -> int:
    """Words and punctuation marks in `text`; long words count more than once."""
    return sum(1 for _ in _PIECE.finditer(text))


def _with_tail(chunks: list[Chunk], tail: Chunk) -> tuple[Chunk, ...]:
    """Append what stands behind the last body: headings or blanks without text."""
    if not tail.text:
        return tuple(chunks)
    if not chunks:
        return (tail,) if tail.body else ()
    last = chunks[-1]
    return (*chunks[:-1], Chunk(last.title, last.heading, last.text + tail.text, last.body))


def _windows(section: Chunk, blocks: list[str], max_pieces: int) -> Iterator[Chunk]:
    """Cut the body of one section into windows of about equal size."""
    units = [unit for block in blocks for unit in _units(block, max_pieces)]
    sizes = [count_pieces(unit) for unit in units]
    total = sum(sizes)
    target = total / max(1, ceil(total / max_pieces))
    window, n_window, lead = "", 0, section.text
    for unit, size in zip(units, sizes, strict=True):
        grown = n_window + size
        full = grown > max_pieces or grown - target > target - n_window
        if full and window.strip():
            yield Chunk(section.title, section.heading, lead + window, window.strip())
            window, n_window, lead = "", 0, ""
        window += unit
        n_window += size
    yield Chunk(section.title, section.heading, lead + window, window.strip())


def _units(block: str, max_pieces: int) -> Iterator[str]:
    """Cut a block where it may be cut: not at all, between sentences, clauses, words."""
    if count_pieces(block) <= max_pieces:
        yield block
        return
    for sentence in _split_after(_SENTENCE_END, block):
        if count_pieces(sentence) <= max_pieces:
            yield sentence
            continue
        for clause in _split_after(_CLAUSE_END, sentence):
            fits = count_pieces(clause) <= max_pieces
            yield from [clause] if fits else _WORD.findall(clause)


def _split_after(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    begin = 0
    for match in pattern.finditer(text):
        yield text[begin : match.end()]
        begin = match.end()
    if begin < len(text):
        yield text[begin:]


def _blocks(text: str) -> Iterator[_Block]:
    """Split a note into blocks; blank lines end a block and belong to it."""
    lines = text.splitlines(keepends=True)
    pending, fenced, title_open = "", False, True
    number = 0
    while number < len(lines):
        line = lines[number]
        after = lines[number + 1] if number + 1 < len(lines) else ""
        used, heading = (0, "") if fenced else _heading(line, after, pending, title_open=title_open)
        if used or (not fenced and _opens_block(line, pending)):
            if pending:
                yield _Block(pending)
            pending = ""
        if used:
            yield _Block(line + (after if used == 2 else ""), heading)
        else:
            fenced ^= bool(_FENCE.match(line))
            pending += line
        title_open = title_open and not line.strip()
        number += max(used, 1)
    if pending:
        yield _Block(pending)


def _opens_block(line: str, pending: str) -> bool:
    after_blank = bool(line.strip()) and pending.endswith(("\n\n", " \n")) and bool(pending.strip())
    return after_blank or bool(_ITEM.match(line))


def _heading(line: str, after: str, pending: str, *, title_open: bool) -> tuple[int, str]:
    """How many lines make up a heading that begins with `line` (0: none), and its words."""
    words = line.strip()
    if match := _ATX.match(line):
        return 1, match[2]
    if not words or len(words) > _MAX_HEADING_CHARS or _ITEM.match(line):
        return 0, ""
    if not pending.rstrip(" \n") or pending.endswith("\n\n"):
        if _UNDERLINE.match(after):
            return 2, words
        if _is_label(words, after, title_open=title_open):
            return 1, words.rstrip(":")
    if match := _BOLD.match(line):
        return 1, match[1].rstrip(":")
    return 0, ""


def _is_label(words: str, after: str, *, title_open: bool) -> bool:
    """True for a heading without marks: the first line of a note, or a lone short line."""
    if words.startswith(("**", "__", "```", "~~~", "|", ">")) or words[-1] in ".;,!?":
        return False
    return title_open or (not after.strip() and len(words) <= _MAX_HEADING_CHARS // 2)
