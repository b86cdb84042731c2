import re
from itertools import combinations

from kairo_desktop.bench.questions import PromptSet, Split, read_questions

QUESTIONS = read_questions()


def eight_grams(split: Split) -> set[tuple[str, ...]]:
    """Eight words in a row, anywhere in the questions and notes of a split."""
    grams: set[tuple[str, ...]] = set()
    for question in QUESTIONS:
        if question.split is split:
            for text in (question.text, *(note.text for note in question.notes)):
                words = re.findall(r"\w+", text.lower())
                grams |= {tuple(words[i : i + 8]) for i in range(len(words) - 7)}
    return grams


def test_no_eight_words_in_a_row_stand_in_two_splits() -> None:
    for left, right in combinations(Split, 2):
        assert not eight_grams(left) & eight_grams(right)


def test_every_split_has_both_sets() -> None:
    for split in Split:
        for prompt_set in PromptSet:
            found = [q for q in QUESTIONS if q.split is split and q.prompt_set is prompt_set]
            assert len(found) >= 4


def test_no_question_is_asked_twice() -> None:
    texts = [question.text for question in QUESTIONS]
    assert len(set(texts)) == len(texts)
