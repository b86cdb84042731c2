"""A session's events as JSON objects, with the keys that scripts rely on."""

from dataclasses import asdict
from functools import singledispatch
from typing import TypeAlias

from kairo_desktop.audio.health import LaneHealth
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.session.events import AnchorFound, Event, Fault, Item
from kairo_desktop.types import (
    AnswerDone,
    Gap,
    Hypothesis,
    Question,
    Source,
    TalkingPoint,
    Utterance,
    Word,
)

__all__ = ["Json", "event_json"]

Json: TypeAlias = dict[str, object]


def event_json(event: Event) -> Json:
    """The event as CLI.md's table has it: `event`, `t_ms`, `clock`, then its own keys."""
    return {
        "event": _NAMES[type(event.item)],
        "t_ms": round(event.t_s * 1000, 1),
        "clock": event.clock.value,
        **_keys(event.item),
    }


_NAMES: dict[type[Item], str] = {
    Hypothesis: "hypothesis",
    Utterance: "utterance",
    Question: "question",
    AnchorFound: "anchor",
    TalkingPoint: "point",
    AnswerDone: "answer_done",
    Gap: "gap",
    LaneHealth: "lane",
    LaneLevel: "level",
    Fault: "error",
}


@singledispatch
def _keys(item: Item) -> Json:
    """An item's own keys; those of the plain ones are their fields."""
    return _rounded(asdict(item))


@_keys.register
def _found(item: AnchorFound) -> Json:
    return {"turn_id": item.turn_id, **asdict(item.anchor)}


@_keys.register
def _health(item: LaneHealth) -> Json:
    return _rounded({**asdict(item), "trouble": item.trouble.name.lower()})


@_keys.register
def _hypothesis(item: Hypothesis) -> Json:
    return {
        "lane": item.lane.value,
        "utterance_id": item.utterance_id,
        "committed": _text(item.committed),
        "tentative": _text(item.tentative),
        "start_s": round(item.start_s, 3),
        "end_s": round(item.end_s, 3),
        "settled": item.settled,
        "final": item.final,
    }


@_keys.register
def _question(item: Question) -> Json:
    keys: Json = {
        "turn_id": item.turn_id,
        "text": item.text,
        "kind": item.kind.value,
        "state": item.state.value,
        "end_s": round(item.end_s, 3),
    }
    return keys if item.repeat_of is None else {**keys, "repeat_of": item.repeat_of}


@_keys.register
def _point(item: TalkingPoint) -> Json:
    return {
        "turn_id": item.turn_id,
        "index": item.index,
        "text": item.text,
        "sources": [_source(source) for source in item.sources],
        "state": item.state.value,
    }


@_keys.register
def _answer_done(item: AnswerDone) -> Json:
    return {
        "turn_id": item.turn_id,
        "points": [_point(point) for point in item.points],
        "not_in_notes": item.not_in_notes,
        "trace": asdict(item.trace),
    }


def _source(source: Source) -> Json:
    return {"file": source.file, "heading": source.heading}


def _text(words: tuple[Word, ...]) -> str:
    return " ".join(word.text for word in words)


def _rounded(keys: Json) -> Json:
    return {k: round(v, 3) if isinstance(v, float) else v for k, v in keys.items()}
