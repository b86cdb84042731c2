"""Keys that reach Kairo while another window has the focus, and no key besides.

`hotkeys.py` is for the rest of the program; behind `door.py`, one file per window system
registers exactly the combinations that are configured, and `portal.py` asks the desktop for them
where programs may register none. Nothing here looks at the keyboard.
"""

__all__: list[str] = []
