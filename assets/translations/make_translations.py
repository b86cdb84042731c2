"""Collects every text of the windows into `kairo_en.ts`, and compiles what the program loads.

Run it after changing texts: `python assets/translations/make_translations.py`. English is the
language of the sources: a text is its own translation, "%n file(s)" gives "%n file" and
"%n files", and forms that are written into `kairo_en.ts` by hand stay. For another language, copy
that file to `kairo_<language>.ts`, translate it with Qt Linguist, and run this again.
"""

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.settings.hotkeys import HotkeySettings

_HERE = Path(__file__).parent
_SOURCES = Path(__file__).parents[2] / "kairo_desktop"
_TOOLS = Path(str(find_spec("PySide6").origin)).parent
_ENGLISH = "kairo_en.ts"
_PLURAL = re.compile(r"\((e?s)\)")


@dataclass(frozen=True, slots=True)
class Message:
    """A text and the context that it is looked up in.

    Attributes:
        plural: It depends on a number.
    """

    context: str
    text: str
    plural: bool = False

    @property
    def call(self) -> str:
        """Code that Qt's tool understands: it sees plurals in `tr` alone."""
        if self.plural:
            return (
                f"class {self.context}:\n    def f(self):\n        self.tr({self.text!r}, '', n)\n"
            )
        return f"QCoreApplication.translate({self.context!r}, {self.text!r})\n"


def make(folder: Path) -> None:
    """Bring the files of `folder` up to date with the sources: each `.ts`, and its `.qm`.

    Raises:
        subprocess.CalledProcessError: a tool of Qt fails.
    """
    english = folder / _ENGLISH
    for ts in sorted({english, *folder.glob("kairo_*.ts")}):
        _update(ts)
    _complete(english)
    for ts in folder.glob("kairo_*.ts"):
        _tool("lrelease", "-silent", "-nounfinished", ts, "-qm", ts.with_suffix(".qm"))


def indirect_messages() -> Iterator[Message]:
    """Texts that Qt's own tool does not see: named contexts, wrappers, and those of the schema."""
    for source in _sources():
        yield from _of_module(ast.parse(source.read_text(encoding="utf-8")))
    for field in fields_of_schema():
        choices = (choice.replace("_", " ").capitalize() for choice in field.choices)
        texts = (field.title, field.description, field.unit, *choices)
        yield from (Message("Settings", text) for text in texts if text)
    for key in HotkeySettings.model_fields.values():
        yield Message("Hotkeys", str(key.description))


def _sources() -> Sequence[Path]:
    return sorted(path for part in ("ui", "app") for path in (_SOURCES / part).rglob("*.py"))


def _of_module(module: ast.Module) -> Iterator[Message]:
    names = dict(_constants(module))
    wrappers = dict(_wrappers(module))
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        match call:
            case ast.Call(
                func=ast.Attribute(attr="translate") | ast.Name("translate" | "QT_TRANSLATE_NOOP"),
                args=[ast.Constant() | ast.Name() as context, ast.Constant(str(text)), *more],
            ):
                name = context.value if isinstance(context, ast.Constant) else names[context.id]
                yield Message(str(name), text, plural=len(more) > 1)
            case ast.Call(func=ast.Name(name), args=[ast.Constant(str(text)), *_]) if (
                name in wrappers
            ):
                yield Message(wrappers[name], text)


def _constants(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Names of the module that stand for a text."""
    for node in module.body:
        match node:
            case ast.AnnAssign(target=ast.Name(name), value=ast.Constant(str(text))):
                yield name, text


def _wrappers(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions that do nothing but look their argument up, and in which context."""
    for node in module.body:
        match node:
            case ast.FunctionDef(
                name=name,
                body=[
                    ast.Return(
                        ast.Call(
                            func=ast.Attribute(attr="translate"),
                            args=[ast.Constant(str(context)), ast.Name()],
                        )
                    )
                ],
            ):
                yield name, context


def _update(ts: Path) -> None:
    with TemporaryDirectory() as scratch:
        more = Path(scratch) / "indirect.py"
        calls = dict.fromkeys(message.call for message in indirect_messages())
        more.write_text("".join(calls), encoding="utf-8")
        options = ("-silent", "-no-obsolete", "-locations", "none", "-source-language", "en")
        _tool("lupdate", *options, more, *_sources(), "-ts", ts)


def _complete(ts: Path) -> None:
    """Let every English text be its own translation, in both forms where it counts something."""
    tree = ET.parse(ts)
    tree.getroot().set("language", "en")
    for message in tree.iter("message"):
        text, found = message.findtext("source", ""), message.find("translation")
        assert found is not None
        if message.get("numerus") is None:
            found.text = text
            found.attrib.clear()
        elif found.attrib.pop("type", "") == "unfinished":
            for form, ending in zip(found.findall("numerusform"), ("", r"\1"), strict=True):
                form.text = _PLURAL.sub(ending, text)
    tree.write(ts, encoding="utf-8", xml_declaration=True)


def _tool(name: str, *words: str | Path) -> None:
    subprocess.run([_TOOLS / name, *words], check=True, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else _HERE)
