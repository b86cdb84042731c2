"""Words that mean something by themselves: which to hold back, which speak of the user."""

import re

__all__ = [
    "ADVICE_OPENERS",
    "ASKING",
    "BACKWARD",
    "CHANGES",
    "COMMON_CAPITALS",
    "CONJUNCTIONS",
    "FUNCTION_WORDS",
    "HEDGES",
    "LINKS",
    "NUMBER_WORDS",
    "PAY",
    "PAY_ASKED",
    "POINTING",
    "PREPOSITIONS",
    "RANGE_LINKS",
    "SCENE",
    "SECOND_PERSON",
    "STARTING",
    "THIRD_PERSON",
    "UNITS",
    "bare",
    "begins_held_word",
    "capitalizes_nouns",
    "goes_on",
    "hangs",
    "is_english",
    "is_function_word",
    "speaks_of_user",
    "stem",
]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


FUNCTION_WORDS = _set(
    "a an the this that these those my our your his her its their i we you he she it they "
    "of to in on at by for from with without into onto over under about after before between "
    "during until since per via as than like and or but nor so because while when where which "
    "who whose if then is are was were be been am do does did has have had will would can could "
    "should may might must not no only also even just very more most less around within through "
    "across up down out off up-to "
    "der die das ein eine einen einem und oder mit von zu im in am auf für bei als aus "
    "le la les un une des du de et ou avec pour dans sur par el los las una y o con para por en"
)
"""Words that end no talking point: shown only with the word that follows."""

_HANGING = (
    _set(
        "and but or nor so because while although since than as of the a an my our your his their "
        "with from into via per whose even just if und oder aber weil et ou mais pour y o con para"
    )
    & FUNCTION_WORDS
)
"""Words that end no sentence at all: left out even where the model stopped after them."""

_EXPECTING = _set(
    "ask asks asked asking make makes made making take takes took taking use uses used using give "
    "gives gave giving get gets getting put puts let lets need needs needed include includes "
    "including reduce reduces reducing improve improves improving increase increases increasing "
    "handle handles handling ensure ensures ensuring avoid avoids avoiding prevent prevents keep "
    "keeps keeping want wants such each every any other another several new same still already "
    "yet often always whether although though"
)
"""Verbs without their object, and other words that wait for the rest of a sentence."""

CONJUNCTIONS = _set(
    "and but so because which while then when where after if und aber weil mais car pero"
)
"""Words that begin a clause."""

LINKS = _set("and but so then which und aber dann mais puis pero")
"""Words that join a clause to the one before; dropped where a point begins with it."""

PREPOSITIONS = _set(
    "of in on at by for from with without into onto over under about after before between during "
    "until since per via through across within around than as mit von zu bei aus auf für de du des "
    "avec pour dans sur par con para por"
)
"""Words that begin a phrase which a sentence can do without."""

PAY = _set("salary salaries compensation bonus wage wages gehalt salaire salario sueldo")
"""Words for what somebody earns."""

PAY_ASKED = PAY | _set("pay paid earn earning money expectation expectations package rate")
"""Words by which it is asked for."""

_FIRST_PERSON = _set(
    "i i'm i've i'd i'll me my mine myself we we've we'd we'll we're us our ours "
    "ich mir mich mein meine meinen meinem meiner wir uns unser unsere "
    "je j'ai mon ma mes nous notre nos yo mi mis nosotros nuestro nuestra"
)

SECOND_PERSON = _set("you you've you're you'll your vous usted")
"""Openers of a sentence that speaks to the user: nothing for the user to say."""

ADVICE_OPENERS = _set(
    "name say tell state mention describe explain give pick choose show start begin open end close "
    "admit be offer ask use list think recall connect link point compare focus keep stress "
    "emphasize highlight share note prepare what which who whom where when why how if whether your"
)
"""Openers of a point that advises the user and claims nothing."""

HEDGES = _set(
    "not no never haven't don't didn't can't couldn't won't wouldn't isn't wasn't would will "
    "i'd i'll we'd we'll can could want hope plan expect nothing none little"
)
"""Words after which a sentence about the user claims nothing that happened."""

CHANGES = _set(
    "fell falls rose went cut dropped grew gained saved reduced doubled halved result results "
    "since after instead improved increased became won shipped"
)
"""Words of a sentence that tells how something ended."""

BACKWARD = _set(
    "also then later instead afterwards therefore however it them this these those such"
)
"""Words that refer to what was said before, where they stand early in a sentence."""

SCENE = _set("in at on during when while last")
"""Openers of a sentence that says when and where a story begins."""

