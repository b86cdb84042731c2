"""The desktop: overlay, tray, hotkeys, settings, history. All that imports PySide6 is here.

Data comes in one way, user's wishes go out one way:

    LiveSession -> feed (a thread, one queued signal) -> board (pure) -> overlay, tray
    overlay, tray, hotkeys, another `kairo run` -> AppCommand -> app/desktop.py

Windows know their own widgets and nothing of each other; `app/` wires them together.
"""

__all__: list[str] = []
