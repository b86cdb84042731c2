"""Kairo Desktop: an interview copilot on the user's own machine.

Two lanes of audio become text while people speak; a question put to the user becomes three
to five short talking points from the user's own notes.

Start reading in `types.py`: the frozen values that travel down the straight path, in order.
Then `session/`, where the stages that make them are wired together.
"""

import os

__all__ = ["__version__"]

__version__ = "0.1.0"

# The engines share the cores with each other and with the call itself. OpenMP threads that spin
# at a barrier while another thread waits for a core make a pass twenty times slower there, and
# numpy's matrices here are too small for two threads. All of it counts only before loading.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# onnxruntime would keep a device id and a queue of usage events for its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
