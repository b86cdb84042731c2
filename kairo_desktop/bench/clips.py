"""Recordings whose words are known: lanes of interviews, human speech, noise."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from kairo_desktop.types import Lane

__all__ = ["Clip", "ClipSet", "clips"]


class ClipSet(StrEnum):
    """What kind of sound a clip is."""

    INTERVIEWS = "interviews"
    HUMAN = "human"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Clip:
    """One lane of sound and what is said in it; an empty transcript is known silence."""

    set: ClipSet
    path: Path
    lane: Lane
    transcript: str


class _Spoken(msgspec.Struct):
    speaker: str
    text: str


class _Truth(msgspec.Struct):
    utterances: tuple[_Spoken, ...]


class _Line(msgspec.Struct):
    """A line of human.jsonl or noise.jsonl."""

    file: str
    transcript: str
    transcript_origin: str = "human"


def clips(data: Path) -> Iterator[Clip]:
    """All clips below `data`, by name; human speech only where people wrote the transcript.

    Raises:
        OSError: a file cannot be read.
        msgspec.DecodeError: a file is not laid out as expected.
    """
    for truth in sorted(data.glob("interviews/*/truth.json")):
        yield from _interview(truth)
    for name in (ClipSet.HUMAN, ClipSet.NOISE):
        listing = data / name / f"{name}.jsonl"
        if listing.is_file():
            for text in listing.read_text(encoding="utf-8").splitlines():
                line = msgspec.json.decode(text, type=_Line)
                if line.transcript_origin == "human":
                    yield Clip(name, data / line.file, Lane.SYSTEM, line.transcript)


def _interview(truth: Path) -> Iterator[Clip]:
    spoken = msgspec.json.decode(truth.read_bytes(), type=_Truth).utterances
    for speaker, lane in (("interviewer", Lane.SYSTEM), ("candidate", Lane.MIC)):
        text = " ".join(line.text for line in spoken if line.speaker == speaker)
        yield Clip(ClipSet.INTERVIEWS, truth.parent / f"{speaker}.flac", lane, text)
