"""Where windows go: pure arithmetic on rectangles, so that none is ever out of sight."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize

from kairo_desktop.settings.overlay import OverlayPlace

__all__ = ["badge_point", "beside", "first_place", "inside", "restored"]

_GAP: Final = 12
"""Between a window and the overlay."""


def inside(wanted: QRect, free: QRect) -> QRect:
    """`wanted`, made as small as `free` where it has to be, and moved no further than needed.

    Where nothing is free, no monitor is on and nothing can be in sight: it stays as it is.
    """
    if free.isEmpty():
        return wanted
    width, height = min(wanted.width(), free.width()), min(wanted.height(), free.height())
    x = min(max(wanted.x(), free.x()), free.x() + free.width() - width)
    y = min(max(wanted.y(), free.y()), free.y() + free.height() - height)
    return QRect(x, y, width, height)


def restored(place: OverlayPlace, screens: Sequence[tuple[str, QRect]]) -> QRect:
    """Where a window that stood at `place` stands now.

    Args:
        place: Where it stood.
        screens: Name and free rectangle of each monitor, the primary one first; not empty.
    """
    free = next((free for name, free in screens if name == place.screen), screens[0][1])
    wanted = QRect(free.x() + place.x, free.y() + place.y, place.width, place.height)
    return inside(wanted, free)


def first_place(size: QSize, free: QRect, margin: int) -> QRect:
    """Where a window stands that has never been moved: the upper right corner."""
    x = free.x() + free.width() - size.width() - margin
    return inside(QRect(QPoint(x, free.y() + margin), size), free)


def badge_point(overlay: QRect, badge: QSize, free: QRect, gap: int) -> QPoint:
    """Where the badge stands: above the overlay, else below it, else on its upper edge."""
    above = overlay.y() - gap - badge.height()
    below = overlay.y() + overlay.height() + gap
    if above >= free.y():
        y = above
    elif below + badge.height() <= free.y() + free.height():
        y = below
    else:
        y = overlay.y() + gap
    x = overlay.x() + (overlay.width() - badge.width()) // 2
    return inside(QRect(QPoint(x, y), badge), free).topLeft()


def beside(wanted: QRect, overlay: QRect, free: QRect, least_width: int) -> QRect:
    """`wanted` where the overlay, which is above all windows, does not cover it.

    At the side that has more room; narrower if it has to be, down to `least_width`; where that
    is not enough either, as far away as it goes.
    """
    if not wanted.intersects(overlay):
        return inside(wanted, free)
    overlay = overlay.adjusted(-_GAP, 0, _GAP, 0)
    left = QRect(free.topLeft(), QSize(overlay.x() - free.x(), free.height()))
    right_x = overlay.x() + overlay.width()
    right = QRect(right_x, free.y(), free.x() + free.width() - right_x, free.height())
    at_left = left.width() >= right.width()
    room = left if at_left else right
    width = min(wanted.width(), max(room.width(), least_width))
    x = room.x() + room.width() - width if at_left else room.x()
    return inside(QRect(x, wanted.y(), width, wanted.height()), free)
