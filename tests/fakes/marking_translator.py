"""A language in which every text that goes through translation carries marks."""

from PySide6.QtCore import QTranslator

__all__ = ["MarkingTranslator"]


class MarkingTranslator(QTranslator):
    """Turns "Save" into "«Save»", whoever asks."""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False

    def translate(
        self,
        context: str,
        sourceText: str,  # noqa: N803 - Qt's name
        disambiguation: str | None = None,
        n: int = -1,
    ) -> str:
        return f"«{sourceText}»"
