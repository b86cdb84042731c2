"""Whatever a user hands over: one line that names it and says the cure, or it simply works."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.end_to_end.kairo import Outcome, run_kairo
from tests.end_to_end.sounds import Pcm, speech, write_mp3, write_sparse_wav, write_wav

pytestmark = pytest.mark.real

SAMPLE = Path(__file__).parents[2] / "assets" / "sample" / "interviewer.flac"
SMALLEST = ("--set", "llm.model=smollm2-135m-instruct")
SMOL = "SmolLM2-135M-Instruct.Q4_1.gguf"


@pytest.fixture(scope="module")
def words() -> Pcm:
    return speech(SAMPLE, 4.5)


def assert_explained(outcome: Outcome, code: int, *named: str) -> None:
    """One line on stderr, the thing named in it, no traceback, the exit code of its class."""
    assert outcome.code == code, outcome.err
    assert "Traceback" not in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1, outcome.err
    for name in named:
        assert name in outcome.err
    assert "→" in outcome.err, "no cure"


def test_a_text_file_is_not_audio(tmp_path: Path) -> None:
    path = tmp_path / "notes.wav"
    path.write_text("This is not a sound.", encoding="utf-8")
    assert_explained(run_kairo("transcribe", path), 3, "notes.wav")


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "empty.wav"
    path.touch()
    assert_explained(run_kairo("answer", path), 3, "empty.wav", "empty")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert_explained(run_kairo("answer", tmp_path / "gone.flac"), 3, "gone.flac")


def test_a_truncated_recording_is_heard_to_its_end_and_then_reported(
    tmp_path: Path, words: Pcm
) -> None:
    path = write_wav(tmp_path / "cut.wav", np.tile(words, 2))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 6 // 10])
    outcome = run_kairo("transcribe", path)
    assert_explained(outcome, 3, "cut.wav", "breaks off")
    assert outcome.out.strip()


def test_silence_gives_nothing_and_is_fine(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "silence.wav", np.zeros(16_000 * 20, np.int16))
    outcome = run_kairo("transcribe", path, "--json")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


def test_a_telephone_mp3_with_an_odd_name_works(tmp_path: Path, words: Pcm) -> None:
    path = write_mp3(tmp_path / "Gespräch №1 – запись.mp3", words)
    outcome = run_kairo("transcribe", path, "--json")
    assert outcome.code == 0, outcome.err
    assert "hear me" in str(outcome.of("utterance")[0]["text"]).lower()


@pytest.mark.long
def test_an_hour_with_little_speech_takes_no_more_memory_than_a_minute(
    tmp_path: Path, words: Pcm
) -> None:
    peaks = []
    for hours in (0.05, 1.0):
        path = write_sparse_wav(tmp_path / "long.wav", words, hours=hours, every_s=180.0)
        outcome = run_kairo("transcribe", path, wrapper=("/usr/bin/time", "-f", "peak %M"))
        assert outcome.code == 0, outcome.err
        peak = re.search(r"peak (\d+)", outcome.err)
        assert peak is not None
        peaks.append(int(peak.group(1)))
    assert peaks[1] < peaks[0] * 1.15


@pytest.fixture
def own_models(tmp_path: Path, models_dir: Path) -> tuple[Path, dict[str, str]]:
    """A models folder of the test's own, with links to the real ones, and its environment."""
    folder = tmp_path / "data" / "kairo" / "models"
    folder.mkdir(parents=True)
    for model in models_dir.iterdir():
        if not model.name.startswith("."):
            (folder / model.name).symlink_to(model)
    return folder, {"XDG_DATA_HOME": str(tmp_path / "data")}


def test_a_missing_model_is_named_with_the_command_that_fetches_it(
    own_models: tuple[Path, dict[str, str]],
) -> None:
    folder, env = own_models
    (folder / SMOL).unlink()
    outcome = run_kairo("ask", "Why?", *SMALLEST, env=env)
    assert_explained(outcome, 4, "kairo models pull smollm2-135m-instruct")


def test_a_truncated_model_is_named(own_models: tuple[Path, dict[str, str]]) -> None:
    folder, env = own_models
    whole = (folder / SMOL).read_bytes()
    (folder / SMOL).unlink()
    (folder / SMOL).write_bytes(whole[: len(whole) // 2])
    assert_explained(run_kairo("ask", "Why?", *SMALLEST, env=env), 4, "SmolLM2")


def test_a_text_file_renamed_to_gguf_is_named(own_models: tuple[Path, dict[str, str]]) -> None:
    folder, env = own_models
    (folder / "mine.gguf").write_text("not a model", encoding="utf-8")
    outcome = run_kairo("ask", "Why?", "--set", "llm.model=mine", env=env)
    assert_explained(outcome, 4, "mine")


def test_an_unknown_model_name_gets_a_suggestion() -> None:
    outcome = run_kairo("ask", "Why?", "--set", "llm.model=smollm2-135m-instrukt")
    assert_explained(outcome, 4, "smollm2-135m-instruct")


def test_a_draft_with_another_tokenizer_is_refused_with_both_names() -> None:
    outcome = run_kairo("ask", "Why?", "--set", "llm.draft=smollm2-135m-instruct")
    assert_explained(outcome, 4, "SmolLM2", "qwen2.5-coder-1.5b")


def test_a_context_too_short_for_the_prompt_is_named() -> None:
    outcome = run_kairo("ask", "Why?", *SMALLEST, "--set", "llm.n_ctx=256")
    assert_explained(outcome, 4, "256", "llm.n_ctx")


def test_a_question_longer_than_the_context_is_answered_by_its_end() -> None:
    question = "and then we moved it " * 2000 + "so how would you test it?"
    outcome = run_kairo("ask", question, "--json", *SMALLEST, "--set", "llm.n_ctx=1024")
    assert outcome.code == 0, outcome.err
    assert outcome.of("answer_done")
    assert [event["code"] for event in outcome.of("error")] == ["question_cut"]


def test_a_missing_profile_is_named(tmp_path: Path) -> None:
    outcome = run_kairo("ask", "Why?", "--profile", tmp_path / "nobody")
    assert_explained(outcome, 3, "nobody")


def test_an_empty_question_is_explained() -> None:
    assert_explained(run_kairo("ask", "  "), 3, "empty")


def test_a_setting_out_of_range_is_refused() -> None:
    assert_explained(run_kairo("ask", "Why?", "--set", "llm.n_ctx=12"), 2, "llm.n_ctx")


def test_an_unknown_setting_is_refused() -> None:
    assert_explained(run_kairo("ask", "Why?", "--set", "llm.nctx=512"), 2, "llm.nctx")


def test_an_unknown_verb_is_wrong_usage() -> None:
    assert_explained(run_kairo("anwser"), 2, "anwser")


def test_an_error_with_json_is_one_object_on_stdout(tmp_path: Path) -> None:
    outcome = run_kairo("answer", tmp_path / "gone.flac", "--json")
    assert outcome.code == 3
    assert outcome.err == ""
    (event,) = outcome.events
    assert event["event"] == "error"
    assert event["cure"]
