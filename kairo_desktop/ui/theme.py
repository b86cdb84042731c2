"""The look of all windows: colours, lengths and type, read from `assets/theme.toml`."""

import tomllib
from dataclasses import asdict, dataclass, replace
from functools import cache
from string import Template
from typing import Any, Final

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.overlay import OverlaySettings

__all__ = [
    "Colors",
    "Radii",
    "Space",
    "Theme",
    "TrayColors",
    "TypeScale",
    "contrast",
    "dress",
    "font_of",
    "readable",
    "stylesheet",
    "theme_of",
    "tray_colors",
]


@dataclass(frozen=True, slots=True)
class Colors:
    """Named colours, each "#rrggbb".

    Attributes:
        window: Behind everything in an ordinary window.
        surface: Cards, lists, the overlay itself.
        raised: Buttons, what the pointer is on.
        pressed: One step further than `raised`.
        line: Hairlines and borders.
        text: What is read first; at least 7:1 on `surface`.
        muted: What is read second; at least 4.5:1.
        faint: What is read last; at least 4.5:1.
        accent: The one colour that says "this".
        on_accent: Text on `accent`.
        accent_soft: A ground for what belongs to the user's notes.
    """

    window: str
    surface: str
    raised: str
    pressed: str
    line: str
    text: str
    muted: str
    faint: str
    accent: str
    on_accent: str
    accent_soft: str
    good: str
    warn: str
    bad: str
    selection: str


@dataclass(frozen=True, slots=True)
class Space:
    """Distances in device-independent pixels."""

    xs: int
    s: int
    m: int
    l: int  # noqa: E741 - the sizes of clothes, as everyone reads them
    xl: int


@dataclass(frozen=True, slots=True)
class Radii:
    """Roundness of corners in device-independent pixels."""

    small: int
    medium: int
    large: int


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Families in order of preference, and sizes in device-independent pixels."""

    families: tuple[str, ...]
    caption: int
    small: int
    body: int
    point: int
    heading: int
    title: int


@dataclass(frozen=True, slots=True)
class Theme:
    """One look, the same for every window.

    Attributes:
        name: "light", "dark" or "high_contrast".
        dark: Light text on a dark ground.
    """

    name: str
    dark: bool
    colors: Colors
    space: Space
    radius: Radii
    type: TypeScale


@dataclass(frozen=True, slots=True)
class TrayColors:
    """The icon in the tray, which stands on panels of any colour; each "#rrggbb".

    Attributes:
        edge: Around every shape and in what is cut out of it.
        calm: Nothing is heard.
        heard: Something is.
        trouble: Something is wrong.
    """

    edge: str
    calm: str
    heard: str
    trouble: str


def theme_of(settings: OverlaySettings, system_is_dark: bool) -> Theme:  # noqa: FBT001 - a fact
    """The theme that the user chose, or the desktop's own where the choice is "system"."""
    if settings.theme == "system":
        return _theme("dark" if system_is_dark else "light")
    return _theme(settings.theme)


@cache
def tray_colors() -> TrayColors:
    """The colours of the tray, the same with every theme: a panel follows none of ours."""
    return TrayColors(**_look()["tray"])


def stylesheet(theme: Theme) -> str:
    """Qt style sheet of ordinary windows; roles and kinds stand at its head."""
    template = asset("windows.qss").read_text(encoding="utf-8")
    return Template(template).substitute(
        asdict(theme.colors),
        **asdict(theme.space),
        medium=theme.radius.medium,
        large=theme.radius.large,
        small_r=theme.radius.small,
        body=theme.type.body,
        small=theme.type.small,
        heading=theme.type.heading,
        title=theme.type.title,
        field=theme.colors.window if theme.dark else theme.colors.surface,
        icons=asset("icons").as_posix(),
        tone="light" if theme.dark else "dark",
        mark="dark" if theme.dark else "light",
    )


def dress(application: QApplication, theme: Theme) -> None:
    """Give every ordinary window this theme; may be called again when it changes."""
    application.setStyle("Fusion")
    application.setFont(font_of(theme.type, theme.type.body))
    application.setPalette(_palette(theme.colors))
    application.setStyleSheet(stylesheet(theme))


def font_of(scale: TypeScale, size_px: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The theme's type at a size in device-independent pixels."""
    font = QFont([*scale.families, QFont().family()])
    font.setPixelSize(round(size_px))
    font.setWeight(weight)
    return font


def contrast(one: QColor, other: QColor) -> float:
    """From 1 to 21, by the luminance of two opaque colours.

    Source: Web Content Accessibility Guidelines 2.2, contrast ratio.
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def readable(theme: Theme, alpha: float) -> Theme:
    """The theme for a ground of that opacity, 0..1, whatever lies below it.

    Text that is read second or last comes as close to `text` as it must to be read over white, or
    over black where text is dark; `text` itself stays.
    """
    colors = theme.colors
    below = QColor("#ffffff" if theme.dark else "#000000")
    ground = _mixed(QColor(colors.surface), below, 1 - alpha)
    muted, faint = (_raised(c, colors.text, ground) for c in (colors.muted, colors.faint))
    return replace(theme, colors=replace(colors, muted=muted, faint=faint))


def _raised(color: str, text: str, ground: QColor) -> str:
    for step in range(_STEPS + 1):
        nearer = _mixed(QColor(color), QColor(text), step / _STEPS)
        if contrast(nearer, ground) >= _READABLE:
            return nearer.name()
    return text


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A mixture with that share of the other."""
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index] # a tuple
    return QColor(*(round(a + (b - a) * share) for a, b in pairs))


def _luminance(color: QColor) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_READABLE: Final = 4.5
_STEPS: Final = 20


def _palette(colors: Colors) -> QPalette:
    palette = QPalette()
    for role, color in (
        (QPalette.ColorRole.Window, colors.window),
        (QPalette.ColorRole.Base, colors.surface),
        (QPalette.ColorRole.AlternateBase, colors.window),
        (QPalette.ColorRole.Button, colors.raised),
        (QPalette.ColorRole.WindowText, colors.text),
        (QPalette.ColorRole.Text, colors.text),
        (QPalette.ColorRole.ButtonText, colors.text),
        (QPalette.ColorRole.PlaceholderText, colors.faint),
        (QPalette.ColorRole.Highlight, colors.selection),
        (QPalette.ColorRole.HighlightedText, colors.text),
        (QPalette.ColorRole.Accent, colors.accent),
        (QPalette.ColorRole.Link, colors.accent),
        (QPalette.ColorRole.ToolTipBase, colors.raised),
        (QPalette.ColorRole.ToolTipText, colors.text),
        (QPalette.ColorRole.Mid, colors.line),
    ):
        palette.setColor(role, QColor(color))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colors.faint))
    return palette


_DARK_NAMES: Final = ("dark", "high_contrast")


@cache
def _theme(name: str) -> Theme:
    look = _look()
    scale = look["type"]
    return Theme(
        name=name,
        dark=name in _DARK_NAMES,
        colors=Colors(**look[name]),
        space=Space(**look["space"]),
        radius=Radii(**look["radius"]),
        type=TypeScale(**{**scale, "families": tuple(scale["families"])}),
    )


def _look() -> dict[str, Any]:
    return tomllib.loads(asset("theme.toml").read_text(encoding="utf-8"))
