"""Recorded sound: any audio file as frames at 16 kHz mono, decoded as it is read."""

import heapq
import logging
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.audio.frame import AudioFrame as Decoded
from av.container import InputContainer

from kairo_desktop.errors import InputError
from kairo_desktop.settings.given_file import require_file
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Lane, Samples

__all__ = ["merge", "read_frames"]

logger = logging.getLogger(__name__)

LOCAL_ONLY: Final = {"protocol_whitelist": "file,crypto,data"}
"""A playlist on the disk may name addresses on the network: nothing may be fetched for it."""

UNKNOWN_RIFF_BYTES: Final = 0x7FFFF000
"""Recorders that write to a pipe leave a size from here upwards in the header."""

TOLERATED_LOSS_S: Final = 0.5
"""A file may be this much shorter than its header says: encoders round."""

UNDAMAGED: Final = "Use a file that plays to its end."


def read_frames(path: Path, lane: Lane) -> Iterator[AudioFrame]:
    """Decode a local file of any format and sample rate to frames of one lane.

    Channels are averaged. Memory is flat however long the file is. The last frame is filled
    up with silence.

    A damaged or truncated file gives every frame that can be decoded, places that cannot be
    are silent and keep their time, and only then raises; so nothing is lost silently.

    Raises:
        InputError: at the call: `path` is missing, no file, empty, not audio, or holds no sound;
            behind the last frame: the file is damaged or breaks off.
    """
    with closing(_open(path)) as container:
        announced_s = _announced_s(container) * _missing_factor(path)
    return _frames(path, lane, announced_s)


def merge(*lanes: Iterable[AudioFrame]) -> Iterator[AudioFrame]:
    """Frames of several lanes on one timeline, the earlier lane first where they start together."""
    return heapq.merge(*lanes, key=lambda frame: frame.start_s)


def _open(path: Path) -> InputContainer:
    require_file(path, "an audio file")
    if path.stat().st_size == 0:
        raise InputError(f"{path} is empty.", cure="Name a file that holds sound.")
    try:
        container = av.open(str(path.resolve()), container_options=LOCAL_ONLY)
    except (av.FFmpegError, OSError) as err:
        raise InputError(
            f"{path} is not audio that can be read.",
            cure="Name a recording, such as wav, flac, mp3, ogg or m4a.",
        ) from err
    if not container.streams.audio:
        container.close()
        raise InputError(f"{path} holds no sound.", cure="Name a file with an audio track.")
    return container


def _announced_s(container: InputContainer) -> float:
    """How long the header says the sound is; 0 where it does not say."""
    stream = container.streams.audio[0]
    if stream.duration is None or stream.time_base is None:
        return 0.0
    return float(stream.duration * stream.time_base)


def _missing_factor(path: Path) -> float:
    """How many times longer a RIFF file claims to be than it is; 1 for everything else.

    FFmpeg takes the length of a wav from what is there, not from its header.
    """
    with path.open("rb") as file:
        head = file.read(8)
    claimed = int.from_bytes(head[4:], "little") + 8
    if not head.startswith(b"RIFF") or claimed >= UNKNOWN_RIFF_BYTES:
        return 1.0
    return max(1.0, claimed / path.stat().st_size)


def _frames(path: Path, lane: Lane, announced_s: float) -> Iterator[AudioFrame]:
    frame_s = FRAME_SAMPLES / SAMPLE_RATE
    decoding = _Decoding()
    n_frames = 0
    with closing(_open(path)) as container:
        for samples in _blocks(decoding.samples(container)):
            yield AudioFrame(lane, n_frames * frame_s, samples)
            n_frames += 1
    read_s = decoding.n_samples / SAMPLE_RATE
    if n_frames == 0:
        raise InputError(f"{path} holds no sound.", cure=UNDAMAGED)
    if read_s < announced_s - TOLERATED_LOSS_S:
        raise InputError(
            f"{path} breaks off at {read_s:.1f} of {announced_s:.1f} s.", cure=UNDAMAGED
        )
    if decoding.n_damaged:
        raise InputError(f"{path} is damaged in {decoding.n_damaged} places.", cure=UNDAMAGED)


def _blocks(pieces: Iterable[Samples]) -> Iterator[Samples]:
    """Blocks of `FRAME_SAMPLES`, the last one filled up with zeros."""
    rest: Samples = np.zeros(0, np.float32)
    for piece in pieces:
        joined = np.concatenate([rest, piece])
        n_whole = len(joined) // FRAME_SAMPLES * FRAME_SAMPLES
        yield from joined[:n_whole].reshape(-1, FRAME_SAMPLES)
        rest = joined[n_whole:]
    if len(rest):
        yield np.pad(rest, (0, FRAME_SAMPLES - len(rest)))


class _Decoding:
    """One pass over a container's first audio track, and what went wrong in it."""

    def __init__(self) -> None:
        self.n_samples = 0
        self.n_damaged = 0
        self._first_s: float | None = None
        self._resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)

    def samples(self, container: InputContainer) -> Iterator[Samples]:
        """Mono float32[n] pieces at `SAMPLE_RATE`, silence where the file has a hole."""
        for decoded in self._decoded(container):
            yield from self._hole_before(decoded)
            decoded.pts = None
            yield from self._resampled(decoded)
        if self._first_s is not None:
            yield from self._resampled(None)

    def _decoded(self, container: InputContainer) -> Iterator[Decoded]:
        packets = container.demux(container.streams.audio[0])
        while True:
            try:
                packet = next(packets)
                frames = packet.decode()
            except StopIteration:
                return
            except av.EOFError:
                return
            except av.FFmpegError:
                self.n_damaged += 1
                continue
            yield from (frame for frame in frames if isinstance(frame, Decoded))

    def _hole_before(self, decoded: Decoded) -> Iterator[Samples]:
        if self._first_s is None:
            self._first_s = decoded.time or 0.0
        if decoded.time is None:
            return
        expected = round((decoded.time - self._first_s) * SAMPLE_RATE)
        missing = expected - self.n_samples
        if missing > FRAME_SAMPLES:
            logger.warning("%.2f s of sound missing, taken for silence", missing / SAMPLE_RATE)
        for start in range(0, missing if missing > FRAME_SAMPLES else 0, SAMPLE_RATE):
            silence = np.zeros(min(SAMPLE_RATE, missing - start), np.float32)
            self.n_samples += len(silence)
            yield silence

    def _resampled(self, decoded: Decoded | None) -> Iterator[Samples]:
        for frame in self._resampler.resample(decoded):
            samples = frame.to_ndarray()[0].astype(np.float32, copy=False)
            self.n_samples += len(samples)
            yield samples
