"""Loading and answering never touch the network."""

import shutil

import pytest

from tests.end_to_end.kairo import run_kairo

pytestmark = pytest.mark.real

SMALLEST = ("--set", "llm.model=smollm2-135m-instruct")


def test_a_question_is_answered_without_any_network() -> None:
    if shutil.which("unshare") is None:
        pytest.fail("unshare is missing: apt install util-linux")
    outcome = run_kairo("ask", "Why a heap?", "--json", *SMALLEST, wrapper=("unshare", "-rn"))
    assert outcome.code == 0, outcome.err
    assert outcome.of("answer_done")
