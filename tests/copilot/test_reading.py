import pytest

from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.reading import Reader

READER = Reader(QuestionModel.load())


@pytest.mark.parametrize(
    ("text", "open_end"),
    [
        ("is there a date that we should be aware of", False),
        ("which of these projects are you most proud of", False),
        ("tell me about the size of", True),
        ("of", True),
        ("what would you do with the", True),
        ("why is that", False),
    ],
)
def test_a_sentence_may_end_in_of_only_after_what_takes_it(text: str, open_end: bool) -> None:
    assert READER.read([text]).open_end is open_end
