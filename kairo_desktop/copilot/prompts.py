"""Writes the prompt: rules, profile, job ad, memory, passages, turn — in this order.

What comes first changes least, so the cache of the model keeps it. Every part is tokenized by
itself, the question word by word: a longer question's tokens begin with those of the shorter.

The question is written as the beginning of the model's own answer, behind all that the chat
template puts between the two: what follows its last word is what somebody waits for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kairo_desktop.copilot.condense import condense, tidy
from kairo_desktop.copilot.labels import without_story_labels
from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.prompt_texts import PromptTexts
from kairo_desktop.copilot.protocols import ChatTemplate, Tokenizer
from kairo_desktop.copilot.template_parts import TemplateParts
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.types import Context, Kind, Lane, Passage, Prompt, Question, QuestionState

__all__ = ["Profile", "PromptBuilder", "PromptOptions"]

_QUESTION = "Question:"
_ANSWER_START = "-"
"""The model continues a list that has begun, so its first token is a word already."""

_MIN_QUESTION_TOKENS = 32
_MIN_PASSAGE_TOKENS = 12
"""A passage cut shorter than this says nothing."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What the user brings to the interview; both as plain text or Markdown."""

    resume: str = ""
    job: str = ""


@dataclass(frozen=True, slots=True)
class PromptOptions:
    """Sizes in tokens.

    Attributes:
        n_ctx: Context length of the model; prompt, answer and draft fit into it.
        max_answer_tokens: Longest answer.
        max_draft: Most tokens that a drafter adds beyond the answer in one pass.
        max_prefix: Longest stable beginning: rules, profile and job ad.
        max_passages: Room for passages.
        max_memory: Room for the conversation so far.
        question_reserve: Question length up to which memory and passages need not give way.
    """

    n_ctx: int = 4096
    max_answer_tokens: int = 160
    max_draft: int = 16
    max_prefix: int = 1150
    max_passages: int = 320
    max_memory: int = 480
    question_reserve: int = 96


