import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.evidence import Evidence
from kairo_desktop.copilot.figures import figures_in
from kairo_desktop.copilot.grounding import Citing, Grounding, Scope
from kairo_desktop.types import Kind, Passage, Source
from tests.copilot.examples import LATENCY_NOTE, context, question

RESUME = Evidence.of("Nine years at Harborlane in payments. Go, PostgreSQL, RabbitMQ. BSc 2015.")
STORY = Grounding.of(context(None, LATENCY_NOTE), RESUME, RESUME)
FRAME = Grounding.of(context(question("experience with React front ends?")), RESUME, RESUME)
DESIGN = Grounding.of(
    context(question("how would you scale it", Kind.SYSTEM_DESIGN)), RESUME, RESUME
)
NOTED = Grounding.of(
    context(question("how would you speed it up", Kind.TECHNICAL_KNOWLEDGE), LATENCY_NOTE),
    RESUME,
    RESUME,
)


WORDS = ["I", "cut", "Kafka", "p95", "410", "to", "the", "Harborlane", "77", "ms.", "not", "we"]

NUMERALS = ["2", "two", "46", "2.3", "71", "seven"]
UNITS = ["months", "weeks", "queries", "percent", "%"]


def kept(grounding: Grounding, text: str) -> str:
    words = text.split()
    return " ".join(words[: grounding.supported(words)])


@pytest.mark.parametrize(
    "text",
    [
        "Cut p95 from 2.3 s to 410 ms",
        "Cut the 95th percentile to 410ms",
        "One query instead of 46",
        "At Harborlane I worked with Postgres and RabbitMQ's queues",
        "Nine years in payments",
        "9 years in payments",
        "Result: Database CPU fell. The API stayed",
        "Measured first. Tracing showed the cause",
    ],
)
def test_what_the_notes_or_the_profile_say_is_kept_whole(text: str) -> None:
    assert kept(STORY, text) == text


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Cut p95 by 82 percent", "Cut p95 by"),
        ("Cut p95 to 410 ms in 2021", "Cut p95 to 410 ms in"),
        ("With four engineers", "With"),
        ("I used Kafka for it", "I used"),
        ("GitHub stars rose", ""),
        ("Moved to Postgres on AWS", "Moved to Postgres on"),
        ("Ready by March", "Ready by"),
        ("The cache held 99.5% hits", "The cache held"),
        ("Worked with Kafka-based queues", "Worked with"),
    ],
)
def test_an_unsupported_number_date_or_name_ends_a_personal_point(text: str, before: str) -> None:
    assert kept(STORY, text) == before


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Shard by user id over 16 nodes with Kafka", None),
        ("Redis answers in 1 ms", None),
        ("I ran it on 16 nodes", "I ran it on"),
        ("Add a queue, as we did at Google", "Add a queue, as we did at"),
        ("As we did. Use Kafka with 3 brokers", None),
    ],
)
def test_a_technical_point_needs_support_only_for_what_it_says_about_the_user(
    text: str, before: str | None
) -> None:
    assert kept(DESIGN, text) == (text if before is None else before)


@pytest.mark.parametrize(
    ("asked", "kind", "before"),
    [
        ("when could you start", Kind.LOGISTICS, "In May with a"),
        ("what would you like to earn", Kind.LOGISTICS, "In May with a salary of 70 thousand"),
        ("design the payroll", Kind.SYSTEM_DESIGN, "In May with a salary of 70 thousand"),
    ],
)
def test_what_the_user_earns_is_said_to_who_asks_for_it(
    asked: str, kind: Kind, before: str
) -> None:
    note = Passage("notes/terms.md", "Terms", "From May. Salary 70 thousand.")
    grounding = Grounding.of(context(question(asked, kind), note), RESUME, RESUME)
    assert kept(grounding, "In May with a salary of 70 thousand") == before


