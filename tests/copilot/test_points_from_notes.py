import pytest

from kairo_desktop.copilot.points import Points, PointsOptions
from kairo_desktop.types import Context, Kind, Passage, TokenRun
from tests.copilot.examples import LATENCY_NOTE, context, question
from tests.fakes.byte_tokenizer import ByteTokenizer

TOKENIZER = ByteTokenizer()
STORY = context(None, LATENCY_NOTE)


def filled(answer: str, asked: Context) -> list[str]:
    """The points of an answer that the notes may add to."""
    points = Points(7, TOKENIZER, asked, PointsOptions())
    shown = [*points.step(TokenRun(TOKENIZER.encode(answer, special=True))), *points.flush()]
    return [text for _, text in sorted({p.index: p.text for p in shown}.items())]


def test_a_story_is_filled_up_from_its_note() -> None:
    assert filled(" Replaced the loop by one query", STORY) == [
        "Replaced the loop by one query",
        "At Harborlane the p95 went from 2.3 s to 410 ms.",
        "Database CPU fell from 71 percent to 28 percent.",
    ]


def test_a_story_ends_with_its_result() -> None:
    answer = "\n- ".join(
        [
            " Tracing showed the queries",
            "I replaced the loop by one",
            "Harborlane had a loop per quote",
            "The database replaced tracing",
            "Tracing at Harborlane",
        ]
    )
    assert filled(answer, STORY)[3:] == [
        "The database replaced tracing",
        "At Harborlane the p95 went from 2.3 s to 410 ms.",
    ]


def test_a_model_that_says_nothing_of_use_gives_way_to_the_notes() -> None:
    asked = context(question("how did you find that query"), LATENCY_NOTE)
    points = Points(7, TOKENIZER, asked, PointsOptions())
    given = list(
        points.step(TokenRun(tuple(b" We all worked hard\n- It was nice\n- So nice\n- Then")))
    )
    assert points.done
    assert len(given) == 3
    assert all(point.sources for point in given)


def test_a_note_adds_to_a_matter_only_what_was_asked() -> None:
    asked = context(question("how do you cache", Kind.TECHNICAL_KNOWLEDGE), LATENCY_NOTE)
    assert filled(" Cache every query of it", asked) == ["Cache every query of it"]


def test_nothing_is_added_that_may_not_be_said() -> None:
    terms = Passage("notes/terms.md", "Terms", "I am free from May. My salary was 70 thousand.")
    asked = context(question("when could you start", Kind.LOGISTICS), terms)
    assert filled(" As soon as you like", asked) == [
        "As soon as you like",
        "I am free from May.",
    ]


def test_a_lead_is_a_sentence_that_would_stand_as_a_point() -> None:
    asked = context(question("tell me about a time you made it faster"), LATENCY_NOTE)
    lead = Points(7, TOKENIZER, asked, PointsOptions()).lead
    assert lead == "At Harborlane the p95 went from 2.3 s to 410 ms."
    assert filled(f" {lead}\n- Tracing showed 46 queries per quote", asked)[0] == lead


@pytest.mark.parametrize(
    "options",
    [
        PointsOptions(least_points=0),
        PointsOptions(examples=("At Harborlane the p95 went from 2.3 s to 410 ms",)),
    ],
)
def test_what_may_not_stand_as_a_point_does_not_lead(options: PointsOptions) -> None:
    asked = context(question("tell me about a time you made it faster"), LATENCY_NOTE)
    assert not Points(7, TOKENIZER, asked, options).lead
