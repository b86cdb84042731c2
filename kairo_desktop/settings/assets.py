"""Where the files that come with Kairo lie: beside the package, or in the checkout."""

from pathlib import Path

__all__ = ["asset"]

_PACKAGE = Path(__file__).parent.parent


def asset(name: str) -> Path:
    """A file or folder below `assets/`, in an installed wheel as in a checkout."""
    bundled = _PACKAGE / "assets" / name
    return bundled if bundled.exists() else _PACKAGE.parent / "assets" / name
