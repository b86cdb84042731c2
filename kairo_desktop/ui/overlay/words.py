"""What the overlay says in words: of states and times."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Kind, Lane, PointState, QuestionState, TalkingPoint, Trace
from kairo_desktop.ui.views import CardView, LaneView, Phase

__all__ = [
    "ailing_text",
    "connections_text",
    "empty_text",
    "kind_text",
    "lane_name",
    "lane_text",
    "note_text",
    "nothing_heard_text",
    "phase_text",
    "plain_text",
    "short_phase_text",
    "sources_text",
    "state_text",
    "told_sources",
    "trace_text",
]

translate = QCoreApplication.translate


_PHASES: Final = {
    Phase.IDLE: QT_TRANSLATE_NOOP("Overlay", "Not listening"),
    Phase.LOADING: QT_TRANSLATE_NOOP("Overlay", "Getting ready"),
    Phase.HEARING: QT_TRANSLATE_NOOP("Overlay", "Listening · answers soon"),
    Phase.LISTENING: QT_TRANSLATE_NOOP("Overlay", "Listening"),
    Phase.PAUSED: QT_TRANSLATE_NOOP("Overlay", "Paused"),
    Phase.TROUBLE: QT_TRANSLATE_NOOP("Overlay", "Trouble"),
}
_KINDS: Final = {
    Kind.BEHAVIORAL: QT_TRANSLATE_NOOP("Overlay", "Experience"),
    Kind.ALGORITHMIC: QT_TRANSLATE_NOOP("Overlay", "Algorithm"),
    Kind.SYSTEM_DESIGN: QT_TRANSLATE_NOOP("Overlay", "System design"),
    Kind.TECHNICAL_KNOWLEDGE: QT_TRANSLATE_NOOP("Overlay", "Knowledge"),
    Kind.BACKGROUND: QT_TRANSLATE_NOOP("Overlay", "Background"),
    Kind.LOGISTICS: QT_TRANSLATE_NOOP("Overlay", "Logistics"),
}


def phase_text(phase: Phase) -> str:
    """What the program does, in a few words."""
    return translate("Overlay", str(_PHASES[phase]))


def short_phase_text(phase: Phase) -> str:
    """What the program does, where there is little room."""
    return phase_text(Phase.LISTENING if phase is Phase.HEARING else phase)


def empty_text(phase: Phase) -> tuple[str, str]:
    """What stands where points will be: a headline and a line below it."""
    return {
        Phase.IDLE: (
            translate("Overlay", "Ready when you are"),
            translate("Overlay", "Nothing is heard until you start."),
        ),
        Phase.LOADING: (
            translate("Overlay", "Getting the models ready"),
            translate("Overlay", "What is said meanwhile is not lost."),
        ),
        Phase.HEARING: (
            translate("Overlay", "Listening"),
            translate("Overlay", "Answers come once the models are ready. Nothing is lost."),
        ),
        Phase.LISTENING: (
            translate("Overlay", "Waiting for a question"),
            translate("Overlay", "Points appear here when one is asked."),
        ),
        Phase.PAUSED: (
            translate("Overlay", "Paused"),
            translate("Overlay", "Nothing is heard until you go on."),
        ),
        Phase.TROUBLE: (
            translate("Overlay", "Something is in the way"),
            translate("Overlay", "The line below says what."),
        ),
    }[phase]


def lane_name(lane: Lane) -> str:
    """Whose voice it is."""
    return (
        translate("Overlay", "The call")
        if lane is Lane.SYSTEM
        else translate("Overlay", "Your microphone")
    )


def nothing_heard_text(lane: Lane) -> str:
    """What stands where a caption will be."""
    if lane is Lane.SYSTEM:
        return translate("Overlay", "Nothing said in the call yet")
    return translate("Overlay", "Nothing said by you yet")


def lane_text(view: LaneView) -> str:
    """How a lane is and what a click on it does."""
    name = lane_name(view.lane)
    if not view.heard:
        return translate("Overlay", "{lane}: not part of this session").format(lane=name)
    if view.paused:
        return translate("Overlay", "{lane}: paused. Click to hear it again").format(lane=name)
    state = view.message if view.ailing else ""
    state = (
        state.rstrip(".")
        or {
            LaneState.OK: view.source or translate("Overlay", "heard"),
            LaneState.SILENT: translate("Overlay", "silent"),
            LaneState.STALLED: translate("Overlay", "no sound comes"),
            LaneState.LOST: translate("Overlay", "lost"),
            LaneState.DENIED: translate("Overlay", "not allowed"),
            LaneState.PAUSED: translate("Overlay", "paused"),
        }[view.state]
    )
    return translate("Overlay", "{lane}: {state}. Click to pause it").format(lane=name, state=state)


def kind_text(kind: Kind) -> str:
    """What sort of answer a question wants."""
    return translate("Overlay", str(_KINDS[kind]))


def state_text(card: CardView) -> str:
    """What is not settled about a question; empty for one that stands."""
    match card.state:
        case QuestionState.CONFIRMED:
            return ""
        case QuestionState.WITHDRAWN:
            return translate("Overlay", "taken back")
        case _:
            return translate("Overlay", "may go on")


def sources_text(point: TalkingPoint) -> str:
    """The notes that a point rests on; empty for none."""
    return " · ".join(note_text(source.file, source.heading) for source in point.sources)


def told_sources(points: Sequence[TalkingPoint]) -> list[str]:
    """What to say of the notes of each point: nothing where they are those of the one before."""
    told, before = [], ""
    for point in points:
        source = sources_text(point)
        if point.state is PointState.FINAL and before and not source:
            source = translate("Overlay", "not from your notes")
        told.append("" if source == before else source)
        before = source or before
    return told


def note_text(file: str, heading: str) -> str:
    """A place in the notes, without the folders on the way."""
    name = file.rpartition("/")[2]
    return f"{name} › {heading}" if heading else name


def connections_text(count: int) -> str:
    """How many connections were made."""
    return translate("Overlay", "%n connection(s)", "", count)


def trace_text(trace: Trace) -> str:
    """How long an answer took, in words; empty when nothing was measured."""
    parts = []
    if trace.first_words_ms is not None:
        early = trace.first_words_ms <= 0
        words = (
            translate("Overlay", "First words before the question ended")
            if early
            else translate("Overlay", "First words after {time}")
        )
        parts.append(words.format(time=_seconds(trace.first_words_ms)))
    if trace.done_ms is not None and trace.done_ms > 0:
        parts.append(translate("Overlay", "all after {time}").format(time=_seconds(trace.done_ms)))
    return " · ".join(parts)


def _seconds(ms: float) -> str:
    return translate("Overlay", "{seconds} s").format(seconds=f"{ms / 1000:.1f}")


def ailing_text(lane: LaneView) -> str:
    """What is the matter with a lane."""
    return f"{lane_name(lane.lane)}: {lane.message}"


def plain_text(card: CardView) -> str:
    """A question and its points, to be pasted elsewhere."""
    lines = [card.question, *(f"- {point.text}" for point in card.points)]
    return "\n".join(lines)
