"""Words of spoken English: tokens, sentences, fillers and content words."""

import re

__all__ = ["content_words", "is_content", "sentences", "spoken", "tokens", "word_set"]


def word_set(text: str) -> frozenset[str]:
    """The blank-separated words of a list written as text."""
    return frozenset(text.split())


_TOKEN = re.compile(r"n't\b|'[a-z]+|[^\W_][\w+#]*?(?=n't\b)|[^\W_][\w+#]*")
_SENTENCE_END = re.compile(r"(?<=[.?!])[\"')]*\s+(?=\S)")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "`": "'"})

_CONTRACTIONS = word_set(
    "what's that's how's where's who's there's let's don't didn't doesn't isn't wasn't couldn't "
    "wouldn't haven't can't i'm i've you're you've you'd"
)

_UNSPLIT = {written.replace("'", ""): written for written in _CONTRACTIONS}
"""Contractions by how a recognizer writes them without the apostrophe."""

_WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}

_FILLERS = word_set("um uh uhm er erm ah hmm hm mm mhm")

_FUNCTION_WORDS = word_set(
    """a an the this that these those it its he she they them his her their we us our i me my you
    your yours yourself who whom whose which what when where why how is are was were be been being
    am do does did done doing have has had having will would can could shall should may might must
    not n't no nor and or but so if then than as of in on at to from by for with about into over
    under up down out off again there here just also too very really quite any some such only own
    same more most other each every all both few much many one ones thing things 's 're 'd 'll 've
    'm let okay ok well now right yeah yes like know mean get got go going say said tell please
    maybe actually basically kind sort bit lot"""
)


def spoken(text: str) -> str:
    """`text` in lower case with plain apostrophes."""
    return text.lower().translate(_APOSTROPHES)


def tokens(text: str) -> tuple[str, ...]:
    """Words of `text` in lower case, contractions split, fillers and stutters left out.

    >>> tokens("So, um, what's what's the plan?")
    ('so', 'what', "'s", 'the', 'plan')
    """
    plain = " ".join(_UNSPLIT.get(word, word) for word in spoken(text).split())
    found = [_WHOLE.get(token, token) for token in _TOKEN.findall(plain)]
    return tuple(_without_stutter([token for token in found if token not in _FILLERS]))


def sentences(text: str) -> tuple[str, ...]:
    """Sentences of `text` by their punctuation; unpunctuated text is one sentence."""
    return tuple(part for part in _SENTENCE_END.split(text.strip()) if part)


def is_content(token: str) -> bool:
    """True for a word that says what a sentence is about."""
    return token not in _FUNCTION_WORDS


def content_words(text: str) -> frozenset[str]:
    """The words that say what `text` is about."""
    return frozenset(token for token in tokens(text) if is_content(token))


def _without_stutter(found: list[str]) -> list[str]:
    kept: list[str] = []
    for token in found:
        if kept[-1:] == [token]:
            continue
        if len(kept) >= 3 and kept[-2] == token and kept[-1] == kept[-3]:
            kept.pop()
            continue
        kept.append(token)
    return kept
