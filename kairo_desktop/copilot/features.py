"""What a classifier sees of a turn: names of cheap, readable features.

Every feature is a string such as `first:how would` or `topic:story:2`; `features` gives those
that hold. Punctuation and case help where the recognizer gives them, and are never needed.
"""

import re
from itertools import pairwise

from kairo_desktop.copilot.clauses import ends_in_tag, ends_in_told_verb, wants
from kairo_desktop.copilot.cues import (
    ACKNOWLEDGEMENTS,
    ASKING_VERBS,
    AUXILIARIES,
    LEAD_INS,
    OPEN_ENDS,
    RETRACTIONS,
    SETUP_STARTS,
    SUBJECTS,
    VERBS,
    WH_WORDS,
)
from kairo_desktop.copilot.topics import TOPICS
from kairo_desktop.copilot.wording import is_content, sentences, spoken, tokens, word_set

__all__ = ["features"]

_CLASSES = (
    ("wh", WH_WORDS),
    ("aux", AUXILIARIES),
    ("self", frozenset({"i", "we"})),
    ("you", frozenset({"you", "your"})),
    ("subj", SUBJECTS),
    ("ask", ASKING_VERBS),
)
_CLAUSE_OPENERS = word_set("if when whether because who which that where unless until while or")
_CUES = WH_WORDS | SETUP_STARTS | ASKING_VERBS | word_set("me question questions any anything")
_ENDINGS = ("ing", "ed", "ly", "s")
_LENGTHS = (1, 2, 3, 4, 6, 9, 13, 18, 25)


def features(text: str) -> frozenset[str]:
    """Names of the features of `text`; about 0.1 ms for 30 words."""
    parts = [words for part in sentences(text) if (words := tokens(part))]
    if not parts:
        return frozenset({"empty"})
    whole = tuple(word for words in parts for word in words)
    found = set(_of_words(whole))
    found.update(_of_opening(parts[-1], "first"))
    for words in parts[:-1]:
        found.update(f"earlier:{name}" for name in _of_opening(words, "first"))
    found.update(_of_ending(whole))
    found.update(_of_grammar(whole))
    found.update(_of_speakers(whole))
    found.update(_of_topics(whole))
    found.update(_of_marks(text, parts))
    return frozenset(found)


def _of_words(words: tuple[str, ...]) -> set[str]:
    found = {f"w:{word}" for word in words}
    found.update(f"w:{one} {two}" for one, two in pairwise(words))
    frame = _frame(words)
    found.update(f"frame:{one} {two}" for one, two in pairwise(frame))
    found.update(f"frame:{a} {b} {c}" for a, b, c in zip(frame, frame[1:], frame[2:], strict=False))
    return found


def _frame(words: tuple[str, ...]) -> tuple[str, ...]:
    """The sentence without what it is about: runs of content words become their last ending."""
    starred = [f"*{_ending(word)}" if is_content(word) else word for word in words]
    return (
        "^",
        *(
            one
            for one, two in pairwise([*starred, ""])
            if not (one.startswith("*") and two.startswith("*"))
        ),
        "$",
    )


def _ending(word: str) -> str:
    return next((ending for ending in _ENDINGS if word.endswith(ending)), "")


def _of_opening(words: tuple[str, ...], name: str) -> set[str]:
    start = 0
    while start < len(words) - 1 and words[start] in LEAD_INS:
        start += 1
    core = words[start:]
    found = {f"{name}:{' '.join(core[:n])}" for n in (1, 2, 3) if len(core) >= n}
    if start:
        found.add(f"{name}:after {words[0]}")
    found.add(f"{name}:class {_shape(core)}")
    if core[0] in ASKING_VERBS:
        found.add(f"{name}:asking verb")
    if core[0] in SETUP_STARTS:
        found.add(f"{name}:setup")
    return found


def _shape(core: tuple[str, ...]) -> str:
    """The first three words as word classes."""
    return " ".join(_word_class(word) for word in core[:3])


