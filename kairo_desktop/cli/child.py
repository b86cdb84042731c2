"""`--child ROLE`: this process is a part of another Kairo."""

import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack

from kairo_desktop.errors import UsageError
from kairo_desktop.supervisor.capture_child import CaptureJob
from kairo_desktop.supervisor.capture_worker import CaptureWorker, open_captor
from kairo_desktop.supervisor.host import run_host
from kairo_desktop.supervisor.hygiene import give_way
from kairo_desktop.supervisor.job import HalfJob
from kairo_desktop.supervisor.messages import Hello, Role
from kairo_desktop.supervisor.worker import BuildWorker, Surroundings, Worker
from kairo_desktop.supervisor.workers import AsrWorker, LlmWorker, SessionClock

__all__ = ["run_child"]


_SMALL_MACHINE = 4
"""Up to this many cores hearing and answering get into each other's way."""

_GIVES_WAY = 3
"""How much nicer answering is there: what people say comes first.

Enough for the recognizer to be as quick as alone. Nicer than that, answers starve beside other
programs that keep the cores busy, and it does not hear any better.
"""


def run_child(argv: Sequence[str]) -> int:
    """Be the child that `argv` names ("asr", "llm" or "capture"), then end the process.

    Returns:
        Only where `argv` names no child: 2.
    """
    build = _BUILDERS.get(argv[0]) if argv else None
    if build is None:
        return UsageError.exit_code
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    code = run_host(Role(argv[0]), build)
    # The clean-up that libraries do at the interpreter's end is known to hang.
    logging.shutdown()
    os._exit(code)


def _hearing(hello: Hello, around: Surroundings) -> Worker:
    from kairo_desktop.session.build import open_listener

    job = HalfJob.from_json(hello.job)
    listener = open_listener(job.settings, job.paths, job.lanes)
    return AsrWorker(listener, job.settings.asr.model, around)


def _answering(hello: Hello, around: Surroundings) -> Worker:
    del around
    from kairo_desktop.session.build import open_answerer

    job = HalfJob.from_json(hello.job)
    if (os.cpu_count() or 1) <= _SMALL_MACHINE:
        give_way(_GIVES_WAY)
    clock = SessionClock()
    with ExitStack() as stack:
        opened = open_answerer(job.settings, job.paths, job.profile, clock, writes=job.writes)
        answerer = stack.enter_context(opened)
        answerer.warm_up()
        running = job.settings.llm.model if job.writes else ""
        return LlmWorker(answerer, clock, running, stack.pop_all())


def _capturing(hello: Hello, around: Surroundings) -> Worker:
    del around
    job = CaptureJob.from_json(hello.job)
    return CaptureWorker(open_captor(job), job.choice)


_BUILDERS: dict[str, BuildWorker] = {
    Role.CAPTURE.value: _capturing,
    Role.ASR.value: _hearing,
    Role.LLM.value: _answering,
}
