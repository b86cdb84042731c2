"""Lists what Kairo is built on, with its licence, as installed in this environment.

Run it after changing dependencies: `python assets/licences/make_third_party.py`.
"""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_OUT = Path(__file__).with_name("THIRD_PARTY.md")
_ROOT = "kairo-desktop"
_HEAD = """# What Kairo is built on

Each package keeps its own licence; its text comes with the package. Packages under the LGPL are
unmodified and can be replaced. Made by `make_third_party.py`.

| package | version | licence |
|---|---|---|
"""


def _licence(package: Distribution) -> str:
    meta = package.metadata
    if meta.get("License-Expression"):
        return str(meta["License-Expression"])
    classifiers = [
        value.rsplit(" :: ", 1)[-1]
        for value in meta.get_all("Classifier") or []
        if value.startswith("License ::")
    ]
    short = str(meta.get("License") or "").strip().splitlines()
    return ", ".join(classifiers) or (short[0] if short else "see the package")


def _needs(package: Distribution) -> set[str]:
    """Names of what a package needs without extras."""
    wanted = (need for need in package.requires or [] if "extra ==" not in need)
    names = (re.split(r"[\s<>=!~;\[(]", need, maxsplit=1)[0] for need in wanted)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


def main() -> None:
    """Write `THIRD_PARTY.md` beside this script."""
    found: dict[str, Distribution] = {}
    waiting = _needs(distribution(_ROOT))
    while waiting:
        name = waiting.pop()
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        found[name] = package
        waiting |= _needs(package) - found.keys()
    rows = [f"| {n} | {p.version} | {_licence(p)} |\n" for n, p in sorted(found.items())]
    _OUT.write_text(_HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
