"""A live session whose answering model is damaged: questions and notes come all the same."""

from pathlib import Path

import pytest

from tests.end_to_end.clips import sample_clip
from tests.end_to_end.running import running

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

SMOL = "SmolLM2-135M-Instruct.Q4_1.gguf"
_SMALL = ("--set", "llm.model=smollm2-135m-instruct", "--set", "asr.model=whisper-tiny.en")


def test_without_a_model_questions_are_told_and_the_notes_answer(
    tmp_path: Path, models_dir: Path
) -> None:
    folder = tmp_path / "data" / "kairo" / "models"
    folder.mkdir(parents=True)
    for model in models_dir.iterdir():
        if not model.name.startswith(".") and model.name != SMOL:
            (folder / model.name).symlink_to(model)
    (folder / SMOL).write_bytes((models_dir / SMOL).read_bytes()[: 1 << 20])
    clip = sample_clip(tmp_path, 15.2, 24.0)
    env = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with running("listen", "--json", *_SMALL, *clip.lanes, env=env) as run:
        run.until(lambda: bool(run.of("answer_done")))
        (fault,) = run.of("error")
        assert "SmolLM2" in str(fault["message"])
        assert "Questions and your notes are still shown." in str(fault["message"])
        assert run.of("question")
        assert run.of("anchor")
        assert run.of("answer_done")[0]["points"]
