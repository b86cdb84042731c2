"""The desktop put together: the only place that names concrete classes together.

Every wish, whether from the overlay, the tray, a key or another start, comes to `Desktop.do` in
`desktop.py`; all that is shown comes from the feed. `start.py` is the way in, `sitting.py` opens
sessions, `windows.py` the windows that are seldom open. May import everything below `cli`.
"""

__all__: list[str] = []
