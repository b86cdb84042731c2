"""One source of the look, readable in every theme."""

import re

import pytest
from PySide6.QtGui import QColor, QFontInfo
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.theme import Theme, dress, font_of, stylesheet, theme_of

_NAMES = ("light", "dark", "high_contrast")


@pytest.fixture(params=_NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    settings = OverlaySettings.model_validate({"theme": request.param})
    return theme_of(settings, system_is_dark=False)


def _light(color: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [True, False])
def test_system_follows_the_desktop(*, dark: bool) -> None:
    assert theme_of(OverlaySettings(), system_is_dark=dark).dark is dark


def test_a_chosen_theme_follows_nobody() -> None:
    settings = OverlaySettings(theme="light")
    assert theme_of(settings, system_is_dark=True).name == "light"


def test_what_is_read_first_has_the_contrast_of_print(theme: Theme) -> None:
    colors = theme.colors
    for ground in (colors.surface, colors.window, colors.raised, colors.accent_soft):
        assert _contrast(colors.text, ground) >= 7


def test_all_other_text_can_be_read_as_well(theme: Theme) -> None:
    colors = theme.colors
    for text in (colors.muted, colors.faint, colors.accent, colors.warn, colors.bad, colors.good):
        assert _contrast(text, colors.surface) >= 4.5
    assert _contrast(colors.on_accent, colors.accent) >= 4.5
    assert _contrast(colors.accent, colors.accent_soft) >= 4.5
    assert _contrast(colors.muted, colors.window) >= 4.5


def test_high_contrast_means_high_contrast() -> None:
    colors = theme_of(OverlaySettings(theme="high_contrast"), system_is_dark=False).colors
    for text in (colors.text, colors.muted, colors.faint, colors.accent, colors.line):
        assert _contrast(text, colors.surface) >= 7


def test_the_style_sheet_is_filled_in_and_names_files_that_exist(theme: Theme) -> None:
    sheet = stylesheet(theme)
    assert "$" not in sheet
    for name in re.findall(r'url\("([^"]+)"\)', sheet):
        assert asset(name).is_file()


def test_qt_understands_the_style_sheet(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box = QCheckBox("Keep sessions", window)
    box.setChecked(True)
    title = QLabel("Privacy", window)
    title.setProperty("role", "title")
    layout = QVBoxLayout(window)
    layout.addWidget(title)
    layout.addWidget(box)
    window.setStyleSheet(stylesheet(theme))
    window.show()
    assert QFontInfo(title.font()).pixelSize() == theme.type.title
    picture = box.grab().toImage()
    accent = QColor(theme.colors.accent)
    assert any(picture.pixelColor(x, box.height() // 2) == accent for x in range(20))


def test_dressing_changes_palette_and_font(qapp: QApplication, theme: Theme) -> None:
    before = qapp.styleSheet(), qapp.palette(), qapp.font()
    try:
        dress(qapp, theme)
        assert qapp.palette().window().color() == QColor(theme.colors.window)
        assert qapp.font().families()[0] == "Inter"
    finally:
        qapp.setStyleSheet(before[0])
        qapp.setPalette(before[1])
        qapp.setFont(before[2])


def test_the_type_that_the_windows_are_drawn_for_is_there(qapp: QApplication, theme: Theme) -> None:
    assert QFontInfo(font_of(theme.type, theme.type.body)).family() == "Inter"
