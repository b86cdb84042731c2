"""What the user can ask the desktop for, from wherever: a button, the tray, a key, a terminal."""

from enum import StrEnum

__all__ = ["AppCommand"]


class AppCommand(StrEnum):
    """A wish without parameters; its value is the word that `kairo run --…` sends."""

    TOGGLE = "toggle"
    """Show the overlay, or hide it."""
    SHOW = "show"
    HIDE = "hide"
    START = "start"
    """Begin to listen."""
    STOP = "stop"
    PAUSE = "pause"
    """Pause both lanes, or hear them again."""
    PAUSE_MIC = "pause-mic"
    PAUSE_SYSTEM = "pause-system"
    ANSWER_NOW = "answer-now"
    AGAIN = "again"
    COMPACT = "compact"
    """Change between the compact and the full overlay."""
    CLICK_THROUGH = "click-through"
    """Let clicks reach what lies below the overlay, or take them again."""
    SETTINGS = "settings"
    HISTORY = "history"
    QUIT = "quit"
