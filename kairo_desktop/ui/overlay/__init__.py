"""The floating window: talking points where they can be read during a call.

May import `ui` modules without windows of their own (`theme`, `icons`, `views`, `commands`, `x11`).
Start reading in `window.py`.
"""

__all__: list[str] = []
