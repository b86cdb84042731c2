"""A session as a file for other programs: Markdown, JSON, subtitles."""

from dataclasses import asdict
from enum import StrEnum

import msgspec

from kairo_desktop.store.records import SavedTurn, Story
from kairo_desktop.types import Lane, Source, Utterance

__all__ = ["Format", "export"]

_SPEAKERS = {Lane.SYSTEM: "Interviewer", Lane.MIC: "You"}


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


def _markdown(story: Story) -> str:
    said = [(line.start_s, _line(line)) for line in story.lines]
    answered = [(turn.question.end_s, _turn(turn)) for turn in story.turns]
    parts = [text for _, text in sorted(said + answered, key=lambda part: part[0])]
    head = f"# {_plain(story.session.title)}\n\n{story.session.started_at:%Y-%m-%d %H:%M}\n"
    return "\n".join([head, *parts])


def _line(line: Utterance) -> str:
    return f"**{_SPEAKERS[line.lane]}** ({_clock(line.start_s)}): {_plain(line.text)}\n"


def _turn(turn: SavedTurn) -> str:
    rows = [f"> **{_plain(turn.question.text)}**"]
    for point in turn.points:
        rows += [f"> - {_plain(point.text)}{_sources(point.sources)}"]
    if turn.not_in_notes:
        rows += ["> ", "> *Not in your notes.*"]
    return "\n".join(rows) + "\n"


def _sources(sources: tuple[Source, ...]) -> str:
    names = [f"{s.file}, {s.heading}" if s.heading else s.file for s in sources]
    return f" *({_plain('; '.join(names))})*" if names else ""


def _plain(text: str) -> str:
    """Text that Markdown takes for nothing but text, on one line."""
    one_line = " ".join(text.split())
    return "".join(f"\\{c}" if c in r"\`*_[]<>#|" else c for c in one_line)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    return (
        f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
    )


def _subtitles(story: Story) -> str:
    blocks = [
        f"{number}\n{_stamp(line.start_s)} --> {_stamp(max(line.end_s, line.start_s))}\n"
        f"{_SPEAKERS[line.lane]}: {' '.join(line.text.split())}\n"
        for number, line in enumerate(story.lines, 1)
    ]
    return "\n".join(blocks)


def _stamp(seconds: float) -> str:
    ms = round(max(0.0, seconds) * 1000)
    hours, ms = divmod(ms, 3_600_000)
    minutes, ms = divmod(ms, 60_000)
    return f"{hours:02}:{minutes:02}:{ms // 1000:02},{ms % 1000:03}"
