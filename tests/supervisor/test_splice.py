"""Whatever moment recognizers die at, the lane's text reads as if from one."""

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.messages import End, PathItem
from kairo_desktop.supervisor.tape import Tape
from kairo_desktop.types import (
    AudioFrame,
    Gap,
    Hypothesis,
    Lane,
    SpeechState,
    UserCommand,
    Utterance,
    VoiceState,
    Word,
)
from tests.fakes.workers import FRAME_S, SpellingAsr, spoken

numbers = st.lists(st.one_of(st.just(0), st.integers(1, 9)), max_size=60)
deaths = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3)), max_size=6)


class _Play:
    """Runs recognizers over frames behind an `AsrChild`, killing them at given frames."""

    def __init__(self, tape: Tape | None = None) -> None:
        self.child = AsrChild("{}", tape)
        self.out: list[PathItem] = []
        self._asr = SpellingAsr()

    def feed(self, items: Iterable[PathItem], *, unheard: int = 0) -> None:
        """Send items; what the last `unheard` of them gave never arrived."""
        sent = [part for item in items for part in self.child.send(item)]
        for n, item in enumerate(sent):
            for said in self._said(item):
                if n < len(sent) - unheard:
                    self._receive(said)

    def die(self) -> None:
        self._asr = SpellingAsr()
        self.out += self.child.lost()
        for message in self.child.resume():
            assert isinstance(message, AudioFrame | Gap | End)
            for said in self._said(message):
                self._receive(said)

    def _said(self, item: PathItem) -> Iterable[PathItem]:
        return (*self._asr.flush(), item) if isinstance(item, End) else self._asr.step(item)

    def _receive(self, said: PathItem) -> None:
        self.out += self.child.receive(said)

    def lines(self) -> list[str]:
        return [item.text for item in self.out if isinstance(item, Utterance)]


def _play(words: list[int], dying: list[tuple[int, int]]) -> _Play:
    play = _Play()
    frames = list(spoken(words))
    at = 0
    for death, unheard in sorted(dying):
        play.feed(frames[at : max(at, death)], unheard=unheard)
        at = max(at, min(death, len(frames)))
        play.die()
    play.feed(frames[at:])
    play.feed([End()])
    return play


@given(numbers, deaths)
def test_lines_are_the_same_however_often_the_recognizer_dies(
    words: list[int], dying: list[tuple[int, int]]
) -> None:
    assert _play(words, dying).lines() == _play(words, []).lines()


@given(numbers, deaths)
def test_committed_words_never_retract(words: list[int], dying: list[tuple[int, int]]) -> None:
    by_id: dict[int, list[Hypothesis]] = {}
    for item in _play(words, dying).out:
        if isinstance(item, Hypothesis):
            by_id.setdefault(item.utterance_id, []).append(item)
    for hypotheses in by_id.values():
        for earlier, later in pairwise(hypotheses):
            assert later.committed[: len(earlier.committed)] == earlier.committed
            assert later.end_s >= earlier.end_s
            assert not earlier.final


@given(numbers, deaths)
def test_utterances_count_up_and_speech_states_go_forward(
    words: list[int], dying: list[tuple[int, int]]
) -> None:
    out = _play(words, dying).out
    ids = [item.utterance_id for item in out if isinstance(item, Utterance)]
    assert ids == list(range(len(ids)))
    times = [item.t_s for item in out if isinstance(item, SpeechState)]
    assert times == sorted(set(times))
    assert len(times) == len(words)


def _word(text: str, start_s: float) -> Word:
    return Word(text, start_s, start_s + 0.2, 0.9)


def test_audio_that_is_no_longer_kept_is_reported_as_a_gap() -> None:
    play = _Play(Tape(3 * FRAME_S))
    frames = list(spoken([1, 2, 0, 0, 0, 0, 3, 4, 5, 6, 7]))
    play.feed(frames[:6])
    for frame in frames[6:]:
        list(play.child.send(frame))
    gaps = [message for message in play.child.resume() if isinstance(message, Gap)]
    assert gaps == [Gap(Lane.SYSTEM, 6 * FRAME_S, 8 * FRAME_S, "speech recognition was down")]


def test_tentative_words_out_of_reach_of_the_tape_are_kept() -> None:
    play = _Play(Tape(2 * FRAME_S))
    play.feed(spoken([1, 2, 3, 4]))
    play.die()
    play.feed(AudioFrame(f.lane, f.start_s + 4 * FRAME_S, f.samples) for f in spoken([0] * 4))
    assert play.lines() == ["w1 w2 w3 w4"]


def test_what_the_next_recognizer_does_not_hear_is_closed_after_a_second_of_silence() -> None:
    child = AsrChild("{}")
    list(child.send(next(spoken([1]))))
    open_line = Hypothesis(Lane.SYSTEM, 0, (), (_word("well", 0.1),), 0.1, 0.5)
    assert list(child.receive(open_line)) == [open_line]
    list(child.resume())
    before = list(child.receive(SpeechState(Lane.SYSTEM, 1.4, VoiceState.QUIET)))
    after = list(child.receive(SpeechState(Lane.SYSTEM, 1.6, VoiceState.QUIET)))
    assert [type(item) for item in before] == [SpeechState]
    assert [item.text for item in after if isinstance(item, Utterance)] == ["well"]


def test_an_utterance_behind_the_lost_one_closes_it_first() -> None:
    child = AsrChild("{}")
    list(child.send(next(spoken([1]))))
    list(child.receive(Hypothesis(Lane.SYSTEM, 0, (), (_word("well", 0.1),), 0.1, 0.5)))
    list(child.resume())
    out = list(child.receive(Hypothesis(Lane.SYSTEM, 0, (), (_word("so", 2.0),), 2.0, 2.5)))
    assert [item.text for item in out if isinstance(item, Utterance)] == ["well"]
    assert isinstance(out[-1], Hypothesis)
    assert (out[-1].utterance_id, out[-1].text) == (1, "so")


def test_a_gap_is_told_once() -> None:
    child = AsrChild("{}")
    gap = Gap(Lane.MIC, 1.0, 2.0, "unplugged")
    assert list(child.send(gap)) == [gap]
    assert list(child.receive(gap)) == [gap]
    assert list(child.resume()) == [gap]
    assert list(child.receive(gap)) == []


def test_an_end_is_said_again_to_the_next_recognizer() -> None:
    play = _Play()
    play.feed([*spoken([1, 2])])
    list(play.child.send(End()))
    play.die()
    assert play.lines() == ["w1 w2"]
    assert isinstance(play.out[-1], End)


def test_what_is_not_sound_is_not_for_the_recognizer() -> None:
    assert list(AsrChild("{}").send(UserCommand.AGAIN)) == []
    assert list(AsrChild("{}").receive(UserCommand.AGAIN)) == []
