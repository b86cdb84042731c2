"""One source of the look, readable in every theme."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QFontInfo
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.theme import (
    Theme,
    contrast,
    dress,
    font_of,
    readable,
    stylesheet,
    theme_of,
)

_NAMES = ("light", "dark", "high_contrast")


@pytest.fixture(params=_NAMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    settings = OverlaySettings.model_validate({"theme": request.param})
    return theme_of(settings, system_is_dark=False)


def _contrast(one: str, other: str) -> float:
    return contrast(QColor(one), QColor(other))


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
    for text in (colors.muted, colors.faint):
        for ground in (colors.window, colors.raised):
            assert _contrast(text, ground) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    assert _contrast("#ffffff", "#000000") == pytest.approx(21)
    assert _contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert _contrast("#123456", "#123456") == 1


_LIGHT = theme_of(OverlaySettings(theme="light"), system_is_dark=False)
_DARK = theme_of(OverlaySettings(theme="dark"), system_is_dark=False)


@given(st.sampled_from([_LIGHT, _DARK]), st.floats(0.65, 1.0), st.integers(0, 255))
def test_text_can_be_read_whatever_shines_through(look: Theme, alpha: float, below: int) -> None:
    colors = readable(look, alpha).colors
    surface = QColor(colors.surface)
    parts = surface.red(), surface.green(), surface.blue()
    ground = QColor(*(round(alpha * part + (1 - alpha) * below) for part in parts))
    for text in (colors.text, colors.muted, colors.faint):
        assert contrast(QColor(text), ground) >= 4.4, "but for rounding"


@given(st.sampled_from([_LIGHT, _DARK]), st.floats(0.0, 1.0))
def test_what_is_read_first_stays_the_strongest(look: Theme, alpha: float) -> None:
    colors = readable(look, alpha).colors
    marks = [_contrast(c, colors.surface) for c in (colors.text, colors.muted, colors.faint)]
    assert marks[0] == max(marks)
    assert colors.text == look.colors.text


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
