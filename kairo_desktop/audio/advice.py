"""What to say to the user about a lane's trouble, in the words of this system.

The words fit every front end; how its user chooses another source, it says itself.
"""

import shlex

from kairo_desktop.audio.health import Trouble
from kairo_desktop.types import Lane

__all__ = ["advice"]


def advice(
    trouble: Trouble, lane: Lane, source: str, *, elsewhere: str = "", name: str = ""
) -> str:
    """What is the matter with a lane and what to do; empty when nothing is.

    Args:
        trouble: What is the matter.
        lane: Of which lane.
        source: The source's description, or the user's choice while there is none.
        elsewhere: The output on which something plays.
        name: Of the source, as the sound server has it.
    """
    template = _ON_LINUX[trouble]
    whose = _WHOSE[lane]
    return template.format(
        source=source or whose,
        kind=_KINDS[lane],
        whose=whose,
        elsewhere=elsewhere,
        wake=f"pactl {_WAKES[lane]} {shlex.quote(name.removesuffix('.monitor'))} 0",
    )


_WHOSE = {Lane.SYSTEM: "the call's sound", Lane.MIC: "your microphone"}
_WAKES = {Lane.SYSTEM: "suspend-sink", Lane.MIC: "suspend-source"}
_KINDS = {Lane.SYSTEM: "output", Lane.MIC: "microphone"}

_ON_LINUX = {
    Trouble.NONE: "",
    Trouble.OPENING: "",
    Trouble.CONNECTED_ANEW: "",
    Trouble.PAUSED: "Paused: nothing of {whose} is heard.",
    Trouble.DENIED: (
        "The sound server refuses Kairo. Start Kairo as the user who is logged in to the desktop; "
        "in a sandbox, allow it to use sound."
    ),
    Trouble.NO_LIBRARY: (
        "The libraries for live sound are missing. "
        "Install them: apt-get install libportaudio2 libasound2-plugins libpulse0"
    ),
    Trouble.NO_SERVER: (
        "No sound server is running. Kairo goes on by itself when it is back; to start it: "
        "systemctl --user restart pipewire-pulse (or pulseaudio --start)"
    ),
    Trouble.FROZEN: (
        "The sound server does not answer. If it stays so: "
        "systemctl --user restart pipewire-pulse (or pulseaudio --kill)"
    ),
    Trouble.NO_SOURCE: (
        "There is no {source}. Plug it in again and Kairo goes on by itself, "
        "or choose another {kind} in the settings."
    ),
    Trouble.WRONG_SOURCE: (
        "The system connects Kairo to another device than {source}, so nothing of it is used. "
        "Choose {source} for Kairo in the recording tab of pavucontrol."
    ),
    Trouble.SUSPENDED: (
        "{source} is suspended by the system. "
        "Unplug it and plug it in again, or type in a terminal: {wake}"
    ),
    Trouble.NO_SOUND: "No sound comes from {source}. Kairo connects to it again.",
    Trouble.MUTED: "{source} is muted. Turn it on in the sound settings.",
    Trouble.ELSEWHERE: (
        "Something plays on {elsewhere}, but Kairo hears {source}. Let the call play on {source}, "
        "or choose {elsewhere} in the settings."
    ),
    Trouble.ZEROS: (
        "{source} gives no sound at all. Turn on its switch or key, "
        "or choose another {kind} in the settings."
    ),
}
