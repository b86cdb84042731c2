"""What the copilot understands and says: turns, questions, prompts, talking points.

May import `types`, `errors` and `settings`. Start reading in `turns.py`.
"""

__all__: list[str] = []
