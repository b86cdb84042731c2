import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.text_stream import TextStream
from tests.fakes.byte_tokenizer import ByteTokenizer

TOKENIZER = ByteTokenizer()
PARTS = st.sampled_from(
    ["a", " ", "é", "日", "<", "<|", "|>", "<think>", "</think>", "<thi", "nk>", "<thinking>", "x",
     "</thinking>", "<|im_end|>", "<|pad|>", "</s>", "<end_of_turn>", "<|a\nb|>", "1 < 2", ">"]
)  # fmt: skip
ENCODED = st.builds(
    lambda parts, special: TOKENIZER.encode("".join(parts), special=special),
    st.lists(PARTS, max_size=30),
    st.booleans(),
)


def read(tokens: tuple[int, ...], size: int) -> str:
    stream = TextStream(TOKENIZER)
    given = [stream.step(tokens[at : at + size]) for at in range(0, len(tokens), size)]
    return "".join(given) + stream.flush()


@settings(deadline=None)
@given(ENCODED, st.integers(1, 9))
def test_text_is_the_same_for_any_split(tokens: tuple[int, ...], size: int) -> None:
    assert read(tokens, size) == read(tokens, len(tokens) + 1)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("plain é日", "plain é日"),
        ("<think>so\n</think>Answer", "Answer"),
        ("<thinking>so</thinking>Answer", "Answer"),
        ("no end <think>of it", "no end "),
        ("a </think>b", "a b"),
        ("done<|im_end|>more", "done"),
        ("done</s>more", "done"),
        ("if a < b and b <| c", "if a < b and b <| c"),
        ("open <thi", "open <thi"),
    ],
)
def test_markers_and_thoughts_are_no_text(raw: str, text: str) -> None:
    for special in (False, True):
        assert read(TOKENIZER.encode(raw, special=special), 1) == text


def test_padding_is_no_text_and_does_not_end_the_answer() -> None:
    assert read(TOKENIZER.encode("a<|pad|>b", special=True), 1) == "ab"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert read((97, 0xE6, 0x97), 1) == "a\ufffd"


def test_nothing_follows_the_end() -> None:
    stream = TextStream(TOKENIZER)
    assert stream.step((97, 257, 98)) == "a"
    assert stream.ended
    assert stream.step((99,)) == ""
    assert stream.flush() == ""
