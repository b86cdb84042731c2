"""What a child does when it cannot do its own job, and how the user is told."""

from kairo_desktop import __version__
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.child import Lesser
from kairo_desktop.supervisor.messages import PROTOCOL, Hello, Role, Welcome
from kairo_desktop.supervisor.process import Ended
from tests.supervisor.seating import Table, die_for_good

_LESSER = Lesser(
    job="less",
    codes=frozenset({"model_unfit", "child_failed"}),
    title="Half of it",
    told="Half of it is left.",
)


def _refuse(table: Table, now_s: float, code: str) -> None:
    table.check(now_s)
    table.hear(now_s, Welcome(PROTOCOL, __version__, 1))
    table.hear(now_s, Fault(code, "It is damaged.", "Fetch it."))


def test_what_cannot_be_done_gives_way_to_a_lesser_job_once() -> None:
    table = Table(_LESSER)
    _refuse(table, 0.0, "model_unfit")
    assert table.told[-1] == Fault("model_unfit", "It is damaged. Half of it is left.", "Fetch it.")
    table.get_ready(1.0)
    assert table.processes[-1].sent[0] == Hello(PROTOCOL, __version__, Role.ASR, "less")
    assert table.seat.ready
    table.hear(2.0, Ended("ended by SIGKILL"))
    _refuse(table, 2.0, "model_unfit")
    assert table.seat.failed
    assert table.faults()[-1] == "It is damaged. Half of it will stay off, too."


def test_a_lesser_job_is_no_help_against_other_faults() -> None:
    table = Table(_LESSER)
    _refuse(table, 0.0, "input_unusable")
    assert table.seat.failed
    assert table.faults() == ["It is damaged."]


def test_after_its_last_death_a_child_goes_on_with_a_lesser_job() -> None:
    table = Table(_LESSER)
    die_for_good(table, 0.0)
    assert table.faults()[-1] == (
        "Speech recognition stopped again and again and will stay off. Half of it is left."
    )
    assert table.get_ready(7.1).sent[0] == Hello(PROTOCOL, __version__, Role.ASR, "less")


def test_the_deaths_of_a_lesser_job_are_told_as_its_own() -> None:
    table = Table(_LESSER)
    _refuse(table, 0.0, "model_unfit")
    table.told.clear()
    die_for_good(table, 1.0)
    assert table.seat.failed
    assert table.faults() == [
        *["Half of it stopped and will be back in a moment."] * 3,
        "Half of it stopped again and again and will stay off, too.",
    ]
