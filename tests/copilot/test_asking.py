from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.asking import after_restart, asking_part, join_parts
from kairo_desktop.copilot.questions import Assessment, QuestionModel

ASSESS = QuestionModel.load().assess
NOTHING = replace(ASSESS(""), question=0.0, not_question=1.0, incomplete=0.0, smalltalk=0.0)


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        (
            "Can you sort that in linear time.",
            "Assuming the keys are small?",
            "Can you sort that in linear time assuming the keys are small?",
        ),
        ("tell me about a conflict", "that you lost", "tell me about a conflict that you lost"),
        (
            "Tell me about a rule.",
            "That you broke.",
            "Tell me about a rule that you broke.",
        ),
        (
            "How do you give bad news?",
            "To people who may lose their jobs.",
            "How do you give bad news to people who may lose their jobs.",
        ),
        ("What would you cache?", "Why?", "What would you cache? Why?"),
        ("That is fair.", "In Go, how do you test?", "That is fair. In Go, how do you test?"),
        ("We like it.", "If you get lost, tell me.", "We like it. If you get lost, tell me."),
        ("It works.", "For me it does.", "It works for me it does."),
        ("It works.", "At night I sleep.", "It works. At night I sleep."),
        ("It works.", "Um.", "It works. Um."),
        ("", "Why?", "Why?"),
        ("Why?", "", "Why?"),
    ],
)
def test_joins_utterances_over_a_pause(first: str, second: str, joined: str) -> None:
    assert join_parts([first, second]) == joined


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("How many did, let me rephrase that, how would you size it?", "how would you size it?"),
        ("How do you feel, actually, forget that one.", None),
        ("How would you size it?", None),
        ("\u0130 no wait how would you size it?", None),
    ],
)
def test_a_restarted_question_begins_at_its_restart(text: str, rest: str | None) -> None:
    assert after_restart(text) == (rest or text)


def test_lead_ins_go_and_the_question_stays() -> None:
    part = asking_part("Great. That makes sense. How would you shard the orders table?", ASSESS)
    assert part.question == "How would you shard the orders table?"


def test_a_scenario_stays_with_its_question() -> None:
    text = "Say we have two workers and one queue. How would you split the load?"
    assert asking_part(text, ASSESS).question == text


def test_what_a_question_points_to_stays_with_it() -> None:
    text = "The orders arrive as scanned pages, mostly at night. Where would you start with them?"
    assert asking_part(text, ASSESS).question == text


def test_several_questions_are_one() -> None:
    text = "How would you test it? And who would you tell?"
    assert asking_part(text, ASSESS).question == text


def test_a_question_said_twice_counts_once() -> None:
    text = "Which part of that was yours? Sorry, you froze. Which part of that was yours?"
    part = asking_part(text, ASSESS)
    assert part.question == "Which part of that was yours?"
    assert part.times > 1


def test_what_follows_the_question_is_kept_apart() -> None:
    part = asking_part("How would you shard the orders table? Take your time.", ASSESS)
    assert part.question == "How would you shard the orders table?"
    assert part.after == ("Take your time.",)


def test_a_question_of_two_hundred_words_is_kept_whole() -> None:
    text = " ".join(["how would you test", *["the very long list of services"] * 33, "at night"])
    assert asking_part(text, ASSESS).question == text


def test_a_long_explanation_is_left_out() -> None:
    explained = " ".join(["We moved the billing service to another region last year."] * 9)
    part = asking_part(f"{explained} How would you design a search engine?", ASSESS)
    assert part.question == "How would you design a search engine?"


@pytest.mark.parametrize("stop", ["", "?"])
def test_a_question_at_the_end_of_an_explanation_without_stops_is_found(stop: str) -> None:
    def overwhelmed(text: str) -> Assessment:
        """What the model makes of a long run of words."""
        return NOTHING if len(text.split()) > 40 else ASSESS(text)

    explained = " and ".join(["we moved the billing service to another region last year"] * 4)
    question = f"how would you design a search engine for a city library{stop}"
    assert asking_part(f"{explained}, {question}", overwhelmed).question == question


@given(st.text(alphabet="ab .?W", min_size=1).filter(lambda text: text.strip()))
def test_the_asking_part_is_made_of_words_that_were_said(text: str) -> None:
    assert set(asking_part(text, ASSESS).whole.split()) <= set(text.split())
