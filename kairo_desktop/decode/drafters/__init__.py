"""Sources of guesses behind the `Drafter` Protocol of `draft.py`, one a file.

`nothing` never guesses, `lookup` copies from what was said before, `model` asks a small model.
"""

__all__: list[str] = []
