"""What the prompts say: shipped texts, and the user's own edits of them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.errors import InputError
from kairo_desktop.types import Kind

__all__ = ["PERSONAL", "PromptTexts", "copy_for_editing", "load_prompt_texts"]

PERSONAL = frozenset({Kind.BEHAVIORAL, Kind.BACKGROUND, Kind.LOGISTICS})
"""Kinds whose answer is about the user; the others are about the matter."""

_RULES = "rules"
_WITHOUT_NOTES = {kind: f"{kind}_without_notes" for kind in Kind if kind is not Kind.ALGORITHMIC}
_NAMES = (_RULES, *(str(kind) for kind in Kind), *_WITHOUT_NOTES.values())
_SHIPPED_HASHES = ".shipped.json"


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """The words around a question.

    Attributes:
        rules: How to answer; the same for the whole session. Lists in it are examples.
        kinds: What to say for each kind of question.
        without_notes: The same where the notes say nothing on it; a list in it is a frame for
            the user to fill.
    """

    rules: str
    kinds: Mapping[Kind, str]
    without_notes: Mapping[Kind, str]

    @property
    def frames(self) -> Mapping[Kind, tuple[str, ...]]:
        """The list items of `without_notes`: what to show when the model has nothing to say."""
        found = {kind: _items(text) for kind, text in self.without_notes.items()}
        return {kind: items for kind, items in found.items() if items}

    @property
    def examples(self) -> tuple[str, ...]:
        """What a model may copy and nobody should say: lists of `rules`, words of the kinds."""
        asked = (*self.kinds.values(), *self.without_notes.values())
        return (*_items(self.rules), *(line for text in asked for line in _orders(text)))

    def of_kind(self, kind: Kind, *, noted: bool) -> str:
        """The instruction for one question; `noted` when there are passages for it."""
        return self.kinds[kind] if noted else self.without_notes.get(kind, self.kinds[kind])


def load_prompt_texts(shipped: Path, edited: Path | None = None) -> PromptTexts:
    """The shipped texts, each replaced by the user's edit where there is one.

    A copy that was never changed counts as no edit, so an update of Kairo brings its new text.
    An empty file counts as none too: deleting or emptying a file brings the default back.

    Raises:
        InputError: a file is not readable as UTF-8, or a shipped one is missing.
    """
    hashes = _shipped_hashes(edited) if edited else {}
    texts = {}
    for name in _NAMES:
        own = _read(edited / f"{name}.txt") if edited else ""
        unchanged = hashes.get(name) == _hash(own)
        text = _read(shipped / f"{name}.txt") if unchanged or not own else own
        if not text:
            raise InputError(
                f"The prompt text {shipped / name}.txt is missing.", cure="Install Kairo again."
            )
        texts[name] = text
    return PromptTexts(
        rules=texts[_RULES],
        kinds={kind: texts[kind] for kind in Kind},
        without_notes={kind: texts[name] for kind, name in _WITHOUT_NOTES.items()},
    )


def copy_for_editing(shipped: Path, edited: Path) -> tuple[Path, ...]:
    """Put the shipped texts where the user may edit them; edits already made stay.

    Copies of an older version that were never changed are brought up to date.

    Returns:
        The files written.
    """
    edited.mkdir(parents=True, exist_ok=True)
    hashes = _shipped_hashes(edited)
    written = []
    for name in _NAMES:
        path = edited / f"{name}.txt"
        own = _read(path)
        text = _read(shipped / f"{name}.txt")
        if own and (hashes.get(name) != _hash(own) or own == text):
            continue
        path.write_text(text + "\n", encoding="utf-8")
        hashes[name] = _hash(text)
        written.append(path)
    (edited / _SHIPPED_HASHES).write_text(json.dumps(hashes, indent=1), encoding="utf-8")
    return tuple(written)


def _orders(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if not line.startswith("- "))


def _items(text: str) -> tuple[str, ...]:
    return tuple(line[2:].strip() for line in text.splitlines() if line.startswith("- "))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as err:
        raise InputError(
            f"The prompt text {path} cannot be read.", cure="Save it as UTF-8, or delete it."
        ) from err


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _shipped_hashes(edited: Path) -> dict[str, str]:
    """What each copy was when it was made; a lost or broken record means "edited"."""
    try:
        record = json.loads((edited / _SHIPPED_HASHES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in record.items()} if isinstance(record, dict) else {}
