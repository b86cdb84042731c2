from kairo_desktop.copilot.asked import Asked
from kairo_desktop.types import Kind, Question, QuestionState


def question(turn_id: int, text: str, kind: Kind = Kind.SYSTEM_DESIGN) -> Question:
    return Question(turn_id, text, kind, 1.0, QuestionState.CONFIRMED)


def asked(*texts: str) -> Asked:
    found = Asked()
    for turn_id, text in enumerate(texts, start=1):
        found.add(question(turn_id, text))
    return found


def test_nothing_was_asked_at_first() -> None:
    assert Asked().last is None
    assert Asked().repeated_by("How would you shard the orders table?") is None


def test_finds_the_question_that_is_asked_again() -> None:
    found = asked("How would you shard the orders table?", "Who reads the audit log at night?")
    repeated = found.repeated_by("So how would you shard the orders table?")
    assert repeated is not None
    assert repeated.turn_id == 1


def test_a_bare_follow_up_repeats_only_the_last_question() -> None:
    found = asked("And why is that so?", "How would you shard the orders table?")
    assert found.repeated_by("And why is that so?") is None


def test_two_words_never_repeat() -> None:
    assert asked("Why not?").repeated_by("Why not?") is None


def test_a_turn_is_remembered_once() -> None:
    found = asked("How would you shard it?")
    found.add(question(1, "How would you shard the orders table?"))
    assert found.repeated_by("How would you shard it?") is None
    found.forget(1)
    assert found.last is None


def test_a_follow_up_carries_its_antecedent() -> None:
    found = asked("How would you shard the orders table?", "And the indexes?")
    given = found.in_context(question(3, "Why?"), kind_probability=0.9)
    assert given.antecedent.endswith("And the indexes?")


def test_antecedents_add_up_to_the_root() -> None:
    found = Asked()
    found.add(question(1, "How would you shard the orders table?"))
    found.add(found.in_context(question(2, "And the indexes?"), kind_probability=0.9))
    given = found.in_context(question(3, "Why?"), kind_probability=0.9)
    assert given.antecedent == "How would you shard the orders table? And the indexes?"


def test_a_follow_up_without_a_kind_of_its_own_takes_that_of_the_question() -> None:
    found = asked("How would you shard the orders table?")
    guessed = question(2, "Why?", Kind.BACKGROUND)
    assert found.in_context(guessed, kind_probability=0.2).kind is Kind.SYSTEM_DESIGN
    assert found.in_context(guessed, kind_probability=0.8).kind is Kind.BACKGROUND


def test_a_clear_matter_of_logistics_stands_for_itself() -> None:
    found = asked("How would you shard the orders table?")
    start = question(2, "And when could you start?", Kind.LOGISTICS)
    assert found.in_context(start, kind_probability=0.9).antecedent == ""


def test_whole_questions_and_first_questions_stand_alone() -> None:
    whole = question(2, "How would you design a rate limiter for a public API?")
    assert asked("Why not?").in_context(whole, kind_probability=0.9) == whole
    first = question(1, "Why?")
    assert Asked().in_context(first, kind_probability=0.9) == first
