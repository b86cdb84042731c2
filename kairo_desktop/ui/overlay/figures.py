"""Which figures of a point stand out: every number, with its sign and its unit; no Qt."""

import re
from typing import Final

__all__ = ["figures_in"]

_OPENING: Final = r"(\[\"'«\u201c\u2018\u201e"
_CLOSING: Final = r".,;:!?)\]\"'»\u201d\u2019"
_ENDS: Final = rf"(?=[{_CLOSING}]*(?:\s|$))"
_SCALE: Final = r"thousand|million|billion|k|m|bn|Tsd|Mio|Mrd|Millionen|Milliarden"
_UNIT: Final = (
    r"%|‰|€|\$|£|EUR|USD|GBP|euros?|dollars?|percent|points|times|x"
    r"|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?"
    r"|quarters?|years?|Hz|kHz|MHz|GHz|fps|qps|rps|tps|kB|KB|MB|GB|TB"
    r"|Prozent|Euro|Mal|Sekunden?|Minuten?|Stunden?|Tagen?|Tag|Wochen?|Monaten?|Monat|Jahren?|Jahr"
)
_FIGURE: Final = re.compile(
    rf"(?<![^\s{_OPENING}])[-+\u2212±~≈<>≤≥$€£¥#]*[0-9]\S*?{_ENDS}"
    rf"(?:[ \u00a0\u202f](?:{_SCALE}){_ENDS})?"
    rf"(?:[ \u00a0\u202f](?:{_UNIT}){_ENDS})?"
)


def figures_in(text: str, begin: int = 0) -> list[tuple[int, int]]:
    """Where figures stand behind `begin`: (start, end) of each, in order.

    A figure begins with a digit, or with a sign in front of one: "p95" and "B2B" are names. As
    text is added at its end only the last figure can change, and never where it begins.
    """
    spans = (match.span() for match in _FIGURE.finditer(text))
    return [(max(start, begin), end) for start, end in spans if end > begin]
