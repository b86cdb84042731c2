"""Where a question can be cut so that it surely wants more; for lines to train on."""

from collections.abc import Sequence

from kairo_desktop.copilot.clauses import is_verb, lacks_object, may_lack_verb, wants_noun
from kairo_desktop.copilot.cues import AUXILIARIES, DETERMINERS, RELATIVES, SPEAKERS
from kairo_desktop.copilot.wording import is_content, spoken, tokens, word_set

__all__ = ["ends_open", "lacking"]

_CUT_AFTER = word_set(
    """a an the and or ever if whether because than my your our his their to into between about
    how when who which would did i we they he she while where what's i'd you'd using per each"""
)
_CLAUSE_OPENERS = word_set("if when whether because who where unless until while")


def ends_open(words: Sequence[str], n: int) -> bool:
    """True when the first `n` words surely want another."""
    if any(word.endswith(("?", ".")) for word in words[:n]):
        return False
    said = [spoken(word).strip(",") for word in words[:n]]
    clause_opened = bool(_CLAUSE_OPENERS & set(said[-3:-1])) and len(words) - n >= 2
    verb_asked = said[-2] in AUXILIARIES and said[-1] in SPEAKERS
    relative = said[-1] in RELATIVES and is_content(said[-2])
    return said[-1] in _CUT_AFTER or clause_opened or verb_asked or relative


def lacking(words: Sequence[str]) -> dict[str, list[int]]:
    """The numbers of first `words` behind which a verb, an object or a noun is missing, by that."""
    by_part: dict[str, list[int]] = {}
    for n in range(2, len(words)):
        if words[n - 1].endswith(("?", ".", ",")):
            break
        part = _missing(tokens(" ".join(words[:n])), tokens(" ".join(words[: n + 1])))
        if part:
            by_part.setdefault(part, []).append(n)
    return by_part


def _missing(said: tuple[str, ...], longer: tuple[str, ...]) -> str:
    """The part that `said` lacks for sure, seeing that it went on as `longer`."""
    following = longer[len(said) :][:1]
    if not said or not following:
        return ""
    goes_on = following[0] in DETERMINERS or is_content(following[0])
    if may_lack_verb(said) and said[-1] not in SPEAKERS and is_verb(longer, len(said)):
        return "verb"
    if goes_on and lacks_object(said):
        return "object"
    if goes_on and wants_noun(said):
        return "noun"
    return ""
