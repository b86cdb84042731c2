"""Reading recordings: every format, flat memory, and what is said about bad ones."""

import struct
import tracemalloc
from pathlib import Path

import av
import numpy as np
import pytest

from kairo_desktop.audio.files import merge, read_frames
from kairo_desktop.errors import InputError
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Lane, Samples
from tests.fakes.tone_source import FRAME_S, frames, tone, write_wav


def _encode(path: Path, codec: str, sample_rate: int, layout: str, samples: Samples) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=sample_rate)
        assert isinstance(stream, av.AudioStream)
        stream.layout = layout
        channels = np.stack([samples] * (2 if layout == "stereo" else 1))
        frame = av.AudioFrame.from_ndarray(channels, format="fltp", layout=layout)
        frame.rate, frame.pts = sample_rate, 0
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)


def _read(path: Path) -> Samples:
    return np.concatenate([frame.samples for frame in read_frames(path, Lane.SYSTEM)])


def _read_until_error(path: Path) -> tuple[list[AudioFrame], str]:
    got: list[AudioFrame] = []
    with pytest.raises(InputError) as caught:
        got.extend(read_frames(path, Lane.SYSTEM))
    return got, str(caught.value)


def test_frames_are_whole_and_follow_each_other(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone(1.01))
    got = list(read_frames(tmp_path / "a.wav", Lane.MIC))
    assert all(len(frame.samples) == FRAME_SAMPLES for frame in got)
    assert [frame.start_s for frame in got] == [pytest.approx(i * FRAME_S) for i in range(32)]
    assert {frame.lane for frame in got} == {Lane.MIC}
    assert not got[-1].samples[-100:].any()


def test_samples_come_through_unchanged(tmp_path: Path) -> None:
    sound = tone(0.512)
    write_wav(tmp_path / "a.wav", sound)
    assert np.allclose(_read(tmp_path / "a.wav"), sound, atol=1e-4)


def test_other_rates_and_channels_become_16_khz_mono(tmp_path: Path) -> None:
    rate = 44_100
    sound = (0.3 * np.sin(2 * np.pi * 440 * np.arange(2 * rate) / rate)).astype(np.float32)
    write_wav(tmp_path / "a.wav", sound, sample_rate=rate, channels=2)
    got = _read(tmp_path / "a.wav")
    assert len(got) == pytest.approx(2 * SAMPLE_RATE, abs=FRAME_SAMPLES)
    strongest = np.argmax(np.abs(np.fft.rfft(got))) * SAMPLE_RATE / len(got)
    assert strongest == pytest.approx(440, abs=2)


def test_an_8_khz_stereo_mp3_and_a_name_beyond_ascii_are_read(tmp_path: Path) -> None:
    path = tmp_path / "голос ü.mp3"
    _encode(path, "libmp3lame", 8_000, "stereo", tone(4)[::2].copy())
    assert len(_read(path)) == pytest.approx(4 * SAMPLE_RATE, abs=2 * FRAME_SAMPLES)


def test_one_dead_channel_still_gives_the_other(tmp_path: Path) -> None:
    path = tmp_path / "half.wav"
    both = np.stack([tone(1), np.zeros(SAMPLE_RATE, np.float32)])
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_f32le", rate=SAMPLE_RATE)
        stream.layout = "stereo"
        packed = av.AudioFrame.from_ndarray(both.T.reshape(1, -1), format="flt", layout="stereo")
        packed.rate, packed.pts = SAMPLE_RATE, 0
        for packet in [*stream.encode(packed), *stream.encode(None)]:
            container.mux(packet)
    assert np.abs(_read(path)).max() > 0.1


@pytest.mark.parametrize("content", [b"hello " * 100, bytes(range(256)) * 40])
def test_what_is_not_audio_is_refused_at_the_call(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.wav"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"notes\.wav is not audio") as caught:
        read_frames(path, Lane.SYSTEM)
    assert caught.value.cure


def test_missing_folder_and_empty_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty.wav").touch()
    for path, words in (
        (tmp_path / "nope.wav", "no file"),
        (tmp_path, "is a folder"),
        (tmp_path / "empty.wav", "is empty"),
    ):
        with pytest.raises(InputError, match=words):
            read_frames(path, Lane.SYSTEM)


def test_a_video_without_sound_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "silent.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 32
        stream.pix_fmt = "yuv420p"
        picture = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
        for packet in [*stream.encode(picture), *stream.encode(None)]:
            container.mux(packet)
    with pytest.raises(InputError, match="holds no sound"):
        read_frames(path, Lane.SYSTEM)


def test_a_playlist_never_reaches_for_the_network(tmp_path: Path) -> None:
    path = tmp_path / "list.m3u8"
    path.write_text("#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/a.ts\n")
    with pytest.raises(InputError, match="not audio"):
        read_frames(path, Lane.SYSTEM)


@pytest.mark.parametrize("name", ["cut.flac", "cut.wav", "cut.mp3"])
def test_a_truncated_file_gives_what_is_there_and_then_says_so(tmp_path: Path, name: str) -> None:
    whole = (tmp_path / "whole").with_suffix(Path(name).suffix)
    if name.endswith("wav"):
        write_wav(whole, tone(4))
    else:
        _encode(whole, "flac" if name.endswith("flac") else "libmp3lame", 16_000, "mono", tone(4))
    (tmp_path / name).write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    got, message = _read_until_error(tmp_path / name)
    assert 1.0 < len(got) * FRAME_S < 2.5
    assert "breaks off" in message


def test_a_wav_from_a_pipe_may_leave_its_length_open(tmp_path: Path) -> None:
    path = tmp_path / "pipe.wav"
    write_wav(path, tone(1))
    content = bytearray(path.read_bytes())
    content[4:8] = content[40:44] = struct.pack("<I", 0xFFFFFFFF)
    path.write_bytes(content)
    assert len(_read(path)) == pytest.approx(SAMPLE_RATE, abs=FRAME_SAMPLES)


def test_a_damaged_place_becomes_silence_and_keeps_its_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "scratched.flac"
    rng = np.random.default_rng(0)
    _encode(path, "flac", 16_000, "mono", rng.normal(0, 0.1, 8 * SAMPLE_RATE).astype(np.float32))
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 3000] = bytes(3000)
    path.write_bytes(content)
    got: list[AudioFrame] = []
    try:
        got.extend(read_frames(path, Lane.SYSTEM))
    except InputError as err:
        assert "damaged" in str(err)  # noqa: PT017 - whether the codec notices is its own affair
    assert len(got) * FRAME_S == pytest.approx(8, abs=0.4)
    assert "missing" in caplog.text
    caplog.clear()


def test_memory_stays_flat_over_a_long_file(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    write_wav(path, np.zeros(600 * SAMPLE_RATE, np.float32))
    tracemalloc.start()
    n_frames = sum(1 for _ in read_frames(path, Lane.SYSTEM))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert n_frames * FRAME_S == pytest.approx(600, abs=FRAME_S)
    assert peak < 5_000_000


def test_two_lanes_are_merged_by_time() -> None:
    system = frames(tone(1), Lane.SYSTEM)
    mic = frames(tone(2), Lane.MIC, start_s=0.5)
    merged = list(merge(system, mic))
    assert [f.start_s for f in merged] == sorted(f.start_s for f in merged)
    assert len(merged) == 32 + 63
