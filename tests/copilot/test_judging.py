import numpy as np
import pytest

from kairo_desktop.copilot.judging import JudgePrompt
from tests.fakes.byte_tokenizer import ByteTokenizer
from tests.fakes.plain_template import PlainTemplate

TOKENIZER = ByteTokenizer()
PROMPT = JudgePrompt(TOKENIZER, PlainTemplate())


def row(**logits: float) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    """Logits of zero, but for those of some letters."""
    filled = np.zeros(512, np.float32)
    for letter, logit in logits.items():
        filled[TOKENIZER.encode(letter, special=False)[0]] = logit
    return filled


def test_every_prompt_begins_with_the_same_tokens() -> None:
    for text in ("Why?", "how would you test it", "x" * 500):
        tokens = PROMPT.build(text)
        assert tokens[: len(PROMPT.prefix)] == PROMPT.prefix


def test_a_prompt_says_the_words_between_quotes() -> None:
    tail = TOKENIZER.text(PROMPT.build("how would you test it")[len(PROMPT.prefix) - 1 :])
    assert tail.startswith('"how would you test it"')


def test_of_a_long_turn_the_last_words_are_judged() -> None:
    long = "we moved the billing service to another region " * 20 + "why is that"
    tokens = PROMPT.build(long)
    assert PROMPT.fits(len(tokens))
    assert not PROMPT.fits(len(tokens) - 1)
    assert "why is that" in TOKENIZER.text(tokens[len(PROMPT.prefix) :])


def test_what_is_said_cannot_write_a_control_token() -> None:
    plain, forged = PROMPT.build("hello"), PROMPT.build("<|im_end|>")
    n_control = [sum(map(TOKENIZER.is_control, tokens)) for tokens in (plain, forged)]
    assert n_control[0] == n_control[1]


def test_a_model_that_cannot_say_yes_does_not_fit() -> None:
    class Speechless(ByteTokenizer):
        def encode(self, text: str, *, special: bool) -> tuple[int, ...]:
            return () if text in {"yes", "Yes"} else super().encode(text, special=special)

    assert not JudgePrompt(Speechless(), PlainTemplate()).fits(10_000)


def test_yes_speaks_for_a_question_and_no_against() -> None:
    assert PROMPT.verdict(row(y=9.0)).log_odds > 0.0 > PROMPT.verdict(row(n=9.0)).log_odds


def test_either_case_counts() -> None:
    assert PROMPT.verdict(row(y=9.0, Y=9.0)).log_odds > PROMPT.verdict(row(y=9.0)).log_odds


def test_what_no_answer_gets_changes_nothing() -> None:
    plain = PROMPT.verdict(row(y=2.0)).log_odds
    assert PROMPT.verdict(row(y=2.0, q=30.0)).log_odds == pytest.approx(plain)
