"""However far recognized words stretch, a known question is not heard again, and no more lost."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.supervisor.known import behind
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.types import Hypothesis, Kind, Lane, Question, QuestionState, Word

texts = st.sampled_from(["why?", "Why", "so", "queue.", "that", "would"])
lengths = st.floats(0.12, 0.6)
preambles = st.lists(st.tuples(st.sampled_from(["Okay.", "Right,"]), lengths), max_size=2)
spoken_words = st.lists(st.tuples(texts, lengths), min_size=1, max_size=6)


def _question(text: str, end_s: float) -> Question:
    return Question(1, text, Kind.BACKGROUND, end_s, QuestionState.CONFIRMED)


def _heard(texts: list[str], starts_s: list[float], end_s: float, n_committed: int) -> Hypothesis:
    """Each word lasts until the next begins, the last one as long as there is sound."""
    words = tuple(
        Word(text, start_s, stop_s, 0.9)
        for text, (start_s, stop_s) in zip(texts, pairwise([*starts_s, end_s]), strict=True)
    )
    return Hypothesis(Lane.SYSTEM, 0, words[:n_committed], words[n_committed:], 0.0, end_s)


@st.composite
def overheard(draw: st.DrawFn) -> tuple[Hypothesis, Question, int]:
    """A question and what follows it, misplaced in time; and how many words are the question's."""
    before, asked, followed = draw(preambles), draw(spoken_words), draw(spoken_words | st.just([]))
    *true_s, end_s = accumulate((length for _, length in before + asked), initial=0.0)
    pause_s, late_s = draw(st.floats(0.3, 3.0)), draw(st.floats(0.0, 0.4))
    *next_s, heard_s = accumulate((length for _, length in followed), initial=end_s + pause_s)
    if next_s:
        next_s[0] -= draw(st.floats(0.0, pause_s + 0.05))
    starts_s = [min(start_s + late_s, *next_s[:1], heard_s) for start_s in true_s]
    said = [text for text, _ in before + asked + followed]
    heard = _heard(said, [*starts_s, *next_s], heard_s, draw(st.integers(0, len(said))))
    known = _question(" ".join(text.lower() for text, _ in asked), end_s)
    return heard, known, len(before + asked)


@given(overheard())
def test_no_word_of_a_known_question_is_sent_again_and_none_behind_it_is_lost(
    case: tuple[Hypothesis, Question, int],
) -> None:
    heard, known, n_known = case
    rest = behind(heard, known)
    assert rest.words == heard.words[n_known:]
    assert rest.committed == heard.committed[n_known:]


def test_a_question_that_repeats_another_in_other_words_is_cut_by_time() -> None:
    heard = _heard(["Once", "more,", "why?", "Since", "when?"], [0.0, 0.3, 0.7, 1.3, 1.6], 2.5, 3)
    assert behind(heard, _question("What is the reason for it", 1.0)).text == "Since when?"


def test_what_was_said_after_the_question_within_its_turn_belongs_to_it() -> None:
    heard = _heard(
        ["Why", "Kafka?", "Thank", "you.", "And", "now?"], [0, 0.2, 0.5, 0.8, 1.5, 2], 3, 6
    )
    assert behind(heard, _question("Why Kafka?", 1.0)).text == "And now?"


def test_a_question_read_anew_with_another_last_word_is_not_asked_again() -> None:
    heard = _heard(["When", "do", "you", "started?"], [0.0, 0.3, 0.6, 0.9], 1.9, 4)
    assert behind(heard, _question("When do you start?", 1.2)).words == ()


@pytest.mark.parametrize("stretch_s", [0.0, 0.5, 3.0])
def test_nothing_of_an_answered_question_reaches_the_next_process(stretch_s: float) -> None:
    end_s = 49.97
    heard = _heard(["When", "would", "you", "start?"], [48, 48.3, 48.6, 49.6], end_s + stretch_s, 4)
    child = LlmChild("{}")
    list(child.send(heard))
    list(child.receive(_question("When would you start?", end_s)))
    list(child.lost())
    sent: list[object] = [*child.resume(), *child.send(heard)]
    assert not [item for item in sent if isinstance(item, Hypothesis)]
