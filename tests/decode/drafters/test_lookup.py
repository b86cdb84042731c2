from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.draft import Outlook
from kairo_desktop.decode.drafters.lookup import NgramIndex, PromptLookup
from kairo_desktop.decode.sampling import Sampler, Sampling
from kairo_desktop.decode.target import never

histories = st.lists(st.integers(0, 2), min_size=1, max_size=40)


def guess(history: Sequence[int], n: int = 4, min_ngram: int = 2, max_ngram: int = 3) -> list[int]:
    lookup = PromptLookup(min_ngram, max_ngram)
    lookup.begin(history, never)
    return list(lookup.draft(Outlook(n, Sampler(Sampling()), never)).tokens)


def newest_match(history: Sequence[int], min_ngram: int, max_ngram: int) -> tuple[int, int] | None:
    """The definition, by scanning."""
    for size in range(max_ngram, min_ngram - 1, -1):
        for start in range(len(history) - size - 1, -1, -1):
            if list(history[start : start + size]) == list(history[len(history) - size :]):
                return start + size, size
    return None


@given(histories)
def test_the_newest_longest_match_is_found(history: list[int]) -> None:
    index = NgramIndex(1, 3)
    for token in history:
        index.append(token)
    match = index.match()
    assert (match and (match.position, match.length)) == newest_match(history, 1, 3)


def test_what_followed_is_copied() -> None:
    assert guess([1, 2, 3, 4, 5, 6, 7, 1, 2]) == [3, 4, 5, 6]


def test_a_copy_that_reaches_the_end_goes_on_in_itself() -> None:
    assert guess([7, 1, 2, 1, 2]) == [1, 2, 1, 2]


def test_of_two_places_the_newer_is_copied() -> None:
    assert guess([1, 2, 3, 9, 1, 2, 4, 9, 1, 2], n=1) == [4]


def test_without_a_match_nothing_is_guessed() -> None:
    assert guess([1, 2, 3]) == []


def test_the_length_of_the_match_is_told() -> None:
    lookup = PromptLookup(2, 3)
    lookup.begin([1, 2, 3, 4, 1, 2, 3], never)
    outlook = Outlook(1, Sampler(Sampling()), never)
    lookup.draft(outlook)
    assert lookup.matched == 3
    lookup.settle([9], 0)
    lookup.draft(outlook)
    assert lookup.matched == 0


@given(histories, histories)
def test_a_second_prompt_is_answered_as_by_a_fresh_index(
    first: list[int], second: list[int]
) -> None:
    lookup = PromptLookup(2, 3)
    outlook = Outlook(4, Sampler(Sampling()), never)
    lookup.begin(first, never)
    lookup.settle([1, 2], 0)
    lookup.begin(second, never)
    assert list(lookup.draft(outlook).tokens) == guess(second)


def test_a_step_looks_at_the_end_of_the_history_only() -> None:
    """The price of a step is counted in tokens read, whatever the length of the history."""

    class Counting(list[int]):
        read = 0

        def __getitem__(self, key: object) -> object:  # type: ignore[override]
            found = super().__getitem__(key)  # type: ignore[call-overload]
            Counting.read += len(found) if isinstance(found, list) else 1
            return found

    reads = []
    for n in (100, 5000):
        index = NgramIndex(2, 4)
        for token in np.random.default_rng(0).integers(0, 50, n):
            index.append(int(token))
        index.tokens = Counting(index.tokens)
        Counting.read = 0
        index.append(1)
        index.match()
        reads.append(Counting.read)
    assert reads[0] == reads[1] < 25
