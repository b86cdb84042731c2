"""Puts the stages together for work on files and typed questions: the headless session."""

import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.transcriber import Transcriber
from kairo_desktop.asr.whisper import WhisperOptions, WhisperTranscriber
from kairo_desktop.audio.endpoint import Endpointer
from kairo_desktop.audio.files import merge, read_frames
from kairo_desktop.audio.vad import Vad
from kairo_desktop.catalogue.entries import Use
from kairo_desktop.catalogue.library import Library
from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.points import Points, PointsOptions
from kairo_desktop.copilot.prompt_texts import PromptTexts, copy_for_editing, load_prompt_texts
from kairo_desktop.copilot.prompts import Profile, PromptBuilder, PromptOptions
from kairo_desktop.copilot.protocols import ChatTemplate, Tokenizer
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.decode.target import never
from kairo_desktop.llama.engine import Engine, open_engine
from kairo_desktop.retrieval.latch import Latch
from kairo_desktop.retrieval.read import Profile as Documents
from kairo_desktop.retrieval.read import read_profile
from kairo_desktop.session.answerer import Answerer
from kairo_desktop.session.events import ClockKind, Event
from kairo_desktop.session.judging import Judging
from kairo_desktop.session.listener import LaneStages, Listener, Recognizer
from kairo_desktop.session.llama_judge import open_judge
from kairo_desktop.session.llama_writer import LlamaWriter
from kairo_desktop.session.modelless import Bytes, Plain, Silence
from kairo_desktop.session.notes import open_notes
from kairo_desktop.session.recording import Recording
from kairo_desktop.session.replay import Worker, answer, hear, replay
from kairo_desktop.session.stages import AnswerStages
from kairo_desktop.session.trace import Clock
from kairo_desktop.session.writer import Writer
from kairo_desktop.settings.asr import AsrPolicy, AsrSettings
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.llm import LlmSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import Lane, Question, QuestionState

__all__ = [
    "answer_recording",
    "answer_text",
    "open_answerer",
    "open_listener",
    "open_stages",
    "transcribe_recording",
    "typed",
]

logger = logging.getLogger(__name__)


@contextmanager
def answer_recording(
    recording: Recording, settings: Settings, paths: Paths
) -> Iterator[Iterator[Event]]:
    """Everything that happens in a recorded interview, on one thread and a virtual clock.

    Raises:
        InputError: a file or the profile cannot be used.
        ModelMissing: a model is not installed.
        ModelUnfit: a model cannot serve.
    """
    frames = merge(*(read_frames(path, lane) for lane, path in recording.files()))
    mind = Worker()
    with open_stages(settings, paths, recording.profile) as stages:
        answerer = Answerer(stages, mind, cancel=never)
        listener = open_listener(settings, paths, recording.lanes)
        answerer.warm_up()
        yield chain(_beginning(answerer), replay(frames, listener, answerer, mind))


@contextmanager
def answer_text(
    text: str, profile: Path | None, settings: Settings, paths: Paths
) -> Iterator[Iterator[Event]]:
    """The answer to one typed question; errors as in `answer_recording`."""
    mind = Worker()
    with open_stages(settings, paths, profile) as stages:
        answerer = Answerer(stages, mind, cancel=never)
        answerer.warm_up()
        yield chain(_beginning(answerer), answer(typed(text), answerer, mind))


def _beginning(answerer: Answerer) -> Iterator[Event]:
    for said in answerer.begin():
        yield Event(0.0, ClockKind.VIRTUAL, said)


def typed(text: str) -> Question:
    """A question that was typed: it stands, and its kind is read off its words."""
    kind = QuestionModel.load().assess(text).on_demand().kind
    return Question(1, text, kind, 0.0, QuestionState.CONFIRMED)


@contextmanager
def transcribe_recording(path: Path, settings: Settings, paths: Paths) -> Iterator[Iterator[Event]]:
    """What is said in a recording, a line at a time; errors as in `answer_recording`."""
    frames = read_frames(path, Lane.SYSTEM)
    yield hear(frames, open_listener(settings, paths, (Lane.SYSTEM,)))


def open_listener(settings: Settings, paths: Paths, lanes: Iterable[Lane]) -> Listener:
    """The hearing half: one recognizer model for all lanes, all else once per lane."""
    folder = Library.of(paths).require(settings.asr.model, Use.HEARING)
    options = WhisperOptions(threads=settings.asr.threads, language=settings.asr.language)
    transcriber = WhisperTranscriber(folder, options)
    return Listener(
        {
            lane: LaneStages(
                vad=Vad(),
                endpointer=Endpointer(lane, settings.audio),
                recognizer=_recognizer(lane, transcriber, settings.asr),
            )
            for lane in lanes
        }
    )


