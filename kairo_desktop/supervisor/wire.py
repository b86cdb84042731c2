"""Messages as bytes: a length of four bytes, then msgpack of the type's name and its fields."""

import struct
from typing import Any, get_args

import msgspec
import numpy as np

from kairo_desktop.supervisor.messages import Message
from kairo_desktop.types import Samples

__all__ = ["MAX_FRAME", "FrameDecoder", "WireError", "encode"]

MAX_FRAME = 1 << 20
"""Bytes of the largest frame; the largest message, a session's past, stays far below it."""

_LENGTH = struct.Struct(">I")


class WireError(ValueError):
    """The bytes are no message of ours; the other end cannot be trusted any more."""


class _Envelope(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A type's name and its fields, not yet looked into."""

    tag: str
    body: msgspec.Raw


def _to_wire(value: object) -> memoryview:
    """Samples as raw little-endian float32.

    Raises:
        NotImplementedError: the message holds something that does not travel.
    """
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value, "<f4").data.cast("B")
    raise NotImplementedError(f"{type(value).__name__} does not travel")


def _from_wire(kind: type, value: Any) -> Samples:  # noqa: ANN401 - msgspec hands over anything
    """Samples out of raw bytes; read-only, no copy."""
    if not isinstance(value, bytes):
        raise TypeError(f"{kind} wants bytes")
    return np.frombuffer(value, "<f4").astype(np.float32, copy=False)


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_to_wire)
_ENVELOPES = msgspec.msgpack.Decoder(_Envelope)
_DECODERS = {
    kind.__name__: msgspec.msgpack.Decoder(kind, dec_hook=_from_wire) for kind in get_args(Message)
}


def encode(message: Message) -> bytes:
    """One frame.

    Raises:
        WireError: the message is larger than `MAX_FRAME`.
    """
    body = _ENCODER.encode((type(message).__name__, message))
    if len(body) > MAX_FRAME:
        raise WireError(f"{type(message).__name__} of {len(body)} bytes is too large")
    return _LENGTH.pack(len(body)) + body


class FrameDecoder:
    """Puts messages together from bytes cut anywhere.

    Holds at most one unfinished frame. After a `WireError` it takes nothing more.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._broken = False

    def feed(self, received: bytes) -> list[Message]:
        """The messages that `received` completes.

        Raises:
            WireError: a frame is too long, empty, or no message; messages before it in the
                same bytes are lost with it.
        """
        if self._broken:
            raise WireError("the stream is broken already")
        self._buffer += received
        try:
            return self._complete()
        except WireError:
            self._broken = True
            self._buffer.clear()
            raise

    def finish(self) -> None:
        """Say that the stream has ended.

        Raises:
            WireError: it ended in the middle of a frame.
        """
        if self._buffer:
            raise WireError(f"the stream ended {len(self._buffer)} bytes into a frame")

    def _complete(self) -> list[Message]:
        messages: list[Message] = []
        at = 0
        while len(self._buffer) - at >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer, at)
            if not 0 < length <= MAX_FRAME:
                raise WireError(f"a frame of {length} bytes")
            end = at + _LENGTH.size + length
            if len(self._buffer) < end:
                break
            messages.append(_message(bytes(self._buffer[at + _LENGTH.size : end])))
            at = end
        del self._buffer[:at]
        return messages


def _message(body: bytes) -> Message:
    try:
        envelope = _ENVELOPES.decode(body)
        message: Message = _DECODERS[envelope.tag].decode(envelope.body)
    except KeyError:
        raise WireError("a message of a kind that is not ours") from None
    except (msgspec.MsgspecError, RecursionError) as err:
        # The reason quotes no content: it may be somebody's words.
        raise WireError(f"no message: {type(err).__name__}") from None
    return message
