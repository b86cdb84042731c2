"""What the engine's sequences can do beyond the `Target` Protocol."""

import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.decode.draft import Draft
from kairo_desktop.decode.target import TokenTree, never
from kairo_desktop.errors import CannotRewind, DecodeFailed, DiskError
from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.sequence import LlamaSequence
from kairo_desktop.settings.llm import KvType

TEXT = [(7 * i) % 97 for i in range(100)]


@pytest.fixture
def pair(context: LlamaContext) -> Iterator[tuple[LlamaSequence, LlamaSequence]]:
    sequences = (LlamaSequence(context, 0), LlamaSequence(context, 1))
    yield sequences
    for sequence in sequences:
        sequence.rewind(0)


def last_row(sequence: LlamaSequence, token: int = 5) -> np.ndarray:
    forward = sequence.forward(TokenTree.chain([token]))
    assert forward is not None
    row: np.ndarray = forward.logits[0].copy()
    sequence.rewind(len(sequence.tokens))
    return row


def test_a_copy_goes_its_own_way(pair: tuple[LlamaSequence, LlamaSequence]) -> None:
    prefix, live = pair
    prefix.prefill(TEXT[:50], never)
    before = last_row(prefix)
    live.copy_from(prefix)
    assert list(live.tokens) == TEXT[:50]
    np.testing.assert_allclose(last_row(live), before, atol=1e-3)
    live.prefill([1, 2, 3], never)
    live.rewind(20)
    np.testing.assert_allclose(last_row(prefix), before, atol=1e-3)


def test_copying_replaces_what_was_there(pair: tuple[LlamaSequence, LlamaSequence]) -> None:
    prefix, live = pair
    live.prefill([9, 9, 9], never)
    prefix.prefill(TEXT[:10], never)
    prefix.forward(TokenTree.chain([1]))
    live.copy_from(prefix)
    np.testing.assert_allclose(last_row(live), last_row(prefix), atol=1e-3)


def test_sequences_share_cells_until_they_part(context: LlamaContext) -> None:
    sequences = [LlamaSequence(context, number) for number in range(6)]
    sequences[0].prefill(TEXT * 4, never)
    for sequence in sequences[1:]:
        sequence.copy_from(sequences[0])
        sequence.prefill([1, 2, 3], never)
    for sequence in sequences:
        sequence.rewind(0)


def test_a_saved_state_comes_back(
    pair: tuple[LlamaSequence, LlamaSequence], tmp_path: Path
) -> None:
    saved, loaded = pair
    saved.prefill(TEXT[:40], never)
    path = tmp_path / "states" / "prefix.kv"
    saved.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert loaded.load(path, TEXT[:40])
    assert list(loaded.tokens) == TEXT[:40]
    np.testing.assert_allclose(last_row(loaded), last_row(saved), atol=1e-3)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("damage", ["other tokens", "longer", "missing", "cut off", "garbage"])
def test_a_state_that_does_not_fit_leaves_an_empty_sequence(
    pair: tuple[LlamaSequence, LlamaSequence], tmp_path: Path, damage: str
) -> None:
    saved, loaded = pair
    path = tmp_path / "prefix.kv"
    saved.prefill(TEXT[:40], never)
    saved.save(path)
    wanted = TEXT[:40]
    match damage:
        case "other tokens":
            wanted = [*TEXT[:39], 5]
        case "longer":
            wanted = TEXT[:30]
        case "missing":
            path.unlink()
        case "cut off":
            path.write_bytes(path.read_bytes()[:-1000])
        case "garbage":
            path.write_bytes(b"nothing of the kind" * 50)
    assert not loaded.load(path, wanted)
    assert list(loaded.tokens) == []
    saved.rewind(0)
    saved.prefill(TEXT[:20], never)
    loaded.prefill(TEXT[:20], never)
    np.testing.assert_allclose(last_row(loaded), last_row(saved), atol=1e-3)


def test_a_state_of_another_cache_type_is_not_taken(
    pair: tuple[LlamaSequence, LlamaSequence], tiny_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "prefix.kv"
    pair[0].prefill(TEXT[:40], never)
    pair[0].save(path)
    options = ContextOptions(n_ctx=256, type_k=KvType.Q8_0, type_v=KvType.Q4_0)
    with load_model(tiny_path) as model, open_context(model, options) as other:
        assert not LlamaSequence(other, 0).load(path, TEXT[:40])


def test_a_state_that_cannot_be_written_is_a_disk_error(
    pair: tuple[LlamaSequence, LlamaSequence], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    pair[0].prefill(TEXT[:4], never)
    with pytest.raises(DiskError, match="cannot be written"):
        pair[0].save(blocked / "prefix.kv")


def test_a_full_cache_is_an_error_and_nothing_is_lost(tiny_path: Path) -> None:
    with load_model(tiny_path) as model, open_context(model, ContextOptions(n_ctx=256)) as context:
        sequence = LlamaSequence(context, 0)
        sequence.prefill((TEXT * 3)[:250], never)
        with pytest.raises(DecodeFailed, match="full"):
            sequence.forward(TokenTree.chain(TEXT[:10]))
        assert len(sequence.tokens) == 250
        forward = sequence.forward(Draft.merge([[1, 2], [3]]).rooted(4))
        assert forward is not None
        with pytest.raises(DecodeFailed, match="full"):
            sequence.prefill(TEXT[:10], never)
        assert sequence.forward(TokenTree.chain([1])) is not None


@pytest.mark.parametrize("n_polls", [0, 1, 5, 20])
def test_a_pass_is_stopped_inside(pair: tuple[LlamaSequence, LlamaSequence], n_polls: int) -> None:
    sequence, other = pair
    sequence.prefill(TEXT[:20], never)
    polls = count()
    forward = sequence.forward(TokenTree.chain([5]), cancel=lambda: next(polls) >= n_polls)
    assert forward is None
    other.prefill(TEXT[:20], never)
    np.testing.assert_allclose(last_row(sequence), last_row(other), atol=1e-3)


def test_a_recurrent_model_says_that_it_cannot_rewind(recurrent_path: Path) -> None:
    with (
        load_model(recurrent_path) as model,
        open_context(model, ContextOptions(n_ctx=256)) as context,
    ):
        sequence = LlamaSequence(context, 0)
        assert not sequence.can_rewind
        sequence.prefill([1, 2, 3], never)
        with pytest.raises(CannotRewind, match="tiny-mamba"):
            sequence.rewind(1)
        assert list(sequence.tokens) == [1, 2, 3]
        first = last_after(sequence, 4)
        sequence.rewind(0)
        sequence.prefill([1, 2, 3], never)
        np.testing.assert_allclose(last_after(sequence, 4), first, atol=1e-3)


def test_a_stopped_pass_empties_a_recurrent_model(recurrent_path: Path) -> None:
    with (
        load_model(recurrent_path) as model,
        open_context(model, ContextOptions(n_ctx=256)) as context,
    ):
        sequence = LlamaSequence(context, 0)
        sequence.prefill([1, 2, 3], never)
        assert sequence.forward(TokenTree.chain([4]), cancel=lambda: True) is None
        assert list(sequence.tokens) == []


def last_after(sequence: LlamaSequence, token: int) -> np.ndarray:
    forward = sequence.forward(TokenTree.chain([token]))
    assert forward is not None
    row: np.ndarray = forward.logits[0].copy()
    sequence.accept([0])
    return row
