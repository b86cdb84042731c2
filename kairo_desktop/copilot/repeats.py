"""Compares questions: the same one again, or a bare follow-up to the one before."""

from kairo_desktop.copilot.wording import content_words, is_content, tokens, word_set

__all__ = ["is_repeat", "links_back", "needs_antecedent", "points_to"]

_SAME_SHARE = 0.8
_FUNCTION_WEIGHT = 0.3
_POINTERS = word_set("that this it those these them they he she there then")
_BARE_OPENINGS = frozenset({("what", "about"), ("what", "if"), ("how", "about"), ("how", "so")})


def is_repeat(text: str, earlier: str) -> bool:
    """True when `text` asks what `earlier` asked, in all but the same words."""
    said, before = _weights(text), _weights(earlier)
    shared = sum(weight for word, weight in said.items() if word in before)
    return shared > 0.0 and 2.0 * shared >= _SAME_SHARE * (
        sum(said.values()) + sum(before.values())
    )


def needs_antecedent(text: str) -> bool:
    """True for a bare follow-up, which means little without the question before it.

    >>> needs_antecedent("And the edge cases?")
    True
    >>> needs_antecedent("How would you design a rate limiter for a public API?")
    False
    """
    words = tokens(text)
    n_content = len(content_words(text))
    if n_content <= 1 and len(words) <= 6:
        return True
    opens_bare = words[:1] == ("and",) or words[:2] in _BARE_OPENINGS
    return n_content <= 4 and len(words) <= 14 and (points_to(text) or opens_bare)


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


def _weights(text: str) -> dict[str, float]:
    return {word: 1.0 if is_content(word) else _FUNCTION_WEIGHT for word in tokens(text)}
