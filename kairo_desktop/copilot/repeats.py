"""Compares questions: the same one again, or a bare follow-up to the one before."""

from itertools import pairwise

from kairo_desktop.copilot.wording import content_words, is_content, tokens, word_set

__all__ = ["is_repeat", "links_back", "needs_antecedent", "points_to"]

_SAME_SHARE = 0.8
_FUNCTION_WEIGHT = 0.3
_POINTERS = word_set("that this it those these them they he she there then")
_COMPARING = word_set("else otherwise instead differently same")
_JOINTS = word_set("and or but if when because while so")
_BEING = word_set("is are 's 're")
_TELLING = word_set("tell describe explain define")
_SAYING_NOTHING = _TELLING | word_set(
    "give elaborate expand example examples happen happens happened"
)
"""Words that ask for more and do not say of what."""
_CLAUSE_BEGINS = word_set("a an the your my our his her its every all no i you we he she")
_BARE_OPENINGS = frozenset({("what", "about"), ("what", "if"), ("how", "about"), ("how", "so")})


def is_repeat(text: str, earlier: str) -> bool:
    """True when `text` asks what `earlier` asked, in all but the same words."""
    said, before = _weights(text), _weights(earlier)
    shared = sum(weight for word, weight in said.items() if word in before)
    return shared > 0.0 and 2.0 * shared >= _SAME_SHARE * (
        sum(said.values()) + sum(before.values())
    )


def needs_antecedent(text: str, *, growing: bool = False) -> bool:
    """True for a bare follow-up, which means little without the question before it.

    While it is `growing`, that there are few words says nothing yet.

    >>> needs_antecedent("And the edge cases?")
    True
    >>> needs_antecedent("How would you design a rate limiter for a public API?")
    False
    """
    words = tokens(text)
    n_content = len(content_words(text) - _SAYING_NOTHING)
    if _has_no_clause(words):
        return True
    if _names_its_matter(words) or n_content > 4 or len(words) > 14:
        return False
    if words[:1] == ("and",) or _refers_back(words):
        return True
    elliptic = n_content <= 1 and len(words) <= 6
    return not growing and (elliptic or (n_content <= 2 and _is_definite(words)))


def links_back(text: str) -> bool:
    """True for what goes on with the matter before, however much it says of its own.

    What points back does so early: a late "it" mostly means something in the same sentence.

    >>> links_back("And what if the courier sends an older reading later?")
    True
    >>> links_back("What is sampling bias, and how would you notice it?")
    False
    """
    words = tokens(text)
    pointer = next((n for n, word in enumerate(words) if word in _POINTERS), None)
    is_early = pointer is not None and sum(map(is_content, words[:pointer])) <= 1
    return is_early or words[:1] == ("and",)


def points_to(text: str) -> bool:
    """True when a word of `text` stands for something said before."""
    return any(word in _POINTERS for word in tokens(text))


def _has_no_clause(words: tuple[str, ...]) -> bool:
    """True for "what if" and the like: they need a main clause, however much they say."""
    core = words[words[:1] == ("and",) :]
    return core[:2] in _BARE_OPENINGS or words[:2] == ("and", "if")


def _refers_back(words: tuple[str, ...]) -> bool:
    """True when the first word that stands for something finds nothing in the words before it.

    What it can stand for there is a thing that "a" has brought up, or a clause of its own.
    """
    pointer = next((n for n, _ in enumerate(words) if _stands_for_something(words, n)), None)
    if pointer is None:
        return False
    before = words[:pointer]
    joint = max((n for n, word in enumerate(before) if word in _JOINTS), default=0)
    needed = 1 if _defines(before) else 2
    return not {"a", "an"} & set(before) and sum(map(is_content, before[:joint])) < needed


def _stands_for_something(words: tuple[str, ...], n: int) -> bool:
    """True but for the "that" behind which a clause begins."""
    opens_clause = words[n] == "that" and bool(_CLAUSE_BEGINS & set(words[n + 1 : n + 2]))
    return words[n] in _POINTERS | _COMPARING and not opens_clause


def _defines(words: tuple[str, ...]) -> bool:
    return words[:1] == ("what",) and bool(_BEING & set(words[1:2]))


def _is_definite(words: tuple[str, ...]) -> bool:
    """True for "the" thing, known to both; a definition is asked for with "what is the"."""
    return "the" in words and not _defines(words)


def _names_its_matter(words: tuple[str, ...]) -> bool:
    """True for what is as short as a follow-up and stands for itself: "what motivates you?"."""
    core = words[words[:1] == ("and",) :]
    if {"the", *_POINTERS, *_COMPARING} & set(core):
        return False
    if "yourself" in core:
        return True
    if not any(map(is_content, core)):
        return False
    if _TELLING & set(core):
        return any(is_content(word) and word not in _SAYING_NOTHING for word in core)
    about_user = any(is_content(one) and two == "you" for one, two in pairwise(core))
    return core[:1] == ("what",) and (about_user or _defines(core))


def _weights(text: str) -> dict[str, float]:
    return {word: 1.0 if is_content(word) else _FUNCTION_WEIGHT for word in tokens(text)}
