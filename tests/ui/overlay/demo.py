"""Shows a scene of the invented interview: `python -m tests.ui.overlay.demo streaming dark`."""

import sys
from dataclasses import replace

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.ui.language import speak
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import dress, theme_of
from kairo_desktop.ui.views import BoardView, Phase
from tests.ui.overlay.script import SCENES, board_after


def main(argv: list[str]) -> int:
    scene, look, *options = argv
    application = QApplication(["kairo"])
    speak(application, QLocale(QLocale.Language.English))
    settings = OverlaySettings.model_validate(
        {"theme": look, "compact": "compact" in options}
        | ({"text_scale": 1.8} if "large" in options else {})
    )
    theme = theme_of(settings, system_is_dark=False)
    dress(application, theme)
    overlay = Overlay(theme, settings)
    view = board_after(SCENES[scene]()) if scene in SCENES else BoardView(Phase(scene))
    if "pinned" in options:
        view = replace(view, pinned=view.cards[0].points[:2])
    overlay.show()
    overlay.show_view(view)
    overlay.set_click_through("through" in options)
    seconds = next((o.removeprefix("s=") for o in options if o.startswith("s=")), "600")
    QTimer.singleShot(int(float(seconds) * 1000), application.quit)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
