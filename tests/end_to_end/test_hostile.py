"""Odd names, odd characters, closed streams, and Ctrl-C in the middle of an answer."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.kairo import run_kairo

pytestmark = pytest.mark.real

KAIRO = (sys.executable, "-m", "kairo_desktop")
SMALLEST = ("--set", "llm.model=smollm2-135m-instruct")


def test_ctrl_c_ends_an_answer_in_the_middle_of_the_model() -> None:
    command = [*KAIRO, "ask", "Tell me about Kafka.", "--json", *SMALLEST]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == b""


def test_ctrl_c_while_modules_are_still_being_imported_is_quiet() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "kairo_desktop", "ask", "Why a heap?"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.endswith("typer\n"):
                break
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 130
    assert not [line for line in rest.splitlines() if not line.startswith("import time:")]


def test_a_file_name_that_is_not_utf_8_is_named_in_json(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/bad\xff.txt"
    with open(path, "wb") as file:  # noqa: PTH123 - a name of bytes
        file.write(b"not a sound")
    done = subprocess.run([*KAIRO, "transcribe", path, "--json"], capture_output=True, check=False)
    assert done.returncode == 3
    assert done.stderr == b""
    assert b"input_unusable" in done.stdout


def test_a_question_of_stray_bytes_is_answered() -> None:
    command: list[str | bytes] = [*KAIRO, "ask", b"caf\xff why?", "--json", *SMALLEST]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"answer_done" in done.stdout


@pytest.mark.parametrize("locale", ["C", pytest.param("POSIX", marks=pytest.mark.long)])
def test_a_locale_without_letters_changes_no_question(locale: str) -> None:
    plain = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    outcome = run_kairo("ask", "Größe: why a heap?", "--json", *SMALLEST, env=plain)
    assert outcome.code == 0, outcome.err
    assert outcome.of("question")[0]["text"] == "Größe: why a heap?"


def test_nothing_that_is_shown_commands_the_terminal(tmp_path: Path) -> None:
    shown = run_kairo("ask", "Tell me about \x1b[32mKafka\x07 why?", *SMALLEST)
    assert shown.code == 0, shown.err
    complained = run_kairo("transcribe", tmp_path / "\x1b[31mred.wav")
    assert complained.code == 3
    assert "\x1b[3" not in shown.out + complained.err
    assert "\x07" not in shown.out


def test_a_note_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "junk.md").write_bytes(bytes(range(256)) * 20)
    outcome = run_kairo("ask", "Why a heap?", "--profile", tmp_path, "--json", *SMALLEST)
    assert outcome.code == 0, outcome.err
    (skipped,) = outcome.of("error")
    assert skipped["code"] == "note_skipped"
    assert "junk.md" in str(skipped["message"])


def test_a_note_that_cannot_be_used_is_named_at_the_pace_of_speech(tmp_path: Path) -> None:
    (tmp_path / "junk.md").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "silence.wav").write_bytes(_silence())
    recording = ("answer", tmp_path / "silence.wav", "--realtime", "--profile", tmp_path)
    outcome = run_kairo(*recording, "--json", *SMALLEST)
    assert outcome.code == 0, outcome.err
    told = [event for event in outcome.of("error") if "junk.md" in str(event["message"])]
    assert [event["clock"] for event in told] == ["real"]


@pytest.mark.long
def test_the_end_of_a_very_long_question_is_answered_and_said_to_be() -> None:
    question = "and then we moved it " * 200 + "so how would you test it?"
    outcome = run_kairo("ask", question, "--json", *SMALLEST)
    assert outcome.code == 0, outcome.err
    (cut,) = outcome.of("error")
    assert cut["code"] == "question_cut"
    assert "4,225 characters; its last 4,000" in str(cut["message"])
    assert str(outcome.of("question")[0]["text"]).endswith("so how would you test it?")


def _asked_from_stdin(content: bytes) -> "subprocess.CompletedProcess[bytes]":
    command = [*KAIRO, "ask", "-", "--json", *SMALLEST]
    return subprocess.run(command, input=content, capture_output=True, check=False, timeout=120)


def test_a_question_is_read_from_stdin() -> None:
    done = _asked_from_stdin(b"Why a heap, caf\xff?\n")
    assert done.returncode == 0, done.stderr
    assert b"Why a heap" in done.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", b"is empty"), (b"why " * 2_500_000, b"more than 1,000,000 characters")],
)
def test_nothing_and_ten_megabytes_are_no_questions(content: bytes, said: bytes) -> None:
    done = _asked_from_stdin(content)
    assert done.returncode == 3
    assert done.stdout.count(b"\n") == 1
    assert said in done.stdout


def test_a_closed_stdout_is_no_reason_for_a_traceback() -> None:
    done = subprocess.run(
        ["bash", "-c", '"$@" >&-', "bash", *KAIRO, "models", "list"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr


def test_the_sound_model_keeps_no_record_for_its_maker(tmp_path: Path) -> None:
    """onnxruntime would write a device id and a queue of events into the cache folder."""
    silence = tmp_path / "silence.wav"
    silence.write_bytes(_silence())
    cache = tmp_path / "cache"
    outcome = run_kairo("transcribe", silence, env={"XDG_CACHE_HOME": str(cache)})
    assert outcome.code == 0, outcome.err
    assert not [path for path in cache.rglob("*") if "onnxruntime" in path.name]


def _silence() -> bytes:
    samples = bytes(2 * 16_000)
    head = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt "
    form = (16, 1, 1, 16_000, 32_000, 2, 16)
    sizes = (4, 2, 2, 4, 4, 2, 2)
    fields = b"".join(v.to_bytes(n, "little") for v, n in zip(form, sizes, strict=True))
    return head + fields + b"data" + len(samples).to_bytes(4, "little") + samples
