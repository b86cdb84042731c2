"""What is heard as the interviewer and as the user, seen moving."""

from typing import Final

import msgspec
from PySide6.QtWidgets import QLabel

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.audio.sources import DEFAULT, OFF
from kairo_desktop.settings.fields import SettingField, fields_of_schema
from kairo_desktop.types import Lane
from kairo_desktop.ui.jobs import Ending, Job
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.editors import ChoiceEditor
from kairo_desktop.ui.settings.listening import Listening
from kairo_desktop.ui.settings.meter import Meter
from kairo_desktop.ui.settings.outside import Outside
from kairo_desktop.ui.settings.page import Page
from kairo_desktop.ui.settings.pages import PageName, on_page
from kairo_desktop.ui.settings.row import Row, label, say, setting_row

__all__ = ["AudioPage", "SourceLine"]

_WIDE: Final = 260
"""Sources have long names; the list shows all of one."""

_LANES: Final = {"audio.system_source": Lane.SYSTEM, "audio.mic_source": Lane.MIC}


class SourceLine(msgspec.Struct, frozen=True):
    """A line of `kairo devices --json`.

    Attributes:
        source: Its name, which stays the same over restarts.
        default: The system's own choice for its lane.
    """

    lane: Lane
    source: str
    description: str
    default: bool = False
    muted: bool = False


class AudioPage(Page):
    """A choice of sources for each lane, and a meter that moves while this page is shown."""

    def __init__(self, desk: SettingsDesk, outside: Outside) -> None:
        super().__init__(
            self.tr("Audio"),
            self.tr(
                "Speak, and play something: both meters should move. Nothing is recorded here. "
                "Choices take effect at the next session."
            ),
        )
        self._desk = desk
        self._command = outside.command
        self._job: Job | None = None
        self._sources: list[SourceLine] = []
        self._choices: dict[Lane, ChoiceEditor] = {}
        self._meters: dict[Lane, Meter] = {}
        self._states: dict[Lane, QLabel] = {}
        self._heard: dict[Lane, str] = {}
        self._health: dict[Lane, LaneHealth] = {}
        self._listed = ("", "muted")
        for field in on_page(fields_of_schema(), PageName.AUDIO):
            self._add_lane(field)
        again = button(self.tr("&Look for sources again"))
        again.clicked.connect(self._list_sources)
        self._again = Row(
            self.tr("Not there?"),
            self.tr("Plug it in or start the program that plays it, then look again."),
            again,
        )
        self.add_card("", [self._again])
        self._listening = Listening(outside.open_lanes, self)
        self._listening.leveled.connect(self._show_level)
        self._listening.fared.connect(self._show_health)
        desk.changed.connect(self._follow)
        self._offer()

    def enter(self) -> None:
        """List what can be heard, and open both lanes."""
        self._list_sources()
        self._listen()

    def leave(self) -> None:
        """Close the devices."""
        self._listening.stop()
        self._heard = {}
        self._end_listing()
        for meter in self._meters.values():
            meter.clear()

    def finish(self) -> None:
        """Close the devices."""
        self.leave()

    def _add_lane(self, field: SettingField) -> None:
        lane = _LANES[field.key]
        editor = self._choices[lane] = ChoiceEditor(field)
        editor.setFixedWidth(_WIDE)
        row = setting_row(field, self._desk, editor)
        self._meters[lane] = Meter(self.tr("Loudness of {0}").format(row.title))
        self._states[lane] = label(role="muted")
        row.put_below(self._meters[lane])
        row.put_below(self._states[lane])
        self.add_card("", [row])

    def _list_sources(self) -> None:
        self._end_listing()
        self._sources = []
        self._listed = self.tr("Looking for sources …"), "muted"
        self._say_all()
        self._job = Job(("devices",), SourceLine, self, command=self._command)
        self._job.told.connect(self._sources.append)
        self._job.ended.connect(self._list_ended)
        self._job.start()

    def _end_listing(self) -> None:
        if self._job is not None:
            self._job.ended.disconnect(self._list_ended)
            self._job.close()
            self._job.deleteLater()
            self._job = None

    def _list_ended(self, ending: Ending) -> None:
        if ending.well:
            self._listed = self.tr("%n source(s) found.", "", len(self._sources)), "muted"
            self._offer()
        else:
            self._listed = f"{ending.message} {ending.cure}".strip(), "bad"
        self._say_all()

    def _offer(self) -> None:
        for lane, choice in self._choices_now().items():
            own = [source for source in self._sources if source.lane is lane]
            usual = next((source.description for source in own if source.default), "")
            words = self.tr("System default ({0})") if usual else self.tr("System default")
            offered = {DEFAULT: words.format(usual)}
            offered |= {source.source: self._name(source) for source in own}
            offered[OFF] = self.tr("Off")
            offered.setdefault(choice, self.tr("{0} (not there now)").format(choice))
            self._choices[lane].offer(offered, choice)

    def _name(self, source: SourceLine) -> str:
        if source.muted:
            return self.tr("{0} (muted)").format(source.description)
        return source.description

    def _choices_now(self) -> dict[Lane, str]:
        audio = self._desk.settings.audio
        return {Lane.SYSTEM: audio.system_source, Lane.MIC: audio.mic_source}

    def _follow(self) -> None:
        if self._listening.running or self._heard:
            self._listen()

    def _listen(self) -> None:
        """Open what is chosen now, unless it is open."""
        choices = self._choices_now()
        if choices == self._heard:
            return
        self._heard = choices
        self._health = {}
        wanted = {lane: choice for lane, choice in choices.items() if choice != OFF}
        for lane in Lane:
            self._meters[lane].clear()
        self._say_all()
        self._listening.start(wanted, self._desk.settings.audio.latency_ms / 1000)

    def _show_level(self, level: LaneLevel) -> None:
        self._meters[level.lane].show_level(level.peak_db)

    def _show_health(self, health: LaneHealth) -> None:
        self._health[health.lane] = health
        self._say_all()

    def _say_all(self) -> None:
        """Say how each lane fares; what ails both, or the search for sources too, is said once."""
        messages = [health.message for health in self._health.values()]
        both = messages[0] if len(messages) == len(Lane) and len(set(messages)) == 1 else ""
        text, role = self._listed
        if both and role != "bad":
            text, role = both, "bad"
        self._again.say(text, role)
        for lane in Lane:
            said_below = role == "bad" and bool(self._health_message(lane))
            say(self._states[lane], *self._state(lane, said_below=said_below))

    def _health_message(self, lane: Lane) -> str:
        return self._health[lane].message if lane in self._health else ""

    def _state(self, lane: Lane, *, said_below: bool) -> tuple[str, str]:
        """How a lane fares, and in which role that is said."""
        health = self._health.get(lane)
        if self._choices_now()[lane] == OFF:
            return self.tr("Left out: nothing is heard here."), "muted"
        if health is not None and health.state is LaneState.OK:
            return self.tr("Heard: {0}").format(health.source), "muted"
        if said_below:
            return self.tr("Nothing is heard. The line below says why."), "muted"
        message = self._health_message(lane)
        return (message, "warn") if message else (self.tr("Opening …"), "muted")
