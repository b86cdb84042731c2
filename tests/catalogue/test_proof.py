import hashlib
import os
from pathlib import Path

from kairo_desktop.catalogue.entries import Entry
from kairo_desktop.catalogue.proof import Proofs, hashing, sha256_of
from tests.catalogue.conftest import CONTENT


def test_hashing_ends_with_the_digest(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(9_000_000))
    steps = list(hashing(path))
    assert steps[-1].digest == hashlib.sha256(bytes(9_000_000)).hexdigest() == sha256_of(path)
    assert [step.digest for step in steps[:-1]] == [None, None, None]
    assert steps[-1].done_bytes == 9_000_000


def test_stamp_spares_the_next_hash(toy: Entry, tmp_path: Path) -> None:
    place = tmp_path / "toy.gguf"
    place.write_bytes(CONTENT)
    proofs = Proofs(tmp_path / "stamps")
    assert not proofs.proven(toy, place)
    assert proofs.prove(toy, place) is None
    assert proofs.proven(toy, place)


def test_touched_file_has_to_be_proven_again(toy: Entry, tmp_path: Path) -> None:
    place = tmp_path / "toy.gguf"
    place.write_bytes(CONTENT)
    proofs = Proofs(tmp_path / "stamps")
    proofs.remember(toy, place)
    os.utime(place, (1, 1))
    assert not proofs.proven(toy, place)


def test_wrong_bytes_are_named_and_leave_no_stamp(toy: Entry, tmp_path: Path) -> None:
    place = tmp_path / "toy.gguf"
    place.write_bytes(CONTENT)
    proofs = Proofs(tmp_path / "stamps")
    proofs.remember(toy, place)
    place.write_bytes(CONTENT[:-1] + b"?")
    assert proofs.prove(toy, place) == toy.files[0]
    assert not proofs.proven(toy, place)


def test_broken_stamp_counts_as_none(toy: Entry, tmp_path: Path) -> None:
    place = tmp_path / "toy.gguf"
    place.write_bytes(CONTENT)
    (tmp_path / "toy.json").write_text("[")
    assert not Proofs(tmp_path).proven(toy, place)


def test_folder_that_cannot_be_written_costs_only_the_next_hash(toy: Entry, tmp_path: Path) -> None:
    place = tmp_path / "toy.gguf"
    place.write_bytes(CONTENT)
    (tmp_path / "file").write_text("in the way")
    proofs = Proofs(tmp_path / "file")
    assert proofs.prove(toy, place) is None
    assert not proofs.proven(toy, place)
