"""Stands for `kairo VERB --json`: a program whose first word says how it behaves.

Run by `VERB`, which is a command for `kairo_desktop.ui.jobs.Job`.
"""

import json
import os
import signal
import subprocess
import sys
import threading

__all__ = ["VERB"]

VERB = (sys.executable, os.path.abspath(__file__))  # noqa: PTH100 - also runs as a script


def _say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _count() -> None:
    for n in range(3):
        _say({"event": "step", "n": n})


def _fault() -> None:
    _say({"event": "step", "n": 0})
    _say({"event": "error", "code": "disk", "message": "No room.", "cure": "Make some."})
    raise SystemExit(7)


def _fetch() -> None:
    for count in (1, 2):
        _say({"event": "connections", "count": count, "hosts": ["hub.example"]})
    _say({"event": "step", "n": 0})


def _garbage() -> None:
    sys.stdout.buffer.write(b"\xff\xfe\n[1, 2\n" + b"x" * (2 << 20) + b"\n")
    _say({"event": "step", "n": "seven"})
    _say({"event": "step", "n": 1})


def _forever() -> None:
    _say({"event": "step", "n": os.getpid()})
    while True:
        threading.Event().wait(0.02)
        _say({"event": "step", "n": 0})


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _forever()


def _parent() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    _say({"event": "step", "n": child.pid})
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pause()


def _crash() -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def _mute() -> None:
    raise SystemExit(3)


def _words() -> None:
    _say({"event": "step", "n": len(sys.argv), "words": sys.argv[1:]})


if __name__ == "__main__":
    {
        "count": _count,
        "fault": _fault,
        "fetch": _fetch,
        "garbage": _garbage,
        "forever": _forever,
        "deaf": _deaf,
        "parent": _parent,
        "crash": _crash,
        "mute": _mute,
        "words": _words,
    }[sys.argv[1]]()
