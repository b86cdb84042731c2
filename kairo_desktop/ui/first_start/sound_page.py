"""Both lanes seen moving: the microphone, and what the other side of a call would say."""

from typing import Final

from PySide6.QtCore import Qt

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.audio.sources import OFF
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.first_start.loudspeaker import Loudspeaker
from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.listening import Listening, Open
from kairo_desktop.ui.settings.meter import Meter
from kairo_desktop.ui.settings.row import label, say

__all__ = ["SoundPage"]

_HEARD_DB: Final = -40.0
"""Speech into a microphone peaks above this, a quiet room does not."""


class SoundPage(StepPage):
    """A meter for each lane while the page is shown; nothing is kept of what is heard."""

    def __init__(self, audio: AudioSettings, open_lanes: Open) -> None:
        super().__init__(
            self.tr("Can Kairo hear you both?"),
            self.tr("Say a few words, then play the test sound. Both bars should move."),
        )
        self._audio = audio
        self._heard: set[Lane] = set()
        self._health: dict[Lane, LaneHealth] = {}
        titles = {Lane.MIC: self.tr("You"), Lane.SYSTEM: self.tr("The other side")}
        self._tiles = {lane: Tile(lane.value, title) for lane, title in titles.items()}
        self._meters = {
            lane: Meter(self.tr("Loudness of {0}").format(title)) for lane, title in titles.items()
        }
        for lane, tile in self._tiles.items():
            tile.put_below(self._meters[lane])
            self.body.addWidget(tile)
        self._ails_both = label(role="warn")
        self._ails_both.hide()
        self.body.addWidget(self._ails_both)
        self._speaker = Loudspeaker(asset("sample") / "interviewer.flac", self)
        self._speaker.changed.connect(self._name_play)
        self._play = button("")
        self._play.clicked.connect(self._play_or_stop)
        self._play.setVisible(self._speaker.available)
        self.body.addSpacing(6)
        self.body.addWidget(self._play, 0, Qt.AlignmentFlag.AlignLeft)
        self._no_sound = label(role="warn")
        self._no_sound.hide()
        self.body.addWidget(self._no_sound)
        self._speaker.failed.connect(self._say_no_sound)
        self._name_play()
        self._listening = Listening(open_lanes, self)
        self._listening.leveled.connect(self._show_level)
        self._listening.fared.connect(self._show_health)

    @property
    def onward(self) -> str:
        """Going on is possible with a lane that has not moved, too."""
        both = self._heard >= set(self._wanted())
        return self.tr("&Continue") if both else self.tr("&Continue anyway")

    @property
    def past(self) -> str:
        """Going on is passing over: one button is enough."""
        return ""

    def enter(self) -> None:
        """Open both lanes."""
        wanted = self._wanted()
        self._health = {}
        self._say_all()
        self._listening.start(wanted, self._audio.latency_ms / 1000)

    def leave(self) -> None:
        """Close the devices and fall silent."""
        self._speaker.stop()
        self._listening.stop()
        for meter in self._meters.values():
            meter.clear()

    def _wanted(self) -> dict[Lane, str]:
        chosen = {Lane.MIC: self._audio.mic_source, Lane.SYSTEM: self._audio.system_source}
        return {lane: source for lane, source in chosen.items() if source != OFF}

    def _play_or_stop(self) -> None:
        if self._speaker.playing:
            self._speaker.stop()
        else:
            self._no_sound.hide()
            self._speaker.play()

    def _say_no_sound(self) -> None:
        words = self.tr("The test sound cannot be played here. Play a video or music instead.")
        say(self._no_sound, words, "warn")
        self._no_sound.show()

    def _name_play(self) -> None:
        playing = self._speaker.playing
        self._play.setText(self.tr("&Stop the sound") if playing else self.tr("&Play a test sound"))

    def _show_level(self, level: LaneLevel) -> None:
        self._meters[level.lane].show_level(level.peak_db)
        if level.peak_db >= _HEARD_DB and level.lane not in self._heard:
            self._heard.add(level.lane)
            self._tiles[level.lane].set_drawing("check")
            self._say_all()
            self.changed.emit()

    def _show_health(self, health: LaneHealth) -> None:
        self._health[health.lane] = health
        self._say_all()

    def _say_all(self) -> None:
        """Say how each lane fares; what ails both is said once, below them."""
        messages = [health.message for health in self._health.values()]
        shared = messages[0] if len(messages) == len(Lane) and len(set(messages)) == 1 else ""
        say(self._ails_both, shared, "warn")
        for lane, tile in self._tiles.items():
            tile.say(*self._state(lane, said_below=bool(shared)))

    def _state(self, lane: Lane, *, said_below: bool) -> tuple[str, str]:
        """How a lane fares, and in which role that is said."""
        health = self._health.get(lane)
        if lane not in self._wanted():
            return self.tr("Left out in the settings."), "muted"
        if health is not None and health.state is LaneState.OK:
            words = self.tr("Heard, by {0}") if lane in self._heard else self.tr("Listening to {0}")
            return words.format(health.source), "muted"
        if said_below:
            return self.tr("Nothing is heard. The line below says why."), "muted"
        if health is not None and health.message:
            return health.message, "warn"
        return self.tr("Opening …"), "muted"
