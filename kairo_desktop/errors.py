"""Everything that can go wrong, as one tree.

* KairoError
  + UsageError            the command or its arguments make no sense together
  + InputError            a file or text the user gave cannot be used
  + AudioError
    - DeviceLost          a sound source went away
    - NoDevice            there is no such sound source
  + ModelError
    - ModelMissing        the file is not installed
    - ModelUnfit          the file is there and cannot serve (truncated, wrong kind, wrong pair)
      * CannotRewind      the model cannot take tokens back, so it cannot be drafted for
    - DecodeFailed        the engine gave up in the middle of an answer
  + SettingsError         the settings file or a value in it
  + DownloadError
    - ChecksumMismatch    the bytes that came are not the bytes we know
  + DiskError             no room, no right to write
  + SecretError           the keyring

A message says what happened, to what, and what to do, in words for the user.
"""

from typing import ClassVar

__all__ = [
    "AudioError",
    "CannotRewind",
    "ChecksumMismatch",
    "DecodeFailed",
    "DeviceLost",
    "DiskError",
    "DownloadError",
    "InputError",
    "KairoError",
    "ModelError",
    "ModelMissing",
    "ModelUnfit",
    "NoDevice",
    "SecretError",
    "SettingsError",
    "UsageError",
]


class KairoError(Exception):
    """Root of all errors that Kairo explains to the user.

    Attributes:
        exit_code: What the process ends with when nobody handles the error.
        code: A stable word for scripts (the `error` event).
        message: What happened, with the value it happened to.
        cure: What the user can do about it; empty where there is nothing to do.
    """

    exit_code: ClassVar[int] = 1
    code: ClassVar[str] = "failed"

    def __init__(self, message: str, *, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message} {self.cure}".strip()


class UsageError(KairoError):
    """The command or its arguments make no sense together."""

    exit_code = 2
    code = "usage"


class InputError(KairoError):
    """A file or text that the user gave cannot be used."""

    exit_code = 3
    code = "input_unusable"


class ModelError(KairoError):
    """A model is missing or cannot serve."""

    exit_code = 4
    code = "model"


class ModelMissing(ModelError):
    """The model is not installed."""

    code = "model_missing"


class ModelUnfit(ModelError):
    """The model file is there and cannot serve what was asked of it."""

    code = "model_unfit"


class CannotRewind(ModelUnfit):
    """The model cannot take tokens back (recurrent or hybrid memory)."""

    code = "cannot_rewind"


class DecodeFailed(ModelError):
    """The engine gave up in the middle of an answer."""

    code = "decode_failed"


class AudioError(KairoError):
    """A sound device or the sound server."""

    exit_code = 5
    code = "audio"


class DeviceLost(AudioError):
    """A sound source went away."""

    code = "device_lost"


class NoDevice(AudioError):
    """There is no such sound source."""

    code = "no_device"


class DownloadError(KairoError):
    """Nothing could be fetched."""

    exit_code = 6
    code = "download"


class ChecksumMismatch(DownloadError):
    """The bytes that came are not the bytes we know."""

    code = "checksum_mismatch"


class DiskError(KairoError):
    """No room on the disk, or no right to write there."""

    exit_code = 7
    code = "disk"


class SettingsError(KairoError):
    """The settings file, or a value in it."""

    exit_code = 2
    code = "settings"


class SecretError(KairoError):
    """The keyring could not be read or written."""

    code = "secret"
