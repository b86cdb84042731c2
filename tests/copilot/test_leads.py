import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.leads import lead_of
from kairo_desktop.types import Kind, Passage
from tests.copilot.examples import context, question

NOTE = Passage(
    "notes/import.md",
    "",
    "The importer was slow every night. I hired two people for it. Result. P95 fell from 2 s "
    "to 400 ms. Everybody in the company who had waited at night, and there were many of them, "
    "was told of it.",
)


def lead(text: str, kind: Kind, *notes: str, antecedent: str = "") -> str:
    passages = [Passage("notes/a.md", "", note) for note in notes] or [NOTE]
    line = lead_of(context(question(text, kind, antecedent=antecedent), *passages), 15)
    return " ".join(line.words) if line else ""


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("tell me about a time", Kind.BEHAVIORAL, "P95 fell from 2 s to 400 ms."),
        ("was the importer slow at night", Kind.BEHAVIORAL, "The importer was slow every night."),
        ("have you hired people", Kind.BACKGROUND, "I hired two people for it."),
        ("how do you hire people", Kind.TECHNICAL_KNOWLEDGE, "I hired two people for it."),
        ("what about the night", Kind.LOGISTICS, "The importer was slow every night."),
    ],
)
def test_what_answers_the_question_by_itself_leads(text: str, kind: Kind, expected: str) -> None:
    assert lead(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("when can you start", Kind.LOGISTICS, ""),
        ("what is a bloom filter", Kind.TECHNICAL_KNOWLEDGE, ""),
        ("what do you do all day", Kind.BACKGROUND, "The importer was slow every night."),
    ],
)
def test_what_shares_nothing_with_it_leads_only_where_the_user_is_asked_about(
    text: str, kind: Kind, expected: str
) -> None:
    assert lead(text, kind) == expected


def test_no_note_leads_an_exercise() -> None:
    asked = "sort the lost rows of an importer by night"
    assert lead(asked, Kind.ALGORITHMIC, "The importer lost rows every night.") == ""
    assert lead(asked, Kind.SYSTEM_DESIGN, "The importer lost rows every night.")


def test_one_word_of_many_is_chance() -> None:
    asked = "how would you design storage that keeps five million pictures every night"
    assert lead(asked, Kind.SYSTEM_DESIGN, "The importer failed on Tuesday night.") == ""
    assert lead("what failed at night", Kind.SYSTEM_DESIGN, "The importer failed on Tuesday night.")


def test_a_story_begins_where_and_when_it_happened() -> None:
    note = "Lesson: measure before you guess. Situation: in 2021 the importer failed every night."
    story = lead("tell me about a time", Kind.BEHAVIORAL, note)
    assert story == "In 2021 the importer failed every night."
    elsewhere = "Lesson: measure before you guess."
    assert lead("tell me about a time", Kind.BEHAVIORAL, elsewhere, note) == story


def test_words_of_an_earlier_question_were_answered_with_it() -> None:
    note = "We moved the queue to disk. Restarts lose nothing now."
    asked = "why", Kind.TECHNICAL_KNOWLEDGE, note
    assert lead(*asked, antecedent="how did you keep the queue") == ""
    assert lead("why the queue", *asked[1:]) == "We moved the queue to disk."


@pytest.mark.parametrize(
    "sentence",
    [
        "He liked the importer.",
        "I asked him about the importer.",
        "I also wrote the importer.",
        "For this the importer was rewritten.",
        "and then the importer was rewritten.",
        "The importer.",
        "Is the importer still slow?",
    ],
)
def test_what_needs_what_stands_in_front_of_it_does_not_lead(sentence: str) -> None:
    assert lead("tell me about the importer", Kind.BEHAVIORAL, sentence) == ""


def test_somebody_who_is_named_may_be_spoken_of() -> None:
    sentence = "I asked Femke about the importer and she knew."
    assert lead("tell me about the importer", Kind.BEHAVIORAL, sentence) == sentence


def test_somebody_in_the_heading_is_known() -> None:
    note = "After a month his first review took 5 hours."
    asked = context(question("tell me about mentoring"), Passage("a.md", "Mentoring Yusuf", note))
    assert lead_of(asked, 15) is not None
    asked = context(question("tell me about mentoring"), Passage("a.md", "Mentoring", note))
    assert lead_of(asked, 15) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The importer had lost two million rows in June and nobody in the whole company had "
            "seen it.",
            "The importer had lost two million rows in June",
        ),
        (
            "The importer was going to lose two million rows if nobody in the whole company had "
            "seen it.",
            "",
        ),
        ("The importer lost " + "very " * 20 + "many rows.", ""),
    ],
)
def test_a_long_sentence_leads_with_clauses_that_nothing_takes_back(
    sentence: str, expected: str
) -> None:
    assert lead("tell me about the importer", Kind.BEHAVIORAL, sentence) == expected


def test_only_what_answers_by_itself_has_to_stand_in_the_best_piece() -> None:
    first, further = "The importer was slow every night.", "Lost rows fell from 400 to 3 a day."
    assert lead("tell me about a time", Kind.BEHAVIORAL, first, further) == first
    assert lead("tell me about lost rows", Kind.BEHAVIORAL, first, further) == further


def test_who_may_ask_back_is_given_questions_of_his_own() -> None:
    note = (
        "Notice: two months.\n\nQuestions for them:\n1. Who decides on the road map?\n2. And when?"
    )
    asked = "do you have any questions for us"
    assert lead(asked, Kind.LOGISTICS, note) == "Who decides on the road map?"
    assert lead(asked, Kind.LOGISTICS, "Notice: two months.") == ""


@given(
    st.sampled_from(["tell me about a time", "why the night", "what of it", ""]),
    st.sampled_from(list(Kind)),
    st.lists(st.sampled_from(["I", "lost", "it,", "In", "2021.", "so:", "Night", "-", "rows."])),
)
def test_a_lead_is_a_beginning_of_a_sentence_and_fits(
    text: str, kind: Kind, words: list[str]
) -> None:
    said = lead(text, kind, " ".join(words))
    assert len(said.split()) <= 15
    assert said.casefold() in " ".join(words).casefold()
