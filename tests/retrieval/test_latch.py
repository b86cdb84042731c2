"""The latch holds passages still while a question is being asked."""

from dataclasses import dataclass, field, replace

import pytest

from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.latch import Latch
from kairo_desktop.retrieval.search import Ranking, Retriever
from kairo_desktop.types import Kind, Passage, Question, QuestionState

_FORMING, _TENTATIVE = QuestionState.FORMING, QuestionState.TENTATIVE
_CONFIRMED, _WITHDRAWN = QuestionState.CONFIRMED, QuestionState.WITHDRAWN


@dataclass
class _Notes(Retriever):
    """Answers a search with whatever the test has laid out."""

    found: tuple[Passage, ...] = ()
    asked: list[str] = field(default_factory=list)
    certainty: float = 0.0

    def rank(self, text: str) -> Ranking:
        self.asked.append(text)
        return Ranking(self.found, tuple(passage.file for passage in self.found), 1.0)

    def helpful(
        self, ranking: Ranking, min_relevance: float = 0.0, *, n_more: int = 0, n_backing: int = 0
    ) -> tuple[Passage, ...]:
        self.certainty = min_relevance
        best, rest = ranking.passages[: 2 + n_more], ranking.passages[2 + n_more :]
        return (*best, *[p for p in rest if p.file == ranking.files[0]][:n_backing])


@pytest.fixture
def notes() -> _Notes:
    return _Notes()


def _ask(text: str, state: QuestionState = _FORMING, turn_id: int = 1) -> Question:
    return Question(turn_id, text, Kind.BEHAVIORAL, 1.0, state)


def _passage(file: str, text: str = "Took 3 weeks.", score: float = 0.0) -> tuple[Passage, ...]:
    return (Passage(file, "Heading", text, score),)


def test_a_follow_up_of_many_words_is_searched_for_by_them_alone(notes: _Notes) -> None:
    short, long = "And why was that?", "What did the team learn from the failed ledger migration?"
    for number, text in enumerate((short, long), 1):
        asked = replace(_ask(text, _TENTATIVE, number), antecedent="Tell me about the ledger.")
        Latch(notes).step(asked)
    assert notes.asked == [f"Tell me about the ledger. {short}", long]


def test_does_not_search_before_something_was_said(notes: _Notes) -> None:
    context = Latch(notes).step(_ask("Okay, so tell me about a time"))
    assert (context.passages, context.anchor, notes.asked) == ((), None, [])


def test_searches_from_four_words_past_the_framing_on(notes: _Notes) -> None:
    notes.found = _passage("a.md")
    latch = Latch(notes)
    assert not latch.step(_ask("Tell me about a time you fixed a")).passages
    context = latch.step(_ask("Tell me about a time you fixed a very slow"))
    assert context.passages == notes.found
    assert context.anchor is not None
    assert context.anchor.text == "Took 3 weeks."


def test_a_typed_question_has_more_read_and_a_spoken_one_more_behind_it(notes: _Notes) -> None:
    notes.found = _passage("a.md", "One.") * 9
    typed = Latch(notes).step(_ask("How did you fix the very slow report?", _CONFIRMED))
    assert (len(typed.passages), typed.num_read) == (3, None)
    latch = Latch(notes)
    latch.step(_ask("How did you fix the very slow"))
    spoken = latch.step(_ask("How did you fix the very slow report?", _CONFIRMED))
    assert (len(spoken.passages), spoken.num_read) == (5, 1)


