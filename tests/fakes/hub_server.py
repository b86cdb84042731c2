"""A hub on this machine that serves a few files, and fails in the ways hubs fail."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

__all__ = ["COMMIT", "FakeHub", "Fault", "serve_hub"]

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_CHUNK = 4096


class Fault(Enum):
    """How one answer of the hub goes wrong."""

    DROP_HALF = auto()
    STALL = auto()
    NO_RANGE = auto()
    WRONG_RANGE = auto()
    NEW_BYTES = auto()
    HALF_OF_ANOTHER = auto()
    TOO_LONG = auto()
    REFUSE_RANGE = auto()
    FORBIDDEN = auto()
    BROKEN = auto()
    BUSY = auto()
    SILENT = auto()


_HALVES = (Fault.DROP_HALF, Fault.STALL, Fault.HALF_OF_ANOTHER)
_STATUS = {Fault.FORBIDDEN: 403, Fault.BROKEN: 500, Fault.BUSY: 429}


@dataclass(slots=True)
class FakeHub:
    """What the server has and does; tests change it while it runs.

    Attributes:
        files: Content by name, the same in every repository.
        faults: Used up one per request of a file, in order; then all goes well.
        always: A fault of every request.
        token: Needed where it is set.
        lfs_from: Files of this size on are listed with their SHA-256.
        chunk_pause_s: Pause between chunks, to have time for interruptions.
        broken_listing: Answer a web page where the API's answer should be.
        tells_versions: Send an ETag with each file.
        requests: (method, path, Range header) of every request.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    always: Fault | None = None
    token: str | None = None
    lfs_from: int = 1024
    chunk_pause_s: float = 0.0
    broken_listing: bool = False
    tells_versions: bool = True
    requests: list[tuple[str, str, str | None]] = field(default_factory=list)
    endpoint: str = ""
    stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def ranges(self) -> list[str | None]:
        """Range headers of the requests for files, in order."""
        return [asked for method, path, asked in self.requests if "/resolve/" in path]

    def listing(self) -> bytes:
        """What the hub's API says of a repository."""
        if self.broken_listing:
            return b"<html>not what you asked for</html>"
        siblings = []
        for name, content in self.files.items():
            blob = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            sibling: dict[str, object] = {"rfilename": name, "size": len(content), "blobId": blob}
            if len(content) >= self.lfs_from:
                digest = hashlib.sha256(content).hexdigest()
                sibling["lfs"] = {"sha256": digest, "size": len(content), "pointerSize": 134}
            siblings.append(sibling)
        return json.dumps({"id": "a/b", "sha": COMMIT, "siblings": siblings}).encode()


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        return

    def do_HEAD(self) -> None:
        if self.hub.always is Fault.SILENT:
            self.hub.stopped.wait(20)
            return
        self._head(200, 0)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        self.hub.requests.append(("GET", path, self.headers.get("Range")))
        if self.hub.token and self.headers.get("Authorization") != f"Bearer {self.hub.token}":
            self._head(401, 0)
        elif path.startswith("/api/"):
            listing = self.hub.listing()
            self._head(200, len(listing))
            self.wfile.write(listing)
        else:
            self._file(self.hub.files.get(path.rpartition("/")[2]))

    def _file(self, content: bytes | None) -> None:
        fault = self.hub.always or (self.hub.faults.pop(0) if self.hub.faults else None)
        if content is None or fault in _STATUS:
            self._head(_STATUS.get(fault, 404) if fault else 404, 0)
            return
        if fault in (Fault.NEW_BYTES, Fault.HALF_OF_ANOTHER):
            content = bytes(255 - byte for byte in content)
        start = self._start(fault)
        if start and (start >= len(content) or fault is Fault.REFUSE_RANGE):
            self._head(416, 0)
            return
        body = content[start:] + b"x" * (10 if fault is Fault.TOO_LONG else 0)
        told = start + 1 if fault is Fault.WRONG_RANGE else start
        span = f"bytes {told}-{len(content) - 1}/{len(content)}"
        self._head(206 if start else 200, len(body), span, hashlib.md5(content).hexdigest())
        self._body(body, fault)

    def _start(self, fault: Fault | None) -> int:
        asked = self.headers.get("Range")
        if asked is None or fault is Fault.NO_RANGE:
            return 0
        return int(asked.removeprefix("bytes=").partition("-")[0])

    def _body(self, body: bytes, fault: Fault | None) -> None:
        n_bytes = len(body) // 2 if fault in _HALVES else len(body)
        for at in range(0, n_bytes, _CHUNK):
            self.wfile.write(body[at : min(at + _CHUNK, n_bytes)])
            self.wfile.flush()
            if self.hub.chunk_pause_s:
                self.hub.stopped.wait(self.hub.chunk_pause_s)
        if fault is Fault.STALL:
            self.hub.stopped.wait(20)
        if n_bytes < len(body):
            self.close_connection = True

    def _head(self, status: int, n_bytes: int, span: str = "", version: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(n_bytes))
        if status == 206 and span:
            self.send_header("Content-Range", span)
        if version and self.hub.tells_versions:
            self.send_header("ETag", f'"{version}"')
        self.end_headers()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what these tests are about."""


@contextmanager
def serve_hub(hub: FakeHub) -> Iterator[FakeHub]:
    """Run `hub` until the block ends; its address is in `endpoint`."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    with _Server(("127.0.0.1", 0), handler) as server:
        hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield hub
        finally:
            hub.stopped.set()
            server.shutdown()
            thread.join()
