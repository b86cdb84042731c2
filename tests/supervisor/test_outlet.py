"""What goes to a child: at once, or behind what waits; in order, and never waiting itself."""

import os
import threading
from collections.abc import Iterator
from typing import IO

import numpy as np
import pytest

from kairo_desktop.supervisor.messages import Message, PauseLane
from kairo_desktop.supervisor.outlet import Outlet
from kairo_desktop.supervisor.wire import FrameDecoder
from kairo_desktop.types import FRAME_SAMPLES, AudioFrame, Lane, Utterance
from tests.sound_server import until

_LONG = "word " * 2_000


class _Pipe:
    """Both ends of a pipe, and the thread that writes what had to wait."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self.end: IO[bytes] = os.fdopen(reading, "rb", buffering=0)
        self.outlet = Outlet(os.fdopen(writing, "wb"))
        self.thread = threading.Thread(target=self.outlet.run, daemon=True)

    def read(self) -> list[Message]:
        """All messages up to the pipe's end."""
        decoder, messages = FrameDecoder(), list[Message]()
        while received := self.end.read(1 << 16):
            messages += decoder.feed(received)
        decoder.finish()
        return messages


@pytest.fixture
def pipe() -> Iterator[_Pipe]:
    made = _Pipe()
    yield made
    made.outlet.finish()
    made.end.close()
    if made.thread.ident is not None:
        made.thread.join(5)
        assert not made.thread.is_alive()
    else:
        made.outlet.run()


def _frame(n: int) -> AudioFrame:
    return AudioFrame(Lane.MIC, float(n), np.zeros(FRAME_SAMPLES, np.float32))


def _starts(messages: list[Message]) -> list[float]:
    return [message.start_s for message in messages if isinstance(message, AudioFrame)]


def test_a_message_needs_no_other_thread_where_the_pipe_has_room(pipe: _Pipe) -> None:
    pipe.outlet.send(PauseLane(Lane.MIC, paused=True))
    (message,) = FrameDecoder().feed(pipe.end.read(1 << 16) or b"")
    assert message == PauseLane(Lane.MIC, paused=True)


def test_what_finds_no_room_waits_in_order(pipe: _Pipe) -> None:
    for n in range(100):
        pipe.outlet.send(_frame(n))
    pipe.thread.start()
    for n in range(100, 200):
        pipe.outlet.send(_frame(n))
    pipe.outlet.finish()
    assert _starts(pipe.read()) == [float(n) for n in range(200)]
    assert pipe.outlet.dropped == 0


def test_a_message_larger_than_a_pipe_takes_whole_keeps_its_place(pipe: _Pipe) -> None:
    pipe.thread.start()
    long = Utterance(Lane.MIC, 1, _LONG * 10, 0.0, 1.0)
    for n in range(3):
        pipe.outlet.send(_frame(n))
        pipe.outlet.send(long)
    pipe.outlet.finish()
    messages = pipe.read()
    assert messages[1::2] == [long] * 3
    assert _starts(messages[::2]) == [0.0, 1.0, 2.0]


def test_once_all_has_been_written_messages_go_at_once_again(pipe: _Pipe) -> None:
    for n in range(40):
        pipe.outlet.send(_frame(n))
    pipe.thread.start()
    decoder, seen = FrameDecoder(), list[Message]()
    while len(seen) < 40:
        seen += decoder.feed(pipe.end.read(1 << 16) or b"")
    until(lambda: pipe.outlet._is_idle, what="the thread to have nothing left")
    pipe.outlet.send(_frame(40))
    assert _starts(decoder.feed(pipe.end.read(1 << 16) or b"")) == [40.0]


def test_who_does_not_read_loses_the_oldest_frames_and_nothing_else(pipe: _Pipe) -> None:
    order = PauseLane(Lane.MIC, paused=True)
    for n in range(5000):
        pipe.outlet.send(_frame(n))
        if n == 100:
            pipe.outlet.send(order)
    assert pipe.outlet.dropped > 0
    pipe.thread.start()
    pipe.outlet.finish()
    messages = pipe.read()
    assert order in messages
    assert _starts(messages) == sorted(_starts(messages))
    assert len(_starts(messages)) == 5000 - pipe.outlet.dropped


def test_an_end_that_is_gone_is_no_error(pipe: _Pipe) -> None:
    pipe.thread.start()
    pipe.end.close()
    for n in range(100):
        pipe.outlet.send(_frame(n))
    pipe.outlet.finish()
    pipe.outlet.send(_frame(100))
    pipe.thread.join(5)
    assert pipe.outlet._pipe.closed


def test_an_end_that_goes_while_much_waits_is_no_error(pipe: _Pipe) -> None:
    for n in range(100):
        pipe.outlet.send(_frame(n))
    pipe.thread.start()
    pipe.end.close()
    until(lambda: len(pipe.outlet._waiting) == 0, what="what waits to be given up")
    pipe.outlet.send(_frame(100))
    assert not pipe.outlet._is_idle
