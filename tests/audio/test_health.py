"""Health from facts; every trouble has words that say what to do."""

import pytest

from kairo_desktop.audio.advice import advice
from kairo_desktop.audio.backend import Facts, ServerState
from kairo_desktop.audio.health import LaneState, Trouble, judge
from kairo_desktop.audio.intake import Signs
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.types import Lane

_NOW = 100.0
_CALL = SoundSource("call.monitor", "Call", Lane.SYSTEM)
_MIC = SoundSource("mic", "Headset", Lane.MIC)
_WELL = Signs(last_s=_NOW - 0.03)


def _facts(wanted: SoundSource | None = _CALL, **changes: object) -> Facts:
    facts = {
        "server": ServerState.ANSWERS,
        "wanted": wanted,
        "bound": wanted.name if wanted else None,
        "opened_s": 50.0,
        **changes,
    }
    return Facts(**facts)  # type: ignore[arg-type]  # a table of cases


def test_frames_from_the_right_source_are_well() -> None:
    assert judge(_facts(), _WELL, _NOW).state is LaneState.OK


@pytest.mark.parametrize(
    ("server", "state"),
    [
        (ServerState.GONE, LaneState.LOST),
        (ServerState.DENIED, LaneState.DENIED),
        (ServerState.FROZEN, LaneState.STALLED),
        (ServerState.LIBRARY_MISSING, LaneState.LOST),
        (ServerState.UNKNOWN, LaneState.STALLED),
    ],
)
def test_the_server_comes_first(server: ServerState, state: LaneState) -> None:
    assert judge(_facts(server=server), _WELL, _NOW).state is state


def test_a_source_that_is_not_there_is_lost() -> None:
    verdict = judge(_facts(None), _WELL, _NOW)
    assert (verdict.state, verdict.trouble) == (LaneState.LOST, Trouble.NO_SOURCE)


@pytest.mark.parametrize(("wrong_s", "state"), [(0.1, LaneState.OK), (0.6, LaneState.LOST)])
def test_a_wrong_source_is_lost_unless_it_is_put_right(wrong_s: float, state: LaneState) -> None:
    assert judge(_facts(wrong_since_s=_NOW - wrong_s), _WELL, _NOW).state is state


@pytest.mark.parametrize(("right_s", "state"), [(0.1, LaneState.LOST), (0.4, LaneState.OK)])
def test_a_moment_on_the_right_source_is_not_enough(right_s: float, state: LaneState) -> None:
    moved = _facts(wrong_since_s=_NOW - 3, right_since_s=_NOW - right_s)
    assert judge(moved, _WELL, _NOW).state is state


@pytest.mark.parametrize(("age_s", "state"), [(0.9, LaneState.OK), (1.1, LaneState.STALLED)])
def test_no_frame_for_a_second_is_a_stall(age_s: float, state: LaneState) -> None:
    assert judge(_facts(), Signs(last_s=_NOW - age_s), _NOW).state is state


@pytest.mark.parametrize(
    ("opened_s", "last_s", "trouble"),
    [
        (_NOW - 2.0, None, Trouble.OPENING),
        (_NOW - 4.0, None, Trouble.NO_SOUND),
        (_NOW - 2.0, _NOW - 60.0, Trouble.OPENING),
        (_NOW - 4.0, _NOW - 60.0, Trouble.NO_SOUND),
        (None, None, Trouble.OPENING),
    ],
)
def test_a_new_stream_has_three_seconds(
    opened_s: float | None, last_s: float | None, trouble: Trouble
) -> None:
    verdict = judge(_facts(opened_s=opened_s), Signs(last_s=last_s), _NOW)
    assert (verdict.state, verdict.trouble) == (LaneState.STALLED, trouble)


def test_a_suspended_source_is_called_so() -> None:
    asleep = SoundSource("mic", "Headset", Lane.MIC, suspended=True)
    assert judge(_facts(asleep), Signs(last_s=_NOW - 5), _NOW).trouble is Trouble.SUSPENDED


def _zeros(seconds: float) -> Signs:
    return Signs(last_s=_NOW - 0.03, silent_since_s=_NOW - seconds)


def test_zeros_of_an_output_are_a_quiet_call() -> None:
    assert judge(_facts(), _zeros(60), _NOW).state is LaneState.OK


def test_zeros_while_the_sound_plays_elsewhere_are_not() -> None:
    verdict = judge(_facts(elsewhere="Screen"), _zeros(9), _NOW)
    assert (verdict.state, verdict.trouble) == (LaneState.SILENT, Trouble.ELSEWHERE)


def test_zeros_of_a_microphone_mean_that_it_is_off() -> None:
    assert judge(_facts(_MIC), _zeros(2), _NOW).state is LaneState.OK
    assert judge(_facts(_MIC), _zeros(4), _NOW).trouble is Trouble.ZEROS


def test_a_muted_source_is_called_so() -> None:
    muted = SoundSource("mic", "Headset", Lane.MIC, muted=True)
    assert judge(_facts(muted), _zeros(1.5), _NOW).trouble is Trouble.MUTED
    assert judge(_facts(muted), _WELL, _NOW).state is LaneState.OK


@pytest.mark.parametrize("lane", Lane)
@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_has_words_for_this_system_only(trouble: Trouble, lane: Lane) -> None:
    words = advice(trouble, lane, "Headset", elsewhere="Screen")
    silent = trouble in (Trouble.NONE, Trouble.OPENING, Trouble.CONNECTED_ANEW)
    assert (words == "") is silent
    assert not any(w in words for w in ("Windows", "macOS", "System Settings", "BlackHole", "{"))


@pytest.mark.parametrize("trouble", [Trouble.NO_SOURCE, Trouble.ELSEWHERE, Trouble.ZEROS])
def test_words_about_another_source_fit_every_front_end(trouble: Trouble) -> None:
    words = advice(trouble, Lane.MIC, "Headset", elsewhere="Screen")
    assert "in the settings" in words
    assert "--" not in words


@pytest.mark.parametrize(
    ("lane", "name", "command"),
    [
        (Lane.MIC, "usb mic", "pactl suspend-source 'usb mic' 0"),
        (Lane.SYSTEM, "call.monitor", "pactl suspend-sink call 0"),
    ],
)
def test_words_about_a_suspension_name_the_device(lane: Lane, name: str, command: str) -> None:
    assert command in advice(Trouble.SUSPENDED, lane, "Headset", name=name)


def test_words_without_a_source_say_whose_sound_it_is() -> None:
    assert "your microphone" in advice(Trouble.NO_SOURCE, Lane.MIC, "")
