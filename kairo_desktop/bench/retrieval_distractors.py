"""Notes of other people, made up from parts: what a search must not fall for."""

import random
from collections.abc import Iterator

from kairo_desktop.retrieval.read import Note

__all__ = ["distractors"]

_PLACES = (
    "the allotment society", "the town museum", "our choir", "the sailing club", "a school kitchen",
    "the repair cafe", "the volunteer fire brigade", "the chess league", "a village bakery",
    "the bird observatory", "the amateur theater", "the swimming pool", "the hiking group",
    "the library bus", "a guest house", "the flea market", "the bee keepers", "the night shelter",
)  # fmt: skip
_PEOPLE = (
    "Agnes", "Baltasar", "Chiara", "Dmitri", "Edda", "Florian", "Gudrun", "Hamid", "Ilse", "Janko",
    "Kaya", "Lorenz", "Mirjam", "Nuno", "Odile", "Pavel", "Quirin", "Rosa", "Stellan", "Tove",
)  # fmt: skip
_THINGS = (
    "the heating", "the summer program", "the membership list", "the old boat", "the fees",
    "the greenhouse roof", "the costume store", "the parking places", "the coffee machine",
    "the insurance papers", "the website", "the key cabinet", "the autumn fair", "the compost",
    "the sound system", "the donation box", "the water bill", "the youth course",
)  # fmt: skip
_SENTENCES = (
    "{person} wants to replace {thing} before the winter and has asked for three offers.",
    "We counted {n} visitors in {month}, {m} more than the year before.",
    "{thing} was broken for {n} days, and nobody had noticed until {person} came back.",
    "It was decided with {n} votes against {m} to leave {thing} as it is.",
    "{person} and {other} could not agree about {thing}; the board will talk with both.",
    "The costs came to {n} euro, of which {m} were paid by the town.",
    "{person} takes over {thing} from {other} and gets the folder next week.",
    "The new rule for {thing} works better than expected, complaints fell to {m}.",
    "{other} explained how {thing} is cared for and wrote it down on one page.",
    "Next time we start earlier, because {thing} took {m} hours longer than planned.",
    "{person} found {n} old photographs and would like to show them in {month}.",
    "Nobody wants to be responsible for {thing}; {other} will ask around.",
)
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "September", "November",
)  # fmt: skip
_SENTENCES_PER_NOTE = 3


def distractors(n: int, seed: int = 1) -> Iterator[Note]:
    """`n` short notes that no interview question is about, each a single chunk."""
    rng = random.Random(seed)
    for number in range(n):
        place = rng.choice(_PLACES)
        sentences = [_sentence(rng) for _ in range(_SENTENCES_PER_NOTE)]
        text = f"# Minutes of {place}, no. {number + 1}\n\n{' '.join(sentences)}\n"
        yield Note(f"minutes/{number + 1:04}.md", text)


def _sentence(rng: random.Random) -> str:
    person, other = rng.sample(_PEOPLE, 2)
    sentence = rng.choice(_SENTENCES).format(
        person=person,
        other=other,
        thing=rng.choice(_THINGS),
        month=rng.choice(_MONTHS),
        n=rng.randrange(20, 900),
        m=rng.randrange(2, 20),
    )
    return sentence[0].upper() + sentence[1:]
