"""What happens to a lane's source while it is heard: unplugged, put to sleep, replaced, moved."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from kairo_desktop.audio.health import LaneState
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Lane
from tests.audio.courses import Note, course_of
from tests.audio.listening import LEAK_DB, Listening, listening, loudness_db
from tests.audio.voices import (
    BACK_S,
    CALL_HZ,
    MIC_HZ,
    NAMED,
    OTHER_HZ,
    await_lost,
    hears_only,
    voices,
)
from tests.fakes.tone_source import tone
from tests.sound_server import Kind, SoundServer, until

# Faults take minutes and lean on the machine being free: the long tier runs them.
pytestmark = [pytest.mark.real, pytest.mark.long]


@pytest.mark.parametrize("away_s", [0.2, 2.0, 20.0], ids="{}s".format)
@pytest.mark.parametrize("lane", Lane, ids=str)
def test_an_unplugged_source_is_lost_and_taken_up_again(
    server: SoundServer, tmp_path: Path, lane: Lane, away_s: float, note: Note
) -> None:
    voices(server)
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        gone_s = heard.now_s()
        server.unload(server.module_of("call" if lane is Lane.SYSTEM else "mic"))
        if away_s > 1:
            await_lost(heard, lane)
        until(lambda: heard.now_s() > gone_s + away_s, within_s=away_s + 5)
        mended_s = heard.now_s()
        before = len(heard.frames(lane))
        if lane is Lane.SYSTEM:
            server.load_sink("call")
            server.play_samples(tone(60, CALL_HZ), "call")
        else:
            server.load_mic()
        until(lambda: len(heard.frames(lane)) > before, within_s=BACK_S, what="the lane")
        heard.await_state(lane, LaneState.OK)
        heard.listen(2.0)
        hears_only(heard, lane, gone_s)
        assert heard.gaps(lane)
        assert not any(report.state is ChildState.RESTARTING for report in heard.reports())
        note(course_of(heard, lane, f"source unplugged for {away_s:g} s", gone_s, mended_s))


@pytest.mark.parametrize("kind", [Kind.PULSE], ids=str)
@pytest.mark.parametrize("lane", Lane, ids=str)
def test_a_suspended_source_is_told_and_goes_on(
    server: SoundServer, tmp_path: Path, lane: Lane, note: Note
) -> None:
    what = ("suspend-sink", "call") if lane is Lane.SYSTEM else ("suspend-source", "mic")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        broke_s = heard.now_s()
        server.pactl(*what, "1")
        heard.await_state(lane, LaneState.STALLED, within_s=5)
        assert "suspended" in str(heard.health(lane))
        mended_s = heard.now_s()
        server.pactl(*what, "0")
        heard.await_sound(lane, within_s=BACK_S)
        heard.await_state(lane, LaneState.OK)
        note(course_of(heard, lane, "source suspended", broke_s, mended_s))


@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
def test_a_suspension_is_undone_by_pipewire_itself(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    with listening(server, tmp_path) as heard:
        heard.await_both()
        broke_s = heard.now_s()
        server.pactl("suspend-source", "mic", "1")
        heard.await_sound(Lane.MIC, within_s=BACK_S)
        note(course_of(heard, Lane.MIC, "source suspended", broke_s, broke_s))


def test_the_default_output_unplugged_moves_the_lane_to_the_next(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    """The server moves the lane by itself too, on PulseAudio to the microphone."""
    server.load_sink("headset")
    server.pactl("set-default-sink", "headset")
    server.play_samples(tone(90, CALL_HZ), "call")
    server.play_samples(tone(90, MIC_HZ), "micfeed")
    server.play_samples(tone(90, OTHER_HZ), "headset")
    server.pactl("set-default-source", "mic")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        until(lambda: _hears(heard, Lane.SYSTEM, OTHER_HZ), what="the headset")
        gone_s = heard.now_s()
        server.unload(server.module_of("headset"))
        heard.await_state(Lane.SYSTEM, LaneState.OK)
        heard.await_sound(Lane.SYSTEM, within_s=BACK_S)
        heard.listen(2.0)
        assert "headset" not in str(heard.health(Lane.SYSTEM)).lower()
        assert loudness_db(heard.samples(Lane.MIC, gone_s), MIC_HZ) > -30
        note(course_of(heard, Lane.SYSTEM, "default output unplugged", gone_s, gone_s))


def test_a_new_default_microphone_is_followed(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    server.load_sink("headset")
    server.load_mic("headmic", "headset.monitor")
    server.play_samples(tone(90, CALL_HZ), "call")
    server.play_samples(tone(90, MIC_HZ), "micfeed")
    server.play_samples(tone(90, OTHER_HZ), "headset")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        changed_s = heard.now_s()
        server.pactl("set-default-source", "headmic")
        took_s = until(lambda: _hears(heard, Lane.MIC, OTHER_HZ), within_s=BACK_S)
        since_s = heard.listen(1.0)
        assert loudness_db(heard.samples(Lane.MIC, since_s), MIC_HZ) < LEAK_DB
        assert loudness_db(heard.samples(Lane.MIC), CALL_HZ) < LEAK_DB
        note(f"new default microphone | heard after {took_s:.2f} s")
        note(course_of(heard, Lane.MIC, "new default microphone", changed_s, changed_s))


def test_twenty_changes_of_the_default_in_ten_seconds_are_all_followed(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    server.load_sink("headset")
    server.play_samples(tone(90, CALL_HZ), "call")
    server.play_samples(tone(90, MIC_HZ), "micfeed")
    server.play_samples(tone(90, OTHER_HZ), "headset")
    with listening(server, tmp_path) as heard:
        heard.await_both()
        began_s = heard.now_s()
        for n in range(20):
            server.pactl("set-default-sink", ("headset", "call")[n % 2])
            until(partial(_is_later, heard, began_s + 0.5 * (n + 1)))
        heard.await_sound(Lane.SYSTEM, within_s=BACK_S)
        system, mic = heard.samples(Lane.SYSTEM, began_s), heard.samples(Lane.MIC, began_s)
        assert loudness_db(system, MIC_HZ) < LEAK_DB
        assert loudness_db(mic, CALL_HZ) < LEAK_DB
        course = course_of(heard, Lane.SYSTEM, "default changed 20 times in 10 s", began_s)
        assert course.gap_s < 5.0
        assert course.told == ""
        note(course)


def test_a_lane_that_is_moved_away_again_and_again_hears_nothing_else(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    voices(server)
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        began_s = heard.now_s()
        while heard.now_s() < began_s + 5:
            for stream in server.recordings():
                server.try_pactl("move-source-output", stream, "micfeed.monitor")
        mended_s = heard.now_s()
        assert heard.when(Lane.SYSTEM, LaneState.LOST, began_s) < 2
        heard.await_sound(Lane.SYSTEM, within_s=BACK_S)
        heard.await_state(Lane.SYSTEM, LaneState.OK)
        heard.listen(1.0)
        hears_only(heard, Lane.SYSTEM, began_s)
        note(course_of(heard, Lane.SYSTEM, "moved away for 5 s", began_s, mended_s))


def test_a_microphone_of_zeros_is_told_from_a_quiet_call(
    server: SoundServer, tmp_path: Path, note: Note
) -> None:
    """Nothing plays anywhere: the call is quiet, and the microphone must be off."""
    with listening(server, tmp_path) as heard:
        heard.await_both()
        heard.await_state(Lane.MIC, LaneState.SILENT, within_s=10)
        assert "no sound at all" in str(heard.health(Lane.MIC))
        assert heard.state(Lane.SYSTEM) is LaneState.OK
        mended_s = heard.now_s()
        server.play_samples(tone(10, MIC_HZ), "micfeed")
        heard.await_state(Lane.MIC, LaneState.OK, within_s=BACK_S)
        assert not heard.gaps(Lane.MIC)
        note(course_of(heard, Lane.MIC, "microphone of zeros", 0.0, mended_s))


@pytest.mark.parametrize("lane", Lane, ids=str)
def test_a_source_that_comes_back_at_another_rate_is_heard_at_its_pitch(
    server: SoundServer, tmp_path: Path, lane: Lane
) -> None:
    voices(server)
    with listening(server, tmp_path, NAMED) as heard:
        heard.await_both()
        _back_at[lane](server)
        heard.await_state(lane, LaneState.OK)
        heard.listen(2.0)
        since_s = heard.listen(1.0)
        hears_only(heard, lane, since_s)


def _system_at_44100(server: SoundServer) -> None:
    server.unload(server.module_of("call"))
    server.load_sink("call", rate=44_100)
    server.play_samples(tone(60, CALL_HZ), "call")


def _mic_at_8000(server: SoundServer) -> None:
    server.unload(server.module_of("mic"))
    server.load_mic(rate=8_000)


_back_at: dict[Lane, Callable[[SoundServer], None]] = {
    Lane.SYSTEM: _system_at_44100,
    Lane.MIC: _mic_at_8000,
}


def _is_later(heard: Listening, t_s: float) -> bool:
    return heard.now_s() > t_s


def _hears(heard: Listening, lane: Lane, frequency: float) -> bool:
    samples = heard.samples(lane)[-4096:]
    return len(samples) > 0 and loudness_db(samples, frequency) > -30
