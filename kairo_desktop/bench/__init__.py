"""The measurements behind every number in the README.

One module per bench, each giving a `Report`. May import everything below `app`.
Start reading in `report.py`.
"""

__all__: list[str] = []
