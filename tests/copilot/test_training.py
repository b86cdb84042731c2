import random
from pathlib import Path

import numpy as np

from kairo_desktop.copilot.linear import load_models
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader
from kairo_desktop.copilot.training import Line, expand, fit_models, read_lines, vary
from kairo_desktop.types import Kind

_REPOSITORY = Path(__file__).parents[2]
LINES = _REPOSITORY / "assets" / "turns" / "training.txt"
WEIGHTS = _REPOSITORY / "kairo_desktop" / "copilot" / "question_model.npz"


def test_reads_lines_below_their_headings(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("# note\n[question logistics]\nWhen?\n\n[smalltalk]\nHi.\n", encoding="utf-8")
    assert read_lines(path) == (
        Line("When?", VerdictLabel.QUESTION, Kind.LOGISTICS),
        Line("Hi.", VerdictLabel.SMALLTALK),
    )


def test_braces_stand_for_alternatives() -> None:
    line = Line("{Hi|Hello}{ there|}.", VerdictLabel.SMALLTALK)
    texts = {one.text for one in expand(line)}
    assert texts == {"Hi there.", "Hello there.", "Hi.", "Hello."}
    assert expand(line) == expand(line)


def test_cuts_of_questions_are_incomplete() -> None:
    asked = Line("What would you do if the pump fails", VerdictLabel.QUESTION, Kind.BEHAVIORAL)
    stated = Line("We like pumps.", VerdictLabel.NOT_QUESTION)
    varied = [one for seed in range(20) for one in vary([asked, stated], random.Random(seed))]
    cut = {one.text.lower() for one in varied if one.label is VerdictLabel.INCOMPLETE}
    assert cut
    begun = {text for text in cut if asked.text.lower() not in text}
    assert all(asked.text.lower().startswith(text) for text in begun)
    assert begun < cut, "the others were asked and taken back"


def test_every_label_and_kind_has_lines() -> None:
    lines = read_lines(LINES)
    assert {line.label for line in lines} == set(VerdictLabel)
    assert {line.kind for line in lines} == {None, *Kind}


def test_training_again_gives_the_weights_that_ship() -> None:
    trained, shipped = fit_models(read_lines(LINES)), load_models(WEIGHTS)
    for one, other in zip(trained, shipped, strict=True):
        assert one.rows == other.rows
        np.testing.assert_allclose(one.weights, other.weights, atol=0.05)
        np.testing.assert_allclose(one.bias, other.bias, atol=0.05)


def test_lines_nothing_was_trained_on_are_told_as_well() -> None:
    reader = Reader(QuestionModel.load())
    lines = read_lines(Path(__file__).with_name("held_out_turns.txt"))
    trained = {reading.text.lower() for line in read_lines(LINES) for reading in expand(line)}
    assert not trained & {line.text.lower() for line in lines}
    asked = [reader.read([line.text]).asks for line in lines]
    real = [line.label is VerdictLabel.QUESTION for line in lines]
    right = sum(a and b for a, b in zip(asked, real, strict=True))
    assert 2 * right / (sum(asked) + sum(real)) >= 0.95
    cut = [a for a, one in zip(asked, lines, strict=True) if one.label is VerdictLabel.INCOMPLETE]
    assert sum(cut) / len(cut) <= 0.05
    kinds = [(reader.read([one.text]).assessment.kind, one.kind) for one in lines if one.kind]
    assert sum(found is kind for found, kind in kinds) / len(kinds) >= 0.88
