"""What was said and answered, kept on this machine alone: the journal and the history.

A session is written as it happens, line by line, into one SQLite file that only the user can
read; or into memory, and is gone at the end. May import `types`, `errors`, `settings` and, for the
place of an index, `retrieval.storage`. Start reading in `journal.py`.
"""

__all__: list[str] = []