class PromptBuilder:
    """Builds the prompts of one session.

    Attributes:
        prefix: Tokens that every prompt of the session begins with.
        another: Tokens that begin another point behind what has been answered.
        memory_capacity: The `Memory.capacity` that never has to give way to a usual question.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        template: ChatTemplate,
        texts: PromptTexts,
        profile: Profile | None = None,
        options: PromptOptions | None = None,
    ) -> None:
        """Render the template and fix the prefix.

        Raises:
            ModelUnfit: the template cannot be used, or the context is too short for the rules.
        """
        self._tokenizer = tokenizer
        self._texts = texts
        options = options or PromptOptions()
        parts = TemplateParts.of(template)
        head = tokenizer.encode(parts.head, special=True) + self._plain(texts.rules)
        middle = tokenizer.encode(parts.middle, special=True)
        self._opening = tokenizer.encode(parts.tail, special=True) + self._plain(_QUESTION)
        self._tail = self._plain(f"\n{_ANSWER_START}")
        room = options.n_ctx - options.max_answer_tokens - options.max_draft - len(self._tail)
        self._require(room - len(head) - len(middle), options)
        spare = room - len(head) - len(middle) - self._longest_cue() - _MIN_QUESTION_TOKENS
        budget = min(options.max_prefix - len(head) - len(middle), spare // 2)
        self.prefix = head + self._about(profile or Profile(), budget) + middle
        self._room = room - len(self.prefix)
        self._max_passages = options.max_passages
        reserve = self._longest_cue() + options.question_reserve + options.max_passages
        self.memory_capacity = max(0, min(options.max_memory, self._room - reserve))
        self.another = self._plain(f"\n{_ANSWER_START}")
        self._word_joint = self._joint()

    def build(self, context: Context, memory: Memory) -> Prompt:
        """The prompt for a question; one that is still forming has no end yet.

        Always fits the context with answer and draft: the older half of the memory goes first,
        then passages are shortened, at last the question loses its beginning.
        """
        question = context.question
        read = context.passages[: context.num_read]
        if _remembers(memory, question.antecedent):
            question = replace(question, antecedent="")
        turn = self._turn(question, noted=bool(read), room=self._room)
        room = self._room - len(turn)
        passages = self._passages(read, min(room, self._max_passages))
        while memory.lines and len(memory.tokens) > room - len(passages):
            memory = memory.halved()
        complete = question.state is not QuestionState.FORMING
        tokens = self.prefix + memory.tokens + passages + turn
        return Prompt(question.turn_id, tokens + self._tail if complete else tokens, complete)

    def opening(self, text: str) -> tuple[int, ...]:
        """Tokens of an answer that begins with `text`, and goes on to another point."""
        return self._words(text.split()) + self.another

    def _require(self, room: int, options: PromptOptions) -> None:
        missing = self._longest_cue() + _MIN_QUESTION_TOKENS - room
        if missing > 0:
            raise ModelUnfit(
                f"A prompt does not fit into the context of {options.n_ctx} tokens.",
                cure=f"Set llm.n_ctx to at least {options.n_ctx + missing}, "
                "or shorten the prompt texts.",
            )

    def _about(self, profile: Profile, budget: int) -> tuple[int, ...]:
        """Résumé and job ad in at most `budget` tokens; the ad gets at most a third."""
        job = self._section("\n\nThe job I apply for, not my past:\n", profile.job, budget // 3)
        resume = self._section("\n\nMy résumé:\n", profile.resume, budget - len(job))
        return resume + job

    def _section(self, title: str, text: str, budget: int) -> tuple[int, ...]:
        def fits(body: str) -> bool:
            return len(self._plain(title + body)) <= budget

        body = condense(text, fits)
        return self._plain(title + body) if body else ()

    def _passages(self, passages: Sequence[Passage], room: int) -> tuple[int, ...]:
        tokens = header = self._plain("My notes:\n")
        above = ""
        for passage in passages:
            heading = " ".join(passage.heading.split()) or "note"
            title = "" if heading == above else f"[{heading}]"
            line = self._passage(title, passage.text, room - len(tokens))
            tokens += line
            above = heading if line else above
        return tokens if len(tokens) > len(header) else ()

    def _passage(self, title: str, text: str, room: int) -> tuple[int, ...]:
        """One line, so that a note cannot look like another part of the prompt."""
        begin, end = self._plain(title) if title else (), self._plain("\n")
        room = max(0, room - len(begin) - len(end))
        words = self._words(without_story_labels(tidy(text).split()))
        body = words[:room]
        if not body or len(body) < min(_MIN_PASSAGE_TOKENS, len(words)):
            return ()
        return begin + body + end

    def _turn(self, question: Question, *, noted: bool, room: int) -> tuple[int, ...]:
        cue = self._cue(question.kind, noted=noted)
        antecedent = question.antecedent.split()
        if antecedent:
            before = self._plain("Before:") + self._words(antecedent) + self._plain("\n")
            if len(cue) + len(before) + _MIN_QUESTION_TOKENS <= room:
                cue = before + cue
        words = self._words(question.text.split())
        return cue + words[max(0, len(cue) + len(words) - room) :]

    def _cue(self, kind: Kind, *, noted: bool) -> tuple[int, ...]:
        return self._plain(self._texts.of_kind(kind, noted=noted)) + self._opening

    def _longest_cue(self) -> int:
        return max(len(self._cue(kind, noted=noted)) for kind in Kind for noted in (True, False))

    def _plain(self, text: str) -> tuple[int, ...]:
        """Tokens of a text of ours or of the user's: never a control token."""
        return self._tokenizer.encode(text, special=False)

    def _words(self, words: Iterable[str]) -> tuple[int, ...]:
        return tuple(token for word in words for token in self._plain(self._word_joint + word))

    def _joint(self) -> str:
        """What to put before a word: nothing where the tokenizer adds a blank by itself."""
        first = self._plain("a")
        return "" if first and self._tokenizer.piece(first[0]).startswith(b" ") else " "


def _remembers(memory: Memory, antecedent: str) -> bool:
    """Whether the last that was asked in `memory` is what a follow-up refers to."""
    asked = next((line.text for line in reversed(memory.lines) if line.lane is Lane.SYSTEM), "")
    return bool(asked) and asked in antecedent
