"""The queue of model work: order, replacement, and that nothing confirmed is lost."""

from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.session.worklist import Job, Worklist
from kairo_desktop.types import Context, Kind, Prompt, Question, QuestionState


def job(turn_id: int, state: QuestionState, text: str = "Why?") -> Job:
    question = Question(turn_id, text, Kind.BEHAVIORAL, 1.0, state)
    return Job(Context(question), Prompt(turn_id, (turn_id, len(text)), complete=True))


def confirmed(turn_id: int, text: str = "Why?") -> Job:
    return job(turn_id, QuestionState.CONFIRMED, text)


def tentative(turn_id: int, text: str = "Why?") -> Job:
    return job(turn_id, QuestionState.TENTATIVE, text)


def test_what_was_confirmed_last_comes_first() -> None:
    work = Worklist()
    work.put(confirmed(1))
    work.put(confirmed(2))
    assert [work.take(), work.take(), work.take()] == [confirmed(2), confirmed(1), None]


def test_a_confirmed_turn_goes_before_a_tentative_one() -> None:
    work = Worklist()
    work.put(tentative(1))
    work.put(confirmed(2))
    assert work.take() == confirmed(2)


def test_of_tentative_work_the_latest_wins() -> None:
    work = Worklist()
    work.put(tentative(1))
    work.put(tentative(2, "How?"))
    assert work.take() == tentative(2, "How?")
    assert not work


def test_a_new_wording_of_a_waiting_turn_keeps_its_place() -> None:
    work = Worklist()
    work.put(confirmed(1))
    work.put(confirmed(2))
    work.put(confirmed(1, "Why not?"))
    assert [work.take(), work.take()] == [confirmed(2), confirmed(1, "Why not?")]


def test_confirming_a_turn_drops_its_tentative_work() -> None:
    work = Worklist()
    work.put(tentative(1))
    work.put(confirmed(1))
    work.take()
    assert not work


def test_a_withdrawn_turn_leaves_nothing_behind() -> None:
    work = Worklist()
    work.put(confirmed(1))
    work.put(tentative(1))
    work.withdraw(1)
    assert not work


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans())))
def test_no_confirmed_turn_is_ever_dropped(puts: list[tuple[int, bool]]) -> None:
    work = Worklist()
    for turn_id, is_confirmed in puts:
        work.put(confirmed(turn_id) if is_confirmed else tentative(turn_id))
    taken = []
    while (next_job := work.take()) is not None:
        taken.append(next_job)
    answered = [j.turn_id for j in taken if j.confirmed]
    asked = list(dict.fromkeys(turn_id for turn_id, is_confirmed in puts if is_confirmed))
    assert answered == asked[::-1]
