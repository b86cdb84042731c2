"""The topic bank: what questions and notes are about."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.retrieval.embedder import Vectors
from kairo_desktop.retrieval.topics import Topic, Topics, read_bank
from tests.fakes.hash_embedder import HashEmbedder

_BANK = (
    Topic("introduction", ("introduce yourself",), ("engineer since 2015",)),
    Topic("outage", ("production outage",), ("the broker stopped", "rolled back")),
    Topic("dismissal", ("fire somebody",), ("dismissed an employee",), specific=True),
    Topic("compilers", ("compilers parse",), ("compilers parse",), cohort=True),
)


class _Shelf:
    """A shelf in a dict."""

    def __init__(self) -> None:
        self.kept: dict[str, Vectors] = {}

    def take(self, name: str) -> Vectors | None:
        return self.kept.get(name)

    def put(self, name: str, vectors: Vectors) -> None:
        self.kept[name] = vectors


def test_the_shipped_bank_is_well_formed() -> None:
    bank = read_bank()
    names = Counter(topic.name for topic in bank)
    assert names.most_common(1)[0][1] == 1
    assert all(topic.asks and topic.tells for topic in bank)
    assert {topic.name for topic in bank if topic.specific} >= {"dismissal", "security"}
    assert sum(topic.cohort for topic in bank) > 50


def test_reads_a_bank_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "bank.toml"
    path.write_text(
        '[[topic]]\nname = "a"\nasks = ["b"]\ntells = ["c"]\n[cohort]\ntexts = ["d"]\n',
        encoding="utf-8",
    )
    assert read_bank(path) == (
        Topic("a", ("b",), ("c",)),
        Topic("d", ("d",), ("d",), cohort=True),
    )


@pytest.mark.parametrize(
    ("question", "topic"), [("introduce yourself", 0), ("outage", 1), ("fire somebody", 2)]
)
def test_gives_most_weight_to_the_topic_asked_for(question: str, topic: int) -> None:
    embedder = HashEmbedder()
    reading = Topics(_BANK, embedder).read(embedder.embed([question])[0])
    assert int(reading.weights.argmax()) == topic
    assert reading.weights.sum() == pytest.approx(1)
    assert reading.introduction == pytest.approx(float(reading.weights[0]))
    assert reading.specific == pytest.approx(float(reading.weights[2]))


def test_says_how_close_a_question_comes_to_foreign_subjects() -> None:
    embedder = HashEmbedder()
    topics = Topics(_BANK, embedder)
    near, far = (topics.read(row).cohort for row in embedder.embed(["compilers parse", "outage"]))
    assert near == pytest.approx(1, abs=1e-3)
    assert far < near


def test_shares_the_chunks_out_among_the_topics() -> None:
    embedder = HashEmbedder()
    chunks = embedder.embed(["engineer since 2015", "rolled back", "something else"])
    shares = Topics(_BANK, embedder).shares(chunks)
    assert shares.shape == (3, len(_BANK))
    assert np.allclose(shares.sum(axis=1), 1)
    assert shares[:2].argmax(axis=1).tolist() == [0, 1]


def test_takes_the_vectors_from_the_shelf_the_second_time() -> None:
    shelf, embedder = _Shelf(), HashEmbedder()
    first = Topics(_BANK, embedder, shelf)
    n_embedded = embedder.n_embedded
    second = Topics(_BANK, embedder, shelf)
    assert embedder.n_embedded == n_embedded
    question = embedder.embed(["production outage"])[0]
    assert np.array_equal(first.read(question).weights, second.read(question).weights)


def test_embeds_again_when_the_shelf_holds_something_else() -> None:
    shelf, embedder = _Shelf(), HashEmbedder()
    Topics(_BANK, embedder, shelf)
    (name,) = shelf.kept
    shelf.kept[name] = np.zeros((1, 3), np.float32)
    Topics(_BANK, embedder, shelf)
    assert shelf.kept[name].shape[1] == embedder.dim
