import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.decode.draft import Draft
from kairo_desktop.decode.target import TokenTree

chains = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=5)


def test_a_chain_is_a_tree_of_width_one() -> None:
    draft = Draft.chain([5, 6, 7])
    assert draft.parents.tolist() == [-1, 0, 1]
    assert [draft.children(node) for node in (-1, 0, 2)] == [[0], [1], []]


def test_merging_evaluates_a_common_beginning_once() -> None:
    draft = Draft.merge([[1, 2], [1, 3], [4]])
    assert draft.tokens.tolist() == [1, 2, 3, 4]
    assert draft.parents.tolist() == [-1, 0, 0, -1]


@given(chains)
def test_every_merged_chain_is_a_path_from_the_root(guesses: list[list[int]]) -> None:
    draft = Draft.merge(guesses)
    assert (draft.parents < np.arange(len(draft))).all()
    for guess in guesses:
        node = -1
        for token in guess:
            (node,) = [child for child in draft.children(node) if draft.tokens[child] == token]


@given(chains)
def test_the_pending_token_becomes_the_root(guesses: list[list[int]]) -> None:
    draft = Draft.merge(guesses)
    tree = draft.rooted(9)
    assert tree.tokens.tolist() == [9, *draft.tokens.tolist()]
    assert tree.parents.tolist() == [-1, *(draft.parents + 1).tolist()]


def test_depths_count_the_nodes_above() -> None:
    tree = Draft.merge([[1, 2], [1, 3], [4]]).rooted(0)
    assert tree.depths().tolist() == [0, 1, 2, 2, 1]


def test_leaves_below_a_node_are_the_branches_that_it_is_on() -> None:
    tree = Draft.merge([[1, 2], [1, 3], [4]]).rooted(0)
    assert tree.leaves_below() == [[0, 1, 2], [0, 1], [0], [1], [2]]
    assert TokenTree.chain([1, 2]).leaves_below() == [[0], [0]]


def test_a_cut_draft_is_a_draft() -> None:
    drawn = Draft.chain([1, 2, 3], (Distribution.point(1),) * 3).cut(2)
    assert drawn.tokens.tolist() == [1, 2]
    assert len(drawn.probs or ()) == 2
    assert Draft.merge([[1, 2], [3]]).cut(2).tokens.tolist() == [1, 2]
    assert len(Draft.chain([1]).cut(5)) == 1
