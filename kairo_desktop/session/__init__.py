"""The stages wired together for one process, and the events and traces they give.

May import everything below the command line. Start reading in `replay.py`.
"""

__all__: list[str] = []
