"""The llama.cpp engine behind `decode.Target`: models, contexts, KV types, chat templates.

May import `decode` and `copilot` (their Protocols) and below. Start reading in `sequence.py`.
"""

__all__: list[str] = []
