"""Stands for the children of the first start: the lines are real, the work is not.

Run by `START_TOY`. Files in the folder `START_TOY` change what happens: `bare` (no model is here),
`begun` (nor is all of it missing),
`slow` (a smaller model is advised), `measuring` and `hold` (measuring; fetching and the sample go
on until it is gone), `mute` (measuring fails), `empty` (it ends without a word), `refuse`
(fetching fails), `tired` (the sample fails), `hasty` (a question is taken back).
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

__all__ = ["START_TOY"]

START_TOY = (sys.executable, os.path.abspath(__file__))  # noqa: PTH100 - also runs as a script

_MODELS = (
    ("llm.model", "qwen2.5-coder-1.5b-instruct", 1_117_320_768),
    ("asr.model", "whisper-tiny.en", 78_090_594),
    ("retrieval.model", "all-minilm-l6-v2", 91_335_235),
)
_SMALLER = (("llm.model", "smollm2-135m-instruct", 98_362_432), *_MODELS[1:])
_POINTS = (
    "Cut checkout errors from 2.1 % to 0.3 % in one quarter",
    "Traced them to a retry storm between two services, with 40 lines of tracing",
    "Proposed idempotency keys, agreed on them with both teams in a week",
)


def _say(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _fail(code: str, message: str, cure: str, exit_code: int) -> None:
    _say(event="error", code=code, message=message, cure=cure)
    raise SystemExit(exit_code)


def _hold(folder: Path, word: str = "hold") -> None:
    while (folder / word).exists():
        threading.Event().wait(0.02)


def _prepare(folder: Path) -> None:
    if (folder / "empty").exists():
        return
    _say(event="machine", n_cpus=8, total_bytes=16 << 30, available_bytes=9_400_000_000)
    if (folder / "mute").exists():
        _fail("model_unfit", "A model cannot be loaded.", "Fetch it again.", 4)
    _hold(folder, "measuring")
    bare = (folder / "bare").exists()
    if not bare or (folder / _MODELS[0][1]).exists():
        _say(event="measured", name=_MODELS[0][1], tokens_per_s=20.0, prefill_tokens_per_s=80.0)
        _say(event="measured", name=_MODELS[1][1], rtf=0.02)
    for place, name, size in _SMALLER if (folder / "slow").exists() else _MODELS:
        here = not bare or (folder / name).exists()
        done = size // 4 if (folder / "begun").exists() and not here else 0
        _say(
            event="recommended", place=place, name=name, bytes=size, installed=here, done_bytes=done
        )


def _pull(names: list[str], folder: Path) -> None:
    sizes = {name: size for _, name, size in (*_MODELS, *_SMALLER)}
    for name in names:
        _say(event="trying", name=name, source="hub", where="somewhere")
        if (folder / "refuse").exists():
            _fail("download", "The hub cannot be reached.", "Connect to the internet.", 6)
        for percent in (20, 62):
            _say(event="moved", name=name, done_bytes=sizes[name] * percent // 100)
        _hold(folder)
        _say(event="checking", name=name, done_bytes=sizes[name], bytes=sizes[name])
        (folder / name).touch()
        _say(event="installed", name=name, path="/x", source="hub", verified=True)


def _answer(folder: Path) -> None:
    if (folder / "tired").exists():
        _fail("model_missing", "The model is not installed.", "kairo models pull", 4)
    asked = "Tell me about a hard bug you fixed."
    _say(event="hypothesis", lane="mic", committed="Hello.", tentative="")
    _say(event="hypothesis", lane="system", committed="Tell me about a hard", tentative="bug you")
    _say(event="question", turn_id=1, text=asked, state="forming")
    if (folder / "hasty").exists():
        _say(event="question", turn_id=9, text="Tell me about a hard", state="tentative")
        _say(event="question", turn_id=9, text="Tell me about a hard", state="withdrawn")
    _say(event="hypothesis", lane="system", committed=asked, tentative="")
    _say(event="question", turn_id=1, text=asked, state="confirmed")
    _say(event="anchor", turn_id=1, file="a.md", heading="Checkout errors", text="2.1 % to 0.3 %")
    for index, text in enumerate(_POINTS):
        _say(event="point", turn_id=1, index=index, text=text[:12], state="tentative")
        final = "tentative" if index == len(_POINTS) - 1 else "final"
        _say(event="point", turn_id=1, index=index, text=text, state=final)
    _hold(folder)
    _say(event="point", turn_id=1, index=2, text=_POINTS[2], state="final")
    _say(event="answer_done", turn_id=1, points=[], trace={"first_words_ms": 310.0, "tokens": 60})


def _main(words: list[str]) -> None:
    folder = Path(os.environ["START_TOY"])
    with (folder / "calls").open("a", encoding="utf-8") as calls:
        calls.write(" ".join(words) + "\n")
    match words:
        case ["models", "prepare", *_]:
            _prepare(folder)
        case ["models", "pull", *names, "--json"]:
            _pull(names, folder)
        case ["answer", *_]:
            _answer(folder)
        case _:
            raise SystemExit(2)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _main(sys.argv[1:])
