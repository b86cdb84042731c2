"""The llama.cpp engine behind `decode.Target`: models, contexts, KV types, chat templates.

May import `decode` and `copilot` (their Protocols), `gguf` and below. Start reading in
`engine.py`, which puts the parts together, then `sequence.py`, the `Target`; `binding.py` is the
only door to `llama_cpp`, `tiny_model.py` the one to the package `gguf`, `template.py` the one to
`jinja2`.
"""

__all__: list[str] = []