def test_keeps_what_it_has_while_the_best_note_stays(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md", "One.")
    first = latch.step(_ask("How did you fix the very slow")).passages
    notes.found = _passage("a.md", "Two.")
    assert latch.step(_ask("How did you fix the very slow report")).passages == first


@pytest.mark.parametrize("found", [(*_passage("b.md"), *_passage("a.md")), ()])
def test_replaces_it_when_another_note_or_none_is_best_twice(
    notes: _Notes, found: tuple[Passage, ...]
) -> None:
    latch = Latch(notes)
    first = notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    notes.found = found
    assert latch.step(_ask("How did you fix the very slow report")).passages == first
    assert latch.step(_ask("How did you fix the very slow report here")).passages == found


def test_a_note_that_was_the_best_only_once_changes_nothing(notes: _Notes) -> None:
    latch = Latch(notes)
    first = notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    notes.found = (*_passage("b.md"), *_passage("a.md"))
    latch.step(_ask("How did you fix the very slow report"))
    notes.found = (*_passage("c.md"), *_passage("a.md"))
    assert latch.step(_ask("How did you fix the very slow report on")).passages == first


def test_a_note_that_is_far_better_is_taken_at_once(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    notes.found = (*_passage("b.md", score=5.0), *_passage("a.md", score=2.9))
    context = latch.step(_ask("How did you fix the very slow report"))
    assert context.passages == notes.found


def test_the_last_word_on_a_question_is_the_search_for_its_last_words(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    notes.found = _passage("b.md")
    text = "How did you fix the very slow report"
    latch.step(_ask(text))
    assert latch.step(_ask(text, _TENTATIVE)).passages == notes.found


def test_does_not_search_again_for_the_same_words(notes: _Notes) -> None:
    latch = Latch(notes)
    latch.step(_ask("How did you fix the very slow report"))
    latch.step(_ask("How did you fix the very slow report"))
    assert len(notes.asked) == 1


def test_a_short_question_is_searched_for_once_it_is_over(notes: _Notes) -> None:
    notes.found = _passage("a.md")
    assert Latch(notes).step(_ask("Why Redis?", _TENTATIVE)).passages == notes.found


def test_nothing_is_replaced_after_the_end_of_speech(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("Why Redis?", _TENTATIVE))
    notes.found = _passage("b.md")
    assert latch.step(_ask("Why Redis, again?", _CONFIRMED)).passages[0].file == "a.md"
    assert len(notes.asked) == 1


def test_speech_that_goes_on_is_searched_for_again(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("That makes sense. Last one from me.", _TENTATIVE))
    notes.found = _passage("b.md")
    longer = replace(_ask("When could you start?", _TENTATIVE), end_s=2.5)
    assert latch.step(longer).passages[0].file == "b.md"


@pytest.mark.parametrize(("behind", "stays"), [(0.9, True), (1.1, False)])
def test_what_is_held_stays_at_the_end_when_its_note_is_about_as_good(
    notes: _Notes, behind: float, *, stays: bool
) -> None:
    latch = Latch(notes)
    held = notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    best = (*_passage("b.md", score=5.0), *_passage("b.md", "More.", score=5.0))
    notes.found = (*best, *_passage("a.md", "Another place.", score=5.0 - behind))
    found = latch.step(_ask("How did you fix the report", _TENTATIVE)).passages
    assert found == (held if stays else best)


def test_a_question_that_was_typed_gets_all_that_helps(notes: _Notes) -> None:
    notes.found = (*_passage("a.md"), *_passage("b.md"))
    typed = Latch(notes).step(_ask("Why Redis?", _CONFIRMED))
    assert typed.passages == notes.found
    assert typed.num_read is None


def test_of_what_helps_with_a_spoken_question_the_best_piece_is_read(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = (*_passage("a.md"), *_passage("a.md", "More of it."))
    for state in (QuestionState.FORMING, _TENTATIVE, _CONFIRMED):
        held = latch.step(_ask("How did you fix the very slow report?", state))
        assert (held.passages, held.num_read) == (notes.found, 1)


@pytest.mark.parametrize(("kind", "num_read"), [(Kind.SYSTEM_DESIGN, 0), (Kind.BEHAVIORAL, 1)])
def test_a_note_that_the_last_words_decide_on_is_read_only_where_nothing_else_will_do(
    notes: _Notes, kind: Kind, num_read: int
) -> None:
    latch = Latch(notes)
    latch.step(replace(_ask("How would you fix the very slow"), kind=kind))
    notes.found = _passage("a.md")
    asked = replace(_ask("How would you fix the very slow report?", _TENTATIVE), kind=kind)
    held = latch.step(asked)
    assert (held.passages, held.num_read) == (notes.found, num_read)
    assert latch.step(replace(asked, state=_CONFIRMED)).num_read == num_read


def test_what_is_held_goes_at_the_end_when_no_note_helps(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow"))
    notes.found = ()
    assert not latch.step(_ask("How did you fix the report", _TENTATIVE)).passages


def test_equal_words_latched_while_forming_count_as_decided(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("How did you fix the very slow report"))
    latch.step(_ask("How did you fix the very slow report", _TENTATIVE))
    notes.found = _passage("b.md")
    assert latch.step(_ask("How did you fix the report", _CONFIRMED)).passages[0].file == "a.md"


def test_a_new_turn_starts_afresh(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("Why Redis?", _CONFIRMED))
    notes.found = ()
    assert latch.step(_ask("Why Kafka?", _CONFIRMED, turn_id=2)).passages == ()


def test_a_withdrawn_question_lets_go(notes: _Notes) -> None:
    latch = Latch(notes)
    notes.found = _passage("a.md")
    latch.step(_ask("Why Redis?", _TENTATIVE))
    assert latch.step(_ask("Why Redis?", _WITHDRAWN)).passages == ()
    notes.found = _passage("b.md")
    assert latch.step(_ask("Why Redis?", _TENTATIVE)).passages[0].file == "b.md"


def test_a_bare_follow_up_is_searched_with_what_it_follows(notes: _Notes) -> None:
    question = Question(
        2, "And why?", Kind.BEHAVIORAL, 1.0, _CONFIRMED, antecedent="Tell me about the ledger."
    )
    Latch(notes).step(question)
    assert notes.asked == ["Tell me about the ledger. And why?"]


def test_exercises_take_more_certainty_than_questions_about_the_user(notes: _Notes) -> None:
    latch = Latch(notes)
    latch.step(Question(1, "Reverse a list.", Kind.ALGORITHMIC, 1.0, _CONFIRMED))
    strict = notes.certainty
    latch.step(Question(2, "Why did you leave?", Kind.BACKGROUND, 1.0, _CONFIRMED))
    assert strict > notes.certainty == 0


def test_a_profile_is_optional() -> None:
    with Index.in_memory() as index:
        assert Latch(Retriever(index)).step(_ask("Why Redis?", _CONFIRMED)).passages == ()
