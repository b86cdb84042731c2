import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.first_start.steps import DONE, Step, after, before, begin


@pytest.mark.parametrize("consent_given", [True, False])
def test_path_leads_from_consent_to_ready_and_opens_no_sound_without_it(
    *, consent_given: bool
) -> None:
    path = [Step.CONSENT]
    while (following := after(path[-1], consent_given=consent_given)) is not None:
        path.append(following)
    assert path == [step for step in Step if consent_given or step is not Step.SOUND]


@pytest.mark.parametrize("consent_given", [True, False])
@pytest.mark.parametrize("step", list(Step))
def test_going_back_undoes_going_on(step: Step, *, consent_given: bool) -> None:
    following = after(step, consent_given=consent_given)
    if following is None:
        assert step is Step.READY
    elif consent_given or step is not Step.SOUND:
        assert before(following, consent_given=consent_given) is step


def test_there_is_nothing_before_consent() -> None:
    assert before(Step.CONSENT, consent_given=False) is None


@pytest.mark.parametrize("step", list(Step))
def test_remembered_step_is_gone_on_with(step: Step) -> None:
    assert begin(step, consent_given=True) is step


def test_sound_is_not_gone_on_with_before_consent() -> None:
    assert begin(Step.SOUND, consent_given=False) is Step.CONSENT


@given(remembered=st.one_of(st.just(DONE), st.just(""), st.text()), consent=st.booleans())
def test_anything_else_begins_anew(remembered: str, *, consent: bool) -> None:
    if remembered not in list(Step):
        expected = Step.SOUND if consent else Step.CONSENT
        assert begin(remembered, consent_given=consent) is expected
