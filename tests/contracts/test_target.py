"""What every `Target` owes to decoding: the table model and the engine pass the same laws."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.decode.target import Logits, Target, TokenTree, never
from kairo_desktop.llama.context import ContextOptions, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.llama.tiny_model import TinyModel
from kairo_desktop.settings.llm import KvType
from tests.fakes.table_target import TableTarget
from tests.fakes.tiny_models import tiny

PROMPT = [1, 2, 3, 4, 5]
NOISE = 2e-3
"""Another shape of a batch sums in another order."""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    path: Path = tiny(tmp_path_factory.mktemp("models"), shape=TinyModel(n_layers=2))
    options = ContextOptions(n_ctx=256, type_k=KvType.F16, type_v=KvType.F16, threads=1)
    with load_model(path) as model, open_context(model, options) as context:
        yield LlamaSequence(context, 1)


@pytest.fixture(params=["table", "engine"])
def target(request: pytest.FixtureRequest) -> Target:
    """An empty target of either sort."""
    if request.param == "table":
        return TableTarget()
    engine: Target = request.getfixturevalue("engine")
    engine.rewind(0)
    return engine


def rows(target: Target, tree: TokenTree) -> Logits:
    forward = target.forward(tree)
    assert forward is not None
    return forward.logits.copy()


def test_a_prefill_is_what_the_cache_holds(target: Target) -> None:
    assert target.prefill(PROMPT, never) == len(PROMPT)
    assert list(target.tokens) == PROMPT


def test_a_prefill_that_nobody_wants_says_how_far_it_came(target: Target) -> None:
    assert target.prefill(PROMPT, lambda: True) == len(target.tokens)


def test_there_is_a_row_of_the_vocabulary_for_each_node(target: Target) -> None:
    target.prefill(PROMPT, never)
    assert rows(target, TokenTree.chain([6, 7, 8])).shape == (3, target.n_vocab)


def test_a_pending_tree_does_not_count(target: Target) -> None:
    target.prefill(PROMPT, never)
    rows(target, TokenTree.chain([6, 7]))
    assert list(target.tokens) == PROMPT
    again = rows(target, TokenTree.chain([6]))
    target.rewind(0)
    target.prefill(PROMPT, never)
    np.testing.assert_allclose(again, rows(target, TokenTree.chain([6])), atol=NOISE)


def test_accepting_keeps_the_path_and_nothing_else(target: Target) -> None:
    target.prefill(PROMPT, never)
    rows(target, TokenTree.chain([6, 7, 8]))
    target.accept([0, 1])
    assert list(target.tokens) == [*PROMPT, 6, 7]


def test_a_branch_of_a_tree_reads_as_if_it_stood_alone(target: Target) -> None:
    target.prefill(PROMPT, never)
    tree = TokenTree(np.array([6, 7, 8], np.int32), np.array([-1, 0, 0], np.int32))
    branched = rows(target, tree)
    alone = rows(target, TokenTree.chain([6, 8]))
    np.testing.assert_allclose(branched[2], alone[1], atol=NOISE)


def test_rewinding_and_reading_on_equals_a_fresh_prefill(target: Target) -> None:
    target.prefill([*PROMPT, 9, 9, 9], never)
    target.rewind(len(PROMPT))
    rewound = rows(target, TokenTree.chain([6, 7]))
    target.rewind(0)
    target.prefill(PROMPT, never)
    np.testing.assert_allclose(rewound, rows(target, TokenTree.chain([6, 7])), atol=NOISE)
