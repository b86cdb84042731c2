"""What reaches the captions of the user's lane while the interviewer's comes out of a speaker."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.echo import Echo
from kairo_desktop.types import Gap, Hypothesis, Lane, SpeechState, VoiceState
from tests.copilot.test_overheard import ANSWER, ASKED, said

Item = Hypothesis | SpeechState | Gap


def heard(
    lane: Lane,
    text: str,
    start_s: float = 1.0,
    *,
    n_committed: int | None = None,
    utterance_id: int = 0,
    final: bool = False,
) -> Hypothesis:
    words = tuple(said(text, start_s))
    n = len(words) if final or n_committed is None else n_committed
    end_s = words[-1].end_s if words else start_s
    return Hypothesis(lane, utterance_id, words[:n], words[n:], start_s, end_s, final=final)


def quiet(lane: Lane, t_s: float) -> SpeechState:
    return SpeechState(lane, t_s, VoiceState.QUIET)


def shown(items: Iterable[Item], echo: Echo | None = None) -> list[Hypothesis]:
    """The hypotheses of the user's lane that come out."""
    stage = echo or Echo()
    out = [said for item in items for said in stage.step(item)]
    return [one for one in (*out, *stage.flush()) if one.lane is Lane.MIC]


def test_the_interviewers_words_pass() -> None:
    hypothesis = heard(Lane.SYSTEM, ASKED)
    assert list(Echo().step(hypothesis)) == [hypothesis]


def test_an_echo_is_final_without_words() -> None:
    mic = heard(Lane.MIC, ASKED, 1.1, final=True)
    (final,) = shown([heard(Lane.SYSTEM, ASKED), quiet(Lane.SYSTEM, 4.0), mic])
    assert (final.words, final.final) == ((), True)
    assert (final.start_s, final.end_s) == (mic.start_s, mic.end_s)


def test_an_echo_that_is_not_final_is_not_shown() -> None:
    asked = heard(Lane.SYSTEM, ASKED)
    assert shown([asked, quiet(Lane.SYSTEM, 4.0), heard(Lane.MIC, ASKED, 1.1)]) == []


def test_the_users_words_behind_an_echo_are_shown_and_begin_where_they_begin() -> None:
    mic = heard(Lane.MIC, f"{ASKED} {ANSWER}", final=True)
    (final,) = shown([heard(Lane.SYSTEM, ASKED), quiet(Lane.SYSTEM, 6.0), mic])
    assert final.text == ANSWER
    assert final.start_s == mic.words[len(ASKED.split())].start_s


def test_the_users_words_alone_pass_unchanged() -> None:
    mic = heard(Lane.MIC, ANSWER, final=True)
    assert shown([quiet(Lane.SYSTEM, 6.0), mic]) == [mic]
    assert shown([heard(Lane.MIC, "", final=True)]) == [heard(Lane.MIC, "", final=True)]


def test_words_wait_until_it_is_known_what_the_interviewer_said_then() -> None:
    echo = Echo()
    assert list(echo.step(heard(Lane.MIC, ASKED))) == []
    assert list(echo.step(heard(Lane.MIC, ASKED, final=True))) == []
    asked = heard(Lane.SYSTEM, ASKED)
    came = list(echo.step(asked))
    assert [one.text for one in came] == [ASKED, ""]


def test_an_open_line_shows_what_is_known_not_to_be_the_interviewers() -> None:
    came = shown([quiet(Lane.SYSTEM, 1.6), heard(Lane.MIC, ANSWER, n_committed=1)])
    assert [one.text for one in came] == ["I would"]
    assert [len(one.committed) for one in came] == [1]


def test_a_line_waits_two_seconds_for_an_interviewer_who_is_not_heard() -> None:
    echo = Echo()
    mic = heard(Lane.MIC, ANSWER, final=True)
    assert list(echo.step(mic)) == []
    assert list(echo.step(quiet(Lane.MIC, mic.end_s + 2.0))) == []
    assert list(echo.step(quiet(Lane.MIC, mic.end_s + 2.1))) == [mic]


def test_a_lane_that_lost_its_sound_says_nothing_meanwhile() -> None:
    echo = Echo()
    mic = heard(Lane.MIC, ANSWER, final=True)
    assert list(echo.step(Gap(Lane.MIC, 0.0, 9.0, "unplugged"))) == []
    assert list(echo.step(mic)) == []
    assert list(echo.step(Gap(Lane.SYSTEM, 0.0, 9.0, "unplugged"))) == [mic]


def test_what_was_committed_before_the_interviewer_was_understood_stays() -> None:
    asked = heard(Lane.SYSTEM, ASKED)
    other = replace(heard(Lane.SYSTEM, "Now we would"), end_s=asked.end_s)
    mic = heard(Lane.MIC, ASKED)
    first, final = shown([other, mic, asked, replace(mic, final=True)])
    assert first.text == final.text == ASKED


def test_a_new_line_is_decided_anew() -> None:
    first = heard(Lane.MIC, ANSWER, final=True)
    second = heard(Lane.MIC, ASKED, 11.1, utterance_id=1, final=True)
    asked = heard(Lane.SYSTEM, ASKED, 11.0)
    came = shown([quiet(Lane.SYSTEM, 10.0), first, asked, quiet(Lane.SYSTEM, 14.0), second])
    assert [one.text for one in came] == [ANSWER, ""]


def test_a_line_that_has_begun_is_told_of_also_when_its_tentative_words_go() -> None:
    asked = heard(Lane.SYSTEM, ASKED)
    early = heard(Lane.MIC, "how would", n_committed=0)
    later = heard(Lane.MIC, ASKED, n_committed=0)
    assert [one.text for one in shown([asked, early, later])] == ["how would", ""]


texts = st.lists(st.sampled_from([ASKED, ANSWER, "yes", "we use kafka"]), min_size=1, max_size=4)


@given(texts, texts, st.integers(0, 40))
def test_committed_words_never_retract_and_the_final_is_last(
    asked: Sequence[str], answered: Sequence[str], lag: int
) -> None:
    items = sorted(
        [
            *_growing(Lane.SYSTEM, " ".join(asked), lag=lag),
            *_growing(Lane.MIC, " ".join(answered), lag=0),
        ],
        key=lambda pair: pair[0],
    )
    committed: tuple[str, ...] = ()
    came = shown([item for _, item in items])
    for one in came:
        words = tuple(word.text for word in one.committed)
        assert words[: len(committed)] == committed
        committed = words
    assert [one.final for one in came].count(True) == 1
    assert came[-1].final


def _growing(lane: Lane, text: str, *, lag: int) -> list[tuple[float, Item]]:
    """A line that is heard word by word, the last three of them tentative."""
    n_words = len(text.split())
    grown: list[tuple[float, Item]] = []
    for n in range(1, n_words + 1):
        part = " ".join(text.split()[:n])
        hypothesis = heard(lane, part, n_committed=max(0, n - 3))
        grown.append((hypothesis.end_s + 0.1 * lag, hypothesis))
    last_s = grown[-1][0] + 0.5
    grown.append((last_s, heard(lane, text, final=True)))
    grown.append((last_s + 0.1, quiet(lane, last_s)))
    return grown
