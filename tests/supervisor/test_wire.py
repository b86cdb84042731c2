import struct
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.messages import (
    End,
    Heartbeat,
    Hello,
    Message,
    Past,
    Role,
    Turn,
    Welcome,
)
from kairo_desktop.supervisor.wire import MAX_FRAME, FrameDecoder, WireError, encode
from kairo_desktop.types import (
    AnswerDone,
    AudioFrame,
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    Source,
    SpeechState,
    TalkingPoint,
    Trace,
    UserCommand,
    VoiceState,
    Word,
)

_WORD = Word("sharding?", 1.0, 1.5, 0.75)
_QUESTION = Question(3, "Why é?", Kind.BEHAVIORAL, 2.5, QuestionState.CONFIRMED, repeat_of=1)
_POINT = TalkingPoint(3, 0, "Say 日本.", (Source("a/b.md", "H"),), PointState.FINAL)
_DONE = AnswerDone(3, (_POINT,), not_in_notes=False, trace=Trace(2.5, settled_ms=-3.0, tokens=9))
_MESSAGES: list[Message] = [
    Hello(1, "0.1.0", Role.ASR, '{"a": 1}'),
    Welcome(1, "0.1.0", 4242),
    Heartbeat(0.25, 3, 0),
    SpeechState(Lane.MIC, 0.032, VoiceState.STOPPING, 0.02),
    Hypothesis(Lane.SYSTEM, 4, (_WORD,), (_WORD, _WORD), 1.0, 2.0, settled=True),
    UserCommand.AGAIN,
    _QUESTION,
    _POINT,
    _DONE,
    Past((), (Turn(_QUESTION, _DONE),), (_QUESTION,), 4),
    End(),
]

some_messages = st.lists(st.sampled_from(_MESSAGES), max_size=8)


def _cut(stream: bytes, places: Iterable[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    return [stream[a:b] for a, b in pairwise(edges)]


@given(some_messages, st.lists(st.integers(min_value=0), max_size=12))
def test_any_cut_of_the_stream_gives_the_same_messages(
    messages: list[Message], places: list[int]
) -> None:
    decoder = FrameDecoder()
    stream = b"".join(encode(message) for message in messages)
    got = [message for piece in _cut(stream, places) for message in decoder.feed(piece)]
    decoder.finish()
    assert got == messages


@given(st.lists(st.binary(max_size=64), max_size=8))
def test_arbitrary_bytes_raise_nothing_but_a_wire_error(pieces: list[bytes]) -> None:
    decoder = FrameDecoder()
    try:
        for piece in pieces:
            decoder.feed(piece)
        decoder.finish()
    except WireError:
        pass


@given(st.binary(max_size=200))
def test_an_arbitrary_body_raises_nothing_but_a_wire_error(body: bytes) -> None:
    with pytest.raises(WireError):
        FrameDecoder().feed(struct.pack(">I", len(body)) + body)


@given(some_messages.filter(bool), st.integers(0, 10_000), st.integers(1, 255))
def test_a_damaged_byte_raises_nothing_but_a_wire_error(
    messages: list[Message], place: int, change: int
) -> None:
    stream = bytearray(b"".join(encode(message) for message in messages))
    stream[place % len(stream)] ^= change
    decoder = FrameDecoder()
    try:
        decoder.feed(bytes(stream))
        decoder.finish()
    except WireError:
        pass


def test_samples_travel_bit_by_bit() -> None:
    samples = np.array([0.0, -1.0, 1e-30, np.nan, 0.1], np.float32)
    (frame,) = FrameDecoder().feed(encode(AudioFrame(Lane.MIC, 1.5, samples)))
    assert isinstance(frame, AudioFrame)
    assert (frame.lane, frame.start_s) == (Lane.MIC, 1.5)
    assert frame.samples.tobytes() == samples.tobytes()
    assert frame.samples.dtype == np.float32


def test_samples_that_are_no_float32_travel_as_float32() -> None:
    every_second = np.arange(8, dtype=np.float32)[::2]
    (frame,) = FrameDecoder().feed(encode(AudioFrame(Lane.MIC, 0.0, every_second)))
    assert isinstance(frame, AudioFrame)
    assert frame.samples.tolist() == [0.0, 2.0, 4.0, 6.0]


@pytest.mark.parametrize("length", [0, MAX_FRAME + 1, 2_000_000_000, 0xFFFFFFFF])
def test_an_impossible_length_is_refused_before_anything_is_kept(length: int) -> None:
    decoder = FrameDecoder()
    with pytest.raises(WireError, match=str(length)):
        decoder.feed(struct.pack(">I", length))


def test_a_stream_that_was_broken_takes_nothing_more() -> None:
    decoder = FrameDecoder()
    with pytest.raises(WireError):
        decoder.feed(bytes(4))
    with pytest.raises(WireError, match="already"):
        decoder.feed(encode(End()))


def test_an_end_in_the_middle_of_a_frame_is_noticed() -> None:
    decoder = FrameDecoder()
    assert decoder.feed(encode(End())[:-1]) == []
    with pytest.raises(WireError, match="into a frame"):
        decoder.finish()


def test_a_kind_that_is_not_ours_is_refused() -> None:
    body = msgspec.msgpack.encode(("Bomb", {}))
    with pytest.raises(WireError, match="not ours"):
        FrameDecoder().feed(struct.pack(">I", len(body)) + body)


@pytest.mark.parametrize("samples", [b"123", "text", None, 1])
def test_samples_that_are_none_are_refused(samples: object) -> None:
    fields = {"lane": "mic", "start_s": 0.0, "samples": samples}
    body = msgspec.msgpack.encode(("AudioFrame", fields))
    with pytest.raises(WireError, match="no message"):
        FrameDecoder().feed(struct.pack(">I", len(body)) + body)


def test_a_refusal_quotes_nobody() -> None:
    body = msgspec.msgpack.encode(("UserCommand", "a secret somebody said"))
    with pytest.raises(WireError) as caught:
        FrameDecoder().feed(struct.pack(">I", len(body)) + body)
    assert "secret" not in str(caught.value)


def test_deep_nesting_is_refused() -> None:
    body = b"\x92\xa3End" + b"\x91" * 100_000 + b"\xc0"
    with pytest.raises(WireError):
        FrameDecoder().feed(struct.pack(">I", len(body)) + body)


def test_a_message_too_large_for_a_frame_is_not_sent() -> None:
    with pytest.raises(WireError, match="too large"):
        encode(Hello(1, "0.1.0", Role.LLM, "x" * MAX_FRAME))


def test_what_has_no_place_on_the_wire_is_not_sent() -> None:
    job: Any = object()
    with pytest.raises(NotImplementedError, match="does not travel"):
        encode(Hello(1, "0.1.0", Role.LLM, job))
