"""Sound becomes frames, frames become speech: files, voice activity, endpointing.

May import `settings`, `types` and `errors`. Start reading in `endpoint.py`.
"""

__all__: list[str] = []
