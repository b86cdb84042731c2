import pytest

from kairo_desktop.copilot.cutting import ends_open, lacking


@pytest.mark.parametrize(
    ("text", "part", "beginning"),
    [
        ("how does a kiln work", "verb", "how does a kiln"),
        ("how would you avoid the rush", "object", "how would you avoid"),
        ("describe the annual fair", "noun", "describe the annual"),
        ("how happy are you with the roof", "noun", "how happy are you with"),
    ],
)
def test_finds_where_a_part_is_missing(text: str, part: str, beginning: str) -> None:
    assert lacking(text.split())[part] == [len(beginning.split())]


@pytest.mark.parametrize(
    "text", ["why is that", "so what? how does a kiln work", "um uh er so", "what would you avoid"]
)
def test_finds_no_place_where_nothing_is_missing(text: str) -> None:
    assert not lacking(text.split())


def test_a_sentence_that_ends_in_an_open_word_goes_on() -> None:
    words = ["what", "would", "you", "do", "if", "the", "kiln", "cracked"]
    assert [n for n in range(2, len(words)) if ends_open(words, n)] == [2, 3, 5, 6]
    assert not ends_open(["Why?", "And", "the"], 3)
