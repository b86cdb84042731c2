from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.catalogue.entries import Catalogue, Role
from kairo_desktop.catalogue.machine import Machine, Memory
from kairo_desktop.catalogue.planner import Verdict
from kairo_desktop.catalogue.recommend import (
    LEAST_TOKENS_PER_S,
    Advice,
    Candidate,
    Speeds,
    recommend,
)

BIG, SMALL, SMALLEST = (
    "qwen2.5-coder-1.5b-instruct",
    "qwen2.5-coder-0.5b-instruct",
    "smollm2-135m-instruct",
)
PLAIN = Machine(Memory(16 << 30, 12 << 30), n_cpus=2)
WITH_GPU = Machine(Memory(32 << 30, 24 << 30), gpu_bytes=17_000_000_000, n_cpus=8)


def _candidates(fitting: Verdict = Verdict.FITS, gpu_bytes: int = 0) -> Iterator[Candidate]:
    for entry in Catalogue.load().entries:
        n_bytes = entry.bytes or entry.memory_mb * 1_000_000
        yield Candidate(entry, fitting, n_bytes, on_gpu=n_bytes < gpu_bytes)


def _advice(machine: Machine = PLAIN, speeds: Speeds | None = None) -> dict[str, Advice]:
    candidates = list(_candidates(gpu_bytes=machine.gpu_bytes))
    found = recommend(candidates, machine, speeds or Speeds())
    return {each.place: each for each in found}


def test_plain_machine_gets_what_a_first_start_needs() -> None:
    names = {place: each.name for place, each in _advice().items()}
    assert names == {
        "llm.model": BIG,
        "llm.draft": "",
        "asr.model": "whisper-tiny.en",
        "retrieval.model": "all-minilm-l6-v2",
    }


def test_gpu_gets_the_pair_that_is_meant_for_it() -> None:
    advice = _advice(WITH_GPU)
    assert advice["llm.model"].name == "qwen2.5-14b-instruct"
    assert advice["llm.draft"].name == "qwen2.5-0.5b-instruct"


def test_model_slower_than_reading_gives_way_to_a_smaller_one() -> None:
    advice = _advice(speeds=Speeds(tokens_per_s={BIG: LEAST_TOKENS_PER_S / 1.5}))
    assert advice["llm.model"].name == SMALL
    speed = advice["llm.model"].reason.tokens_per_s
    assert speed is not None
    assert speed > LEAST_TOKENS_PER_S


def test_speed_of_an_unmeasured_model_follows_from_its_size() -> None:
    speeds = Speeds(tokens_per_s={SMALLEST: 100.0})
    speed = _advice(speeds=speeds)["llm.model"].reason.tokens_per_s
    assert speed == pytest.approx(100 * 98_362_432 / 1_117_320_768)


def test_where_nothing_fits_the_smallest_is_named_and_not_called_best() -> None:
    found = recommend(list(_candidates(Verdict.TOO_LARGE)), PLAIN, Speeds())
    assert found[0].name == SMALLEST
    assert not found[0].reason.best


def test_better_recognizer_needs_proof_that_it_keeps_up() -> None:
    assert _advice(speeds=Speeds(rtf={"whisper-base": 0.01}))["asr.model"].name == "whisper-base"
    slow = _advice(speeds=Speeds(rtf={"whisper-base": 0.2, "whisper-tiny.en": 0.1}))
    assert slow["asr.model"].name == "whisper-tiny.en"
    assert slow["asr.model"].reason.rtf == 0.1


@given(speed=st.floats(0.1, 500), rtf=st.floats(0.001, 2), gpu=st.integers(0, 100_000_000_000))
def test_advice_names_a_model_of_the_right_kind_for_every_place(
    speed: float, rtf: float, gpu: int
) -> None:
    machine = Machine(Memory(16 << 30, 12 << 30), gpu, n_cpus=4)
    speeds = Speeds(tokens_per_s={BIG: speed}, rtf={"whisper-tiny.en": rtf, "whisper-base": rtf})
    known = Catalogue.load()
    roles = {"asr.model": {Role.ASR}, "retrieval.model": {Role.EMBEDDING}}
    for each in recommend(list(_candidates(gpu_bytes=gpu)), machine, speeds):
        if each.name:
            usual = {Role.TARGET, Role.DRAFT}
            assert known.entry(each.name).role in roles.get(each.place, usual)
