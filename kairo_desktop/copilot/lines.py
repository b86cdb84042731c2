"""Finds the separate points in an answer, whatever format the model chose for it.

A pure reading of the whole text so far: it gives the same for any way the text arrived, and what
it finds in a text is a beginning of what it finds in a longer one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Line", "Reading", "read"]

_HEADING = re.compile(r"\[[^\]]{0,100}(?:\]|\Z)")
_BULLET = re.compile(r"(?:[-*+•·▪◦‣–—>#|]+|\(?\d{1,2}[.)]|[a-hA-H][.)])(?=\s)")
_DASH = re.compile(r"[-•–—#>]+(?=[^\W\d_*]|\*\*)")
_NUMBER = re.compile(r"\(?\d{1,2}[.)]")
_CODE = re.compile(
    r"^\s*```(?!json|text|md|markdown)\w[^\n]*\n.*?(?:^\s*```|\Z)", re.MULTILINE | re.DOTALL
)
_FENCE = re.compile(r"^\s*```[^\n]*(?:\n|$)", re.MULTILINE)
_LIST = re.compile(r"[\s-]*[\[{]\s*(?:[\[{\"]|\Z)")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s*(\S))', re.DOTALL)
_ESCAPE = re.compile(r'\\(["\\/nt])')
_BOLD = re.compile(r"(?<![\w)])\*\*|\*\*(?![\w(])|```")
_EDGE_MARKS = "*`_|"
_SENTENCE_END = re.compile(r"[.!?][)\"'\u201d\u2019*_]*$")
_ABBREVIATION = re.compile(
    r"\.\w|^(?:vs|approx|etc|no|dr|mr|(?-i:Ms)|st|ca|incl|resp)\.$", re.IGNORECASE
)
_DECIMAL = re.compile(r"\d[.,]\d+\.$")
_MIN_SENTENCE_WORDS = 4
_MAX_LABEL_WORDS = 5
_PREAMBLE = frozenset({"sure", "certainly", "absolutely", "okay", "ok", "great", "alright"})
_OTHER_PARTS = frozenset({"question", "interviewer", "notes", "assistant", "candidate"})
_HELD = (*_PREAMBLE, *_OTHER_PARTS, "here's")


@dataclass(frozen=True, slots=True)
class Line:
    """One point as the model wrote it, without marks.

    Attributes:
        words: Whole words.
        rest: Beginning of a further word that is not known to be whole; "" where there is none.
        closed: No more words will come.
    """

    words: tuple[str, ...]
    rest: str
    closed: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer contains so far.

    Attributes:
        lines: In order; only the last one may be open.
        over: The model went on to something that is no answer.
    """

    lines: tuple[Line, ...]
    over: bool = False


def read(text: str, *, final: bool) -> Reading:
    """Read an answer; `final` when nothing more will come."""
    text = _without_fences(text, final=final)
    if _LIST.match(text):
        return Reading(tuple(_strings(text, final=final)))
    lines: list[Line] = []
    over = False
    for raw in _raw_lines(text, final=final):
        line = _clean(raw, first=not lines)
        over = _is_other_part(line)
        if over:
            break
        if lines and _is_label(lines[-1]):
            line = Line(lines.pop().words + line.words, line.rest, line.closed)
        lines.extend(_sentences(line))
    return Reading(tuple(lines), over)


def _without_fences(text: str, *, final: bool) -> str:
    """The text without code and fences; a line that may still become a fence is held."""
    text = _FENCE.sub("", _CODE.sub("", text))
    last = text.rpartition("\n")[2].strip()
    held = not final and last and not last.strip("`")
    return text.rpartition("\n")[0] + "\n" if held else text


def _strings(text: str, *, final: bool) -> Iterator[Line]:
    """The values of a JSON-like list or object."""
    for match in _STRING.finditer(text + ("]" if final else "")):
        if match.group(2) != ":":
            words = _ESCAPE.sub(lambda m: " " if m[1] in "nt" else m[1], match.group(1)).split()
            if words := _without_marks(words):
                yield Line(tuple(words), "", closed=True)