def _recognizer(lane: Lane, transcriber: Transcriber, settings: AsrSettings) -> Recognizer:
    match settings.policy:
        case AsrPolicy.STREAMING:
            return StreamingRecognizer(lane, transcriber, settings)
        case AsrPolicy.AT_END:
            return AtEndRecognizer(lane, transcriber)


@contextmanager
def open_answerer(
    settings: Settings, paths: Paths, profile: Path | None, clock: Clock, *, writes: bool = True
) -> Iterator[Answerer]:
    """The answering half of a live session, its models loaded; not warmed up yet.

    Notes that change while the session runs are taken up when nobody speaks. Without `writes`
    no language model is loaded, and an answer is what the notes say themselves.
    """
    with open_stages(settings, paths, profile, follow=True, writes=writes) as stages:
        yield Answerer(stages, clock, cancel=never)


@contextmanager
def open_stages(
    settings: Settings,
    paths: Paths,
    profile: Path | None,
    *,
    follow: bool = False,
    writes: bool = True,
) -> Iterator[AnswerStages]:
    """What the answering half is made of; more than one answerer may use it, one at a time.

    `follow` takes up notes that change meanwhile; without `writes` there is no language model.
    """
    with ExitStack() as stack:
        read = Documents() if profile is None else read_profile(profile)
        about = Profile(read.resume, read.job)
        notes = stack.enter_context(open_notes(settings.retrieval, paths, profile))
        mouth = stack.enter_context(_with_model(settings.llm, paths)) if writes else _WITHOUT_MODEL
        texts = _prompt_texts(paths.config / "prompts")
        prompts = PromptBuilder(mouth.tokenizer, mouth.template, texts, about, mouth.options)
        points = replace(PointsOptions.of(about, texts), unasked=not writes)
        turns = TurnLogic(settings.turn)
        yield AnswerStages(
            turns=turns,
            latch=Latch(notes.retriever),
            prompts=prompts,
            memory=Memory(mouth.tokenizer, prompts.memory_capacity),
            writer=mouth.writer,
            points=lambda c: Points(c.question.turn_id, mouth.tokenizer, c, points),
            speculate=settings.turn.speculate,
            skipped=read.skipped,
            judging=_judging(turns, settings.turn, mouth.engine),
            follower=notes.upkeep if follow else None,
        )


@dataclass(frozen=True, slots=True)
class _Mouth:
    """What writes answers, and how prompts have to be put to it."""

    writer: Writer
    tokenizer: Tokenizer
    template: ChatTemplate
    options: PromptOptions
    engine: Engine | None = None


_ROOMY = 1 << 16
"""A context that any prompt fits into, where a token is a byte and none is ever read."""

_WITHOUT_MODEL = _Mouth(
    Silence(), Bytes(), Plain(), PromptOptions(_ROOMY, max_answer_tokens=0, max_draft=0)
)


@contextmanager
def _with_model(llm: LlmSettings, paths: Paths) -> Iterator[_Mouth]:
    library = Library.of(paths)
    draft = library.require(llm.draft, Use.ANSWERING) if llm.draft else None
    target = library.require(llm.model, Use.ANSWERING)
    options = PromptOptions(
        n_ctx=llm.n_ctx, max_answer_tokens=llm.max_answer_tokens, max_draft=llm.max_draft
    )
    with open_engine(llm, target, draft, cache=paths.cache) as engine:
        writer = LlamaWriter(engine, paths.states)
        yield _Mouth(writer, engine.tokenizer, engine.template, options, engine)


def _judging(turns: TurnLogic, settings: TurnSettings, engine: Engine | None) -> Judging | None:
    if engine is None:
        return None
    judge = open_judge(engine, time.perf_counter) if settings.second_opinion else None
    return Judging(turns, judge) if judge is not None else None


def _prompt_texts(edited: Path) -> PromptTexts:
    """The prompts' texts with the user's edits; where copies cannot be put, without them."""
    shipped = asset("prompts")
    try:
        copy_for_editing(shipped, edited)
    except OSError as error:
        logger.info("prompt texts not copied for editing: %s", type(error).__name__)
    return load_prompt_texts(shipped, edited)
