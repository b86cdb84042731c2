"""Which models exist, which are installed, how they are fetched and proven.

May import `gguf`, `settings`, `types` and `errors`. Start reading in `entries.py`, then
`library.py` (what is on this machine) and `pull.py` (how it gets there).
"""

__all__: list[str] = []
