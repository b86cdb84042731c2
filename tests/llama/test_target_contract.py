"""What every `decode.Target` owes its users; the engine's and the fake one alike."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from kairo_desktop.decode.draft import Draft
from kairo_desktop.decode.target import Logits, Target, TokenTree, never
from kairo_desktop.llama.context import LlamaContext
from kairo_desktop.llama.sequence import LlamaSequence
from tests.fakes.table_target import Table, TableTarget

TEXT = [(11 * i) % 97 for i in range(150)]
TREE = Draft.merge([[1, 2, 3], [1, 2, 4], [1, 5], [6]]).rooted(9)

Fresh = Callable[[], Target]


@pytest.fixture(params=["table", "llama"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Fresh]:
    if request.param == "table":
        yield lambda: TableTarget(Table(n_vocab=259))
        return
    context: LlamaContext = request.getfixturevalue("context")
    opened = [LlamaSequence(context, number) for number in range(4)]
    unused = iter(opened)
    yield lambda: next(unused)
    for sequence in opened:
        sequence.rewind(0)


def rows(target: Target, tree: TokenTree) -> Logits:
    forward = target.forward(tree)
    assert forward is not None
    return forward.logits.copy()


def row_after(target: Target, tokens: Sequence[int]) -> Logits:
    """The last row, straight through."""
    target.rewind(0)
    target.prefill(tokens[:-1], never)
    row: Logits = rows(target, TokenTree.chain(tokens[-1:]))[0]
    return row


def close(left: Logits, right: Logits) -> bool:
    return bool(np.abs(left - right).max() < 0.05 * right.std())


def test_rewinding_then_going_on_equals_a_fresh_prefill(fresh: Fresh) -> None:
    used, other = fresh(), fresh()
    used.prefill(TEXT, never)
    used.forward(TREE)
    used.rewind(70)
    assert list(used.tokens) == TEXT[:70]
    assert close(rows(used, TokenTree.chain([5]))[0], row_after(other, [*TEXT[:70], 5]))


def test_prefill_in_pieces_equals_prefill_at_once(fresh: Fresh) -> None:
    pieces, whole = fresh(), fresh()
    for start in range(0, 150, 37):
        pieces.prefill(TEXT[start : start + 37], never)
    assert close(rows(pieces, TokenTree.chain([5]))[0], row_after(whole, [*TEXT, 5]))


def test_a_chain_gives_the_rows_of_one_token_at_a_time(fresh: Fresh) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    chain = rows(target, TokenTree.chain(TEXT[20:26]))
    for i in range(6):
        assert close(chain[i], row_after(other, TEXT[: 21 + i]))


def test_every_node_of_a_tree_sees_its_own_branch_only(fresh: Fresh) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    found = rows(target, TREE)
    for node in range(len(TREE.tokens)):
        branch: list[int] = []
        at = node
        while at >= 0:
            branch.insert(0, int(TREE.tokens[at]))
            at = int(TREE.parents[at])
        assert close(found[node], row_after(other, [*TEXT[:20], *branch]))


@pytest.mark.parametrize("path", [(), (0,), (0, 1, 2), (0, 1, 2, 4), (0, 6)])
def test_accepting_keeps_one_path(fresh: Fresh, path: tuple[int, ...]) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    target.forward(TREE)
    target.accept(path)
    kept = TEXT[:20] + [int(TREE.tokens[node]) for node in path]
    assert list(target.tokens) == kept
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*kept, 5]))


@pytest.mark.parametrize("n_kept", [0, 1, 3])
def test_the_end_of_a_prompt_goes_along_with_the_first_chain(fresh: Fresh, n_kept: int) -> None:
    target, other, prefilled = fresh(), fresh(), fresh()
    target.prefill(TEXT[:12], never)
    prefilled.prefill(TEXT[:20], never)
    chain = TokenTree.chain([1, 2, 3])
    found = rows(target, replace(chain, lead=np.asarray(TEXT[12:20], np.int32)))
    assert list(target.tokens) == TEXT[:12]
    assert found.shape == (3, target.n_vocab)
    assert close(found, rows(prefilled, chain))
    target.accept(range(n_kept))
    kept = TEXT[:20] + [1, 2, 3][:n_kept]
    assert list(target.tokens) == kept
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*kept, 5]))


def test_a_lead_that_is_stopped_leaves_nothing(fresh: Fresh) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:12], never)
    chain = replace(TokenTree.chain([1]), lead=np.asarray(TEXT[12:20], np.int32))
    assert target.forward(chain, cancel=lambda: True) is None
    assert list(target.tokens) == TEXT[:12]
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*TEXT[:12], 5]))


@pytest.mark.parametrize("n_kept", [0, 1, 4])
def test_accepting_part_of_a_chain_drops_the_rest(fresh: Fresh, n_kept: int) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    target.forward(TokenTree.chain([1, 2, 3, 4]))
    target.accept(range(n_kept))
    kept = [*TEXT[:20], *[1, 2, 3, 4][:n_kept]]
    assert list(target.tokens) == kept
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*kept, 5]))


def test_a_second_forward_drops_the_first(fresh: Fresh) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    target.forward(TREE)
    target.forward(TokenTree.chain([7, 8]))
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*TEXT[:20], 5]))


def test_prefill_drops_a_pending_tree(fresh: Fresh) -> None:
    target = fresh()
    target.forward(TREE)
    assert target.prefill([1, 2], never) == 2
    assert list(target.tokens) == [1, 2]


def test_a_cancelled_prefill_keeps_what_it_says(fresh: Fresh) -> None:
    target, other = fresh(), fresh()
    polls = count()
    done = target.prefill(TEXT, lambda: next(polls) > 0)
    assert done < len(TEXT)
    assert list(target.tokens) == TEXT[:done]
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*TEXT[:done], 5]))


@pytest.mark.parametrize("tree", [TREE, TokenTree.chain([1, 2, 3])], ids=["tree", "chain"])
def test_a_cancelled_pass_leaves_nothing_behind(fresh: Fresh, tree: TokenTree) -> None:
    target, other = fresh(), fresh()
    target.prefill(TEXT[:20], never)
    assert target.forward(tree, cancel=lambda: True) is None
    assert list(target.tokens) == TEXT[:20]
    assert close(rows(target, TokenTree.chain([5]))[0], row_after(other, [*TEXT[:20], 5]))


def test_hidden_states_come_on_request(fresh: Fresh) -> None:
    target = fresh()
    target.prefill(TEXT[:20], never)
    plain = rows(target, TREE)
    forward = target.forward(TREE, hidden=True)
    assert forward is not None
    assert forward.hidden is not None
    assert len(forward.hidden) == len(TREE.tokens)
    assert close(forward.logits, plain)
    later = target.forward(TREE)
    assert later is not None
    assert later.hidden is None
