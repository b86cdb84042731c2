"""Speculative decoding on arrays: sample, verify, draft, generate; no model library in sight.

May import `types`, `errors` and `settings`. Start reading in `generate.py`.
"""

__all__: list[str] = []
