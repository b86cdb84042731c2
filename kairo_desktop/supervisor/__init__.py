"""Processes that may die under a session that does not.

A child is this program run again with two pipes; it hosts one half of a session behind the
`Worker` Protocol. The supervisor starts it, listens for its heartbeat, restarts it and tells
the new one where the old one was. May import `session` and everything below, and no Qt.
Start reading in `supervisor.py`, then `host.py` for the other end of the pipes.
"""

__all__: list[str] = []
