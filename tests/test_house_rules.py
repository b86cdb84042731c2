"""Rules of the house that no linter knows."""

import ast
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent
_SOURCES = sorted((_ROOT / "kairo_desktop").rglob("*.py"))
_TESTS = sorted((_ROOT / "tests").rglob("*.py"))
_HARD_LIMIT = 400
_LONGEST_FUNCTION = 40
_FORBIDDEN_NAMES = ("Manager", "Helper", "Util", "Base")


def _name(path: Path) -> str:
    return str(path.relative_to(_ROOT))


def _functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


@pytest.mark.parametrize("path", _SOURCES + _TESTS, ids=_name)
def test_no_module_is_longer_than_the_hard_limit(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= _HARD_LIMIT


@pytest.mark.parametrize("path", _SOURCES, ids=_name)
def test_no_function_is_longer_than_a_screen(path: Path) -> None:
    long = [
        f"{f.name}: {_code_lines(f)}"
        for f in _functions(path)
        if _code_lines(f) > _LONGEST_FUNCTION
    ]
    assert not long


def _code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    first = function.body[0]
    doc = 0
    if ast.get_docstring(function) is not None and first.end_lineno is not None:
        doc = first.end_lineno - first.lineno + 1
    return (function.end_lineno or function.lineno) - function.lineno + 1 - doc


@pytest.mark.parametrize("path", _SOURCES, ids=_name)
def test_no_class_has_a_name_that_says_nothing(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [n.name for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    assert not [
        n for n in names if n.lstrip("_").startswith("Base") or n.endswith(_FORBIDDEN_NAMES)
    ]


@pytest.mark.parametrize("path", _SOURCES, ids=_name)
def test_every_export_list_is_sorted_as_ruff_sorts_it_and_complete(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    listed = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id == "__all__"
    ]
    public = {
        n.name
        for n in tree.body
        if isinstance(n, ast.FunctionDef | ast.ClassDef) and not n.name.startswith("_")
    }
    assert path.name == "__main__.py" or listed, "no __all__"
    assert not listed or public <= set(listed[0])


@pytest.mark.parametrize("path", _SOURCES, ids=_name)
def test_nothing_sleeps_in_the_product(path: Path) -> None:
    assert "time.sleep" not in path.read_text(encoding="utf-8")


def test_no_module_is_a_drawer_for_everything() -> None:
    assert not [p for p in _SOURCES if p.stem in {"utils", "util", "helpers", "misc", "common"}]
