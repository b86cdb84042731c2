"""What the last clause of a turn still wants: its verb, its object, a noun, a question at all.

Closed classes and the order of words tell; how much each counts is learned, see `training.py`.
"""

from collections.abc import Iterator
from itertools import pairwise, takewhile

from kairo_desktop.copilot.cues import (
    ADJECTIVE_ENDINGS,
    AUXILIARIES,
    DETERMINERS,
    LEAD_INS,
    NOUN_ENDINGS,
    PREPOSITIONS,
    RELATIVES,
    SETUP_STARTS,
    SPEAKERS,
    SUBORDINATORS,
    TRANSITIVE,
    VERBS,
    WH_WORDS,
)
from kairo_desktop.copilot.wording import is_content, word_set

__all__ = [
    "ends_in_tag",
    "ends_in_told_verb",
    "is_verb",
    "lacks_object",
    "may_lack_verb",
    "surely_goes_on",
    "wants",
    "wants_noun",
]

_DO_AND_MODALS = AUXILIARIES - word_set("is are was were am 's 're")
_CLAUSE_OPENERS = (SUBORDINATORS - word_set("as given provided assuming")) | word_set("since")
_FRONTING = word_set("what which who whom whose")
_STANDING_FOR_OBJECTS = _FRONTING | word_set(
    "anything something someone somebody anyone that where"
)
_COUNTED = frozenset({"many", "much", "long", "far"})
"""Words of an object that stands before the verb: "how many rooms do you need"."""
_ADVERBS = word_set("not n't ever really actually usually normally also still just even first then")
_NOMINATIVE = SPEAKERS | word_set("there 'd 've")
_SCENES = SETUP_STARTS | word_set("you we i there")
_LETTING = (("let", "'s"), ("let", "us"))
_LIKE_PREPOSITIONS = word_set("since until where")
_NO_CLAUSES = (("once", "a"), ("what", "a"), ("what", "an"))
"""As in "once a month" and "what a story"."""
_ARTICLES = word_set("a an the my your our their his its")
_POSSESSIVES = word_set("my your our their his its")
_NEVER_NOUNS = word_set(
    "last next previous current former main recent latest biggest typical usual"
)
_BEING_THE = (("is", "the"), ("'s", "the"), ("was", "the"))
_ENDING_ALIKE = word_set(
    "latest test request interest rest guest contest harvest forest best worst"
)
_STANDING_ALONE = word_set("other others first second last latter former same next one most few")
_HAVING = word_set("has have had")
_ADVERBIAL = word_set("how why when where and so then but if")
_NEVER_PARTICLES = word_set("with for from at into between against during than per via about as")
_BEING = word_set("is are was were 's 're be been being get gets got come comes came bring")
_SHORTEST_TAGGED = 5
_SHORTEST_ECHO = 4
_ANY_SUBJECT = frozenset({"it", "they"})
_BREAKS = DETERMINERS | PREPOSITIONS | word_set("and or but")


def wants(words: tuple[str, ...]) -> Iterator[str]:
    """Names of what `words`, not empty, look for behind their last one."""
    yield from _verb(words)
    if lacks_object(words):
        yield "wants:object"
    yield from _noun(words)
    yield from _scene(words)


def is_verb(words: tuple[str, ...], n: int) -> bool:
    """True when word `n` looks like a verb where it stands; behind "the" or "for" it is a noun."""
    word = words[n]
    looks = word in VERBS or word in AUXILIARIES or word.endswith(("ed", "ing"))
    return looks and not (n and words[n - 1] in DETERMINERS | PREPOSITIONS)


def may_lack_verb(words: tuple[str, ...]) -> bool:
    """True when no word of the clause opened last is known to be its verb."""
    return any(name.startswith("wants:verb") for name in _verb(words))


def lacks_object(words: tuple[str, ...]) -> bool:
    """True when the last word is a verb that nothing before it can be the object of."""
    if len(words) < 3 or _root(words[-1]) not in TRANSITIVE:
        return False
    begin = _last_clause(words)
    if begin is None or _STANDING_FOR_OBJECTS & set(words[begin:]):
        return False
    is_first = not any(is_verb(words, n) for n in range(begin + 1, len(words) - 1))
    if not is_first and not words[-1].endswith("ing"):
        return False
    is_main = words[begin] in _DO_AND_MODALS
    is_fronted = is_main and (_FRONTING | _COUNTED) & set(words[:begin])
    return not is_fronted and not _is_contact_relative(words)