def _word_class(word: str) -> str:
    return next((name for name, words in _CLASSES if word in words), "x")


def _of_ending(words: tuple[str, ...]) -> set[str]:
    found = {f"last:{words[-1]}", f"last:{' '.join(words[-2:])}"}
    if ends_in_tag(words):
        found.add("last:tag")
    elif ends_in_told_verb(words):
        found.add("last:told")
    elif words[-1] in OPEN_ENDS:
        found.add("last:open")
        found.add(f"last:open after {_word_class(words[-2])}" if len(words) > 1 else "last:alone")
    if not any(is_content(word) for word in words[-4:]):
        found.add("last:empty phrase")
    found.update(_of_last_clause(words))
    found.update(wants(words))
    return found


def _of_last_clause(words: tuple[str, ...]) -> set[str]:
    """Whether the clause opened last has its verb."""
    opened = [n for n, one in enumerate(words) if one in _CLAUSE_OPENERS and _leads(words, n)]
    if not opened:
        return set()
    clause = words[opened[-1] + 1 :]
    verbs = [n for n, word in enumerate(clause) if _is_verb(word)]
    seen = "verb last" if verbs[-1:] == [len(clause) - 1] else "verb" if verbs else "no verb"
    return {
        f"clause:{seen}",
        f"clause:{words[opened[-1]]} {seen}",
        f"clause:{words[opened[-1]]} {seen} {min(len(clause), 5)}",
    }


def _leads(words: tuple[str, ...], n: int) -> bool:
    """True but for "where to park": what follows there has no verb of its own."""
    return words[n + 1 : n + 2] != ("to",)


def _is_verb(word: str) -> bool:
    return word in VERBS or word in AUXILIARIES or word.endswith(("ed", "ing"))


def _of_grammar(words: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for one, two in pairwise(words):
        if one in AUXILIARIES and two in SUBJECTS and not one.startswith("'"):
            found.add(f"inverted:{_word_class(two)}")
        if one in WH_WORDS and (two in AUXILIARIES or two in {"about", "if", "kind", "many"}):
            found.add("wh aux")
    for a, b, c in zip(words, words[1:], words[2:], strict=False):
        if a in WH_WORDS and b in AUXILIARIES and c in SUBJECTS:
            found.add(f"wh aux:{_word_class(c)}")
    if all(word in ACKNOWLEDGEMENTS for word in words):
        found.add("acknowledgement")
    found.add(f"length:{sum(len(words) > bound for bound in _LENGTHS)}")
    return found


def _of_speakers(words: tuple[str, ...]) -> set[str]:
    """Who is spoken of, and whether anything at all speaks to the user."""
    yours = sum(word in {"you", "your", "yourself", "yours"} for word in words)
    mine = sum(word in {"i", "we", "my", "our", "us"} for word in words)
    found = {f"you:{min(yours, 3)}", f"self:{min(mine, 3)}"}
    if mine and not yours:
        found.add("only self")
    if not yours and not any(word in _CUES for word in words):
        found.add("no cue")
    return found


def _of_topics(words: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for name, vocabulary in TOPICS.items():
        hits = len(set(words) & vocabulary)
        found.update(f"topic:{name}:{n}" for n in range(1, min(hits, 4) + 1))
    return found


def _of_marks(text: str, parts: list[tuple[str, ...]]) -> set[str]:
    stripped = text.rstrip(" \"')")
    found = {f"sentences:{min(len(parts), 4)}"}
    if stripped.endswith("?"):
        found.add("mark:asks")
    elif "?" in stripped:
        found.add("mark:asked before")
        found.update(f"answer:{name}" for name in _of_opening(parts[-1], "first"))
    elif stripped.endswith((".", "!")):
        found.add("mark:states")
    elif not re.search(r"[.,;:!?]", stripped):
        found.add("mark:none")
    plain = spoken(text)
    if any(phrase in plain for phrase in RETRACTIONS):
        found.add("retraction")
    return found
