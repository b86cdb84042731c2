"""Looks at every part that Kairo needs and says what to do about those that are not well.

May import everything below `cli`. Anything that could crash is looked at in a child process.
Start reading in `check.py`, then `examine.py`.
"""

__all__: list[str] = []
