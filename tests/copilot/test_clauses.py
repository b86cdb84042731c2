"""What the end of an unfinished sentence shows, in words that nothing was trained on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.clauses import (
    ends_in_tag,
    ends_in_told_verb,
    may_lack_verb,
    surely_goes_on,
    wants,
)
from kairo_desktop.copilot.wording import tokens


def wanted(text: str) -> set[str]:
    return set(wants(tokens(text)))


@pytest.mark.parametrize(
    "text",
    [
        "what if the other archivist",
        "once the varnish",
        "how did the head of the orchestra",
        "tell us why a glazier",
        "what happens if they really",
    ],
)
def test_a_clause_without_a_verb_wants_one(text: str) -> None:
    assert "wants:verb" in wanted(text)


@pytest.mark.parametrize(
    "text",
    [
        "what if the varnish cracked",
        "once they leave",
        "how did the orchestra begin",
        "if so",
        "why",
    ],
)
def test_a_clause_with_a_verb_wants_none(text: str) -> None:
    assert not may_lack_verb(tokens(text))


def test_two_words_in_a_row_may_be_a_subject_and_a_verb_that_we_do_not_know() -> None:
    assert "wants:verb maybe 2" in wanted("how does a glacier retreat")
    assert "wants:verb after a noun" in wanted("how does a float regulator")
    assert "wants:verb" not in wanted("how does a float regulator")


@pytest.mark.parametrize("text", ["how would you handle", "so if you really want"])
def test_a_verb_that_takes_an_object_wants_one(text: str) -> None:
    assert "wants:object" in wanted(text)


@pytest.mark.parametrize(
    "text",
    [
        "which of them would you choose",
        "tell me when the steps you take",
        "how many of the benches do you need",
        "how would you react",
        "you choose",
        "we should choose",
    ],
)
def test_an_object_may_stand_before_its_verb(text: str) -> None:
    assert "wants:object" not in wanted(text)


@pytest.mark.parametrize("verb", ["choosing", "getting", "sending"])
def test_gerunds_take_the_object_of_their_verb(verb: str) -> None:
    assert "wants:object" in wanted(f"how do you go about {verb}")


def test_words_that_stand_before_nouns_want_one() -> None:
    assert "wants:noun" in wanted("what does your usual")
    assert "wants:noun after superlative" in wanted("tell me about the oddest")
    assert "wants:matter" in wanted("how happy are you with")
    assert "last:preposition" in wanted("which of them are you happy with")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("so let's say the pump leaks", "scene:setup bare"),
        ("suppose the pump leaks how would you mend it", "scene:setup asks"),
        ("imagine the pump in hall two", "scene:setup no verb"),
        ("okay you arrive and the doors are shut", "scene:you bare"),
        ("you have met them haven't you", "scene:you asks"),
    ],
)
def test_a_scenario_is_told_from_a_question_about_it(text: str, name: str) -> None:
    assert name in wanted(text)


def test_what_only_leads_in_sets_no_scene() -> None:
    assert not wanted("okay so well")


def test_a_definition_ends_in_its_verb() -> None:
    assert ends_in_told_verb(tokens("explain to me what a quorum is"))
    assert not ends_in_told_verb(tokens("explain to me what it takes"))
    assert not ends_in_told_verb(tokens("the reason is"))
    assert not ends_in_told_verb(tokens("tell me what the quorum decides"))


@pytest.mark.parametrize(
    "text",
    [
        "what if the varnish",
        "how did your conductor",
        "and why would the glazier",
        "how do you choose",
        "how calm are you with",
        "how do you cope with",
        "show us your last",
        "what's the smallest",
        "would you see yourself as",
    ],
)
def test_some_sentences_surely_go_on(text: str) -> None:
    assert surely_goes_on(tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "what have you learned since the war",
        "who does the varnish",
        "could you come once a month",
        "wow what a story",
        "how does the other respond",
        "who has the varnish",
        "can you choose",
        "what do you choose",
        "how was the ward paid for",
        "are they easy to work with",
        "tell us about the people I worked with",
        "how did it come about",
        "which was the smallest",
        "what's the latest",
        "the last",
        "how would you size a queue you know little about",
        "for",
        "",
    ],
)
def test_others_may_end_there(text: str) -> None:
    assert not surely_goes_on(tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "you have met the conductor haven't you",
        "so the varnish is dry by noon isn't it",
        "and you learned your trade where",
        "and you studied law where",
    ],
)
def test_a_statement_may_be_put_to_somebody(text: str) -> None:
    assert ends_in_tag(tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "have you",
        "so in your last role did you",
        "you told us how and why",
        "you met them",
        "and you know where",
    ],
)
def test_other_ends_are_no_tags(text: str) -> None:
    assert not ends_in_tag(tokens(text))


@given(st.text())
def test_behind_whatever_was_said_a_clause_with_its_verb_is_whole(text: str) -> None:
    assert not may_lack_verb((*tokens(text), "she", "works"))