def test_with_notes_a_technical_point_takes_its_numbers_from_them() -> None:
    assert kept(NOTED, "One query in O(1) instead of 46") == "One query in O(1) instead of 46"
    assert kept(NOTED, "Answers in 20 ms from Redis") == "Answers in"
    assert kept(NOTED, "Answers in 46 ms") == "Answers in"
    assert kept(NOTED, "Answers 46 queries 2x as fast") == "Answers 46 queries 2x as fast"


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Situation: name the project and your role", None),
        ("I have not worked with React", None),
        ("I would learn React by a small project", None),
        ("I built React pages", "I"),
        ("Led a team of React developers", "Led a"),
        ("Experienced with React", ""),
        ("Nine years in payments at Harborlane", None),
        ("I worked in payments", None),
        ("Five projects", ""),
    ],
)
def test_without_notes_nothing_is_claimed_that_the_profile_does_not_say(
    text: str, before: str | None
) -> None:
    profile = Evidence.of("I worked nine years in payments at Harborlane")
    frame = Grounding.of(context(question("experience with React front ends?")), profile, profile)
    assert kept(frame, text) == (text if before is None else before)


def test_a_job_ad_may_be_mentioned_but_not_claimed() -> None:
    asked = context(question("which teams have you led", Kind.BACKGROUND))
    ad = Evidence.of("Lead three data scientists")
    grounding = Grounding.of(asked, ad | RESUME, RESUME)
    assert kept(grounding, "I led three data scientists") == "I led"
    assert kept(grounding, "Say how you would lead three") == "Say how you would lead three"


def test_a_story_takes_nothing_from_the_job_ad() -> None:
    ad = Evidence.of("Copperfield has 2.6 million users")
    story = Grounding.of(context(None, LATENCY_NOTE), ad | RESUME, RESUME)
    assert kept(story, "Cut latency for Copperfield") == "Cut latency for"
    assert kept(story, "Served 2.6 million users") == "Served"
    why = context(question("why do you want to join us", Kind.BACKGROUND), LATENCY_NOTE)
    assert (
        kept(Grounding.of(why, ad | RESUME, RESUME), "I like Copperfield") == "I like Copperfield"
    )


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("You have run an incident", ""),
        ("Your notes say two months", ""),
        ("I have run an incident review", "I have"),
        ("Clear writing in English", ""),
        ("I led three people", "I led"),
        ("I cut p95 by clear writing in English", "I cut p95 by"),
        ("I replaced the loop by one query", None),
        ("I like Copperfield for its clear names", None),
    ],
)
def test_what_the_job_ad_wants_is_nothing_that_the_user_did(text: str, before: str | None) -> None:
    ad = Evidence.of("You have run an incident. Clear writing in English. Lead three people at ")
    ad |= Evidence.of("Copperfield. You replaced the loop by one query")
    asked = context(question("what are you looking for", Kind.BACKGROUND), LATENCY_NOTE)
    grounding = Grounding.of(asked, ad | RESUME, RESUME)
    assert kept(grounding, text) == (text if before is None else before)


def test_a_phrase_of_the_job_ad_is_never_half_said() -> None:
    asked = context(question("what are you looking for", Kind.BACKGROUND), LATENCY_NOTE)
    grounding = Grounding.of(asked, Evidence.of("Clear writing in English"), RESUME)
    words = ["I", "like", "clear", "writing", "of", "code"]
    settled = [grounding.settled(words[:end]) for end in range(1, len(words) + 1)]
    assert settled == [1, 2, 2, 2, 5, 6]
    assert grounding.borrowing.may_begin("Cle")
    assert not grounding.borrowing.may_begin("I")


def test_in_german_a_capital_makes_no_name() -> None:
    asked = question("wie haben Sie das System schneller gemacht", Kind.BEHAVIORAL)
    grounding = Grounding.of(context(asked, LATENCY_NOTE), RESUME, RESUME)
    assert kept(grounding, "Die Datenbank von 71 auf 28 Prozent") == (
        "Die Datenbank von 71 auf 28 Prozent"
    )
    assert kept(grounding, "Die Datenbank von 72") == "Die Datenbank von"


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS)))
def test_what_is_settled_stays_whatever_follows(words: list[str]) -> None:
    for grounding in (STORY, FRAME, DESIGN, NOTED):
        n = grounding.supported(words)
        settled = [grounding.settled(words[:end]) for end in range(len(words) + 1)]
        assert settled == sorted(settled)
        assert settled[-1] <= n
        assert all(grounding.supported(words[:end]) >= min(end, n) for end in range(len(words)))


