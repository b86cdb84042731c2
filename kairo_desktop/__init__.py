"""Kairo Desktop: an interview copilot on the user's own machine.

Two lanes of audio become text while people speak; a question put to the user becomes three
to five short talking points from the user's own notes.

Start reading in `types.py`: the frozen values that travel down the straight path, in order.
Then `session/`, where the stages that make them are wired together.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
