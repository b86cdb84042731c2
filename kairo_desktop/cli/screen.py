"""A session in the terminal: captions above, the answer in the making below them."""

from dataclasses import dataclass, field
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.text import Text

from kairo_desktop.cli.output import plain
from kairo_desktop.cli.trace_line import trace_line
from kairo_desktop.session.events import AnchorFound, Event, Fault
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Gap,
    Hypothesis,
    Lane,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    Utterance,
)

__all__ = ["Screen"]

_SPEAKER = {Lane.SYSTEM: ("interviewer", "cyan"), Lane.MIC: ("you", "green")}


@dataclass(slots=True)
class _Card:
    """What is known of one turn."""

    question: Question
    anchor: Anchor | None = None
    points: dict[int, TalkingPoint] = field(default_factory=dict)
    done: AnswerDone | None = None


class Screen:
    """Shows events as they come; use it as a context manager.

    In a terminal the open captions and the current card live at the bottom and are redrawn; into
    a file only finished lines and answers are written.

    Args:
        console: Where to.
        below: Drawn under everything else in a terminal, again and again.
    """

    def __init__(self, console: Console, below: RenderableType | None = None) -> None:
        self._console = console
        self._below = () if below is None else (below,)
        self._open_captions: dict[Lane, Hypothesis] = {}
        self._cards: dict[int, _Card] = {}
        self._live = Live(console=console, refresh_per_second=30, transient=True)

    def __enter__(self) -> "Screen":
        if self._console.is_terminal:
            self._live.start()
            self._live.update(Text("   … loading the models", "dim"))
            self._live.update(self._bottom())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, event: Event) -> None:
        """Take the next event."""
        match event.item:
            case Utterance() | Gap() | Fault() as line:
                self._console.print(_line(line))
            case Hypothesis() as heard:
                self._caption(heard)
            case Question() | AnchorFound() | TalkingPoint() | AnswerDone() as said:
                self._turn(said)
        if self._live.is_started:
            self._live.update(self._bottom())

    def _turn(self, said: Question | AnchorFound | TalkingPoint | AnswerDone) -> None:
        match said:
            case Question():
                self._question(said)
            case AnchorFound(turn_id, anchor):
                self._cards[turn_id].anchor = anchor
            case TalkingPoint():
                self._cards[said.turn_id].points[said.index] = said
            case AnswerDone():
                self._finish(said)

    def _caption(self, heard: Hypothesis) -> None:
        if heard.final:
            self._open_captions.pop(heard.lane, None)
        else:
            self._open_captions[heard.lane] = heard

    def _question(self, question: Question) -> None:
        if question.state is QuestionState.WITHDRAWN:
            self._cards.pop(question.turn_id, None)
            return
        card = self._cards.get(question.turn_id)
        if card is None:
            self._cards[question.turn_id] = _Card(question)
            return
        if card.question.text != question.text:
            card.points.clear()
        card.question = question

    def _finish(self, done: AnswerDone) -> None:
        card = self._cards.pop(done.turn_id)
        card.done = done
        card.points = {point.index: point for point in done.points}
        self._console.print(_card(card))

    def _bottom(self) -> RenderableType:
        captions = [_open_caption(heard) for heard in self._open_captions.values()]
        return Group(*captions, *(_card(card) for card in self._cards.values()), *self._below)


def _clock(t_s: float) -> str:
    return f"{int(t_s) // 60:d}:{int(t_s) % 60:02d}"


def _speaker(lane: Lane, start_s: float) -> Text:
    name, color = _SPEAKER[lane]
    return Text.assemble((f"{_clock(start_s):>5}  ", "dim"), (f"{name:<12}", color))


def _line(line: Utterance | Gap | Fault) -> Text:
    match line:
        case Utterance():
            return _speaker(line.lane, line.start_s).append(line.text)
        case Gap():
            return Text(f"{_clock(line.start_s):>5}  … {line.reason}", "dim")
        case Fault():
            return Text(plain(f"       {line.message} {line.cure}"), "red")


def _open_caption(heard: Hypothesis) -> Text:
    text = _speaker(heard.lane, heard.start_s)
    committed = " ".join(word.text for word in heard.committed)
    text.append(f"{committed} " if committed else "")
    return text.append(" ".join(word.text for word in heard.tentative), "dim italic")


def _card(card: _Card) -> RenderableType:
    tentative = card.question.state is not QuestionState.CONFIRMED
    kind = card.question.kind.value.replace("_", " ")
    mark = ("▍ ", "dim" if tentative else "bold magenta")
    lines = [
        Text.assemble(
            mark,
            (plain(card.question.text), "dim" if tentative else "bold"),
            (f"   {kind}", "magenta dim"),
        )
    ]
    if card.anchor is not None:
        where = " › ".join(part for part in (card.anchor.file, card.anchor.heading) if part)
        answers = card.done is None or not card.done.not_in_notes
        lines.append(
            Text.assemble(
                mark,
                ("note  ", "yellow") if answers else ("nearest note  ", "dim"),
                (plain(card.anchor.text), "" if answers else "dim"),
                (f"   {plain(where)}", "dim"),
            )
        )
    for point in sorted(card.points.values(), key=lambda point: point.index):
        lines.append(Text.assemble(mark, _point(point)))
    if card.done is not None:
        if card.done.not_in_notes:
            lines.append(Text.assemble(mark, ("not in your notes", "dim yellow")))
        lines.append(Text.assemble(mark, (trace_line(card.done.trace), "dim")))
    return Padding(Group(*lines), (1, 0, 1, 7))


def _point(point: TalkingPoint) -> Text:
    style = "" if point.state is PointState.FINAL else "italic dim"
    text = Text.assemble(("• ", "bold magenta"), (plain(point.text), style))
    files = dict.fromkeys(source.file for source in point.sources)
    return text.append(f"   {plain(', '.join(files))}", "dim") if files else text
