"""One lane's text over several recognizers: the next goes on where the last one died."""

from collections.abc import Iterator
from dataclasses import replace

from kairo_desktop.types import Gap, Hypothesis, SpeechState, Utterance, VoiceState, Word

__all__ = ["Splice"]

_ABANDONED_S = 1.0
"""Silence behind an utterance after which a new recognizer evidently hears none of it."""


class Splice:
    """Makes the items of one lane, from one recognizer after another, read as if from one.

    The law: what comes out holds no final line twice and none of it is lost, ids count up,
    committed words never retract, speech states go forward in time.

    Attributes:
        settled_s: Up to here everything is final; a new recognizer need not hear it.
        heard_s: Up to here some recognizer has heard the lane.
    """

    def __init__(self) -> None:
        self.settled_s = float("-inf")
        self.heard_s = float("-inf")
        self._gap_s = float("-inf")
        self._next_id = 0
        self._open: Hypothesis | None = None
        self._carried: Hypothesis | None = None
        self._heard_again = False
        self._loud_s = float("-inf")
        self._ids: dict[int, int] = {}
        self._replayed_from_s = float("-inf")

    def restart(self, replayed_from_s: float) -> None:
        """A new recognizer takes over; it hears the lane from `replayed_from_s` on."""
        self._ids.clear()
        self._replayed_from_s = replayed_from_s
        self._carried = self._open
        self._heard_again = False

    def step(
        self, item: Hypothesis | SpeechState | Gap
    ) -> Iterator[Hypothesis | SpeechState | Gap | Utterance]:
        """Give what of the item is new; a final hypothesis brings its `Utterance`."""
        match item:
            case Hypothesis():
                yield from self._hypothesis(item)
            case SpeechState() if item.t_s > self.heard_s:
                self.heard_s = item.t_s
                if self._is_abandoned(item):
                    yield from self._close_carried()
                yield item
            case Gap() if item.end_s > self._gap_s:
                self._gap_s = self.heard_s = item.end_s
                yield item
            case _:
                return

    def flush(self) -> Iterator[Hypothesis | Utterance]:
        """The lane is over: close what no recognizer has closed."""
        self._carried = self._carried or self._open
        yield from self._close_carried()

    def _hypothesis(self, item: Hypothesis) -> Iterator[Hypothesis | Utterance]:
        self._heard_again = True
        if self._carried is not None and item.start_s > self._carried.end_s:
            yield from self._close_carried()
        carried = self._carried
        if carried is not None:
            item = _joined(carried, item, self._replayed_from_s)
            if not item.final and item.end_s < carried.end_s:
                return
        yield from self._emit(replace(item, utterance_id=self._id_of(item)))

    def _id_of(self, item: Hypothesis) -> int:
        if self._carried is not None:
            return self._carried.utterance_id
        if item.utterance_id not in self._ids:
            self._ids[item.utterance_id] = self._next_id
            self._next_id += 1
        return self._ids[item.utterance_id]

    def _emit(self, item: Hypothesis) -> Iterator[Hypothesis | Utterance]:
        self._open = item
        if item.final:
            self._open = self._carried = None
            self.settled_s = item.end_s
        yield item
        if item.final and item.words:
            yield Utterance(item.lane, item.utterance_id, item.text, item.start_s, item.end_s)

    def _is_abandoned(self, item: SpeechState) -> bool:
        if item.state is not VoiceState.QUIET:
            self._loud_s = item.t_s
        if self._carried is None or self._heard_again:
            return False
        return item.t_s > max(self._carried.end_s, self._loud_s) + _ABANDONED_S

    def _close_carried(self) -> Iterator[Hypothesis | Utterance]:
        """The new recognizer hears nothing of the open utterance: what was known is final."""
        carried = self._carried
        if carried is not None:
            yield from self._emit(
                replace(carried, committed=carried.words, tentative=(), settled=True, final=True)
            )


def _joined(old: Hypothesis, new: Hypothesis, replayed_from_s: float) -> Hypothesis:
    """What `old` had committed, then what `new` hears behind it."""
    out_of_reach = tuple(word for word in old.tentative if word.end_s <= replayed_from_s)
    kept = old.committed + out_of_reach
    after_s = kept[-1].end_s if kept else float("-inf")
    return replace(
        new,
        committed=kept + _behind(new.committed, after_s),
        tentative=_behind(new.tentative, after_s),
        start_s=min(old.start_s, new.start_s),
    )


def _behind(words: tuple[Word, ...], after_s: float) -> tuple[Word, ...]:
    """Words whose middle lies after a moment: two recognizers never agree on edges."""
    return tuple(word for word in words if (word.start_s + word.end_s) / 2 > after_s)
