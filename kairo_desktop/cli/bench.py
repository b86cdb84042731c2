"""`kairo bench`: the measurements behind every number in the README."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from kairo_desktop.bench.report import Report, to_json
from kairo_desktop.bench.table import print_report
from kairo_desktop.catalogue.library import Library
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson, Changes
from kairo_desktop.cli.output import console, write_line
from kairo_desktop.errors import InputError, UsageError
from kairo_desktop.settings.llm import LlmSettings
from kairo_desktop.settings.paths import Paths

__all__ = ["app", "asr", "contention", "decode", "kv", "latency", "prefix", "retrieval", "turns"]

_EMBEDDED_DRAFT = "qwen2.5-coder-0.5b-instruct"
"""Measured even where the settings draft without a model."""

app = typer.Typer(add_completion=False, help="Measure Kairo on this machine.", no_args_is_help=True)

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="A folder laid out like the test data."),
]


Runs = Annotated[int, typer.Option(min=1, help="How often each figure is taken, interleaved.")]


@app.command("decode")
def decode(changes: Changes = None, runs: Runs = 9, as_json: AsJson = False) -> None:
    """Plain decoding beside every drafter, and other programs where they are on PATH."""
    from kairo_desktop.bench.decode import bench_decode

    llm, library, paths = _language_model(changes)
    draft = library.require(llm.draft or _EMBEDDED_DRAFT)
    report = bench_decode(llm, library.require(llm.model), draft, paths.cache, runs=runs)
    _say(report, as_json=as_json)


@app.command("kv")
def kv(changes: Changes = None, runs: Runs = 9, as_json: AsJson = False) -> None:
    """Types of the key-value cache: bytes, speed, and what they do to the model."""
    from kairo_desktop.bench.kv import bench_kv

    llm, library, _ = _language_model(changes)
    _say(bench_kv(llm, library.require(llm.model), runs=runs), as_json=as_json)


@app.command("prefix")
def prefix(changes: Changes = None, runs: Runs = 3, as_json: AsJson = False) -> None:
    """The first token with a cold, a warm and a saved prefix."""
    from kairo_desktop.bench.prefix import bench_prefix

    llm, library, _ = _language_model(changes)
    _say(bench_prefix(llm, library.require(llm.model), runs=runs), as_json=as_json)


@app.command("asr")
def asr(
    data: DataFolder = None,
    model: Annotated[
        list[str] | None, typer.Option(help="A speech model; may be given again.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Streaming recognition beside the usual 30-second window."""
    from kairo_desktop.bench.asr import bench_asr

    settings = user_settings(changes)
    library = Library.of(Paths.of_user())
    models = [library.require(name) for name in model or [settings.asr.model]]
    _say(bench_asr(_data(data), models, settings.asr), as_json=as_json)


@app.command("turns")
def turns(data: DataFolder = None, changes: Changes = None, as_json: AsJson = False) -> None:
    """What counts as a question, of which kind, and when."""
    from kairo_desktop.bench.turns import bench_turns
    from kairo_desktop.session.llama_judge import lone_judge

    settings, library = user_settings(changes), Library.of(Paths.of_user())
    with ExitStack() as stack:
        judge = None
        if settings.turn.second_opinion:
            target = library.require(settings.llm.model)
            judge = stack.enter_context(lone_judge(settings.llm, target))
        _say(bench_turns(_data(data), settings.turn, judge), as_json=as_json)


@app.command("retrieval")
def retrieval(
    data: DataFolder = None,
    answers: Annotated[bool, typer.Option(help="Generate answers, too, and check them.")] = False,
    dump: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answers down for a reader.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """What is found in the notes, and what the points make of it."""
    from kairo_desktop.bench.answers import Answers
    from kairo_desktop.bench.retrieval import bench_retrieval
    from kairo_desktop.bench.retrieval_dump import dumped
    from kairo_desktop.retrieval.embedder import MiniLm

    settings, paths = user_settings(changes), Paths.of_user()
    embedder = MiniLm(Library.of(paths).require(settings.retrieval.model))
    with Answers(settings, paths) as answered, dumped(dump) as show:
        report = bench_retrieval(
            _data(data),
            embedder,
            settings.retrieval,
            answer=answered if answers or dump else None,
            show=show,
        )
    _say(report, as_json=as_json)


@app.command("latency")
def latency(
    data: DataFolder = None,
    mode: Annotated[
        list[str] | None,
        typer.Option(help="kairo, baseline_warm or baseline_cold; may be given again."),
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """The wait for the first words, at the pace of speech, beside two ordinary programs."""
    from kairo_desktop.bench.latency import Mode, bench_latency

    known = [str(name) for name in Mode]
    if wrong := [name for name in mode or () if name not in known]:
        raise UsageError(f"There is no mode {wrong[0]}.", cure=f"Choose of {', '.join(known)}.")
    modes = [Mode(name) for name in mode or known]
    _say(
        bench_latency(_data(data), user_settings(changes), Paths.of_user(), modes),
        as_json=as_json,
    )


@app.command("contention")
def contention(changes: Changes = None, runs: Runs = 3, as_json: AsJson = False) -> None:
    """What recognizing and answering cost each other, on the sample at the pace of speech."""
    from kairo_desktop.bench.contention import bench_contention
    from kairo_desktop.session.recording import sample

    report = bench_contention(sample(), user_settings(changes), Paths.of_user(), runs=runs)
    _say(report, as_json=as_json)


def _language_model(changes: list[str] | None) -> tuple[LlmSettings, Library, Paths]:
    paths = Paths.of_user()
    return user_settings(changes).llm, Library.of(paths), paths


def _data(folder: Path | None) -> Path:
    """The folder to measure on; in a checkout the tests' own data unless another is named."""
    chosen = folder or Path(__file__).parents[2] / "tests" / "data"
    if not chosen.is_dir():
        raise InputError(f"There is no data in {chosen}.", cure="Name a folder: --data DIR.")
    return chosen


def _say(report: Report, *, as_json: bool) -> None:
    if as_json:
        write_line(to_json(report).decode())
    else:
        print_report(report, console())
