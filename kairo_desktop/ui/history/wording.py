"""What the history window says about sessions, rows and times, in the user's language."""

from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from kairo_desktop.store.export import clock, one_line
from kairo_desktop.store.figures import Figures
from kairo_desktop.store.records import Match, MatchKind, SavedSession, SessionState
from kairo_desktop.types import Lane, Source, Trace
from kairo_desktop.ui.history.rows import Row, RowKind

__all__ = [
    "all_figures",
    "closing",
    "copied",
    "day",
    "figures",
    "kind_name",
    "length",
    "milliseconds",
    "n_questions",
    "one_match",
    "one_row",
    "one_session",
    "source_names",
    "speaker",
    "state_name",
]


translate = QCoreApplication.translate


def speaker(lane: Lane) -> str:
    """Who speaks on a lane."""
    return (
        translate("History", "Interviewer") if lane is Lane.SYSTEM else translate("History", "You")
    )


def state_name(state: SessionState) -> str:
    """How a session ended, where that is worth a word; else nothing."""
    match state:
        case SessionState.RUNNING:
            return translate("History", "Recording")
        case SessionState.INTERRUPTED:
            return translate("History", "Broke off")
        case SessionState.RECOVERED:
            return translate("History", "Recovered")
        case SessionState.ENDED:
            return ""


def kind_name(kind: MatchKind) -> str:
    """What a found text is."""
    match kind:
        case MatchKind.LINE:
            return translate("History", "Line")
        case MatchKind.QUESTION:
            return translate("History", "Question")
        case MatchKind.POINT:
            return translate("History", "Point")


def day(moment: datetime) -> str:
    """A day and a time as the user's country writes them; the year where it is another."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    locale = QLocale()
    form = "ddd d MMM" if local.date().year() == QDate.currentDate().year() else "d MMM yyyy"
    time = locale.toString(local.time(), QLocale.FormatType.ShortFormat)
    return f"{locale.toString(local.date(), form)}, {time}"


def length(session: SavedSession, now: datetime) -> str:
    """How long a session took, or has taken; nothing where it broke off and nobody knows."""
    if session.state is SessionState.INTERRUPTED:
        return ""
    seconds = ((session.ended_at or now) - session.started_at).total_seconds()
    minutes = round(seconds / 60)
    if seconds < 60:
        return translate("History", "{} s").format(max(0, round(seconds)))
    if minutes < 60:
        return translate("History", "{} min").format(minutes)
    return translate("History", "{} h {:02} min").format(minutes // 60, minutes % 60)


def n_questions(n: int) -> str:
    """A number of questions."""
    return translate("History", "%n question(s)", "", n)


def milliseconds(wait_ms: float | None) -> str:
    """A wait, short enough for a glance."""
    if wait_ms is None:
        return "–"
    return (
        translate("History", "{} ms").format(round(wait_ms))
        if wait_ms < 1000
        else _seconds(wait_ms)
    )


def _seconds(wait_ms: float) -> str:
    return translate("History", "{:.1f} s").format(wait_ms / 1000)


def closing(row: Row) -> str:
    """The foot of an answer: asked again when, not in the notes, and where the time went."""
    parts = [_asked_again(row.asked_again_s)] if row.asked_again_s else []
    if row.trace is None:
        return "  ·  ".join([*parts, translate("History", "No answer was finished.")])
    if row.not_in_notes:
        parts.append(translate("History", "Not in your notes"))
    return "  ·  ".join([*parts, *_moments(row.trace)])


def _asked_again(times_s: Iterable[float]) -> str:
    times = QLocale().createSeparatedList([clock(at_s) for at_s in times_s])
    return translate("History", "Asked again at {}").format(times)


def _moments(trace: Trace) -> Iterable[str]:
    if trace.first_words_ms is not None:
        yield translate("History", "first words after {}").format(
            milliseconds(max(0.0, trace.first_words_ms))
        )
    if trace.done_ms is not None:
        yield translate("History", "whole answer after {}").format(
            milliseconds(max(0.0, trace.done_ms))
        )


def source_names(sources: Iterable[Source]) -> str:
    """The notes that a point rests on."""
    names = (f"{s.file} › {s.heading}" if s.heading else s.file for s in sources)
    return one_line("   ".join(names))


def one_row(row: Row) -> str:
    """A row as it is read aloud."""
    match row.kind:
        case RowKind.LINE:
            name = speaker(row.lane or Lane.SYSTEM)
            return translate("History", "{}, {}: {}").format(
                name, clock(row.at_s), one_line(row.text)
            )
        case RowKind.QUESTION:
            return translate("History", "Question, {}: {}").format(
                clock(row.at_s), one_line(row.text)
            )
        case RowKind.POINT:
            names = source_names(row.sources)
            text = translate("History", "Point: {}").format(one_line(row.text))
            return translate("History", "{}, from {}").format(text, names) if names else text
        case RowKind.CLOSING:
            return closing(row)


def one_session(session: SavedSession, now: datetime, *, says_how_it_ended: bool = True) -> str:
    """The second line of a session: when, how long, how much, and how it ended."""
    parts = (
        day(session.started_at),
        length(session, now),
        n_questions(session.n_turns),
        state_name(session.state) if says_how_it_ended else "",
    )
    return "  ·  ".join(part for part in parts if part)


def one_match(match: Match) -> str:
    """A found place as it is read aloud."""
    return translate("History", "{}, {}: {}").format(
        kind_name(match.kind), clock(match.at_s), one_line(match.text)
    )


def copied(rows: Iterable[Row]) -> str:
    """Rows as plain text for the clipboard; a point alone is nothing but its words."""
    chosen = [row for row in rows if row.kind is not RowKind.CLOSING]
    if len(chosen) == 1:
        return one_line(chosen[0].text)
    lines: list[str] = []
    for before, row in zip([None, *chosen], chosen, strict=False):
        begins = row.kind is RowKind.QUESTION or (
            before is not None and before.kind is RowKind.POINT and row.kind is RowKind.LINE
        )
        lines += ["", _copied_row(row)] if begins else [_copied_row(row)]
    return "\n".join(lines).strip("\n")


def _copied_row(row: Row) -> str:
    text = one_line(row.text)
    match row.kind:
        case RowKind.POINT:
            return f"• {text}"
        case RowKind.LINE if row.lane is not None:
            return f"{speaker(row.lane)} ({clock(row.at_s)}): {text}"
        case _:
            return text


def figures(figures: Figures) -> str:
    """How long the answers of a session usually kept the user waiting."""
    waits = (
        (translate("History", "first words after {}"), figures.first_words.p50_ms),
        (translate("History", "whole answers after {}"), figures.done.p50_ms),
    )
    parts = [words.format(milliseconds(ms)) for words, ms in waits if ms is not None]
    return "  ·  ".join([_answered(figures), *parts])


def all_figures(figures: Figures) -> str:
    """How long they did so at most as well, and the first one of them."""
    waits = (
        (translate("History", "first words"), figures.first_words),
        (translate("History", "whole answer"), figures.done),
    )
    parts = [
        translate("History", "{}: half within {}, nearly all within {}, the first {}").format(
            name, *map(milliseconds, (wait.p50_ms, wait.p95_ms, wait.cold_ms))
        )
        for name, wait in waits
        if wait.p50_ms is not None
    ]
    return "\n".join([_answered(figures), *parts])


def _answered(figures: Figures) -> str:
    return translate("History", "{} of {} answered").format(figures.n_answered, figures.n_asked)
