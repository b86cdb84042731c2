"""The way into the program: `kairo`, `python -m kairo_desktop`, and the children's."""

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Be the program, or the child that `--child` names; never returns."""
    # Everything else is imported below: until then Ctrl-C would end in a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.argv[1:2] == ["--child"]:
        # Without the verbs: a child starts in a third of the time and of the memory.
        from kairo_desktop.cli.child import run_child

        raise SystemExit(run_child(sys.argv[2:]))
    from kairo_desktop.cli.interrupt import leave_at_once

    leave_at_once()
    from kairo_desktop.cli.program import main as program

    program()


if __name__ == "__main__":
    main()
