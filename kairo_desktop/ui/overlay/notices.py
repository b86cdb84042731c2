"""What the overlay says when something is not as it should be, and what to do about it."""

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QCoreApplication

from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.ui.overlay.words import ailing_text, lane_name
from kairo_desktop.ui.views import SKIPPED, BoardView, ChildView, LaneView, Phase, lasts

__all__ = ["Notice", "Weight", "notice_of", "ordinary_notice"]

translate = QCoreApplication.translate


class Weight(Enum):
    """How much a notice matters; the values name its icon."""

    INFO = "info"
    WARN = "warning"


@dataclass(frozen=True, slots=True)
class Notice:
    """A few words about something that is not as it should be.

    Attributes:
        weight: Whether the user has to do anything.
        text: What is the matter, and what to do.
        cure: What to do, alone: for where all of it has no room.
        whose: Name of the lane it is about; empty for what is about none.
    """

    weight: Weight
    text: str
    cure: str = ""
    whose: str = ""

    @property
    def wordings(self) -> tuple[str, ...]:
        """All of it, then less and less; each says what to do, and to which lane if it can."""
        first, alternative, _ = self.cure.partition(", or ")
        cures = [cure for cure in (self.cure, f"{first}." if alternative else "") if cure]
        named = [f"{self.whose}: {cure}" for cure in cures if self.whose]
        return (self.text, *named, *cures)


def notice_of(view: BoardView) -> Notice | None:
    """The one thing that the user should know now, or None when all is well.

    A silent lane is told by its sign alone: a muted headset must not push answers away.
    """
    children = [_of_child(child) for child in view.children]
    troubled = [_of_lane(lane) for lane in view.lanes if _is_told(lane)]
    fault = None
    if view.fault is not None:
        fault = _of_fault(view.fault, view.n_skipped)
    urgent = fault if view.fault is not None and lasts(view.fault) else None
    # A child that cannot start has said why itself: a model is gone, for one.
    reasons = {child.detail for child in view.children if child.state is ChildState.FAILED}
    refusal = fault if view.fault is not None and view.fault.message in reasons else None
    candidates = (refusal, *children, urgent, *troubled, fault)
    return next((notice for notice in candidates if notice is not None), None)


def ordinary_notice(phase: Phase, platform: str) -> Notice | None:
    """Why the overlay does not float, said while there is time to read it; None where it does.

    Args:
        phase: What the program does.
        platform: Qt's name of the window system.
    """
    if phase is not Phase.IDLE or not platform.startswith("wayland"):
        return None
    text = translate(
        "Overlay",
        "This desktop lets no window stay above the others: put Kairo beside the call. Where "
        "XWayland is installed, it floats.",
    )
    return Notice(Weight.INFO, text)


def _of_fault(fault: Fault, n_skipped: int) -> Notice:
    if fault.code == SKIPPED and n_skipped > 1:
        text = translate(
            "Overlay",
            "%n note(s) cannot be used. The settings say which and why, under Profile.",
            "",
            n_skipped,
        )
        return Notice(Weight.WARN, text)
    return Notice(Weight.WARN, f"{fault.message} {fault.cure}".strip(), fault.cure)


def _of_child(child: ChildView) -> Notice | None:
    match child.state, child.name:
        case ChildState.RESTARTING, "asr" | "llm":
            text = translate(
                "Overlay", "{part} stopped and is being started again. Nothing is lost."
            )
            brief = translate("Overlay", "{part} is being started again.")
            part = _part_name(child.name)
            return Notice(Weight.INFO, text.format(part=part), brief.format(part=part))
        case ChildState.FAILED, "asr" | "llm":
            text = translate("Overlay", "{part} keeps stopping. Stop listening, then start again.")
            cure = translate("Overlay", "Stop listening, then start again.")
            return Notice(Weight.WARN, text.format(part=_part_name(child.name)), cure)
        case _:
            return None


def _part_name(name: str) -> str:
    return (
        translate("Overlay", "Speech recognition")
        if name == "asr"
        else translate("Overlay", "The answering model")
    )


def _is_told(lane: LaneView) -> bool:
    return lane.ailing and lane.troubled


def _of_lane(lane: LaneView) -> Notice:
    # Of the advice of a lane the first sentence says what is the matter, the next what to do.
    cure = lane.message.partition(". ")[2]
    return Notice(Weight.WARN, ailing_text(lane), cure, lane_name(lane.lane))
