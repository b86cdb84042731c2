"""The judge on a real, small model: its own sequence, equal verdicts, its price."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kairo_desktop.copilot.judging import JudgePrompt
from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.decode.target import never
from kairo_desktop.llama.engine import Engine, open_engine
from kairo_desktop.session.llama_judge import LlamaJudge, lone_judge, open_judge
from kairo_desktop.settings.llm import DraftKind, LlmSettings
from tests.fakes.tiny_models import tiny, tiny_recurrent

pytestmark = pytest.mark.real

SETTINGS = LlmSettings(drafter=DraftKind.NONE, n_ctx=512)
ASKED = "how would you keep the two lists in step"
LONG = " ".join([ASKED] * 12)


@pytest.fixture(scope="module")
def path(models_dir: Path) -> Path:
    return models_dir / "SmolLM2-135M-Instruct.Q4_1.gguf"


@pytest.fixture(scope="module")
def engine(path: Path) -> Iterator[Engine]:
    with open_engine(SETTINGS, path) as engine:
        yield engine


def judge_of(engine: Engine) -> LlamaJudge:
    return LlamaJudge(engine.judge, JudgePrompt(engine.tokenizer, engine.template))


def verdict_on(judge: LlamaJudge, text: str) -> Verdict:
    *before, last = judge.judge(text)
    assert set(before) <= {None}
    assert last is not None
    return last


def test_a_verdict_does_not_depend_on_what_was_judged_before(engine: Engine) -> None:
    judge = judge_of(engine)
    first = verdict_on(judge, ASKED)
    for other in (f"{ASKED} and then", LONG, "we ship every week"):
        assert verdict_on(judge, other) != first
        assert verdict_on(judge, ASKED) == first
    assert verdict_on(judge_of(engine), ASKED) == first


def test_a_verdict_that_is_broken_off_leaves_the_next_one_as_it_is(engine: Engine) -> None:
    judge = judge_of(engine)
    whole = verdict_on(judge, ASKED)
    assert next(judge.judge(LONG)) is None
    assert verdict_on(judge, ASKED) == whole


def test_judging_leaves_the_live_turn_alone(engine: Engine) -> None:
    tokens = engine.tokenizer.encode("Say one word.", special=False)
    engine.live.rewind(0)
    engine.live.prefill(tokens, never)
    verdict_on(judge_of(engine), ASKED)
    assert tuple(engine.live.tokens) == tokens


def test_a_machine_that_is_too_slow_gets_no_judge(engine: Engine) -> None:
    assert open_judge(engine, clock=lambda: 1.0) is not None
    slow = count()
    assert open_judge(engine, clock=lambda: float(next(slow))) is None


def test_a_judge_stands_without_a_session(path: Path) -> None:
    with lone_judge(SETTINGS, path) as judge:
        assert isinstance(verdict_on(judge, ASKED).log_odds, float)


def test_models_that_cannot_serve_get_no_judge(tmp_path: Path) -> None:
    for unfit in (tiny(tmp_path), tiny_recurrent(tmp_path)):
        with open_engine(SETTINGS, unfit) as engine:
            assert open_judge(engine, clock=lambda: 1.0) is None
