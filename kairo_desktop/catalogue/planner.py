"""Whether models find room together on this machine, and what to change when they do not."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kairo_desktop.catalogue.footprint import MIB, Cache, Footprint, Shape, language_footprint
from kairo_desktop.catalogue.machine import Machine
from kairo_desktop.settings.llm import DraftKind, KvType, LlmSettings

__all__ = [
    "LEAST_CONTEXT",
    "PROGRAM_BYTES",
    "SPARE_CELLS",
    "Estimate",
    "Lineup",
    "Plan",
    "Verdict",
    "nearest",
    "plan",
]

PROGRAM_BYTES = 340 * MIB
"""The window, two capture children and the two children that hold models, before they do.

Measured on a running desktop, pages that processes share counted once.
"""

SPARE_CELLS = 512
"""Cells that the engine keeps beside the context, for a second stream (`llama/engine.py`)."""

LEAST_CONTEXT = 2048
"""Rules, a profile, a question and its answer need this much."""

_ROOMY = 0.85
"""Of the memory, what may be taken without other programs being squeezed out."""

_ROOMY_GPU = 0.92
"""Of a GPU's free memory; a driver's own pools take some, other programs seldom more."""


class Verdict(StrEnum):
    """Whether there is room."""

    FITS = "fits"
    TIGHT = "tight"
    """Only if other programs make room."""
    TOO_LARGE = "does not fit"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A model whose file nobody has read yet: the catalogue's word, cache and buffers included."""

    n_bytes: int


@dataclass(frozen=True, slots=True)
class Lineup:
    """What is to be in memory together.

    Attributes:
        llm: How the language models are loaded; names in it are not looked at.
        draft: None answers without one.
        speech: Of the recognizer.
        notes: Of the model that searches the notes.
    """

    llm: LlmSettings
    target: Shape | Estimate
    draft: Shape | Estimate | None = None
    speech: Footprint | None = None
    notes: Footprint | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a lineup takes, against what there is.

    Attributes:
        llm: The settings it holds for, cache types resolved.
        exact: Every head was read; else a part is the catalogue's estimate.
        on_gpu: The language models go onto the GPU, but for their vocabularies.
    """

    llm: LlmSettings
    machine: Machine
    target: Footprint
    draft: Footprint
    speech: Footprint
    notes: Footprint
    exact: bool
    on_gpu: bool

    @property
    def gpu_bytes(self) -> int:
        """What the GPU has to hold."""
        return _movable(self.target) + _movable(self.draft) if self.on_gpu else 0

    @property
    def needs_bytes(self) -> int:
        """What main memory has to hold, the program included."""
        models = self.target.total + self.draft.total + self.speech.total + self.notes.total
        return PROGRAM_BYTES + models - self.gpu_bytes

    @property
    def available_bytes(self) -> int:
        """Main memory that programs can still take."""
        return self.machine.memory.available_bytes

    @property
    def verdict(self) -> Verdict:
        """Whether main memory holds its part; the GPU's part is only put there if it fits."""
        if self.needs_bytes <= self.machine.memory.available_bytes * _ROOMY:
            return Verdict.FITS
        if self.needs_bytes <= self.machine.memory.total_bytes * _ROOMY:
            return Verdict.TIGHT
        return Verdict.TOO_LARGE


def plan(lineup: Lineup, machine: Machine) -> Plan:
    """Reckon what `lineup` takes on `machine`.

    Everything goes onto the GPU when all of it fits there; a part of it is not reckoned with,
    though the engine tries that too.
    """
    on_gpu = _plan(lineup, machine, on_gpu=True)
    if machine.gpu_bytes and on_gpu.gpu_bytes <= machine.gpu_bytes * _ROOMY_GPU:
        return on_gpu
    return _plan(lineup, machine, on_gpu=False)


def nearest(lineup: Lineup, machine: Machine) -> Plan | None:
    """The plan of the least change of settings that fits; None where the model is too large.

    First the draft model goes, which costs the least, then half the context, then the exact
    cache, then all of them.
    """
    plans = [plan(change, machine) for change in _changes(lineup)]
    for wanted in (Verdict.FITS, Verdict.TIGHT):
        for each in plans:
            if each.verdict is wanted:
                return each
    return None


def _changes(lineup: Lineup) -> Iterator[Lineup]:
    """Settings that take less, the ones that change least first."""
    small = {"type_k": KvType.Q8_0, "type_v": KvType.Q4_0}
    drafts = (lineup.draft, None) if lineup.draft is not None else (None,)
    for types in ({}, small):
        for n_ctx in _contexts(lineup.llm.n_ctx):
            for draft in drafts:
                llm = lineup.llm.model_copy(update={"n_ctx": n_ctx, **types})
                if draft is None:
                    llm = llm.model_copy(update={"draft": ""})
                yield Lineup(llm, lineup.target, draft, lineup.speech, lineup.notes)


def _contexts(n_ctx: int) -> Iterator[int]:
    while n_ctx >= LEAST_CONTEXT:
        yield n_ctx
        n_ctx //= 2


def _plan(lineup: Lineup, machine: Machine, *, on_gpu: bool) -> Plan:
    llm = _resolved(lineup.llm, small=on_gpu)
    nothing = Footprint(0)
    draft = lineup.draft if _drafts(llm) else None
    models = (lineup.target, draft)
    return Plan(
        llm=llm,
        machine=machine,
        target=_weigh(lineup.target, Cache(llm.n_ctx, llm.type_k, llm.type_v, SPARE_CELLS)),
        draft=nothing
        if draft is None
        else _weigh(draft, Cache(llm.n_ctx, llm.draft_type_k, llm.draft_type_v)),
        speech=lineup.speech or nothing,
        notes=lineup.notes or nothing,
        exact=not any(isinstance(model, Estimate) for model in models),
        on_gpu=on_gpu,
    )


def _resolved(llm: LlmSettings, *, small: bool) -> LlmSettings:
    """The settings with the cache types that the engine would choose for "auto"."""
    chosen = {
        name: (usual if small else KvType.F16)
        for name, usual in (
            ("type_k", KvType.Q8_0),
            ("type_v", KvType.Q4_0),
            ("draft_type_k", KvType.Q8_0),
            ("draft_type_v", KvType.Q8_0),
        )
        if getattr(llm, name) is KvType.AUTO
    }
    return llm.model_copy(update=chosen)


def _drafts(llm: LlmSettings) -> bool:
    """Whether the engine would load a draft model that it is given."""
    return llm.drafter in {DraftKind.AUTO, DraftKind.MODEL} and llm.max_draft > 0


def _weigh(model: Shape | Estimate, cache: Cache) -> Footprint:
    if isinstance(model, Estimate):
        return Footprint(model.n_bytes)
    return language_footprint(model, cache)


def _movable(footprint: Footprint) -> int:
    return footprint.total - footprint.vocabulary
