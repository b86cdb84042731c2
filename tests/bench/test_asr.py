"""The bench of recognition: what it loads, what it counts, and that it runs."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.audio.files import read_frames
from kairo_desktop.bench.asr import AsrRow, bench_asr
from kairo_desktop.bench.clips import ClipSet, clips
from kairo_desktop.bench.hearing import at_end, hear, last_update, utterances
from kairo_desktop.errors import InputError
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import SAMPLE_RATE, AudioFrame, Lane, Samples, Word
from tests.fakes.scripted_transcriber import ScriptedTranscriber, transcript
from tests.fakes.tone_source import silence, write_wav


@pytest.fixture
def greeting(data_dir: Path) -> list[AudioFrame]:
    """Seven seconds in which the interviewer says one line."""
    path = data_dir / "interviews" / "iv1" / "interviewer.flac"
    return [frame for frame, _ in zip(read_frames(path, Lane.SYSTEM), range(215), strict=False)]


def _clock() -> Iterator[float]:
    """A clock that goes on by 10 ms whenever somebody looks."""
    return (tick / 100 for tick in count())


def test_finds_both_lanes_of_an_interview_with_their_words(data_dir: Path) -> None:
    found = list(clips(data_dir))
    assert [(clip.set, clip.lane) for clip in found[:2]] == [
        (ClipSet.INTERVIEWS, Lane.SYSTEM),
        (ClipSet.INTERVIEWS, Lane.MIC),
    ]
    assert found[0].transcript.startswith("Good morning")


def test_only_transcripts_of_people_count(tmp_path: Path) -> None:
    (tmp_path / "human").mkdir()
    (tmp_path / "human" / "human.jsonl").write_text(
        '{"file": "a.wav", "transcript": "a", "transcript_origin": "human"}\n'
        '{"file": "b.wav", "transcript": "b", "transcript_origin": "pseudo"}\n'
    )
    assert [clip.transcript for clip in clips(tmp_path)] == ["a"]


def test_counts_what_a_reader_of_captions_sees(greeting: list[AudioFrame]) -> None:
    texts = iter(["good", "hood morning", "good morning"])

    def script(samples: Samples, _listening: Listening) -> Transcript:
        return transcript(next(texts, "good morning all"), len(samples) / SAMPLE_RATE)

    clock = _clock()
    hearing = hear(
        greeting, Lane.SYSTEM, ScriptedTranscriber(script), AsrSettings(), lambda: next(clock)
    )
    assert hearing.text == "good morning all"
    assert hearing.n_flickers == 2
    assert hearing.audio_s == pytest.approx(215 * 0.032)
    assert len(hearing.updates) >= 4
    assert len(hearing.first_seen_s) == len(hearing.committed_s) == 3
    assert 0.096 <= hearing.settled_s[0] < 0.2


def test_keeps_the_words_that_an_answer_begins_on(greeting: list[AudioFrame]) -> None:
    doubtful = Transcript((Word("morning", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)

    def script(_samples: Samples, listening: Listening) -> Transcript:
        return doubtful if listening.margin_s is not None else transcript("good morning")

    transcriber = ScriptedTranscriber(script)
    hearing = hear(greeting, Lane.SYSTEM, transcriber, AsrSettings(), lambda: 0.0)
    assert hearing.settled_text == "morning"
    assert hearing.text == "good morning"


def test_a_line_that_never_settled_counts_as_it_ended(greeting: list[AudioFrame]) -> None:
    transcriber = ScriptedTranscriber(lambda _samples, _listening: transcript("good morning"))
    hearing = hear(greeting[:66], Lane.SYSTEM, transcriber, AsrSettings(), lambda: 0.0)
    assert hearing.settled_s == []
    assert hearing.settled_text == hearing.text == "good morning"


def test_what_was_settled_before_speech_went_on_does_not_count(
    greeting: list[AudioFrame],
) -> None:
    part = Transcript((Word("good", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)

    def script(_samples: Samples, listening: Listening) -> Transcript:
        return part if listening.margin_s is not None else transcript("good morning")

    transcriber = ScriptedTranscriber(script)
    hearing = hear(greeting[:110], Lane.SYSTEM, transcriber, AsrSettings(), lambda: 0.0)
    assert len(hearing.settled_s) == 1
    assert hearing.settled_text == "good morning"


def test_the_words_of_a_lane_heard_at_the_end_are_those_of_the_full_window(
    greeting: list[AudioFrame],
) -> None:
    def script(_samples: Samples, listening: Listening) -> Transcript:
        assert listening.margin_s is None
        return transcript("good morning")

    assert at_end(greeting, Lane.SYSTEM, ScriptedTranscriber(script)) == "good morning"


def test_an_utterance_is_all_the_sound_of_its_chunks(greeting: list[AudioFrame]) -> None:
    (sound,) = utterances(greeting, Lane.SYSTEM)
    whole = np.concatenate([frame.samples for frame in greeting])
    assert 3.0 < len(sound) / SAMPLE_RATE < 4.5
    assert sound.tobytes() in whole.tobytes()


def test_an_update_by_length_is_the_one_a_stream_asks_for() -> None:
    def script(samples: Samples, listening: Listening) -> Transcript:
        whole = transcript("w " * 12, len(samples) / SAMPLE_RATE).words
        return Transcript(whole[len(listening.prefix) :], 0.05, -0.2, 1.0)

    asked = last_update(silence(5), ScriptedTranscriber(script), AsrSettings(hold_ms=1000))
    assert len(asked.samples) == 5 * SAMPLE_RATE
    assert [word.text for word in asked.listening.prefix][:2] == ["w", "w"]


def test_a_folder_without_recordings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no recordings"):
        bench_asr(tmp_path, [])


@pytest.mark.real
def test_measures_noise_and_speech(
    tmp_path: Path, models_dir: Path, greeting: list[AudioFrame]
) -> None:
    for name in ("human", "noise"):
        (tmp_path / name).mkdir()
    speech = np.concatenate([frame.samples for frame in greeting])
    write_wav(tmp_path / "human" / "a.wav", speech)
    write_wav(tmp_path / "noise" / "b.wav", silence(3))
    line = '{{"file": "{}", "transcript": "{}"}}\n'.format
    (tmp_path / "human" / "human.jsonl").write_text(
        line("human/a.wav", "Good morning, can you hear me all right?")
    )
    (tmp_path / "noise" / "noise.jsonl").write_text(line("noise/b.wav", ""))
    report = bench_asr(tmp_path, [models_dir / "whisper-tiny.en"])
    ours, usual, noise = (row for row in report.rows if isinstance(row, AsrRow))
    assert (ours.policy, usual.policy, noise.data) == ("streaming", "fixed30", "noise")
    assert ours.wer is not None
    assert ours.wer < 0.3
    assert ours.by_length is not None
    assert usual.by_length is not None
    assert set(ours.by_length) == set(usual.by_length) == {"2"}
    assert noise.lines_on_noise == 0
