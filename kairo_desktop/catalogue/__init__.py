"""Which models exist, which are installed, how they are fetched and proven.

May import `settings`, `types` and `errors`. Start reading in `entries.py`.
"""

__all__: list[str] = []
