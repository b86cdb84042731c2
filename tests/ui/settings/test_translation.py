from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.store import settings_file
from kairo_desktop.ui.settings.pages import PageName
from tests.fakes.marking_translator import MarkingTranslator
from tests.ui.readable import texts_of
from tests.ui.settings.conftest import Open, texts_in

_NAMES = {*Catalogue.load().models, "Speakers", "Headset", "hf_…", "en", "Press shortcut"}
"""Of things, and a word of Qt's own."""


@pytest.fixture
def _marked(qapp: QApplication) -> Iterator[None]:
    translator = MarkingTranslator()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def _wait_for(sign: str, window: QWidget, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: sign in texts_in(window), timeout=15_000)


@pytest.mark.usefixtures("_marked")
def test_every_text_goes_through_translation(window: Open, paths: Paths, qtbot: QtBot) -> None:
    names = _NAMES | {str(settings_file(paths))}
    dialog = window()
    seen = set()
    for page in PageName:
        dialog.show_page(page)
        for waited, sign in ((PageName.MODELS, "Apache-2.0"), (PageName.AUDIO, "found")):
            if page is waited:
                _wait_for(sign, dialog, qtbot)
        seen |= set(texts_of(dialog))
    plain = {text for text in seen if text.strip() and "«" not in text}
    # Formats of caches are called the same everywhere.
    assert {text for text in plain - names if not any(c.isdigit() for c in text)} == set()
