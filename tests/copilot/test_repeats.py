import pytest

from kairo_desktop.copilot.repeats import is_repeat, needs_antecedent, points_to


@pytest.mark.parametrize(
    ("text", "earlier", "same"),
    [
        ("What if the price changes later?", "And what if the price changes later?", True),
        ("what's your notice period", "What is your notice period?", True),
        ("How would you shard it?", "How would you back it up?", False),
        ("Why a heap?", "Why a tree?", False),
        ("", "Why?", False),
        ("", "", False),
    ],
)
def test_repeats_are_the_same_words_nearly(text: str, earlier: str, *, same: bool) -> None:
    assert is_repeat(text, earlier) is same
    assert is_repeat(earlier, text) is same


@pytest.mark.parametrize(
    "text",
    [
        "Why?",
        "And the outcome?",
        "What about errors and retries?",
        "How would you test it?",
        "What was the hardest part?",
        "Can you explain why?",
        "Have you ever broken something like that yourself?",
        "And what if the bus breaks down on the bridge an hour before the first school is out?",
    ],
)
def test_bare_follow_ups_need_what_was_asked_before(text: str) -> None:
    assert needs_antecedent(text)


@pytest.mark.parametrize(
    "text",
    [
        "How would you design a rate limiter for a public API?",
        "Tell me about your last project.",
        "Tell me about yourself.",
        "Explain recursion.",
        "What motivates you?",
        "And what is your notice period?",
        "What is a deadlock, and how do you avoid it?",
        "What is leakage and how would you notice it?",
        "How do you make sure that a parcel arrives?",
    ],
)
def test_whole_questions_need_nothing(text: str) -> None:
    assert not needs_antecedent(text)


def test_pointing_words_point() -> None:
    assert points_to("How would you test that?")
    assert not points_to("How would you test a parser?")
