from pathlib import Path

import pytest

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.decode.draft import Drafter
from kairo_desktop.decode.drafters.auto import AutoDrafter
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.drafters.model import ModelDrafter
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import generate
from kairo_desktop.decode.target import never
from kairo_desktop.errors import CannotRewind, ModelMissing, ModelUnfit, UsageError
from kairo_desktop.llama.engine import Engine, open_engine
from kairo_desktop.llama.tiny_model import TinyModel
from kairo_desktop.settings.llm import DraftKind, KvType, LlmSettings
from tests.fakes.tiny_models import tiny

SETTINGS = LlmSettings(n_ctx=256, max_answer_tokens=40, type_k=KvType.F16, type_v=KvType.F16)


def with_drafter(kind: DraftKind) -> LlmSettings:
    return SETTINGS.model_copy(update={"drafter": kind})


def answer(engine: Engine) -> list[int]:
    chat = (Message(Role.USER, "why? why? why?"),)
    prompt = engine.tokenizer.encode(engine.template.render(chat), special=True)
    runs = generate(engine.live, prompt, engine.generation(), never)
    return [token for run in runs for token in run.tokens]


@pytest.mark.parametrize(
    ("kind", "drafter"),
    [
        (DraftKind.AUTO, AutoDrafter),
        (DraftKind.NONE, NoDrafter),
        (DraftKind.LOOKUP, PromptLookup),
        (DraftKind.MODEL, ModelDrafter),
    ],
)
def test_every_drafter_gives_the_same_answer(
    tiny_path: Path, kind: DraftKind, drafter: type[Drafter]
) -> None:
    with open_engine(with_drafter(DraftKind.NONE), tiny_path) as plain:
        expected = answer(plain)
    with open_engine(with_drafter(kind), tiny_path, tiny_path) as engine:
        assert isinstance(engine.drafter, drafter)
        assert answer(engine) == answer(engine) == expected


def test_a_longest_guess_of_nothing_turns_drafting_off(tiny_path: Path) -> None:
    with open_engine(SETTINGS.model_copy(update={"max_draft": 0}), tiny_path) as engine:
        assert isinstance(engine.drafter, NoDrafter)
        assert engine.calibration is None


def test_the_machine_is_measured_once(tiny_path: Path, tmp_path: Path) -> None:
    for _ in range(2):
        with open_engine(SETTINGS, tiny_path, tiny_path, cache=tmp_path) as engine:
            assert engine.calibration is not None
            assert engine.calibration.agreement == 1.0
    assert len(list((tmp_path / "calibration").iterdir())) == 1


def test_the_live_turn_begins_as_a_copy_of_the_prefix(tiny_path: Path) -> None:
    with open_engine(SETTINGS, tiny_path) as engine:
        expected = answer(engine)
        chat = (Message(Role.USER, "why? why? why?"),)
        prompt = engine.tokenizer.encode(engine.template.render(chat), special=True)
        engine.live.rewind(0)
        engine.prefix.prefill(prompt[:20], never)
        engine.live.copy_from(engine.prefix)
        assert answer(engine) == expected
        assert list(engine.prefix.tokens) == list(prompt[:20])


def test_the_judge_has_cells_of_its_own(tiny_path: Path) -> None:
    with open_engine(SETTINGS, tiny_path) as engine:
        engine.judge.prefill([1] * 500, never)
        engine.live.prefill([2] * 250, never)


def test_a_draft_of_another_tokenizer_is_refused_by_name(tmp_path: Path, tiny_path: Path) -> None:
    other = tiny(tmp_path, "other.gguf", TinyModel(salt="zzz"))
    with (
        pytest.raises(ModelUnfit, match="other cannot draft for tiny"),
        open_engine(with_drafter(DraftKind.MODEL), tiny_path, other),
    ):
        pass


def test_a_draft_that_is_not_used_is_not_even_read(tiny_path: Path) -> None:
    missing = Path("nowhere.gguf")
    with open_engine(with_drafter(DraftKind.LOOKUP), tiny_path, missing):
        pass
    with (
        pytest.raises(ModelMissing, match="nowhere"),
        open_engine(with_drafter(DraftKind.MODEL), tiny_path, missing),
    ):
        pass


def test_a_draft_model_that_is_not_set_is_asked_for(tiny_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="no draft"),
        open_engine(with_drafter(DraftKind.MODEL), tiny_path),
    ):
        pass


def test_a_recurrent_model_is_decoded_plainly_and_refused_for_drafting(
    recurrent_path: Path,
) -> None:
    with open_engine(SETTINGS, recurrent_path) as engine:
        assert isinstance(engine.drafter, NoDrafter)
        assert answer(engine) == answer(engine)
    with (
        pytest.raises(CannotRewind, match="tiny-mamba cannot take tokens back"),
        open_engine(with_drafter(DraftKind.LOOKUP), recurrent_path),
    ):
        pass


def test_sampling_follows_the_settings(tiny_path: Path) -> None:
    warm = SETTINGS.model_copy(update={"temperature": 1.5, "seed": 3, "repeat_penalty": 1.1})
    with open_engine(warm, tiny_path) as engine:
        first = answer(engine)
        assert answer(engine) == first
    with open_engine(warm.model_copy(update={"seed": 4}), tiny_path) as engine:
        assert answer(engine) != first
