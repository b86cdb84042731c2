"""The retrieval bench: what it counts, on toy data; what it finds, on the real model."""

import json
from pathlib import Path

import pytest

from kairo_desktop.bench.report import to_json
from kairo_desktop.bench.retrieval import RetrievalRow, bench_retrieval
from kairo_desktop.bench.retrieval_answers import Answered
from kairo_desktop.bench.retrieval_claims import figures, makes_claim, mentions
from kairo_desktop.bench.retrieval_distractors import distractors
from kairo_desktop.retrieval.chunk import chunk_note
from kairo_desktop.retrieval.embedder import MiniLm
from kairo_desktop.types import PointState, Source, TalkingPoint
from tests.fakes.hash_embedder import HashEmbedder

_LEDGER = "notes/ledger.md"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    notes = tmp_path / "profiles" / "ada" / "notes"
    notes.mkdir(parents=True)
    (notes / "ledger.md").write_text("# Ledger\n\nRefund ledger, 38,000 refunds.", "utf-8")
    (notes / "outage.md").write_text("# Outage\n\nBroker stopped for 52 minutes.", "utf-8")
    (notes.parent / "resume.md").write_text("# Ada\n\nEngineer for 9 years.", "utf-8")
    lines = [
        {
            "id": "t1",
            "profile": "ada",
            "question": "Tell me about the refund ledger.",
            "relevant": ["ledger.md"],
            "must_mention": ["38,000 refunds", "four days to one", "in Kotlin"],
            "must_not_claim": ["built in Go", "52 refunds failed"],
        },
        {
            "id": "t2",
            "profile": "ada",
            "question": "How do quantum compilers parse Fortran?",
            "relevant": [],
            "must_mention": [],
            "must_not_claim": ["wrote a compiler"],
        },
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    (tmp_path / "retrieval.jsonl").write_text(text + "\n", "utf-8")
    return tmp_path


def _point(text: str, *files: str) -> TalkingPoint:
    sources = tuple(Source(file, "Ledger") for file in files)
    return TalkingPoint(1, 0, text, sources, PointState.FINAL)


def _row(data: Path, *points: TalkingPoint, shown: list[Answered] | None = None) -> RetrievalRow:
    report = bench_retrieval(
        data,
        HashEmbedder(),
        n_distractors=20,
        answer=(lambda question, _: points if "ledger" in question else ()) if points else None,
        show=None if shown is None else shown.append,
    )
    (row,) = report.rows
    assert isinstance(row, RetrievalRow)
    assert to_json(report)
    return row


def test_counts_where_the_best_file_came(data: Path) -> None:
    row = _row(data)
    assert row.recall_at_1 == row.recall_at_3 == row.recall_at_3_crowded == 1
    assert row.search_ms_p50 > 0
    assert row.embed_ms_p50 > 0


def test_leaves_the_figures_about_answers_empty_without_answers(data: Path) -> None:
    row = _row(data)
    assert row.must_mention_rate is row.must_not_claim_count is row.uncited_numbers is None


def test_counts_facts_false_claims_and_uncited_figures(data: Path) -> None:
    shown: list[Answered] = []
    row = _row(
        data,
        _point("Ledger for 38000 refunds, in 9 years", _LEDGER),
        _point("Built it in Go within 7 weeks", _LEDGER),
        _point("52 minutes down"),
        shown=shown,
    )
    assert row.must_mention_rate == 1 / 2
    assert row.must_not_claim_count == 1
    assert row.uncited_numbers == 2
    assert shown[0].mentioned == ("38,000 refunds",)
    assert shown[0].false_claims == ("built in Go",)
    assert shown[0].uncited == ("7", "52")


def test_names_a_profile_that_is_not_there(data: Path) -> None:
    (data / "profiles" / "ada").rename(data / "profiles" / "bob")
    with pytest.raises(Exception, match="does not exist"):
        bench_retrieval(data, HashEmbedder(), n_distractors=1)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("p95 from 2.3 s to 410 ms", {"95", "2.3", "410"}),
        ("Four engineers, 1,400,000 quotes", {"4", "1400000"}),
        ("replaced by one", set()),
    ],
)
def test_reads_figures_however_they_are_written(text: str, numbers: set[str]) -> None:
    assert figures(text) == numbers


def test_a_fact_is_mentioned_only_with_all_its_figures() -> None:
    fact = "from 41 to 24 days"
    assert mentions(["Offers after 24 instead of 41 days"], fact)
    assert mentions(["It was 41 days", "now 24"], fact)
    assert not mentions(["It was 41 days", "and got quicker"], fact)


def test_a_claim_is_made_only_with_all_its_words_in_one_point() -> None:
    assert makes_claim(["We hired five new people in May"], "hired five people")
    assert not makes_claim(["We hired two people", "five of them"], "hired five people")


def test_a_claim_of_one_word_that_matters_is_made_with_its_little_words_only() -> None:
    assert makes_claim(["Matteo had to be let go in May"], "Matteo was let go")
    assert not makes_claim(["I let Matteo present it"], "Matteo was let go")
    assert not makes_claim(["Built it in Kotlin"], "built in Go")


def test_distractors_are_the_same_every_time_and_one_chunk_each() -> None:
    notes = list(distractors(50))
    assert notes == list(distractors(50))
    assert len({note.text for note in notes}) == 50
    assert all(len(chunk_note(note)) == 1 for note in notes)


@pytest.mark.real
def test_the_real_model_finds_notes_and_knows_when_there_are_none(
    data_dir: Path, models_dir: Path
) -> None:
    embedder = MiniLm(models_dir / "all-MiniLM-L6-v2")
    (row,) = bench_retrieval(data_dir, embedder, n_distractors=50).rows
    assert isinstance(row, RetrievalRow)
    assert row.recall_at_3 >= 0.9
    assert row.recall_at_3_crowded >= 0.9
    assert row.not_in_notes_rate >= 0.8
    assert row.false_not_in_notes_rate <= 0.1
