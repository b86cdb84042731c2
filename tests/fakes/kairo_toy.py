"""Stands for `kairo models …` and `kairo devices`: the lines are real, the work is not.

Run by `TOY`, a command for the settings window. A download moves on for as long as a file called
`hold` lies in the folder `KAIRO_TOY`, and ends well without it; `refuse` in there lets it fail.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

__all__ = ["TOY"]

TOY = (sys.executable, os.path.abspath(__file__))  # noqa: PTH100 - also runs as a script

_SIZE = 1000


def _say(**line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _asked(folder: Path, word: str) -> bool:
    return (folder / word).exists()


def _pull(name: str, folder: Path) -> None:
    _say(event="trying", name=name, source="hub", where="somewhere")
    if _asked(folder, "refuse"):
        reason = "the hub refused access (401); a gated model needs a token: kairo models pull"
        _say(event="fell_through", name=name, source="hub", reason=reason)
        _say(event="error", code="download", message=f"{name}: {reason}", cure="kairo models pull")
        raise SystemExit(6)
    done = 400
    while _asked(folder, "hold"):
        _say(event="moved", name=name, done_bytes=done, bytes=_SIZE)
        threading.Event().wait(0.02)
    _say(event="checking", name=name, done_bytes=_SIZE, bytes=_SIZE)
    (folder / f"{name}.done").touch()
    _say(event="installed", name=name, path="/x", source="hub", verified=True)


def _verify(name: str, folder: Path) -> None:
    if _asked(folder, "damage"):
        message = f"Not as they should be: {name}."
        _say(event="error", code="model_unfit", message=message, cure="kairo models pull x")
        raise SystemExit(4)
    _say(name=name, state="proven")


def _import(path: str, folder: Path) -> None:
    name = Path(path).stem
    if not Path(path).exists():
        _say(event="error", code="input_unusable", message=f"There is no file {path}.", cure="")
        raise SystemExit(3)
    _say(event="moved", name=name, done_bytes=_SIZE // 2, bytes=_SIZE)
    while _asked(folder, "hold"):
        threading.Event().wait(0.02)
    _say(event="installed", name=name, path="/x", source=None, verified=False)


def _remove(name: str, folder: Path) -> None:
    (folder / f"{name}.removed").touch()
    _say(name=name, state="missing", freed_bytes=_SIZE)


def _fit(folder: Path) -> None:
    """The second model does not fit, the third is tight."""
    line = {
        "n_ctx": 4096,
        "type_v": "f16",
        "draft": "d",
        "exact": True,
        "needs_bytes": 2_000_000_000,
    }
    near = {**line, "verdict": "fits", "n_ctx": 2048, "draft": "", "needs_bytes": 1_500_000_000}
    if _asked(folder, "unreckoned"):
        raise SystemExit(1)
    _say(name="qwen2.5-coder-1.5b-instruct", verdict="fits", **line)
    _say(name="smollm2-135m-instruct", verdict="tight", nearest=near, **line)
    small = "smollm2-135m-instruct"
    _say(name="llama-3.3-70b-instruct", verdict="does not fit", smaller=small, **line)


def _devices(folder: Path) -> None:
    if _asked(folder, "deaf"):
        _say(event="error", code="audio", message="No sound server is running.", cure="Start it.")
        raise SystemExit(5)
    _say(lane="system", source="out.monitor", description="Speakers", default=True, muted=False)
    _say(lane="mic", source="in", description="Headset", default=True, muted=False)
    _say(lane="mic", source="in2", description="Webcam", default=False, muted=True)


def _main(words: list[str]) -> None:
    folder = Path(os.environ["KAIRO_TOY"])
    with (folder / "calls").open("a", encoding="utf-8") as calls:
        calls.write(" ".join(words) + "\n")
    if words[0] == "devices":
        _devices(folder)
        return
    if words[1] == "fit":
        _fit(folder)
        return
    verbs = {"pull": _pull, "verify": _verify, "import": _import, "remove": _remove}
    verbs[words[1]](words[2], folder)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _main(sys.argv[1:])
