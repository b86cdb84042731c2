"""What a GGUF model file says about itself, read without any engine.

May import `errors`. All of it is in `header.py`; `sizes.py` is a table of the format.
"""

__all__: list[str] = []
