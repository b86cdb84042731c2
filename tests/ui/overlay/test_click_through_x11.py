"""Real clicks on an overlay that took them back."""

import sys

import pytest

from tests.screen_server import Part
from tests.screens import Screens
from tests.sound_server import until
from tests.ui.overlay import grown_script

pytestmark = pytest.mark.real


def test_what_grew_after_clicks_were_taken_back_reacts_to_them(screens: Screens) -> None:
    screen = screens([Part.WINDOW_MANAGER])
    kairo = screen.spawn(sys.executable, "-m", grown_script.__name__)
    until(lambda: screen.windows("Kairo, grown") != [], what="the grown overlay")
    left, top, width, height = screen.place(screen.windows("Kairo, grown")[-1])
    assert height > 500
    screen.click(left + width // 2, top + height * 3 // 4)
    assert kairo.wait(10) == 0
