"""The command line: one module per verb.

May import everything. Start reading in `program.py`.
"""

__all__: list[str] = []