@settings(deadline=None)
@given(st.lists(st.sampled_from(NUMERALS), min_size=1, max_size=4), st.sampled_from(UNITS))
def test_no_number_of_things_is_said_that_nothing_counts(numbers: list[str], unit: str) -> None:
    note = Passage("notes/terms.md", "", "Two months' notice. 46 queries in 2.3 s, at 71 percent.")
    asked = question("when could you start", Kind.LOGISTICS)
    grounding = Grounding.of(context(asked, note), Evidence(), Evidence())
    words = ["Within", *" to ".join(numbers).split(), unit]
    said = [figure for figure in figures_in(" ".join(words)) if figure.units]
    n = grounding.supported(words)
    assert (n == len(words)) == all(
        (figure.numeral, figure.units[0])
        in {("2", "month"), ("two", "month"), ("46", "queri"), ("71", "percent")}
        for figure in said
    )


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Ready in two weeks", "Ready in"),
        ("Ready in 2 months", None),
        ("From 95 to 38 minutes", None),
        ("From 95 to 38 hours", "From"),
        ("About ~4 people and 28%", None),
        ("An 8-second pause", None),
        ("An 8-minute pause", "An"),
        ("In 2021 we paid 12,000 refunds", None),
        ("Paid 12k refunds", None),
        ("The 2nd of 4", None),
        ("Twice a day, 38, 95", "Twice a day, 38, 95"),
        ("Down to 38", None),
        ("Down to 38 and we kept it", None),
        ("We had 4 servers", "We had"),
    ],
)
def test_a_number_stands_with_what_it_counts(text: str, before: str | None) -> None:
    note = Passage(
        "notes/terms.md",
        "Terms for four people",
        "Notice: two months. Weeks later, 95 to 38 min. 28 percent in 2021. It took 8 s, twice. "
        "12k refunds.",
    )
    asked = question("when could you start", Kind.LOGISTICS)
    grounding = Grounding.of(context(asked, note), Evidence(), Evidence())
    assert kept(grounding, text) == (text if before is None else before)


def test_scope_follows_kind_and_notes() -> None:
    scopes = [grounding.scope for grounding in (STORY, FRAME, DESIGN, NOTED)]
    assert scopes == [Scope.PERSONAL, Scope.FRAME, Scope.FREE, Scope.NOTED]


@pytest.mark.parametrize(
    ("note", "point"),
    [
        ("1.4 million quotes", "1,400,000"),
        ("38,000 refunds", "38k"),
        ("1,400,000 quotes", "1.4M"),
        ("twelve people", "12"),
        ("2.3 s", "2,3"),
        ("2.50 euro", "2.5"),
        ("38.000 Euro", "38000"),
        ("$2bn", "2,000,000,000"),
        ("five", "5-day"),
        ("192.168.0.1", "192.168.0.1"),
    ],
)
def test_a_number_is_known_in_other_spellings(note: str, point: str) -> None:
    assert Evidence.of(note).has_numbers(point)


@pytest.mark.parametrize(("note", "point"), [("38,000", "39,000"), ("4.1", "41"), ("", "two")])
def test_another_number_is_not_known(note: str, point: str) -> None:
    assert not Evidence.of(note).has_numbers(point)


def test_a_point_rests_on_the_note_that_shares_most_with_it() -> None:
    other = Passage("notes/other.md", "Retries", "Each query was retried, replaced or parked.")
    citing = Citing.of((other, LATENCY_NOTE), Evidence())
    sources = citing.sources(["Replaced", "the", "loop", "by", "one", "query"])
    assert sources == (Source("notes/latency.md", "Quote latency"),)


def test_a_point_that_only_repeats_the_question_rests_on_nothing() -> None:
    asked = Evidence.of("how did you replace the loop")
    assert Citing.of((LATENCY_NOTE,), asked).sources(["Replaced", "the", "loop"]) == ()
