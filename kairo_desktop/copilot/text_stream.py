"""Turns a model's tokens into readable text, whatever the tokens are cut into."""

import codecs
import re
from collections.abc import Iterable

from kairo_desktop.copilot.protocols import Tokenizer

__all__ = ["TextStream"]

_THINK = ("<think>", "<thinking>")
_THOUGHT = ("</think>", "</thinking>")
_ENDS = ("</s>", "<eos>", "<end_of_turn>", "<start_of_turn>")
_FIXED = _THINK + _THOUGHT + _ENDS
_TEMPLATE_TOKEN = re.compile(r"<[|\uff5c][^|\uff5c<>\n]{1,32}[|\uff5c]>")
_TEMPLATE_TOKEN_OPEN = re.compile(r"<([|\uff5c][^|\uff5c<>\n]{0,32}[|\uff5c]?)?")


class TextStream:
    """Text of an answer, without template tokens and thinking blocks.

    What might still become a marker is held back, so that the text given so far never has to be
    taken back. The concatenation of all that is given depends on the bytes of the answer only.

    Attributes:
        ended: The model closed its turn, by a token or by writing a template token as text.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._thinking = False
        self.ended = False

    def step(self, tokens: Iterable[int]) -> str:
        """Text that `tokens` complete; "" while nothing is certain."""
        given = []
        for token in tokens:
            if self.ended:
                break
            if self._tokenizer.is_end(token):
                given.append(self.flush())
                break
            given.append(self._take(token))
        return "".join(given)

    def flush(self) -> str:
        """End the stream: a possible marker that never became one is text after all."""
        if self.ended:
            return ""
        given = self._scan(self._decoder.decode(b"", final=True))
        rest = "" if self._thinking or self.ended else self._held
        self.ended = True
        self._held = ""
        return given + rest

    def _take(self, token: int) -> str:
        piece = self._tokenizer.piece(token)
        if self._tokenizer.is_control(token) and piece.decode("utf-8", "replace") not in _FIXED:
            return ""
        return self._scan(self._decoder.decode(piece))

    def _scan(self, text: str) -> str:
        self._held += text
        given = []
        while self._held and not self.ended:
            if self._thinking:
                if not self._skip_thought():
                    break
                continue
            before, bracket, after = self._held.partition("<")
            given.append(before)
            self._held = bracket + after
            if not bracket or _may_become_marker(self._held):
                break
            given.append(self._bracket())
        return "".join(given)

    def _skip_thought(self) -> bool:
        """Drop a thinking block up to its end; False while the end has not come."""
        found = min(
            (at + len(end) for end in _THOUGHT if (at := self._held.find(end)) >= 0), default=0
        )
        if not found:
            # Enough to recognize an end that is cut in two.
            self._held = self._held[-max(map(len, _THOUGHT)) + 1 :]
            return False
        self._held = self._held[found:]
        self._thinking = False
        return True

    def _bracket(self) -> str:
        """Take a "<" off the held text, with the marker it begins; give what is text."""
        for marker in _FIXED:
            if self._held.startswith(marker):
                self._held = self._held[len(marker) :]
                self._thinking = marker in _THINK
                self.ended = marker in _ENDS
                return ""
        if _TEMPLATE_TOKEN.match(self._held):
            self._held = ""
            self.ended = True
            return ""
        self._held = self._held[1:]
        return "<"


def _may_become_marker(text: str) -> bool:
    if _TEMPLATE_TOKEN_OPEN.fullmatch(text):
        return True
    return any(marker.startswith(text) and marker != text for marker in _FIXED)
