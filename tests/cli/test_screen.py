"""What a person sees of a session in the terminal."""

from io import StringIO

from rich.console import Console

from kairo_desktop.cli.screen import Screen
from kairo_desktop.session.events import AnchorFound, ClockKind, Event, Fault, Item
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Gap,
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    Source,
    TalkingPoint,
    Trace,
    Utterance,
    Word,
)

SOURCE = Source("notes/seat_map.md", "Faster")


def question(state: QuestionState, text: str = "How did you do it?") -> Question:
    return Question(1, text, Kind.SYSTEM_DESIGN, 2.0, state)


def point(text: str, state: PointState = PointState.FINAL) -> TalkingPoint:
    return TalkingPoint(1, 0, text, (SOURCE,), state)


def done(*points: TalkingPoint, not_in_notes: bool = False) -> AnswerDone:
    trace = Trace(2.0, first_words_ms=312.0, done_ms=2610.0, tokens=40, passes=20)
    return AnswerDone(1, points, not_in_notes, trace)


def shown(*items: Item, terminal: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, width=100, force_terminal=terminal, color_system=None)
    with Screen(console) as screen:
        for item in items:
            screen.show(Event(1.0, ClockKind.REAL, item))
    return out.getvalue()


def test_a_finished_line_names_its_speaker_and_time() -> None:
    text = shown(Utterance(Lane.SYSTEM, 0, "Good morning.", 65.2, 67.0))
    assert "1:05  interviewer Good morning." in text


def test_a_finished_answer_shows_question_note_points_and_times() -> None:
    text = shown(
        question(QuestionState.CONFIRMED),
        AnchorFound(1, Anchor(SOURCE.file, SOURCE.heading, "From 3.2 s to 380 ms.")),
        point("Cut it to 380 ms"),
        done(point("Cut it to 380 ms")),
    )
    assert "How did you do it?" in text
    assert "system design" in text
    assert "From 3.2 s to 380 ms." in text
    assert "• Cut it to 380 ms" in text
    assert "notes/seat_map.md" in text
    assert "first words 312 ms · done 2.6 s · 40 tokens in 20 passes" in text


def test_an_answer_without_a_note_says_so() -> None:
    text = shown(question(QuestionState.CONFIRMED), done(point("Ask"), not_in_notes=True))
    assert "not in your notes" in text


def test_a_note_that_turned_out_not_to_answer_is_only_the_nearest_one() -> None:
    found = AnchorFound(1, Anchor(SOURCE.file, SOURCE.heading, "From 3.2 s to 380 ms."))
    asked = question(QuestionState.CONFIRMED)
    assert "nearest note" in shown(asked, found, done(point("Ask"), not_in_notes=True))
    assert "nearest note" not in shown(asked, found, done(point("Ask")))


def test_a_withdrawn_question_leaves_nothing_in_a_file() -> None:
    text = shown(question(QuestionState.TENTATIVE), point("Cut"), question(QuestionState.WITHDRAWN))
    assert text == ""


def test_points_of_an_earlier_wording_go() -> None:
    text = shown(
        question(QuestionState.TENTATIVE, "How did"),
        point("Something else"),
        question(QuestionState.CONFIRMED),
        done(point("Cut it")),
    )
    assert "Something else" not in text


def test_a_live_terminal_shows_words_and_points_that_may_still_change() -> None:
    word = Word("Walk", 0.0, 0.4, 0.9)
    text = shown(
        Hypothesis(Lane.SYSTEM, 0, (), (word,), 0.0, 0.5),
        question(QuestionState.TENTATIVE),
        point("Cut", PointState.TENTATIVE),
        terminal=True,
    )
    assert "Walk" in text
    assert "• Cut" in text


def test_gaps_and_faults_are_said() -> None:
    text = shown(
        Gap(Lane.MIC, 61.0, 62.0, "the microphone was unplugged"),
        Fault("audio", "The sound server is gone.", "Start it again."),
    )
    assert "1:01  … the microphone was unplugged" in text
    assert "The sound server is gone. Start it again." in text
