"""A live session with real models takes up a note that is written while it runs."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kairo_desktop.session.build import open_answerer, typed
from kairo_desktop.session.events import AnchorFound
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import QuestionState

pytestmark = pytest.mark.real

_SETTINGS = Settings.model_validate({"llm": {"model": "smollm2-135m-instruct", "drafter": "none"}})


@dataclass
class _Clock:
    now_s: float = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_a_note_written_during_a_live_session_is_the_anchor_of_the_next_question(
    tmp_path: Path, models_dir: Path
) -> None:
    profile = tmp_path / "me"
    profile.mkdir()
    (profile / "resume.md").write_text("# Ada\n\nSailmaker in Harbor since 2015.", "utf-8")
    user = Paths.of_user()
    paths = Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")
    paths.data.mkdir()
    (paths.data / "models").symlink_to(user.models)
    asked = replace(typed("How did you sew a kite from old sails?"), state=QuestionState.TENTATIVE)
    clock = _Clock()
    with open_answerer(_SETTINGS, paths, profile, clock) as answerer:
        had_nothing_to_do = answerer.idle
        assert had_nothing_to_do
        text = "# Kite\n\nI sewed a kite from old sails in 3 weeks."
        (profile / "kite.md").write_text(text, "utf-8")
        clock.now_s = 10.0
        while not answerer.idle:
            assert list(answerer.work()) == []
        said = list(answerer.submit(asked))
    (anchor,) = [item.anchor for item in said if isinstance(item, AnchorFound)]
    assert anchor.file == "kite.md"
    assert anchor.text == "I sewed a kite from old sails in 3 weeks."