def wants_noun(words: tuple[str, ...]) -> bool:
    """True when the last word stands before nouns only, or takes one that nothing stands for."""
    return bool({"wants:noun", "wants:matter"} & set(_noun(words)))


def ends_in_told_verb(words: tuple[str, ...]) -> bool:
    """True for "what a carry trade is": there no sentence ends too soon."""
    begin = _last_clause(words)
    if begin is None or words[begin] not in {"what", "how"} or words[begin + 1] not in DETERMINERS:
        return False
    return AUXILIARIES & set(words[begin + 2 :]) == {words[-1]}


def surely_goes_on(words: tuple[str, ...]) -> bool:
    """True when no sentence ends like `words`, whatever else they say.

    A clause has a subject and no verb, a verb lacks its object after "how" or "why", a
    preposition has nothing that it could belong to, or "your last" its noun.
    """
    tests = (_is_bare_subject, _is_bare_verb, _is_bare_preposition, _is_bare_adjective)
    return len(words) > 1 and any(test(words) for test in tests)


def ends_in_tag(words: tuple[str, ...]) -> bool:
    """True for a statement that is put to somebody: "you have met them, haven't you", "where"."""
    plain = tuple(word for word in words if word != "n't")
    start = next((n for n, word in enumerate(plain) if word not in LEAD_INS | {"and"}), 0)
    n_words = len(plain) - start
    if n_words >= _SHORTEST_ECHO and plain[-1] in WH_WORDS:
        return plain[start] == "you" and not WH_WORDS & set(plain[:-1])
    if n_words < _SHORTEST_TAGGED or plain[-2] not in AUXILIARIES:
        return False
    return plain[start] == plain[-1] or (plain[-1] in _ANY_SUBJECT and plain[start] in DETERMINERS)


def _verb(words: tuple[str, ...]) -> Iterator[str]:
    """Whether the clause opened last has a verb, must get one, or may have one we do not know."""
    begin = _last_clause(words)
    if begin is None or any(is_verb(words, n) for n in range(begin + 1, len(words))):
        return
    opener, rest = words[begin], words[begin + 1 :]
    if rest[0] in _NOMINATIVE:
        if all(word in _NOMINATIVE | _ADVERBS for word in rest):
            yield "wants:verb"
        return
    longest = max(_runs(rest))
    is_open = longest <= 1 and rest[0] in DETERMINERS
    yield "wants:verb" if is_open else f"wants:verb maybe {min(longest, 3)}"
    yield f"wants:verb after {opener}" if is_open else f"wants:verb maybe after {opener}"
    if not is_open and rest[-1].endswith(NOUN_ENDINGS):
        yield "wants:verb after a noun"


def _is_bare_subject(words: tuple[str, ...]) -> bool:
    """True for "if the union" and "how did the union", not for "since the war"."""
    begin = _last_clause(words)
    if begin is None or words[begin] in _LIKE_PREPOSITIONS or words[begin + 1] not in _ARTICLES:
        return False
    if words[begin : begin + 2] in _NO_CLAUSES:
        return False
    is_main = words[begin] in AUXILIARIES
    if is_main and (words[begin] in _HAVING or not set(words[begin - 1 : begin]) <= _ADVERBIAL):
        return False
    rest = words[begin + 1 :]
    has_noun = any(map(is_content, rest)) and not _STANDING_ALONE & set(rest)
    return has_noun and "wants:verb" in _verb(words)


def _is_bare_verb(words: tuple[str, ...]) -> bool:
    """True for "how do you choose"."""
    begin = _last_clause(words)
    if begin is None or words[begin] not in _DO_AND_MODALS:
        return False
    return bool({"how", "why"} & set(words[begin - 1 : begin])) and lacks_object(words)


