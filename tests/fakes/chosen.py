"""A user who has chosen a file or folder before being asked."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

__all__ = ["ChosenPaths"]


class ChosenPaths:
    """Answers with `answer`, and counts how often it was asked."""

    def __init__(self) -> None:
        self.answer: Path | None = None
        self.n_asked = 0

    def gguf(self, parent: QWidget) -> Path | None:
        self.n_asked += 1
        return self.answer

    def folder(self, parent: QWidget, title: str, start: Path | None = None) -> Path | None:
        self.n_asked += 1
        return self.answer
