"""Speculative decoding on arrays: sample, verify, draft, generate; no model library in sight.

May import `types`, `errors` and `settings`. Start reading in `generate.py`, then `verify.py`; a
model is a `Target` (`target.py`), a source of guesses a `Drafter` (`drafters/`).
"""

__all__: list[str] = []