THIRD_PERSON = _set("he him his she her hers")
"""Words for somebody who was named."""

POINTING = _set("he she it they this that these those his her their its so then there now also")
"""Openers of a sentence that refers to the one before."""

NUMBER_WORDS = {
    word: value
    for value, words in {
        2: "two zwei deux dos twice", 3: "three drei trois tres", 4: "four vier quatre cuatro",
        5: "five fünf cinq cinco", 6: "six sechs seis", 7: "seven sieben sept siete",
        8: "eight acht huit ocho", 9: "nine neun neuf nueve", 10: "ten zehn dix diez",
        11: "eleven elf onze once", 12: "twelve zwölf douze doce dozen", 13: "thirteen",
        14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen",
        19: "nineteen", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty",
        70: "seventy", 80: "eighty", 90: "ninety", 100: "hundred hundreds",
        1000: "thousand thousands tausend", 10**6: "million millions", 10**9: "billion billions",
    }.items()
    for word in words.split()
    if word != "once"
}  # fmt: skip
"""Numerals written as words. "One" is left out: it is a pronoun more often than a number."""

UNITS = {
    short: stem
    for stem, shorts in {
        "millisecond": "ms msec", "second": "s sec secs", "minut": "min mins",
        "hour": "h hr hrs", "percent": "% pct prozent", "euro": "eur", "dollar": "usd",
    }.items()
    for short in shorts.split()
}  # fmt: skip
"""Stems of the units that are also written short."""

RANGE_LINKS = _set("to and or over about almost nearly bis und oder")
"""Words between two numbers that count the same."""

COMMON_CAPITALS = _set(
    "i i'm i've i'd i'll api apis ui ux cpu gpu ram sql html http https json xml csv pdf url os "
    "qa hr it ceo cto cfo kpi kpis sla slo slos ci cd etl crud rest id ids ok pr prs roi star "
    "english s p q a"
)
"""Capitalized words that name nothing in particular."""

_ENGLISH = _set("the a an of to you your have has do did how what why when tell me and in is are")
_GERMAN = _set("der die das und ist ich haben sie wie was mit ein eine für nicht wir")
_ROMANCE = _set(
    "le la les des est et que quel quelle pour avez vous el los qué cómo es una usted che"
)
_EDGES = re.compile(r"^[^\w]+|[^\w%]+$")
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_SUFFIX = re.compile(r"(?:ings?|ed|es|s|ly)$")


def bare(word: str) -> str:
    """The word in lower case, without punctuation around it."""
    return _EDGES.sub("", word.replace("\u2019", "'")).casefold()


def stem(word: str) -> str:
    """A crude stem: equal for most inflections of an English word."""
    base = _POSSESSIVE.sub("", bare(word))
    cut = _SUFFIX.sub("", base)
    return (cut if len(cut) >= 3 else base).rstrip("e")


def is_function_word(word: str) -> bool:
    """True for a word that needs the next one to mean anything."""
    return word.endswith(tuple("abcdefghijklmnopqrstuvwxyzé")) and bare(word) in FUNCTION_WORDS


def goes_on(word: str) -> bool:
    """True for a word after which a sentence that is cut there seems to break off."""
    open_end = word[-1:].isalpha() and bare(word) in _EXPECTING
    return open_end or is_function_word(word)


def hangs(word: str) -> bool:
    """True for a word that ends not even a line that the model ended there."""
    return is_function_word(word) and bare(word) in _HANGING


def begins_held_word(part: str) -> bool:
    """True when `part` may grow into a numeral, or into a word that needs the next one."""
    return any(word.startswith(part.casefold()) for word in (*FUNCTION_WORDS, *NUMBER_WORDS))


def speaks_of_user(word: str) -> bool:
    """True for "I", "my", "we" and the like."""
    return bare(word) in _FIRST_PERSON


def is_english(text: str) -> bool:
    """False when most of the little words are those of another language."""
    words = {bare(word) for word in text.split()}
    return len(words & _ENGLISH) >= len(words & (_GERMAN | _ROMANCE))


def capitalizes_nouns(text: str) -> bool:
    """True for German: there a capital letter makes no proper name."""
    return sum(bare(word) in _GERMAN for word in set(text.split())) >= 2


ASKING = frozenset(
    map(
        stem,
        _set(
            "time tell example describe situation walk give talk something made make introduce "
            "yourself want"
        ),
    )
)
"""Stems of words that ask for a story and say nothing of it."""

STARTING = frozenset(map(stem, _set("start begin join available availability notice earliest")))
"""Stems of words for when somebody can begin in a job."""
