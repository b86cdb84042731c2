"""Children of a running interview die at random moments; the interview does not.

Real models, the bundled interview at its own pace. Each seed is one death: which child, of what,
when. `kairo answer` then hears, asks and answers what it does undisturbed.
"""

import os
import random
import signal
import sys
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import pairwise

import pytest

from tests.end_to_end.clips import Clip, sample_clip
from tests.end_to_end.running import Happened, Running, running

pytestmark = [
    pytest.mark.real,
    pytest.mark.long,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="finds the children in /proc"),
]

_FROM_S, _TO_S = 14.5, 37.0
"""Two questions of the interview, and the candidate's answer to the first."""

_ASKED = (
    "So tell me about a time when you made something a lot faster.",
    "And how would you stop two people from buying the same seat?",
)
_SMALL = ("--set", "llm.model=smollm2-135m-instruct", "--set", "asr.model=whisper-tiny.en")
_DEADLY = (signal.SIGKILL, signal.SIGABRT, signal.SIGSTOP)
_ALIKE = 0.75
"""A word at the seam of two recognizers may be heard otherwise, or not at all."""


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    return sample_clip(tmp_path_factory.mktemp("clip"), _FROM_S, _TO_S)


@pytest.fixture(scope="module")
def undisturbed(clip: Clip) -> dict[str, str]:
    """What is said on each lane when nothing dies."""
    with running("answer", "--json", "--fast", *_SMALL, *clip.arguments) as run:
        assert run.wait() == 0
        return {lane: _said(run.of("utterance"), lane) for lane in ("system", "mic")}


def _said(utterances: Iterable[Happened], lane: str) -> str:
    return " ".join(str(u["text"]) for u in utterances if u["lane"] == lane)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower().split(), other.lower().split()).ratio()


def _harm(run: Running, role: str, deadly: signal.Signals, after_s: float) -> float:
    """Send the signal some time after both children have come; gives when it was sent."""
    run.until(lambda: all(run.started(each) for each in ("asr", "llm")))
    due_s = run.now_s + after_s
    run.until(lambda: run.now_s >= due_s or run.process.poll() is not None)
    pid = run.child(role)
    if pid is not None:
        os.kill(pid, deadly)
    return run.now_s


@pytest.mark.parametrize("seed", range(30))
def test_an_interview_survives_the_death_of_a_child(
    clip: Clip, undisturbed: dict[str, str], seed: int
) -> None:
    rng = random.Random(seed)
    role, deadly = rng.choice(["asr", "llm"]), rng.choice(_DEADLY)
    with running("answer", "--json", "--realtime", *_SMALL, *clip.arguments) as run:
        _harm(run, role, deadly, after_s=rng.uniform(0.0, 30.0))
        assert run.wait() == 0, run.errors
        _nothing_is_doubled(run)
        _all_is_there(run, undisturbed)
        _traces_are_on_the_sessions_clock(run)
        assert not run.left()


@pytest.mark.parametrize("deadly", _DEADLY)
def test_a_live_session_hears_on_after_the_death_of_a_lane(
    clip: Clip, deadly: signal.Signals
) -> None:
    with running("listen", "--json", *_SMALL, *clip.lanes) as run:
        run.until(lambda: bool(run.of("utterance")))
        pid = run.child("capture")
        assert pid is not None
        os.kill(pid, deadly)
        run.until(lambda: _states(run)[-2:] == ["stalled", "ok"])
        n_lines = len(run.of("utterance"))
        run.until(lambda: len(run.of("utterance")) > n_lines)
        assert run.of("gap")
        run.process.send_signal(signal.SIGINT)
        assert run.wait() == 0, run.errors
        assert not run.left()


def _states(run: Running) -> list[object]:
    """What became of the lane that was harmed."""
    lanes = [event["lane"] for event in run.of("lane") if event["state"] == "stalled"]
    return [event["state"] for event in run.of("lane") if event["lane"] in lanes]


def _nothing_is_doubled(run: Running) -> None:
    for lane in ("system", "mic"):
        lines = [u for u in run.of("utterance") if u["lane"] == lane]
        spans = [(float(str(u["start_s"])), float(str(u["end_s"]))) for u in lines]
        assert all(one[1] <= two[0] for one, two in pairwise(spans)), spans
        ids = [int(str(u["utterance_id"])) for u in lines]
        assert ids == sorted(set(ids))
    done = [answer["turn_id"] for answer in run.of("answer_done")]
    assert len(done) == len(set(done))


def _traces_are_on_the_sessions_clock(run: Running) -> None:
    """A new process counts from the session's beginning, not from its own."""
    for answer in run.of("answer_done"):
        trace = answer["trace"]
        assert isinstance(trace, dict)
        came_ms = float(str(answer["t_ms"])) - trace["speech_end_s"] * 1000
        assert trace["confirmed_ms"] <= trace["done_ms"] <= came_ms + 1
        assert came_ms - trace["done_ms"] < 1000


def _all_is_there(run: Running, undisturbed: dict[str, str]) -> None:
    for lane, said in undisturbed.items():
        assert _alike(_said(run.of("utterance"), lane), said) >= _ALIKE
    confirmed = {
        q["turn_id"]: str(q["text"]) for q in run.of("question") if q["state"] == "confirmed"
    }
    answered = {answer["turn_id"] for answer in run.of("answer_done")}
    assert set(confirmed) == answered
    for asked in _ASKED:
        assert max(_alike(text, asked) for text in confirmed.values()) >= _ALIKE
    assert len(confirmed) == len(_ASKED)