def _is_bare_preposition(words: tuple[str, ...]) -> bool:
    """True for "how calm are you with", not for "are they easy to work with"."""
    if words[-1] not in _NEVER_PARTICLES or "to" in words[-3:-1]:
        return False
    is_passive = is_verb(words, len(words) - 2) and bool(_BEING & set(words))
    return "wants:matter" in _noun(words) and not is_passive


def _is_bare_adjective(words: tuple[str, ...]) -> bool:
    """True for "tell me about your last" and "what's the smallest", not for "at your best"."""
    before, last = words[-3:-1], words[-1]
    if last in _NEVER_NOUNS:
        return bool(_POSSESSIVES & set(before[-1:]))
    is_superlative = last.endswith("est") and last not in _ENDING_ALIKE
    return is_superlative and words[:1] == ("what",) and before in _BEING_THE


def _last_clause(words: tuple[str, ...]) -> int | None:
    """Where the last word stands behind which a subject and a verb must come."""
    return next((n for n in reversed(range(len(words) - 1)) if _opens(words, n)), None)


def _opens(words: tuple[str, ...], n: int) -> bool:
    word, following = words[n], words[n + 1]
    if word in _DO_AND_MODALS:
        before = set(words[max(n - 1, 0) : n])
        if following in DETERMINERS:
            return before <= WH_WORDS | LEAD_INS | {"and", "if"}
        return following in SPEAKERS and not before & (SPEAKERS | RELATIVES)
    if word in _CLAUSE_OPENERS:
        return following not in {"so", "not", "any", "to"}
    embeds = word in WH_WORDS - {"which", "whose"} and not set(words[:n]) <= LEAD_INS
    return embeds and (following in SPEAKERS or following in DETERMINERS)


def _runs(words: tuple[str, ...]) -> list[int]:
    """How many words say something in a row, between articles and prepositions."""
    runs = [0]
    for word in words:
        if word in _BREAKS:
            runs.append(0)
        elif is_content(word):
            runs[-1] += 1
    return runs


def _is_contact_relative(words: tuple[str, ...]) -> bool:
    """True for "the steps you take": the noun before the subject is the object."""
    subject = next((n for n in reversed(range(len(words) - 1)) if words[n] in SPEAKERS), 0)
    return subject > 0 and is_content(words[subject - 1])


def _root(word: str) -> str:
    if word in TRANSITIVE or not word.endswith("ing"):
        return word
    stem = word[:-3]
    doubled = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return next((one for one in (stem, f"{stem}e", doubled) if one in TRANSITIVE), word)


def _noun(words: tuple[str, ...]) -> Iterator[str]:
    """Whether the last word is one that stands before nouns."""
    last, before = words[-1], words[-2:-1]
    if DETERMINERS & set(before) and last.endswith(ADJECTIVE_ENDINGS):
        yield "wants:noun"
    if DETERMINERS & set(before) and last.endswith("est"):
        yield "wants:noun after superlative"
    if last in PREPOSITIONS:
        fronted = (_STANDING_FOR_OBJECTS | _COUNTED) & set(words[:-1])
        has_matter = fronted or _is_contact_relative(words)
        yield "last:preposition" if has_matter else "wants:matter"


def _scene(words: tuple[str, ...]) -> Iterator[str]:
    """Whether a scenario has been set up, and whether anything is asked about it."""
    leading = len(tuple(takewhile(LEAD_INS.__contains__, words)))
    core = words[leading:]
    core = core[2:] if core[:2] in _LETTING else core
    if not core or core[0] not in _SCENES:
        return
    scene = "setup" if core[0] in SETUP_STARTS else core[0]
    yield f"scene:{scene} asks" if _asks(core[1:]) else f"scene:{scene} bare"
    if not any(is_verb(core, n) for n in range(1, len(core))):
        yield f"scene:{scene} no verb"


def _asks(words: tuple[str, ...]) -> bool:
    """True when the order of words somewhere is that of a question."""
    plain = [word for word in words if word != "n't"]
    return any(
        (one in WH_WORDS and two in AUXILIARIES) or (one in AUXILIARIES and two in SPEAKERS)
        for one, two in pairwise(plain)
    )
