"""Typed questions of the bench: one session's models, a turn for each question."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kairo_desktop.bench import answers
from kairo_desktop.bench.answers import Answers
from kairo_desktop.session.stages import AnswerStages
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import Context, Question
from tests.session.desk import Desk


class _Finder:
    """Finds nothing, and notes who asked."""

    def __init__(self) -> None:
        self.turns: list[int] = []

    def step(self, question: Question) -> Context:
        self.turns.append(question.turn_id)
        return Context(question)


def test_each_question_is_a_turn_and_each_profile_is_opened_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, opened = _Finder(), list[Path]()

    @contextmanager
    def opening(settings: Settings, paths: Paths, profile: Path) -> Iterator[AnswerStages]:
        opened.append(profile)
        yield Desk(latch=finder).answerer._stages

    monkeypatch.setattr(answers, "open_stages", opening)
    with Answers(Settings(), Paths.of_user()) as answer:
        for name in ("ada", "ada", "bob"):
            assert len(answer("How does a hash table work?", tmp_path / name)) == 3
    assert finder.turns == [1, 2, 3]
    assert [folder.name for folder in opened] == ["ada", "bob"]
