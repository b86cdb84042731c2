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


@pytest.mark.parametrize(
    "text",
    [
        "tell me about the size of",
        "of",
        "what would you do with the",
        "and what if the glazier",
        "how did the conductor",
    ],
)
def test_other_sentences_do_not_end_there(text: str) -> None:
    assert READER.read([text]).open_end


@pytest.mark.parametrize(
    "request_",
    [
        "i'd love to hear how you'd go about joining them",
        "walk me through what you would change first",
        "i'm curious how you would store that",
    ],
)
def test_a_long_preamble_hides_no_request(request_: str) -> None:
    preamble = "we own some thirty kiosks and each of them keeps a paper list of its own"
    reading = READER.read([f"{preamble} and {request_}"])
    assert reading.asks
    assert reading.text.startswith(preamble)


def test_a_preamble_whose_request_is_cut_asks_nothing() -> None:
    preamble = "we own some thirty kiosks and each of them keeps a paper list of its own"
    assert not READER.read([f"{preamble} and i'd love to hear how you would"]).asks
    assert not READER.read([f"{preamble} and i'd like to think that this will do"]).asks
