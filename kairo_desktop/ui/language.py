"""The language of the windows: the user's own where there is a translation, else English."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from kairo_desktop.settings.assets import asset

__all__ = ["speak"]

_ENGLISH: Final = QLocale(QLocale.Language.English)


def speak(
    application: QCoreApplication, locale: QLocale, folder: Path | None = None
) -> QLocale.Language:
    """Install the translations for a locale; returns the language that is spoken.

    English is installed in any case: its file holds the plural forms ("1 question", "2
    questions"), and stands in for what a translation lacks. Qt's own words, as on the buttons of a
    file dialog, follow only where ours do.

    Args:
        application: Keeps the translations.
        locale: The user's.
        folder: Of the files `kairo_<locale>.qm`; those that come with Kairo by default.
    """
    place = str(folder or asset("translations"))
    _install(application, _ENGLISH, "kairo", place)
    if locale.language() is _ENGLISH.language():
        return _ENGLISH.language()
    if not _install(application, locale, "kairo", place):
        return _ENGLISH.language()
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    _install(application, locale, "qtbase", qt)
    return locale.language()


def _install(application: QCoreApplication, locale: QLocale, name: str, place: str) -> bool:
    translator = QTranslator(application)
    if translator.load(locale, name, "_", place):
        return application.installTranslator(translator)
    translator.deleteLater()
    return False
