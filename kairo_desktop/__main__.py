"""`python -m kairo_desktop` is the same program as `kairo`."""

from kairo_desktop.cli.program import main

if __name__ == "__main__":
    main()
