"""Makes talking points out of a model's tokens: short, grounded, growing, never retracted."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from kairo_desktop.copilot.borrowing import without_ad
from kairo_desktop.copilot.evidence import Evidence
from kairo_desktop.copilot.examples import Examples
from kairo_desktop.copilot.extracts import Reserve
from kairo_desktop.copilot.grounding import Citing, Grounding, Scope, essence
from kairo_desktop.copilot.labels import LABELS, Labels, without_link
from kairo_desktop.copilot.leads import lead_of
from kairo_desktop.copilot.lines import Line, read
from kairo_desktop.copilot.prompt_texts import PERSONAL, PromptTexts
from kairo_desktop.copilot.prompts import Profile
from kairo_desktop.copilot.protocols import Tokenizer
from kairo_desktop.copilot.text_stream import TextStream
from kairo_desktop.copilot.words import begins_held_word, hangs, is_function_word
from kairo_desktop.copilot.wrap import SOON, wrap
from kairo_desktop.types import Context, Kind, PointState, TalkingPoint, TokenRun

__all__ = ["Points", "PointsOptions"]

_MIN_WORDS = 5
"""Words from which a later point is shown: with fewer, one that has to end there says nothing."""
_MIN_NEWS = 2
_SHORT = 3
"""Words that matter in a later point that was not said in other words before."""
_ANY_LEAD = re.compile(r"[A-Z]?[a-z]{2,}")
_LEAD = re.compile(r"[a-z]{3,}")
"""What of a word may be shown while it grows: letters that are neither number nor name."""
_DANGLING = ",;:\u2013\u2014 "
_MAX_LINES = 10
_MAX_MISSES = 3
"""Lines, and lines in a row without a point, after which an answer is a failure."""


@dataclass(frozen=True, slots=True)
class PointsOptions:
    """How much an answer says.

    Attributes:
        max_points: Points after which generating may stop, >= 1.
        max_words: Words of a point.
        least_points: Points up to which sentences of the notes are added to what the model says;
            0 adds none.
        profile: Evidence of résumé and job ad: what may be mentioned.
        resume: Evidence of the résumé alone: what the user may claim without a note; None takes
            all of `profile` for it.
        frames: For a question about the user on which the notes are silent, what to show in
            place of anything that the model would invent (`PromptTexts.frames`).
        examples: Points of the prompt's own example, which are never shown.
        unasked: Let any sentence of a note that was found stand: no model says anything.
    """

    max_points: int = 5
    max_words: int = 15
    least_points: int = 3
    profile: Evidence = field(default_factory=Evidence)
    resume: Evidence | None = None
    frames: Mapping[Kind, tuple[str, ...]] = field(default_factory=dict)
    examples: tuple[str, ...] = ()
    unasked: bool = False

    @classmethod
    def of(cls, profile: Profile, texts: PromptTexts) -> "PointsOptions":
        """The options of a session: what its profile and its prompt texts say."""
        return cls(
            profile=Evidence.of(profile.resume, profile.job),
            resume=Evidence.of(profile.resume),
            frames=texts.frames,
            examples=texts.examples,
        )


@dataclass(frozen=True, slots=True)
class _Shown:
    """A point as it may stand on screen.

    Attributes:
        words: Those of `text`; the last may be growing.
        known: The whole words of it, with those at the end that wait for the next one.
        essence: What `known` is about.
    """

    text: str
    words: tuple[str, ...]
    known: tuple[str, ...]
    essence: frozenset[str]
    whole: bool
    closed: bool


@dataclass(slots=True)
class _Said:
    """What the points so far say; mutable.

    Attributes:
        texts: Beginnings that are not said again.
        essence: What the points are about; None before the first.
    """

    texts: list[str]
    essence: frozenset[str] | None = None


class Points:
    """The points of one answer.

    The points at the end are the same for any way the tokens are split into runs.

    Attributes:
        done: Nothing that comes can change a point any more: stop generating.
        lead: A sentence of the notes with which the answer should begin, so that nobody waits
            for the model's first word; "" where none answers the question by itself.
    """

    def __init__(
        self, turn_id: int, tokenizer: Tokenizer, context: Context, options: PointsOptions
    ) -> None:
        self._turn_id = turn_id
        resume = options.profile if options.resume is None else options.resume
        context = without_ad(context, options.profile, resume)
        self._stream = TextStream(tokenizer)
        asked = Evidence.of(context.question.text, context.question.antecedent)
        # The anchor shows the heading already.
        headings = [passage.heading.casefold() for passage in context.passages]
        self._not_to_say = headings + [text.casefold() for text in options.examples]
        noted = " ".join(passage.text.casefold() for passage in context.passages)
        self._labels = Labels.of(
            (*(label for label in LABELS if f"{label}:" not in noted), *headings)
        )
        self._examples = Examples.of(options.examples)
        self._citing = Citing.of(context.passages, asked, resume)
        self._grounding = Grounding.of(context, options.profile, resume)
        self._options = options
        framed = self._grounding.scope is Scope.FRAME
        self._is_story = bool(context.passages) and context.question.kind is Kind.BEHAVIORAL
        frame = options.frames.get(context.question.kind, ())
        lines = [Line(tuple(text.split()), "", closed=True) for text in frame]
        self._frame = lines if framed else []
        self._instead = lines if context.question.kind in PERSONAL else []
        self._reserve = (
            Reserve.of(context, options.max_words, unasked=options.unasked)
            if options.least_points
            else Reserve()
        )
        self._text = ""
        self._given: dict[int, TalkingPoint] = {}
        self._closed: dict[Line, tuple[_Shown, ...]] = {}
        self.lead = self._leading(context) if options.least_points else ""
        self.done = False

    @property
    def framed(self) -> bool:
        """Whether the points are a frame for the user to fill: no note tells of it."""
        return bool(self._frame)

    def _leading(self, context: Context) -> str:
        line = lead_of(context, self._options.max_words)
        if line is None:
            return ""
        shown = next(self._presentable(line, _Said(list(self._not_to_say))), None)
        return " ".join(line.words) if shown is not None and shown.known == line.words else ""

    def step(self, item: TokenRun) -> Iterable[TalkingPoint]:
        """Snapshots of the points that `item` made longer or closed."""
        if self.done:
            return ()
        self._text += self._stream.step(item.tokens)
        return self._snapshots(final=self._stream.ended)

    def flush(self) -> Iterable[TalkingPoint]:
        """Close what is still open."""
        if self.done:
            return ()
        self._text += self._stream.flush()
        return self._snapshots(final=True)

    def _snapshots(self, *, final: bool) -> Iterable[TalkingPoint]:
        reading = read(self._text, final=final)
        # Where the notes are silent a model can only invent, so their frame waits for nothing.
        lines = self._frame or [self._begun(line) for line in reading.lines[:_MAX_LINES]]
        said = _Said(list(self._not_to_say))
        shown, stuck = self._shown(lines, said)
        full = len(shown) >= self._room(shown) and shown[-1].closed
        over = reading.over or len(reading.lines) > _MAX_LINES
        self.done = final or bool(self._frame) or full or over or stuck
        if self.done and not self._frame:
            shown += self._added(shown, said)
        if self.done and not shown and self._instead:
            # The note told no such story: nothing of the answer rested on it.
            self._frame = self._instead
            shown, _ = self._shown(self._frame, _Said(list(self._not_to_say)))
        changed = []
        for index, point in enumerate(shown):
            snapshot = self._snapshot(index, point)
            if snapshot != self._given.get(index):
                self._given[index] = snapshot
                changed.append(snapshot)
        return changed

    def _begun(self, line: Line) -> Line:
        return without_link(self._labels.taken_off(line))

    def _snapshot(self, index: int, point: _Shown) -> TalkingPoint:
        state = PointState.FINAL if point.closed else PointState.TENTATIVE
        sources = self._citing.sources(point.words)
        return TalkingPoint(self._turn_id, index, point.text, sources, state)

    def _shown(self, lines: Sequence[Line], said: _Said) -> tuple[list[_Shown], bool]:
        """The points in `lines`, as many as there is room for, and whether it leads nowhere."""
        shown: list[_Shown] = []
        misses = 0
        for at, line in enumerate(lines):
            points = list(self._presentable(line, said))
            for point in points:
                if len(shown) == self._room(shown):
                    return shown, False
                shown.append(point)
            misses = 0 if points else misses + 1
            if misses == _MAX_MISSES and self._reserve.extracts and at + 1 < len(lines):
                return shown, True
        return shown, False

    def _room(self, shown: Sequence[_Shown]) -> int:
        """How many points the model may make: the last is the result's until that is told."""
        return max(1, self._options.max_points - (not self._is_result_told(shown)))

    def _is_result_told(self, shown: Iterable[_Shown]) -> bool:
        return self._reserve.is_told(word for point in shown for word in point.known)

    def _added(self, shown: Sequence[_Shown], said: _Said) -> Iterator[_Shown]:
        """Sentences of the notes for what the model has left untold."""
        extracts = self._reserve.extracts if shown or self._reserve.asked_for else ()
        missing = self._options.least_points - len(shown)
        if self._reserve.result and extracts and not self._is_result_told(shown):
            extracts, missing = (self._reserve.result, *extracts), max(missing, 1)
        whole = (
            point
            for line in extracts
            if self._grounding.supported(line.words) == len(line.words)
            for point in self._presentable(line, said)
        )
        return islice(whole, max(missing, 0))

    def _presentable(self, line: Line, said: _Said) -> Iterator[_Shown]:
        """What of a line may stand on screen, as points."""
        for point in self._pieces(line):
            text = point.text.casefold().rstrip(".")
            first = said.essence is None
            repeated = any(known.startswith(text) for known in said.texts)
            news = said.essence is None or self._has_news(point, said.essence)
            if text and news and not repeated and self._says_enough(point, first=first):
                said.texts.append(text)
                said.essence = (said.essence or frozenset()) | point.essence
                yield point

    def _pieces(self, line: Line) -> Iterable[_Shown]:
        """A line as points; one that is closed is looked at once, not again with each token."""
        if not line.closed:
            return self._cut(line)
        if line not in self._closed:
            self._closed[line] = tuple(self._cut(line))
        return self._closed[line]

    def _cut(self, line: Line) -> Iterator[_Shown]:
        """What of a line holds; what follows an unsupported word hangs in the air."""
        for piece in wrap(line, self._options.max_words):
            point = self._display(piece)
            yield point
            if point.closed and not point.whole:
                return

    def _has_news(self, point: _Shown, told: frozenset[str]) -> bool:
        """True for a point that says what no earlier one did; a short one may say little."""
        news = point.essence - told - self._citing.asked
        is_short = point.whole and len(point.essence) <= _SHORT
        return (
            bool(self._frame)
            or len(news) >= _MIN_NEWS
            or (is_short and (bool(news) or not point.essence))
        )

    def _says_enough(self, point: _Shown, *, first: bool) -> bool:
        """True unless too little would remain if the next word turned out unsupported.

        Only the first point is in a hurry. Where the notes are silent none is: half of "I have
        experience with nothing of that kind" says the opposite. A story is told from the notes:
        what only echoes the question, or ends it with words of its own, is no part of it.
        """
        if self._grounding.scope is Scope.FRAME or self._frame:
            return point.whole
        if self._is_story and not self._citing.rests(point.known):
            return False
        if self._examples.copied(point.known):
            return False
        return point.whole or first or len(point.words) >= _MIN_WORDS

    def _display(self, line: Line) -> _Shown:
        n = self._grounding.supported(line.words)
        cut = n < len(line.words)
        whole = line.closed and not cut
        settled = n if line.closed or cut else self._grounding.settled(line.words)
        known = line.words[:settled]
        following = line.words[n] if cut else line.rest
        growing = self._lead(known, following) if settled == n else ()
        words = known + growing
        while words and (hangs(words[-1]) if whole else is_function_word(words[-1])):
            words = words[:-1]
        text = " ".join(words).rstrip(_DANGLING)
        return _Shown(text, words, known, essence(known), whole, line.closed or cut)

    def _lead(self, before: tuple[str, ...], word: str) -> tuple[str, ...]:
        """The letters of a growing or rejected word that may stand whatever becomes of it.

        Growing and rejected words are treated alike, so the end does not depend on when a word
        was seen first.
        """
        match = (_ANY_LEAD if not before else _LEAD).match(word)
        hasty = len(before) >= SOON or self._grounding.scope is Scope.FRAME
        if hasty or not match or begins_held_word(match.group()):
            return ()
        may_be_foreign = (self._grounding.borrowing, self._examples)
        return () if any(f.may_begin(match.group()) for f in may_be_foreign) else (match.group(),)
