"""A session as a file for other programs: Markdown, JSON, subtitles."""

import os
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path

import msgspec

from kairo_desktop.errors import DiskError
from kairo_desktop.store.figures import Waits, figures_of
from kairo_desktop.store.records import SavedTurn, Story
from kairo_desktop.types import Lane, Source, Utterance

__all__ = ["Format", "clock", "export", "one_line", "write_private"]

_SPEAKERS = {Lane.SYSTEM: "Interviewer", Lane.MIC: "You"}

_SHORTEST_S = 0.5
"""Players do not show a subtitle that lasts no time."""

_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Turn round what stands behind them, past the end of their own text."""

_NOTHING = "…"
"""Stands for an empty text, which would leave its markup bare."""

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
_LIST_MARK = re.compile(r"^(\d*)([-+=.)])")


class Format(StrEnum):
    """What a session can be exported as."""

    MD = "md"
    JSON = "json"
    SRT = "srt"


def export(story: Story, form: Format) -> str:
    """The session as text, ending with a line break.

    Markdown has lines and answers in the order in which they came, JSON has everything,
    subtitles have the lines.
    """
    match form:
        case Format.MD:
            return _markdown(story)
        case Format.JSON:
            return msgspec.json.format(msgspec.json.encode(asdict(story)), indent=2).decode() + "\n"
        case Format.SRT:
            return _subtitles(story)


def write_private(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file that only its owner can read; all of it or nothing.

    Args:
        path: Where to.
        text: With line feeds, which stay so on every system.
        replace: Take the place of a file that is there.

    Raises:
        DiskError: it exists and `replace` is False, or it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    target = part if replace else path
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        if replace:
            part.replace(path)
    except FileExistsError as err:
        raise DiskError(f"{target} is there already.", cure="Choose another name.") from err
    except OSError as err:
        with suppress(OSError):
            target.unlink()
        raise DiskError(
            f"{path} cannot be written ({err.strerror}).",
            cure="Choose another folder, or free some room.",
        ) from err


def one_line(text: str) -> str:
    """The text on one line, without characters that command a terminal or a layout."""
    visible = (c for c in text if c.isspace() or not _commands(c))
    return " ".join("".join(visible).split())


def clock(seconds: float) -> str:
    """A time of a session as `2:07` or, from an hour on, `1:02:07`; never negative."""
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    return (
        f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
    )


def _markdown(story: Story) -> str:
    said = [(line.start_s, _line(line)) for line in story.lines]
    answered = [(turn.question.end_s, _turn(turn)) for turn in story.turns]
    parts = [text for _, text in sorted(said + answered, key=lambda part: part[0])]
    return "\n".join([_head(story), *parts])


def _head(story: Story) -> str:
    head = (
        f"# {_plain(story.session.title)}\n\n{story.session.started_at.astimezone():%Y-%m-%d %H:%M}"
    )
    figures = figures_of(story.turns)
    if figures.n_asked:
        plural = "" if figures.n_asked == 1 else "s"
        head += f" · {figures.n_asked} question{plural}, {figures.n_answered} answered"
        head += _waited(figures.first_words)
    return head + "\n"


def _waited(waits: Waits) -> str:
    return "" if waits.p50_ms is None else f" · first words after {waits.p50_ms:.0f} ms (median)"


def _line(line: Utterance) -> str:
    return f"**{_SPEAKERS[line.lane]}** ({clock(line.start_s)}): {_plain(line.text)}\n"


def _turn(turn: SavedTurn) -> str:
    rows = [f"> **{_plain(turn.question.text)}**"]
    if turn.asked_again_s:
        rows += ["> ", f"> *Asked again at {_moments(turn.asked_again_s)}.*", "> "]
    for point in turn.points:
        rows += [f"> - {_plain(point.text)}{_sources(point.sources)}"]
    if turn.not_in_notes:
        rows += ["> ", "> *Not in your notes.*"]
    return "\n".join(rows) + "\n"


def _moments(times_s: Sequence[float]) -> str:
    """The times of a list that ends with "and"."""
    *most, last = [clock(at_s) for at_s in times_s]
    return f"{', '.join(most)} and {last}" if most else last


def _sources(sources: tuple[Source, ...]) -> str:
    names = [f"{s.file}, {s.heading}" if s.heading else s.file for s in sources]
    return f" *({_plain('; '.join(names))})*" if names else ""


def _plain(text: str) -> str:
    """Text that Markdown takes for nothing but text, on one line."""
    escaped = _MARKUP.sub(r"\\\g<0>", one_line(text)) or _NOTHING
    return _LIST_MARK.sub(r"\1\\\2", escaped)


def _commands(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or character in _DIRECTION_MARKS


def _subtitles(story: Story) -> str:
    blocks = [
        f"{number}\n{_stamp(line.start_s)} --> {_stamp(_end_s(line))}\n"
        f"{_SPEAKERS[line.lane]}: {one_line(line.text).replace('-->', '->')}\n"
        for number, line in enumerate(story.lines, 1)
    ]
    return "\n".join(blocks)


def _end_s(line: Utterance) -> float:
    return max(line.end_s, max(0.0, line.start_s) + _SHORTEST_S)


def _stamp(seconds: float) -> str:
    ms = round(max(0.0, seconds) * 1000)
    hours, ms = divmod(ms, 3_600_000)
    minutes, ms = divmod(ms, 60_000)
    return f"{hours:02}:{minutes:02}:{ms // 1000:02},{ms % 1000:03}"
