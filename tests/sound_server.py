"""Private sound servers for tests: PulseAudio or PipeWire, with a call and a microphone in them.

Every server has its own runtime folder, so that none is ever mistaken for the machine's own, and
every process is ended by its id.
"""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from time import monotonic

import numpy as np

from kairo_desktop.types import SAMPLE_RATE, Samples

__all__ = ["Kind", "SoundServer", "server_of_another", "sound_server", "until"]

_READY_S = 30.0
_NOBODY = 65534
_TICK = threading.Event()


class Kind(StrEnum):
    """Which server."""

    PULSE = "pulse"
    PIPEWIRE = "pipewire"


def until(claim: Callable[[], bool], *, within_s: float = 20.0, what: str = "") -> float:
    """Wait until `claim` holds; gives the seconds it took, fails when it takes too long."""
    began_s = monotonic()
    while not claim():
        if monotonic() - began_s > within_s:
            raise AssertionError(f"not within {within_s:g} s: {what or claim}")
        _TICK.wait(0.02)
    return monotonic() - began_s


@dataclass
class SoundServer:
    """A running server with the sinks `call` and `micfeed` and the source `mic`.

    What is played to `call` is the interviewer, what is played to `micfeed` the user. `call` and
    `mic` are the defaults.

    Attributes:
        env: What a program needs to reach this server and no other.
    """

    kind: Kind
    folder: Path
    env: Mapping[str, str]
    _daemons: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    _players: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def pid(self) -> int:
        """Of the process that clients talk to."""
        return self._daemons["pulseaudio" if self.kind is Kind.PULSE else "pipewire-pulse"].pid

    def pactl(self, *words: str) -> str:
        """The answer of `pactl`."""
        done = subprocess.run(
            ["pactl", *words], env=self.env, capture_output=True, text=True, timeout=30, check=True
        )
        return done.stdout.strip()

    def try_pactl(self, *words: str) -> bool:
        """Whether `pactl` could do it; what is gone by now is no failure of a test's."""
        done = subprocess.run(
            ["pactl", *words], env=self.env, capture_output=True, timeout=30, check=False
        )
        return done.returncode == 0

    def recordings(self) -> list[str]:
        """Numbers of the streams that record anything for Kairo."""
        lines = self.pactl("list", "source-outputs").split("Source Output #")
        return [text.split("\n")[0] for text in lines if "kairo.lane" in text]

    def start(self, *, before: Sequence[str] = ()) -> None:
        """Start all processes, then load the call and the microphone.

        Args:
            before: Outputs that are plugged in in front of them.
        """
        if self.kind is Kind.PULSE:
            self.spawn("pulseaudio", *_PULSEAUDIO, f"--load={self._native_protocol}")
        else:
            address = f"unix:path={self.folder}/bus"
            self.spawn("dbus-daemon", "--session", "--nofork", f"--address={address}")
            until((self.folder / "bus").exists, within_s=_READY_S, what="the session bus")
            self.spawn("pipewire")
            until((self.folder / "pipewire-0").exists, within_s=_READY_S, what="pipewire")
            self.spawn("wireplumber")
            self.spawn("pipewire-pulse")
        until(partial(self.try_pactl, "info"), within_s=_READY_S, what="the sound server")
        for name in before:
            self.load_sink(name)
        self.load_sink("call")
        self.load_sink("micfeed")
        self.load_mic()
        # PipeWire refuses until its session manager has come up behind it.
        for what in (("set-default-sink", "call"), ("set-default-source", "mic")):
            until(partial(self.try_pactl, *what), within_s=_READY_S, what=" ".join(what))

    def load_sink(self, name: str, *, rate: int = 48_000) -> str:
        """Plug in an output; gives what `unload` wants."""
        module = self.pactl(
            "load-module",
            "module-null-sink",
            f"sink_name={name}",
            f"rate={rate}",
            f"sink_properties=device.description={name.capitalize()}",
        )
        until(lambda: f"\t{name}.monitor\t" in self.pactl("list", "short", "sources"))
        return module

    def load_mic(
        self, name: str = "mic", master: str = "micfeed.monitor", *, rate: int = 48_000
    ) -> str:
        """Plug in a microphone; gives what `unload` wants."""
        module = self.pactl(
            "load-module",
            "module-remap-source",
            f"source_name={name}",
            f"master={master}",
            f"rate={rate}",
            f"source_properties=device.description={name.capitalize()}",
        )
        until(lambda: f"\t{name}\t" in self.pactl("list", "short", "sources"))
        return module

    def unload(self, module: str) -> None:
        """Unplug what that module brought."""
        self.pactl("unload-module", module)

    def module_of(self, name: str) -> str:
        """The module that brought a sink or source."""
        lines = self.pactl("list", "short", "modules").splitlines()
        (found,) = [
            line.split("\t")[0]
            for line in lines
            if f"sink_name={name} " in line or f"source_name={name} " in line
        ]
        return found

    def play(self, path: Path, sink: str) -> "subprocess.Popen[bytes]":
        """Play a file to a sink until it ends."""
        player = subprocess.Popen(
            ["paplay", "--latency-msec=40", "-d", sink, str(path)],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._players.append(player)
        return player

    def play_samples(self, samples: Samples, sink: str) -> "subprocess.Popen[bytes]":
        """Play samples to a sink until they end."""
        path = self.folder / f"sound-{len(self._players)}.raw"
        path.write_bytes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
        player = subprocess.Popen(
            [
                *("paplay", "--raw", "--format=s16le", "--channels=1", f"--rate={SAMPLE_RATE}"),
                *("--latency-msec=40", "-d", sink, str(path)),
            ],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._players.append(player)
        return player

    def freeze(self, part: str = "") -> None:
        """Stop the server, or one process of it, in the middle of whatever it does."""
        os.kill(self._daemons[part].pid if part else self.pid, signal.SIGSTOP)

    def thaw(self, part: str = "") -> None:
        """Let a frozen server go on."""
        os.kill(self._daemons[part].pid if part else self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the server without a word to its clients."""
        for daemon in reversed(self._daemons.values()):
            _end(daemon, signal.SIGKILL)
        self._daemons.clear()

    def stop(self) -> None:
        """End everything that was started."""
        for player in self._players:
            _end(player, signal.SIGKILL)
        self._players.clear()
        for daemon in reversed(self._daemons.values()):
            _end(daemon, signal.SIGTERM)
        self._daemons.clear()

    @property
    def _native_protocol(self) -> str:
        return f"module-native-protocol-unix socket={self.folder}/pulse/native auth-anonymous=1"

    def spawn(self, *argv: str) -> None:
        """Start a process that ends with the server."""
        for leftover in _SOCKETS.get(argv[0], ()):
            (self.folder / leftover).unlink(missing_ok=True)
        with (self.folder / f"{argv[0]}.log").open("ab") as log:
            self._daemons[argv[0]] = subprocess.Popen(
                argv, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )


_PULSEAUDIO = (
    *("-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-target=stderr"),
    # Without real-time rights the default scheduling only costs start-up time.
    *("--realtime=no", "--high-priority=no"),
)
_SOCKETS = {
    "pulseaudio": ("pulse/native",),
    "dbus-daemon": ("bus",),
    "pipewire": ("pipewire-0", "pipewire-0.lock"),
    "pipewire-pulse": ("pulse/native",),
}


@contextmanager
def sound_server(kind: Kind, folder: Path) -> Iterator[SoundServer]:
    """A started server in `folder`, whose path must be short: sockets lie in it."""
    server = SoundServer(kind, folder, _env(folder))
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def server_of_another(folder: Path) -> Iterator[SoundServer]:
    """A PulseAudio that belongs to another user and wants a cookie; only root can start it."""
    env = _env(folder)
    for path in (folder, folder / "pulse"):
        os.chown(path, _NOBODY, _NOBODY)
    server = SoundServer(Kind.PULSE, folder, env)
    try:
        server.spawn(
            *("setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"),
            *("env", f"HOME={folder}", "pulseaudio", *_PULSEAUDIO),
            f"--load=module-native-protocol-unix socket={folder}/pulse/native",
        )
        until((folder / "pulse" / "native").exists, within_s=_READY_S, what="the sound server")
        yield server
    finally:
        server.stop()


def _env(folder: Path) -> dict[str, str]:
    """The environment of programs that shall see the server in `folder` and no other."""
    (folder / "pulse").mkdir(mode=0o700, parents=True, exist_ok=True)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PULSE_", "PIPEWIRE_"))}
    return env | {
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
        "PULSE_SERVER": f"unix:{folder}/pulse/native",
        "PULSE_RUNTIME_PATH": str(folder / "pulse"),
        "PULSE_COOKIE": str(folder / "cookie-of-a-client"),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/bus",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }


def _end(process: "subprocess.Popen[bytes]", how: signal.Signals) -> None:
    """End a process, frozen or not."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGCONT)
        process.send_signal(how)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
