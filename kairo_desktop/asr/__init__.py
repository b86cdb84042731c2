"""Speech becomes text: the recognizer Protocol, its faster-whisper door, the streaming policy.

May import `audio` and below. Start reading in `streaming.py`.
"""

__all__: list[str] = []
