"""The theme as the overlay uses it: fonts at the user's size, colors, lengths."""

from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtGui import QColor, QFont

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.theme import Colors, Theme, font_of, readable

__all__ = ["LINE_SPACING", "Dressed", "Fonts", "Looks", "looks_of", "scroll_bar_style"]

LINE_SPACING: Final = 1.36
"""Of the size of the letters; wide enough to keep a line at a glance from 60 cm."""

_LARGEST_CONTROLS: Final = 1.3
"""Buttons need not grow with the largest text: they would push it out of the window."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """One font for each thing that is said.

    Attributes:
        control: On buttons, which grow less than text does.
        message: Of notices, likewise.
        counter: Beside signs in the bars, likewise.
    """

    control: QFont
    message: QFont
    counter: QFont
    caption: QFont
    small: QFont
    strong: QFont
    body: QFont
    body_strong: QFont
    point: QFont
    lead: QFont
    title: QFont


@dataclass(frozen=True, slots=True)
class Looks:
    """What every widget of the overlay draws with.

    Attributes:
        theme: With colors that can be read on a ground of that opacity.
        scale: The user's text size.
        card_alpha: Opacity of the ground, 0..1; text is always opaque.
        blended: What lies below shines through; where it cannot, corners are square.
        compact: Only anchor and points.
        show_trace: Say how long answers took.
    """

    theme: Theme
    fonts: Fonts
    scale: float
    card_alpha: float
    blended: bool
    compact: bool
    show_trace: bool

    @property
    def colors(self) -> Colors:
        """The theme's colors by name."""
        return self.theme.colors

    @property
    def corner(self) -> int:
        """Radius of the corners of a window."""
        return self.theme.radius.large if self.blended else 0

    def px(self, length: float) -> int:
        """A distance that belongs to text and grows with it."""
        return max(1, round(length * self.scale))

    def control_px(self, length: float) -> int:
        """A length of a button or a meter."""
        return max(1, round(length * _control_scale(self.scale)))

    def card(self) -> QColor:
        """The ground of the overlay."""
        color = QColor(self.colors.surface)
        color.setAlphaF(self.card_alpha)
        return color


class Dressed(Protocol):
    """A part of the overlay that can change its looks while it is shown."""

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        ...


def looks_of(theme: Theme, settings: OverlaySettings, *, blended: bool = True) -> Looks:
    """The looks that the settings ask for; high contrast lets nothing shine through."""
    scale, kind = settings.text_scale, theme.type
    bold = QFont.Weight.DemiBold
    control = _control_scale(scale)
    fonts = Fonts(
        control=font_of(kind, kind.small * control, bold),
        message=font_of(kind, kind.small * control),
        counter=font_of(kind, kind.caption * control),
        caption=font_of(kind, kind.caption * scale),
        small=font_of(kind, kind.small * scale),
        strong=font_of(kind, kind.small * scale, bold),
        body=font_of(kind, kind.body * scale),
        body_strong=font_of(kind, kind.body * scale, bold),
        point=font_of(kind, kind.point * scale),
        lead=font_of(kind, kind.point * scale, bold),
        title=font_of(kind, kind.heading * scale, bold),
    )
    opaque = theme.name == "high_contrast" or not blended
    alpha = 1.0 if opaque else settings.opacity
    theme = readable(theme, alpha)
    return Looks(theme, fonts, scale, alpha, blended, settings.compact, settings.show_trace)


def _control_scale(scale: float) -> float:
    """Buttons stay large enough to be hit, and small enough to leave room for text."""
    return min(max(scale, 1.0), _LARGEST_CONTROLS)


def scroll_bar_style(looks: Looks) -> str:
    """Qt style sheet of a bar that stands in the margin; without anything to scroll, nothing."""
    return _SCROLL_BAR.format(handle=looks.colors.pressed)


_SCROLL_BAR: Final = """
QScrollBar:vertical {{ background: transparent; width: 8px; margin: 0; border: none; }}
QScrollBar::handle:vertical {{
  background: {handle}; border-radius: 2px; min-height: 28px; margin: 0 2px;
}}
QScrollBar::handle:vertical:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
  background: transparent; height: 0;
}}
"""