def _raw_lines(text: str, *, final: bool) -> Iterator[Line]:
    *whole, last = text.split("\n")
    for line in whole:
        yield Line(tuple(_unmarked(line).split()), "", closed=True)
    if final:
        yield Line(tuple(_unmarked(last).split()), "", closed=True)
        return
    body = _unmarked(last)
    words = body.split()
    rest = words.pop() if words and not body[-1].isspace() else ""
    yield Line(tuple(words), rest, closed=False)


def _unmarked(line: str) -> str:
    """The line without the bullets, numbers and bracketed headings it begins with."""
    line = line.lstrip()
    while match := _BULLET.match(line) or _DASH.match(line) or _HEADING.match(line):
        line = line[match.end() :].lstrip()
    return line


def _clean(line: Line, *, first: bool) -> Line:
    words = _without_marks(line.words)
    rest = line.rest.lstrip(_EDGE_MARKS)
    if first:
        words, rest = _without_preamble(words, rest, closed=line.closed)
    if not words and _is_held(rest):
        rest = ""
    return Line(tuple(words), rest, line.closed)


def _without_marks(words: Iterable[str]) -> list[str]:
    """The words without emphasis; a lone asterisk is a multiplication."""
    bare = [word if word == "*" else _BOLD.sub("", word).strip(_EDGE_MARKS) for word in words]
    bare = [word for word in bare[_first_word(bare) :] if word.strip("#")]
    return [
        word
        for before, word in zip(["", *bare], bare, strict=False)
        if not (before.endswith(":") and _NUMBER.fullmatch(word))
    ]


def _first_word(words: Sequence[str]) -> int:
    """Index of the first word that is no mark and no number of a list; all when there is none."""
    for at, word in enumerate(words):
        if any(map(str.isalnum, word)) and not _NUMBER.fullmatch(word):
            return at
    return len(words)


def _without_preamble(words: list[str], rest: str, *, closed: bool) -> tuple[list[str], str]:
    """Drop "Sure! Here are some points:" from the beginning of an answer."""
    while words and _opens_preamble(words[0]):
        words = words[1 + _first_word(words[1:]) :]
    opening = " ".join([*words[:2], rest]).lower().replace("\u2019", "'")
    if opening.startswith(("here are", "here is", "here's")):
        ends = [at for at, word in enumerate(words) if word.endswith(":")]
        return (words[ends[0] + 1 :], rest) if ends else ([], "")
    held = not closed and words and words[-1].lower() == "here" and len(words) == 1
    return ([], "") if held else (words, rest)


def _opens_preamble(word: str) -> bool:
    lowered = word.lower()
    said = lowered.rstrip(",.!:")
    return said in _PREAMBLE and said != lowered


def _is_held(rest: str) -> bool:
    """True for a first word that may turn out to be no part of the answer."""
    start = rest.lower().rstrip(",.!:" + _EDGE_MARKS)
    return any(word.startswith(start) for word in _HELD)


def _is_other_part(line: Line) -> bool:
    first = line.words[0] if line.words else ""
    return first.endswith(":") and first[:-1].lower() in _OTHER_PARTS


def _is_label(line: Line) -> bool:
    """True for "Result:" on a line of its own: what follows belongs to it."""
    return line.closed and line.words[-1].endswith(":") and len(line.words) <= _MAX_LABEL_WORDS


def _sentences(line: Line) -> Iterator[Line]:
    """A line of several sentences is several points."""
    begin = 0
    words: Sequence[str] = line.words
    for at in range(len(words)):
        more = at + 1 < len(words) or line.rest
        if more and at + 1 - begin >= _MIN_SENTENCE_WORDS and _ends_sentence(words[at]):
            yield Line(tuple(words[begin : at + 1]), "", closed=True)
            begin = at + 1 + _first_word(words[at + 1 :])
    if begin < len(words) or line.rest:
        yield Line(tuple(words[begin:]), line.rest, line.closed)


def _ends_sentence(word: str) -> bool:
    is_whole = not _ABBREVIATION.search(word) or _DECIMAL.search(word)
    return bool(_SENTENCE_END.search(word) and is_whole)
