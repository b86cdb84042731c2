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
# numpy's matrices here are too small for two threads. Both count only if set before loading.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
