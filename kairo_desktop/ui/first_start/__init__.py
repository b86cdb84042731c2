"""The first start: one short path from nothing to a first answer, left and resumed at any step.

`steps.py` (the path), `shopping.py` (models to fetch) and `sample.py` (what the try-out shows)
are pure; each `*_page.py` is one step; `window.py` leads through them. May import `ui.jobs` and
the widgets of `ui.settings`. Start reading in `window.py`.
"""

__all__: list[str] = []
