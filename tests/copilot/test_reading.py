import pytest

from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader

READER = Reader(QuestionModel.load())


@pytest.mark.parametrize(
    "text",
    [
        "is there a date that we should be aware of",
        "which of these projects are you most proud of",
        "why is that",
    ],
)
def test_a_sentence_may_end_in_of_after_what_takes_it(text: str) -> None:
    assert not READER.read([text]).open_end


@pytest.mark.parametrize("text", ["tell me about the size of", "of", "what would you do with the"])
def test_other_sentences_do_not_end_there(text: str) -> None:
    assert READER.read([text]).open_end
