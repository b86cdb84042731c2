"""The files for translators are whole, and the program speaks what they say."""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from kairo_desktop.settings.assets import asset
from kairo_desktop.ui.history.wording import n_questions
from kairo_desktop.ui.language import speak

_GERMAN = QLocale(QLocale.Language.German, QLocale.Country.Germany)
_FILES = asset("translations")
_QUESTIONS = """<!DOCTYPE TS><TS version="2.1" language="de"><context><name>History</name>
<message numerus="yes"><source>%n question(s)</source><translation>
<numerusform>%n Frage</numerusform><numerusform>%n Fragen</numerusform></translation></message>
</context></TS>"""


@pytest.fixture
def _as_before(qapp: QApplication) -> Iterator[None]:
    """What a test installs goes with it."""
    before = set(qapp.findChildren(QTranslator))
    yield
    for translator in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(translator)
        translator.deleteLater()


def test_the_files_hold_every_text_of_the_sources(tmp_path: Path) -> None:
    shutil.copy(_FILES / "kairo_en.ts", tmp_path)
    script = _FILES / "make_translations.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    for name in ("kairo_en.ts", "kairo_en.qm"):
        made, shipped = (tmp_path / name).read_bytes(), (_FILES / name).read_bytes()
        assert made == shipped, (
            "texts have changed: python assets/translations/make_translations.py"
        )


def test_english_is_complete_in_singular_and_plural() -> None:
    for message in ET.parse(_FILES / "kairo_en.ts").iter("message"):
        found = message.find("translation")
        assert found is not None
        assert found.get("type") is None
        forms = [form.text or "" for form in found.findall("numerusform")]
        if message.get("numerus"):
            assert len(forms) == 2
            assert "(s)" not in "".join(forms)
            assert "%n" in forms[1]
        else:
            assert found.text == message.findtext("source")


@pytest.mark.parametrize(
    ("n", "words"), [(0, "0 questions"), (1, "1 question"), (2, "2 questions")]
)
def test_numbers_take_the_right_form(n: int, words: str) -> None:
    assert n_questions(n) == words


@pytest.mark.usefixtures("_as_before")
def test_a_language_without_a_translation_is_english(qapp: QApplication) -> None:
    assert speak(qapp, _GERMAN) is QLocale.Language.English
    assert n_questions(2) == "2 questions"


@pytest.mark.usefixtures("_as_before")
def test_a_translation_is_spoken_and_english_fills_its_gaps(
    qapp: QApplication, tmp_path: Path
) -> None:
    (tmp_path / "kairo_de.ts").write_text(_QUESTIONS, encoding="utf-8")
    shutil.copy(_FILES / "kairo_en.qm", tmp_path)
    lrelease = Path(PySide6.__file__).with_name("lrelease")
    subprocess.run(
        [lrelease, "-silent", tmp_path / "kairo_de.ts", "-qm", tmp_path / "kairo_de.qm"], check=True
    )
    assert speak(qapp, _GERMAN, tmp_path) is QLocale.Language.German
    assert (n_questions(1), n_questions(2)) == ("1 Frage", "2 Fragen")
    assert QCoreApplication.translate("Overlay", "%n connection(s)", "", 2) == "2 connections"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
