from kairo_desktop.copilot.echo import Echo
from kairo_desktop.types import Hypothesis, Lane, Word

ASKED = "How would you shard the orders table?"


def said(text: str, lane: Lane, start_s: float = 1.0, utterance_id: int = 0) -> Hypothesis:
    words = tuple(
        Word(word, start_s + 0.25 * n, start_s + 0.25 * (n + 1), 0.9)
        for n, word in enumerate(text.split())
    )
    return Hypothesis(lane, utterance_id, words, (), start_s, words[-1].end_s if words else start_s)


def test_the_same_words_on_the_users_lane_are_an_echo() -> None:
    echo = Echo()
    echo.hear(said(ASKED, Lane.SYSTEM))
    assert echo.is_echo(said("how would you chart the orders table", Lane.MIC, 1.1))


def test_the_users_own_words_are_none() -> None:
    echo = Echo()
    echo.hear(said(ASKED, Lane.SYSTEM))
    assert not echo.is_echo(said("I would use the customer as the key", Lane.MIC, 1.1))


def test_the_same_words_much_later_are_the_users() -> None:
    echo = Echo()
    echo.hear(said(ASKED, Lane.SYSTEM))
    assert not echo.is_echo(said(ASKED, Lane.MIC, 9.0))


def test_two_words_are_never_an_echo() -> None:
    echo = Echo()
    echo.hear(said("Right, okay.", Lane.SYSTEM))
    assert not echo.is_echo(said("Right, okay.", Lane.MIC))


def test_only_the_newest_hypothesis_of_an_utterance_counts() -> None:
    echo = Echo()
    echo.hear(said("Where are you from today?", Lane.SYSTEM))
    echo.hear(said(ASKED, Lane.SYSTEM))
    assert not echo.is_echo(said("where are you from today", Lane.MIC))


def test_the_users_lane_is_not_remembered() -> None:
    echo = Echo()
    echo.hear(said(ASKED, Lane.MIC))
    assert not echo.is_echo(said(ASKED, Lane.MIC))
