"""What points rest on, where they end, what stands in their place."""

import pytest

from kairo_desktop.copilot.evidence import Evidence
from kairo_desktop.copilot.points import Points, PointsOptions
from kairo_desktop.copilot.prompt_texts import load_prompt_texts
from kairo_desktop.copilot.prompts import Profile
from kairo_desktop.settings.assets import asset
from kairo_desktop.types import Kind, Passage, TokenRun
from tests.copilot.answering import STORY, TOKENIZER, last, options, run, texts
from tests.copilot.examples import LATENCY_NOTE, context, question


def test_a_point_carries_the_note_it_rests_on() -> None:
    asked = context(question("why was it slow", Kind.TECHNICAL_KNOWLEDGE), LATENCY_NOTE)
    _, snapshots = run(" Replaced the loop by one query\n- Stay calm", [], asked)
    first, second = last(snapshots)
    assert [source.file for source in first.sources] == ["notes/latency.md"]
    assert second.sources == ()


def test_a_story_does_not_begin_with_an_echo_of_the_question() -> None:
    answer = " I made something faster\n- I made the loop one query\n- Tracing showed 46 queries"
    assert texts(answer, STORY) == ["I made the loop one query", "Tracing showed 46 queries"]


def test_an_answer_that_rests_on_no_note_gives_way_to_the_frame() -> None:
    frame = ("Situation: name the project", "Say what you did", "Name a result")
    answer = b" I had a quarrel with a colleague\n- We talked about it and became friends"
    points = Points(7, TOKENIZER, STORY, options(frames={Kind.BEHAVIORAL: frame}))
    assert list(points.step(TokenRun(tuple(answer)))) == []
    assert not points.framed
    assert tuple(point.text for point in last(list(points.flush()))) == frame
    assert points.framed


def test_a_story_does_not_end_in_words_of_the_model() -> None:
    answer = " Replaced the loop by one query\n- The users were happy with the whole improvement"
    assert texts(answer, STORY) == ["Replaced the loop by one query"]


def test_a_story_may_use_the_resume() -> None:
    answer = b" Replaced the loop by one query\n- I maintained the freight importer for towns"
    for resume, n_points in (("Maintained a freight importer", 2), ("Sold bread", 1)):
        points = Points(7, TOKENIZER, STORY, options(resume=Evidence.of(resume)))
        shown = [*points.step(TokenRun(tuple(answer))), *points.flush()]
        assert len(last(shown)) == n_points


def test_what_was_said_is_not_said_again_in_other_words() -> None:
    answer = (
        " I explained the decision tree with the strongest features at the top\n"
        "- I showed the decision tree with the strongest features at the top\n- Be calm\n"
        "- Ask why\n- The tree has 9 features"
    )
    assert texts(answer) == [
        "I explained the decision tree with the strongest features at the top",
        "Be calm",
        "Ask why",
        "The tree has 9 features",
    ]


def test_a_line_without_any_phrase_to_cut_before_ends_on_a_word_that_says_something() -> None:
    answer = (
        " Keep every small replica alive whenever one busy shard loses its own disk or the old "
        "controller board dies"
    )
    assert texts(answer) == [
        "Keep every small replica alive whenever one busy shard loses its own disk"
    ]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (
            " Measure every request so that each one is only counted once, even if it comes again "
            "much later in the very same minute",
            "Measure every request so that each one is only counted once",
        ),
        (
            " Look at the best feature of the model first, and ask when it was known to the "
            "people who made that model",
            "Look at the best feature of the model first",
        ),
        (
            " Copy old months while nobody looks then watch how that slow old replica lags 50000 "
            "rows",
            "Copy old months while nobody looks then watch how that slow old replica lags",
        ),
        (" Four leaks since", "Four leaks"),
        (" No slides", "No slides"),
        (" Turn the old path off", "Turn the old path off"),
        (" It was fast, and even", "It was fast"),
    ],
)
def test_no_point_breaks_off_in_the_middle_of_a_phrase(answer: str, shown: str) -> None:
    assert texts(answer)[0] == shown


def test_the_last_word_of_a_list_makes_no_point_of_its_own() -> None:
    answer = (
        " Put one big cache right before that slow old database machine number three in rack two, "
        "and freight."
    )
    assert texts(answer) == [
        "Put one big cache right before that slow old database machine number three"
    ]


def test_half_a_sentence_makes_no_point_of_its_own() -> None:
    answer = (
        " Put one big cache right before that slow old database machine number three, because "
        "everybody asked it for the very same things again and again"
    )
    assert texts(answer) == [
        "Put one big cache right before that slow old database machine number three"
    ]


@pytest.mark.parametrize("kind", [Kind.BEHAVIORAL, Kind.BACKGROUND, Kind.LOGISTICS])
def test_where_the_notes_are_silent_a_frame_stands_at_once(kind: Kind) -> None:
    frame = ("Situation: name the project", "Say what you did", "Name a result")
    asked = context(question(kind=kind))
    points = Points(7, TOKENIZER, asked, options(frames={kind: frame}))
    shown = last(list(points.step(TokenRun(tuple(b" I led a team at")))))
    assert tuple(point.text for point in shown) == frame
    assert points.done
    assert list(points.flush()) == []


def test_with_notes_nothing_is_filled_up() -> None:
    frames = {Kind.BEHAVIORAL: ("Say what you did",)}
    points = Points(7, TOKENIZER, STORY, options(frames=frames))
    shown = [*points.step(TokenRun(tuple(b" Replaced the loop by one query"))), *points.flush()]
    assert [point.text for point in last(shown)] == ["Replaced the loop by one query"]


def test_a_passage_of_the_job_ad_is_no_note() -> None:
    frame = ("Name the nearest thing", "Say what you did", "Ask about it")
    wanted = "Clear writing in English. Freight knowledge is welcome here."
    asked = context(
        question("what do you look for", Kind.BACKGROUND), Passage("job.md", "Us", wanted)
    )
    chosen = PointsOptions(
        profile=Evidence.of(wanted), resume=Evidence(), frames={Kind.BACKGROUND: frame}
    )
    points = Points(7, TOKENIZER, asked, chosen)
    shown = [*points.step(TokenRun(tuple(b" Clear writing in English\n"))), *points.flush()]
    assert tuple(point.text for point in last(shown)) == frame


def test_the_options_of_a_session_come_from_profile_and_prompt_texts() -> None:
    texts = load_prompt_texts(asset("prompts"))
    options = PointsOptions.of(Profile("Nine years of Go", "Lead 12 people"), texts)
    assert options.profile.has_numbers("9 and 12")
    assert options.resume is not None
    assert options.resume.has_numbers("9")
    assert not options.resume.has_numbers("12")
    assert options.frames == texts.frames
    assert len(options.examples) > 3
