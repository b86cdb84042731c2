"""The history window: sessions that were kept, found, read, taken out and thrown away.

`window.py` wires the parts together: the clerk, who reads and writes the history on a thread of
his own; the list of sessions on the left; the story on the right. Rows and wording are pure.
Start reading in `window.py`.
"""

__all__: list[str] = []
