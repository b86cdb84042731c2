"""Measures recognition while people speak: words, delays and cost, beside the usual way.

Offline is faster-whisper's own reading of the whole clip with the same model; own offline is our
recognizer on each utterance when it is over: the policy `at_end`. The usual way (`fixed30`)
computes 30 seconds for every update; it is slow, so its delays are measured on the first clips
only. The cost of an update by length is that of the update a stream asks for when the utterance has
been open for so long, what is known by then included; the usual way hears the same utterance, in
turns with ours.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from kairo_desktop.asr.fixed_window import FixedWindowTranscriber
from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.asr.whisper import WhisperOptions, WhisperTranscriber
from kairo_desktop.audio.files import read_frames
from kairo_desktop.bench.clips import Clip, ClipSet, clips
from kairo_desktop.bench.hearing import Clock, Hearing, at_end, hear, last_update, utterances
from kairo_desktop.bench.report import Report, median, quantile
from kairo_desktop.bench.wer import Score, bootstrap_wer, pooled_wer
from kairo_desktop.errors import InputError
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import SAMPLE_RATE, AudioFrame, Lane, Samples

__all__ = ["AsrRow", "bench_asr"]

LENGTHS_S: Final = (2, 5, 10, 20)
"""Lengths of an open utterance at which the cost of an update is compared."""

N_SOUNDS: Final = 3
"""Sounds per length."""

PEER_S: Final = 20.0
"""How much of each clip the slow way is given."""

N_PEER_CLIPS: Final = 4

N_ROUNDS: Final = 3
"""Times each of them is heard; the quickest counts, other work only ever makes one slower."""


@dataclass(frozen=True, slots=True)
class AsrRow:
    """One model and policy on one set of clips; None where it was not measured or means nothing.

    Attributes:
        policy: "streaming" or "fixed30".
        wer: Of the streamed text, pooled, 0 and up.
        wer_offline: Of the same model over the whole clip at once.
        wer_ci: 95 % bootstrap interval of `wer` over clips.
        distance_to_offline: Word edits between streamed text and own offline, per word of it.
        settled_distance: The same of the text as it stood when speech had just stopped.
        by_length: Milliseconds of an update by seconds of the open utterance.
        rtf_one: Time spent over length of the sound, one lane.
        rtf_two: The same with both lanes of an interview.
        flicker_per_min: Shown words that changed or vanished, per minute of sound.
        lines_on_noise: Utterances that were made of noise.
    """

    model: str
    policy: str
    data: str
    wer: float | None = None
    wer_offline: float | None = None
    wer_ci: tuple[float, float] | None = None
    distance_to_offline: float | None = None
    update_ms_p50: float | None = None
    update_ms_p95: float | None = None
    by_length: dict[str, float] | None = None
    first_seen_ms_p50: float | None = None
    committed_ms_p50: float | None = None
    settled_after_speech_ms_p50: float | None = None
    rtf_one: float | None = None
    rtf_two: float | None = None
    flicker_per_min: float | None = None
    lines_on_noise: int | None = None
    settled_distance: float | None = None


def bench_asr(
    data: Path,
    models: Sequence[Path],
    settings: AsrSettings | None = None,
    clock: Clock = perf_counter,
) -> Report:
    """Hear all clips below `data` with each model folder.

    Raises:
        InputError: there are no clips in `data`, or one cannot be read.
        ModelError: a model is missing or cannot serve.
    """
    chosen = settings or AsrSettings()
    found = list(clips(data))
    if not found:
        raise InputError(f"There are no recordings in {data}.", cure="Name another folder.")
    options = WhisperOptions(threads=chosen.threads, language=chosen.language)
    rows: list[AsrRow] = []
    for folder in models:
        pair = _Pair(
            folder.name,
            WhisperTranscriber(folder, options),
            FixedWindowTranscriber(folder, options),
        )
        rows += _Bench(pair, chosen, clock).rows(found)
    return Report(
        bench="asr",
        rows=tuple(rows),
        models=tuple(folder.name for folder in models),
        settings=tuple(f"{name}={value}" for name, value in chosen.model_dump().items()),
        notes=(
            "Offline is faster-whisper over the whole clip, beam of five, with its own VAD filter.",
            f"fixed30: delays on {PEER_S:g} s of {N_PEER_CLIPS} clips.",
            "Cost by length: the update of a stream at that length of the open utterance; the "
            f"quickest of {N_ROUNDS}, in turns with fixed30 on the same utterance.",
            "Delays count from the end of a word in the sound, computing time included.",
        ),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """One model, run in our way and in the usual one."""

    name: str
    ours: WhisperTranscriber
    peer: FixedWindowTranscriber


class _Bench:
    def __init__(self, pair: _Pair, settings: AsrSettings, clock: Clock) -> None:
        self._pair = pair
        self._settings = settings
        self._clock = clock

    def rows(self, found: Sequence[Clip]) -> Iterator[AsrRow]:
        """Both policies on each set that is there; the first call of each model is thrown away."""
        for transcriber in (self._pair.ours, self._pair.peer):
            transcriber.transcribe(np.zeros(SAMPLE_RATE, np.float32), Listening())
        for name in (ClipSet.INTERVIEWS, ClipSet.HUMAN):
            chosen = [clip for clip in found if clip.set is name]
            if chosen:
                ours, peer = self._by_length(chosen)
                yield self._streaming(name, chosen, ours)
                yield self._fixed(name, chosen, peer)
        noise = [clip for clip in found if clip.set is ClipSet.NOISE]
        if noise:
            yield self._noise(noise)

    def _hear(self, clip: Clip, transcriber: Transcriber, seconds: float | None = None) -> Hearing:
        frames = _frames(clip, seconds)
        return hear(frames, clip.lane, transcriber, self._settings, self._clock)

    def _streaming(self, name: str, chosen: Sequence[Clip], by_length: dict[str, float]) -> AsrRow:
        heard = [self._hear(clip, self._pair.ours) for clip in chosen]
        scores = [Score.of(c.transcript, h.text) for c, h in zip(chosen, heard, strict=True)]
        offline = [
            Score.of(clip.transcript, self._pair.peer.read(_samples(clip))) for clip in chosen
        ]
        own = [at_end(_frames(clip), clip.lane, self._pair.ours) for clip in chosen]
        interval = bootstrap_wer(scores, np.random.default_rng(0))
        one = [h for clip, h in zip(chosen, heard, strict=True) if clip.lane is Lane.SYSTEM]
        row = AsrRow(
            self._pair.name,
            "streaming",
            name,
            wer=pooled_wer(scores),
            wer_offline=pooled_wer(offline),
            wer_ci=(interval.low, interval.high),
            distance_to_offline=_distance(own, [h.text for h in heard]),
            settled_distance=_distance(own, [h.settled_text for h in heard]),
            by_length=by_length,
            rtf_one=_rtf(one, one),
            rtf_two=_rtf(heard, one) if len(one) < len(heard) else None,
        )
        return _with_delays(row, heard)

    def _fixed(self, name: str, chosen: Sequence[Clip], by_length: dict[str, float]) -> AsrRow:
        some = [clip for clip in chosen if clip.lane is Lane.SYSTEM][:N_PEER_CLIPS]
        heard = [self._hear(clip, self._pair.peer, PEER_S) for clip in some]
        rtf = _rtf(heard, heard)
        row = AsrRow(self._pair.name, "fixed30", name, by_length=by_length, rtf_one=rtf)
        return _with_delays(row, heard)

    def _noise(self, noise: Sequence[Clip]) -> AsrRow:
        """Noise through the whole path, and past the voice activity straight to the gate."""
        heard = [self._hear(clip, self._pair.ours) for clip in noise]
        return AsrRow(
            self._pair.name,
            "streaming",
            ClipSet.NOISE,
            rtf_one=_rtf(heard, heard),
            lines_on_noise=sum(len(hearing.lines) for hearing in heard),
        )

    def _costs_s(self, sound: Samples) -> tuple[float, float]:
        """Seconds that our update at the end of `sound` and the usual one take, in turns."""
        asked = last_update(sound, self._pair.ours, self._settings)
        rounds: list[tuple[float, float]] = []
        for _ in range(N_ROUNDS):
            began_s = self._clock()
            self._pair.ours.transcribe(asked.samples, asked.listening)
            between_s = self._clock()
            self._pair.peer.transcribe(sound, Listening())
            rounds.append((between_s - began_s, self._clock() - between_s))
        return min(ours_s for ours_s, _ in rounds), min(peer_s for _, peer_s in rounds)

    def _by_length(self, chosen: Sequence[Clip]) -> tuple[dict[str, float], dict[str, float]]:
        """Milliseconds of an update at each length, ours and the usual way's, in turns."""
        ours: dict[str, float] = {}
        peers: dict[str, float] = {}
        for length_s in LENGTHS_S:
            sounds = list(islice(_excerpts(chosen, length_s), N_SOUNDS))
            if sounds:
                costs = [self._costs_s(sound) for sound in sounds]
                ours[str(length_s)] = 1000 * median([cost_s for cost_s, _ in costs])
                peers[str(length_s)] = 1000 * median([cost_s for _, cost_s in costs])
        return ours, peers


