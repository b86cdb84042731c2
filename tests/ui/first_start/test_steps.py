import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.first_start.steps import DONE, Step, after, before, begin


def test_path_leads_from_consent_to_ready() -> None:
    path = [Step.CONSENT]
    while (following := after(path[-1])) is not None:
        path.append(following)
    assert path == list(Step)


@pytest.mark.parametrize("step", list(Step))
def test_going_back_undoes_going_on(step: Step) -> None:
    following = after(step)
    if following is not None:
        assert before(following) is step
    else:
        assert step is Step.READY


def test_there_is_nothing_before_consent() -> None:
    assert before(Step.CONSENT) is None


@pytest.mark.parametrize("step", list(Step))
def test_remembered_step_is_gone_on_with(step: Step) -> None:
    assert begin(step, consent_given=False) is step


@given(remembered=st.one_of(st.just(DONE), st.just(""), st.text()), consent=st.booleans())
def test_anything_else_begins_anew(remembered: str, *, consent: bool) -> None:
    if remembered not in list(Step):
        expected = Step.SOUND if consent else Step.CONSENT
        assert begin(remembered, consent_given=consent) is expected
