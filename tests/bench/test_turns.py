import json
from pathlib import Path

import msgspec
import pytest

from kairo_desktop.bench.report import to_json
from kairo_desktop.bench.turns import TurnsRow, bench_turns
from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.settings.turn import TurnSettings
from tests.fakes.clueless import clueless
from tests.fakes.scripted_judge import ScriptedJudge


def row_of(data: Path, settings: TurnSettings | None = None) -> TurnsRow:
    row = bench_turns(data, settings).rows[0]
    assert isinstance(row, TurnsRow)
    return row


def write(folder: Path, turns: list[dict[str, object]], segments: list[dict[str, object]]) -> Path:
    for name, rows in (("turns.jsonl", turns), ("segments.jsonl", segments)):
        text = "\n".join(json.dumps(row) for row in rows)
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return folder


def turn(text: str, label: str, **other: object) -> dict[str, object]:
    plain: dict[str, object] = {"kind": None, "hard": False, "alt_labels": [], "tags": []}
    return {"text": text, "label": label, **plain, **other}


def segment(text: str, *, expect: bool, pause_s: float = 0.0) -> dict[str, object]:
    return {
        "speech_start_s": 0.5,
        "speech_end_s": 4.0,
        "pauses": [{"start_s": 2.0, "end_s": 2.0 + pause_s}] if pause_s else [],
        "expect_answer": expect,
        "max_answers": int(expect),
        "must_not_finalise_before_s": 4.0 if expect else None,
        "partials": [
            {"t_s": 2.3, "text": text, "final": False, "utt": 0},
            {"t_s": 4.6, "text": text, "final": True, "utt": 0},
        ],
    }


def test_scores_what_the_turn_logic_does(tmp_path: Path) -> None:
    turns = [
        turn("What are your salary expectations?", "question", kind="logistics", hard=True),
        turn("Okay, got it.", "not_question"),
        turn("We ship every week.", "question", alt_labels=["not_question"], kind="background"),
        turn("tell me about a time when you", "incomplete"),
        turn("Can you hear me all right?", "smalltalk"),
    ]
    row = row_of(write(tmp_path, turns, []))
    assert (row.precision, row.recall) == (1.0, 0.5)
    assert row.f1 == pytest.approx(2 / 3)
    assert row.f1_lenient == 1.0
    assert row.f1_hard == 1.0
    assert (row.incomplete_confirmed, row.smalltalk_confirmed) == (0.0, 0.0)


def test_an_impatient_setting_finalises_early(tmp_path: Path) -> None:
    asked = "How would you design a rate limiter for a public API?"
    segments = [
        segment(asked, expect=True, pause_s=1.1),
        segment("Okay, got it.", expect=False),
        segment(asked, expect=False),
    ]
    data = write(tmp_path, [], segments)
    patient = row_of(data).segments
    assert (patient.answered_once, patient.early_finalised) == (1.0, 0)
    assert patient.answered_unexpected == 1
    hasty = TurnSettings(confirm_complete_ms=200, confirm_open_ms=300)
    assert row_of(data, hasty).segments.early_finalised == 1


def test_counts_the_second_opinions_and_lets_them_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuestionModel, "load", clueless)
    data = write(tmp_path, [turn("are you somewhere warm at least", "smalltalk")], [])
    judge = ScriptedJudge(Verdict(-3.0), passes=2)
    row = bench_turns(data, judge=judge).rows[0]
    assert isinstance(row, TurnsRow)
    assert (row_of(data).smalltalk_confirmed, row.smalltalk_confirmed) == (1.0, 0.0)
    assert row.judged == len(judge.asked) == 1
    assert row.verdict_ms_p50 is not None
    assert row_of(data).verdict_ms_p50 is None


def test_the_report_has_the_keys_of_the_command_line(tmp_path: Path) -> None:
    report = bench_turns(write(tmp_path, [], []))
    said = msgspec.json.decode(to_json(report))
    assert said["bench"] == "turns"
    assert set(said["rows"][0]) == {
        "precision",
        "recall",
        "f1",
        "f1_lenient",
        "f1_hard",
        "kind_accuracy",
        "incomplete_confirmed",
        "smalltalk_confirmed",
        "judged",
        "verdict_ms_p50",
        "segments",
    }


def test_the_evaluation_data_is_told_well(data_dir: Path) -> None:
    row = row_of(data_dir)
    assert row.f1 >= 0.93
    assert row.kind_accuracy >= 0.85
    assert row.incomplete_confirmed <= 0.05
    assert row.segments.answered_once >= 0.9
    assert row.segments.early_finalised == 0
    assert row.segments.answered_unexpected == 0
