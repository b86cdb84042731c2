"""The stream is kept open while it is wanted, at whatever rate the device has."""

from collections.abc import Iterator

import numpy as np
import pytest

from kairo_desktop.audio import port as door
from kairo_desktop.audio.intake import Intake
from kairo_desktop.audio.port import Port, PortOptions
from kairo_desktop.errors import NoDevice
from kairo_desktop.types import SAMPLE_RATE
from tests.fakes.toy_portaudio import ToyPortAudio
from tests.sound_server import until


@pytest.fixture
def intake() -> Intake:
    intake = Intake()
    intake.open()
    return intake


@pytest.fixture
def port(intake: Intake) -> Iterator[Port]:
    port = Port(PortOptions("pulse", 0.064), intake)
    yield port
    port.close()


def _device(
    monkeypatch: pytest.MonkeyPatch, rate: float = SAMPLE_RATE, channels: int = 1
) -> ToyPortAudio:
    toy = ToyPortAudio(rate, channels)
    monkeypatch.setattr(door, "load_portaudio", lambda: toy)
    return toy


def _runs(toy: ToyPortAudio, n_streams: int = 1) -> None:
    until(lambda: len(toy.streams) == n_streams and toy.streams[-1].running, within_s=10)


def test_sound_of_the_device_reaches_the_intake_with_its_delay(
    port: Port, intake: Intake, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = _device(monkeypatch)
    prepared: list[int] = []
    port.open(lambda: prepared.append(len(toy.streams)))
    _runs(toy)
    assert prepared == [0]
    assert port.opened_s is not None
    for _ in range(64):
        toy.sound(np.full((512, 1), 0.5, np.float32))
    assert len(intake.take(0)) == 64
    assert intake.signs.delay_ms == pytest.approx(40)


def test_a_device_that_refuses_our_rate_is_opened_at_its_own(
    port: Port, intake: Intake, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = _device(monkeypatch, 48_000, 2)
    port.open(lambda: None)
    _runs(toy)
    t = np.arange(48_000 * 2) / 48_000
    tone = np.sin(2 * np.pi * 440 * t).astype(np.float32)
    for n in range(0, len(tone), 1536):
        toy.sound(np.repeat(tone[n : n + 1536, None], 2, axis=1))
    heard = np.concatenate([block.samples for block in intake.take(0)])[-SAMPLE_RATE:]
    assert np.abs(np.fft.rfft(heard * np.hanning(SAMPLE_RATE))).argmax() == 440


def test_a_stream_that_ends_is_opened_again_on_a_fresh_list_of_devices(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = _device(monkeypatch)
    port.open(lambda: None)
    _runs(toy)
    toy.streams[0].finished_callback()
    _runs(toy, 2)
    assert toy.n_enumerations == 2


def test_a_device_that_is_not_there_is_tried_again(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = _device(monkeypatch)
    toy.present = False
    port.open(lambda: None)
    until(lambda: toy.n_enumerations >= 2, within_s=10)
    assert not toy.streams
    toy.present = True
    _runs(toy)


def test_shut_closes_and_reopen_replaces(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = _device(monkeypatch)
    port.open(lambda: None)
    port.open(lambda: None)
    _runs(toy)
    port.reopen()
    _runs(toy, 2)
    assert not toy.streams[0].running
    port.shut()
    until(lambda: not toy.streams[1].running and port.opened_s is None, within_s=10)
    assert port.stuck_s == 0.0


def test_a_missing_library_is_noted(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise NoDevice("PortAudio is not installed")

    monkeypatch.setattr(door, "load_portaudio", missing)
    port.open(lambda: None)
    until(lambda: port.library_missing, within_s=10)
