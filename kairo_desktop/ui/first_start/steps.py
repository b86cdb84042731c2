"""The steps of the first start and the order they come in; no Qt."""

from enum import StrEnum
from typing import Final

__all__ = ["DONE", "Step", "after", "before", "begin"]

DONE: Final = "done"
"""Remembered once the last step is over."""


class Step(StrEnum):
    """One thing at a time; the values are what is remembered between two starts."""

    CONSENT = "consent"
    SOUND = "sound"
    MODELS = "models"
    SAMPLE = "sample"
    READY = "ready"


_PATH: Final = tuple(Step)


def begin(remembered: str, *, consent_given: bool) -> Step:
    """The step to go on with.

    Args:
        remembered: A step, `DONE`, or anything else for a first time.
        consent_given: The reminder has been taken for known before, and is not shown again
            to somebody who comes back by way of the settings.
    """
    if remembered in _PATH and (consent_given or remembered != Step.SOUND):
        return Step(remembered)
    return Step.SOUND if consent_given else Step.CONSENT


def after(step: Step, *, consent_given: bool) -> Step | None:
    """What comes next; None after the last step. Without consent no sound is opened."""
    path = _path(step, consent_given=consent_given)
    place = path.index(step) + 1
    return path[place] if place < len(path) else None


def before(step: Step, *, consent_given: bool) -> Step | None:
    """What came before; None before the first step."""
    path = _path(step, consent_given=consent_given)
    place = path.index(step)
    return path[place - 1] if place else None


def _path(step: Step, *, consent_given: bool) -> list[Step]:
    return [one for one in _PATH if consent_given or one is not Step.SOUND or one is step]
