"""The command line: one module per verb.

May import everything. Start reading in `main.py`.
"""

from kairo_desktop.cli.main import main

__all__ = ["main"]
