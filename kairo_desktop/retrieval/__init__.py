"""What the user's notes say: reading, chunking, searching, citing.

May import `types`, `errors` and `settings`. Start reading in `search.py`.
"""

__all__: list[str] = []
