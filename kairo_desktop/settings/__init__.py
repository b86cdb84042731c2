"""One described schema of everything that can be set, its file, and where files live.

May import `types` and `errors`. Start reading in `schema.py`.
"""

__all__: list[str] = []
