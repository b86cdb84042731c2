"""Which models suit a machine: the best that fit its memory and keep up with speech."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kairo_desktop.catalogue.entries import Entry, ModelSet, Role
from kairo_desktop.catalogue.machine import Machine
from kairo_desktop.catalogue.planner import Verdict

__all__ = [
    "LEAST_TOKENS_PER_S",
    "MOST_RTF",
    "Advice",
    "Candidate",
    "Reason",
    "Speeds",
    "recommend",
]

LEAST_TOKENS_PER_S = 5.0
"""People read three to four words a second; a token is three quarters of a word."""

MOST_RTF = 0.025
"""Of the time that speech takes, what one hearing of it may cost.

Open speech is heard again every 0.8 s, in two lanes, beside the model that answers.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model that might be chosen.

    Attributes:
        verdict: On Kairo as a whole with this model in it.
        n_bytes: Its size, which its speed goes with.
        on_gpu: It and its draft find room on the GPU.
    """

    entry: Entry
    verdict: Verdict
    n_bytes: int
    on_gpu: bool = False


@dataclass(frozen=True, slots=True)
class Speeds:
    """What was measured here, by name of model.

    Attributes:
        tokens_per_s: Of answers.
        prefill_per_s: Tokens of a prompt that are read in a second.
        rtf: Seconds of hearing for each second of speech.
    """

    tokens_per_s: Mapping[str, float] = field(default_factory=dict)
    prefill_per_s: Mapping[str, float] = field(default_factory=dict)
    rtf: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a model was chosen.

    Attributes:
        best: No better one fits and keeps up; else it is the smallest there is.
        tokens_per_s: Expected or measured speed of answers; None where nothing was measured.
        rtf: Likewise of hearing.
    """

    best: bool
    tokens_per_s: float | None = None
    rtf: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """One model for one place.

    Attributes:
        place: Dotted name of the setting that it goes to.
        name: Empty for "none", which suits a draft on a processor.
    """

    place: str
    name: str
    reason: Reason


def recommend(
    candidates: Sequence[Candidate], machine: Machine, speeds: Speeds
) -> tuple[Advice, ...]:
    """The models for this machine, the answering one first.

    Models for larger machines, whose bytes nobody has verified, are only chosen where a GPU
    holds all of them: on a processor they would be slower than a conversation. Speeds
    of models that were not measured follow from their sizes: reading the weights is what a
    token costs.
    """
    able = [each for each in candidates if _meant_for(each)]
    target, why = _answering(able, machine, speeds)
    draft = next(iter(target.drafts), "") if target.tier_gb is not None else ""
    advice = [
        Advice("llm.model", target.name, why),
        Advice("llm.draft", draft, Reason(best=True)),
        _hearing(able, speeds),
    ]
    notes = [each.entry for each in able if each.entry.role is Role.EMBEDDING]
    advice += [Advice("retrieval.model", entry.name, Reason(best=True)) for entry in notes[:1]]
    return tuple(advice)


def _meant_for(candidate: Candidate) -> bool:
    entry = candidate.entry
    if entry.tier_gb is not None:
        return candidate.on_gpu
    return entry.verified and not entry.own


def _answering(able: Iterable[Candidate], machine: Machine, speeds: Speeds) -> tuple[Entry, Reason]:
    """The largest that fits and answers at the pace of reading."""
    models = [each for each in able if each.entry.role in (Role.TARGET, Role.DRAFT)]
    models.sort(key=_rank, reverse=True)
    for each in models:
        speed = _scaled(speeds.tokens_per_s, models, each)
        slow = speed is not None and speed < LEAST_TOKENS_PER_S and not machine.gpu_bytes
        if each.verdict is Verdict.FITS and not slow:
            return each.entry, Reason(best=True, tokens_per_s=speed)
    last = models[-1]
    speed = _scaled(speeds.tokens_per_s, models, last)
    return last.entry, Reason(best=False, tokens_per_s=speed)


def _hearing(able: Iterable[Candidate], speeds: Speeds) -> Advice:
    """The largest that was measured to keep up, else what a first start takes."""
    models = [each for each in able if each.entry.role is Role.ASR]
    for each in sorted(models, key=_rank, reverse=True):
        rtf = speeds.rtf.get(each.entry.name)
        if rtf is not None and rtf <= MOST_RTF and each.verdict is Verdict.FITS:
            return Advice("asr.model", each.entry.name, Reason(best=True, rtf=rtf))
    usual = next(each.entry for each in models if ModelSet.DEFAULT in each.entry.sets)
    return Advice("asr.model", usual.name, Reason(best=False, rtf=speeds.rtf.get(usual.name)))


def _rank(candidate: Candidate) -> tuple[int, int]:
    return candidate.entry.tier_gb or 0, candidate.n_bytes


def _scaled(
    measured: Mapping[str, float], models: Iterable[Candidate], wanted: Candidate
) -> float | None:
    """The speed of `wanted`: measured, else that of the measured model nearest in size."""
    if wanted.entry.name in measured:
        return measured[wanted.entry.name]
    known = [each for each in models if each.entry.name in measured]
    if not known:
        return None
    near = min(known, key=lambda each: abs(each.n_bytes - wanted.n_bytes))
    return measured[near.entry.name] * near.n_bytes / max(wanted.n_bytes, 1)
