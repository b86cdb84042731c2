"""The interview questions that come with Kairo, and the prompts made of them."""

import tomllib
from enum import StrEnum
from pathlib import Path

import msgspec

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.prompt_texts import load_prompt_texts
from kairo_desktop.copilot.prompts import PromptBuilder, PromptOptions
from kairo_desktop.llama.engine import Engine
from kairo_desktop.settings.assets import asset
from kairo_desktop.types import Context, Kind, Passage, Question, QuestionState

__all__ = ["Note", "PracticeQuestion", "PromptSet", "Split", "prompts_of", "read_questions"]


class Split(StrEnum):
    """What a question may be used for."""

    TRAIN = "train"
    BENCH = "bench"
    PRACTICE = "practice"


class PromptSet(StrEnum):
    """With or without notes to lean on."""

    PLAIN = "plain"
    GROUNDED = "grounded"


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage of somebody's notes."""

    heading: str
    text: str


class PracticeQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question as an interviewer would ask it."""

    split: Split
    kind: Kind
    text: str
    notes: tuple[Note, ...] = ()

    @property
    def prompt_set(self) -> PromptSet:
        """The set it belongs to."""
        return PromptSet.GROUNDED if self.notes else PromptSet.PLAIN


class _File(msgspec.Struct, forbid_unknown_fields=True):
    question: tuple[PracticeQuestion, ...]


def read_questions(path: Path | None = None) -> tuple[PracticeQuestion, ...]:
    """All questions, in the order of the file."""
    text = (path or asset("questions.toml")).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File).question


def prompts_of(engine: Engine, questions: tuple[PracticeQuestion, ...]) -> list[tuple[int, ...]]:
    """Each question as the prompt that the session would answer, without a profile or memory."""
    settings = engine.settings
    options = PromptOptions(
        n_ctx=settings.n_ctx,
        max_answer_tokens=settings.max_answer_tokens,
        max_draft=settings.max_draft,
    )
    texts = load_prompt_texts(asset("prompts"))
    builder = PromptBuilder(engine.tokenizer, engine.template, texts, options=options)
    memory = Memory(engine.tokenizer, builder.memory_capacity)
    return [builder.build(_context(question), memory).tokens for question in questions]


def _context(question: PracticeQuestion) -> Context:
    asked = Question(1, question.text, question.kind, 0.0, QuestionState.CONFIRMED)
    passages = (Passage("notes.md", note.heading, note.text) for note in question.notes)
    return Context(asked, tuple(passages))
