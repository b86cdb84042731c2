import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.prefix import PIECE, SHORT_PIECE, chunks, common_prefix, extend, keep
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.errors import InputError
from tests.fakes.table_target import TableTarget

prompts = st.lists(st.integers(0, 2), min_size=1, max_size=40)


@given(prompts, prompts)
def test_the_common_prefix_is_common_and_the_longest(left: list[int], right: list[int]) -> None:
    n = common_prefix(left, right)
    assert left[:n] == right[:n]
    assert left[n : n + 1] != right[n : n + 1] or n == min(len(left), len(right))


@given(prompts, prompts)
def test_extending_brings_all_tokens_into_the_cache(before: list[int], tokens: list[int]) -> None:
    target = TableTarget()
    extend(target, before, never)
    reused = extend(target, tokens, never)
    assert list(target.tokens) == tokens
    shared = common_prefix(before, tokens)
    assert reused == (shared if shared != len(tokens) - 1 else max(0, shared - 1))


@given(
    st.integers(0, 120),
    st.integers(4, 120),
    st.lists(st.sampled_from([SHORT_PIECE, PIECE]), min_size=60, max_size=60),
)
def test_no_pass_takes_a_single_token_or_more_than_it_may(
    shared: int, n_more: int, pieces: list[int]
) -> None:
    target = TableTarget()
    target.prefill([1] * shared, never)
    keep(target, [1] * (shared + n_more))
    allowed = iter(pieces)
    passes = list(chunks(target, [1] * (shared + n_more), never, piece=lambda: next(allowed)))
    assert sum(passes) in (n_more, n_more + 1)
    assert all(2 <= n <= most for n, most in zip(passes, pieces, strict=False))


@given(st.integers(0, 120), st.integers(0, 120))
def test_what_is_left_for_the_first_pass_of_an_answer_is_two_tokens_to_a_piece(
    shared: int, n_more: int
) -> None:
    tokens = [1] * (shared + n_more + 2)
    target = TableTarget()
    target.prefill(tokens[:shared], never)
    keep(target, tokens, again=1)
    list(chunks(target, tokens, never, leave=PIECE))
    assert 2 <= len(tokens) - len(target.tokens) <= PIECE


def test_two_tokens_are_evaluated_again_where_one_has_to_be() -> None:
    target = TableTarget()
    target.prefill([1, 2, 3], never)
    assert keep(target, [1, 2, 3], again=1) == 1


def test_a_pending_tree_is_dropped() -> None:
    target = TableTarget()
    target.prefill([1, 2], never)
    target.forward(TokenTree.chain([7, 7]))
    extend(target, [1, 2, 3], never)
    assert list(target.tokens) == [1, 2, 3]


def test_prefill_goes_in_chunks_and_stops_between_them() -> None:
    target = TableTarget()
    polls = iter([False, False, True])
    extend(target, [1] * 200, lambda: next(polls))
    assert len(target.tokens) == 32


def test_a_model_that_cannot_rewind_starts_over() -> None:
    target = TableTarget(can_rewind=False)
    extend(target, [1, 2, 3, 4], never)
    assert extend(target, [1, 2, 9, 9], never) == 0
    assert list(target.tokens) == [1, 2, 9, 9]


def test_a_prompt_longer_than_the_context_is_refused_by_number() -> None:
    with pytest.raises(InputError, match=r"257 tokens .* holds 256"):
        extend(TableTarget(), [1] * 257, never)


def test_an_empty_prompt_is_refused() -> None:
    with pytest.raises(InputError, match="empty"):
        extend(TableTarget(), [], never)
