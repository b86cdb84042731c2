import pytest

from kairo_desktop.copilot.extracts import Reserve
from kairo_desktop.types import Kind, Passage
from tests.copilot.examples import LATENCY_NOTE, context, question

NOTE = Passage(
    "notes/import.md",
    "Importer",
    "# Importer\n\nTask: the importer lost rows every\nnight in May. It was old.\n"
    "- I rewrote the importer in Go.\n- and tested it in the small hours.\n\n"
    "Result: lost rows fell from 400 to 3 a day, and nobody had to stay up for it at night.",
)


def reserve(text: str, kind: Kind, note: Passage = NOTE) -> Reserve:
    return Reserve.of(context(question(text, kind), note), 15)


def said(reserve: Reserve) -> list[str]:
    return [" ".join(line.words) for line in reserve.extracts]


def test_sentences_that_can_stand_alone_are_taken_the_result_first() -> None:
    assert said(reserve("tell me about a time", Kind.BEHAVIORAL)) == [
        "Lost rows fell from 400 to 3 a day,",
        "I rewrote the importer in Go.",
        "The importer lost rows every night in May.",
    ]


def test_what_was_asked_for_comes_before_the_rest() -> None:
    found = said(reserve("what happened every night", Kind.BACKGROUND))
    assert found[1] == "The importer lost rows every night in May."


@pytest.mark.parametrize(
    ("text", "kind", "extracts", "asked_for"),
    [
        ("tell me about a time", Kind.BEHAVIORAL, 3, ""),
        ("tell me about an importer", Kind.BEHAVIORAL, 3, "asked for"),
        ("what do you do", Kind.BACKGROUND, 3, "asked for"),
        ("how would you build it", Kind.SYSTEM_DESIGN, 0, ""),
    ],
)
def test_a_note_answers_what_shares_words_with_it(
    text: str, kind: Kind, extracts: int, asked_for: str
) -> None:
    found = reserve(text, kind)
    assert (len(found.extracts), found.asked_for) == (extracts, bool(asked_for))


def test_a_result_is_told_by_one_of_its_figures() -> None:
    story = reserve("tell me about a time", Kind.BEHAVIORAL)
    assert story.is_told(["Only", "3", "rows", "are", "lost"])
    assert not story.is_told(["Hardly", "a", "row", "is", "lost"])
    assert Reserve().is_told([])


def test_without_figures_there_is_no_result_to_tell() -> None:
    plain = Passage("notes/a.md", "", "I asked the whole team what they wanted.")
    assert reserve("tell me about a time", Kind.BEHAVIORAL, plain).result is None
    assert reserve("what is a p95", Kind.TECHNICAL_KNOWLEDGE, LATENCY_NOTE).result is None


def test_of_dates_and_amounts_only_those_asked_for_are_told() -> None:
    terms = Passage("notes/terms.md", "", "Commute: 20 minutes by bike. Notice period: two months.")
    start = reserve("when could you start", Kind.LOGISTICS, terms)
    assert said(start) == ["Notice period: two months."]
    assert len(reserve("how do you get here", Kind.LOGISTICS, terms).extracts) == 2


def test_where_nothing_else_is_said_a_note_that_was_found_speaks() -> None:
    asked = context(question("how would you build it", Kind.SYSTEM_DESIGN), NOTE)
    assert Reserve.of(asked, 15, unasked=True).asked_for
    assert said(Reserve.of(asked, 15, unasked=True))[0] == "Lost rows fell from 400 to 3 a day,"
    asked = context(question("how fast is an importer", Kind.SYSTEM_DESIGN), NOTE)
    assert Reserve.of(asked, 15, unasked=True) == Reserve.of(asked, 15)
