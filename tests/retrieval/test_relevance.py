"""Every signal pulls the judgement its own way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.retrieval.relevance import Evidence, Fit, relevance

_UNIT = st.floats(0, 1)
_EVIDENCE = st.builds(Evidence, _UNIT, st.floats(-20, 0), _UNIT, _UNIT, _UNIT, bias=st.just(1.0))


@given(_EVIDENCE)
def test_relevance_is_a_probability(evidence: Evidence) -> None:
    assert 0 <= relevance(evidence) <= 1


@given(_EVIDENCE, st.sampled_from(["near", "topical", "coverage"]))
def test_closeness_speaks_for_the_notes(evidence: Evidence, signal: str) -> None:
    more = replace(evidence, **{signal: getattr(evidence, signal) + 0.1})
    assert relevance(more) >= relevance(evidence)


@given(_EVIDENCE, st.sampled_from(["cohort", "specific"]))
def test_foreign_and_rare_subjects_speak_against_them(evidence: Evidence, signal: str) -> None:
    more = replace(evidence, **{signal: getattr(evidence, signal) + 0.1})
    assert relevance(more) <= relevance(evidence)


@pytest.mark.parametrize("flag", ["job", "resume"])
def test_a_note_outdoes_job_ad_and_resume_on_the_same_thing(flag: str) -> None:
    note = Fit(near=0.4, whole=0.4, topical=-3.0, lexical=0.5)
    assert note.of_file > replace(note, **{flag: 1.0}).of_file


def test_the_resume_gains_when_the_question_is_about_the_person() -> None:
    resume = Fit(near=0.2, whole=0.2, topical=-2.0, resume=1.0)
    assert replace(resume, person=1.0).of_file > resume.of_file