def _distance(own: Sequence[str], heard: Sequence[str]) -> float:
    return pooled_wer([Score.of(text, other) for text, other in zip(own, heard, strict=True)])


def _with_delays(row: AsrRow, heard: Sequence[Hearing]) -> AsrRow:
    """The row with the fields that come from what was seen on the way."""
    costs = [1000 * update.cost_s for hearing in heard for update in hearing.updates]
    minutes = sum(hearing.audio_s for hearing in heard) / 60
    return replace(
        row,
        update_ms_p50=quantile(costs, 0.5) if costs else None,
        update_ms_p95=quantile(costs, 0.95) if costs else None,
        first_seen_ms_p50=_median_ms(d for h in heard for d in h.first_seen_s),
        committed_ms_p50=_median_ms(d for h in heard for d in h.committed_s),
        settled_after_speech_ms_p50=_median_ms(d for h in heard for d in h.settled_s),
        flicker_per_min=sum(hearing.n_flickers for hearing in heard) / minutes,
    )


def _median_ms(delays_s: Iterable[float]) -> float | None:
    values = [1000 * delay_s for delay_s in delays_s]
    return median(values) if values else None


def _rtf(spent: Iterable[Hearing], of: Iterable[Hearing]) -> float:
    return sum(hearing.cost_s for hearing in spent) / sum(hearing.audio_s for hearing in of)


def _frames(clip: Clip, seconds: float | None = None) -> Iterator[AudioFrame]:
    for frame in read_frames(clip.path, clip.lane):
        if seconds is not None and frame.start_s >= seconds:
            return
        yield frame


def _samples(clip: Clip) -> Samples:
    return np.concatenate([frame.samples for frame in _frames(clip)])


def _excerpts(chosen: Sequence[Clip], length_s: int) -> Iterator[Samples]:
    """The first `length_s` of every utterance that is that long."""
    n_samples = length_s * SAMPLE_RATE
    for clip in chosen:
        for sound in utterances(_frames(clip), clip.lane):
            if len(sound) >= n_samples:
                yield sound[:n_samples]
