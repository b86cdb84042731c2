"""The door to the hub: what a repository holds, and its files, resumed where they stopped."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
from huggingface_hub import HfApi, constants, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled
from huggingface_hub.utils import (  # type: ignore[attr-defined] # public there, not re-exported
    build_hf_headers,
    get_session,
)

from kairo_desktop.catalogue.entries import FileSpec, HubSource
from kairo_desktop.catalogue.sources import SourceError
from kairo_desktop.catalogue.staging import Growing

__all__ = ["Hub", "HubFile", "Patience"]

_STEP_BYTES = 1 << 18
_OK, _PARTIAL, _NO_SUCH_RANGE = 200, 206, 416
_REFUSED = (401, 403)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the hub may take.

    Attributes:
        answer_s: To answer at all; a hub that does not is not asked again in this run.
        stall_s: Between two pieces of a file.
        tries: Connections in a row that bring no new byte before giving up.
        pause_s: Between two of them.
    """

    answer_s: float = 5.0
    stall_s: float = 30.0
    tries: int = 3
    pause_s: float = 1.0


@dataclass(frozen=True, slots=True)
class HubFile:
    """What the hub says of one of its files.

    Attributes:
        sha256: None for small files, which the hub knows by `blob_id` only.
        blob_id: SHA-1 of the git object.
    """

    name: str
    bytes: int
    sha256: str | None
    blob_id: str | None

    def pinned(self, path: Path) -> FileSpec | None:
        """Size and hash of the fetched file at `path`; None when it is not what the hub says."""
        if self.sha256 is not None:
            return FileSpec(name=self.name, bytes=self.bytes, sha256=self.sha256)
        content = path.read_bytes()
        blob = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False)
        if len(content) != self.bytes or blob.hexdigest() != self.blob_id:
            return None
        digest = hashlib.sha256(content).hexdigest()
        return FileSpec(name=self.name, bytes=self.bytes, sha256=digest)


class Hub:
    """One hub, for the length of a run: what it refused once it is not asked again.

    Making one contacts nothing. `token` is asked only after the hub has refused the login that
    `huggingface_hub` knows of; it may raise a `SourceError` where it cannot tell.

    Attributes:
        endpoint: Address; `HF_ENDPOINT`, else the public hub.
    """

    def __init__(
        self,
        *,
        endpoint: str | None = None,
        token: Callable[[], str | None] = lambda: None,
        patience: Patience | None = None,
    ) -> None:
        self.endpoint = (endpoint or constants.ENDPOINT).rstrip("/")
        self._ask_token = token
        self._token: str | None = None
        self._patience = patience or Patience()
        self._gone: str | None = None
        self._answered = False

    def files(self, source: HubSource, names: tuple[str, ...]) -> tuple[str, tuple[HubFile, ...]]:
        """The commit that `source` points to, and what it says of the files `names`.

        Raises:
            SourceError: no answer, no access, or a file is not there.
        """
        self._require_alive()
        api = HfApi(endpoint=self.endpoint, token=self._token)
        try:
            found = api.model_info(
                source.repo,
                revision=source.revision,
                files_metadata=True,
                timeout=self._patience.answer_s,
            )
        except HfHubHTTPError as err:
            if err.response.status_code in _REFUSED and self._found_token():
                return self.files(source, names)
            raise SourceError(_status_words(err.response.status_code)) from err
        except (httpx2.HTTPError, OfflineModeIsEnabled, ValueError) as err:
            raise self._lost(err) from err
        listed = {sibling.rfilename: sibling for sibling in found.siblings or ()}
        missing = [name for name in names if name not in listed or listed[name].size is None]
        if missing or found.sha is None:
            raise SourceError(f"{source.repo} has no {' '.join(missing) or 'commit'}")
        return found.sha, tuple(_hub_file(listed[name]) for name in names)

    def fetch(self, source: HubSource, file: FileSpec, growing: Growing) -> Iterator[int]:
        """Append to `growing` until it has all bytes of `file`; yields the size so far.

        Raises:
            SourceError: refused, gone, `Patience.tries` connections in a row brought nothing, or
                as often the file had changed.
        """
        self._require_alive()
        fruitless, restarts, pause = 0, 0, Event()
        while (before := growing.size) != file.bytes:
            failure = "it ended early"
            try:
                yield from self._stream(source, file, growing)
            except httpx2.HTTPError as err:
                failure = _error_words(err)
            fruitless = 0 if growing.size > before else fruitless + 1
            if growing.size < before:
                restarts, failure = restarts + 1, "the file there changes"
            if max(fruitless, restarts) >= self._patience.tries:
                raise SourceError(f"the hub stopped sending {file.name}: {failure}")
            if growing.size != file.bytes:
                pause.wait(self._patience.pause_s)

    def _stream(self, source: HubSource, file: FileSpec, growing: Growing) -> Iterator[int]:
        """One connection: from where the file ends, or from the start where the hub wants so."""
        have = growing.size
        url = hf_hub_url(
            source.repo, file.name, revision=source.revision or "main", endpoint=self.endpoint
        )
        headers = build_hf_headers(token=self._token)
        headers["Accept-Encoding"] = "identity"
        if have:
            headers["Range"] = f"bytes={have}-"
        wait = httpx2.Timeout(self._patience.stall_s, connect=self._patience.answer_s)
        try:
            with get_session().stream("GET", url, headers=headers, timeout=wait) as answer:
                status = answer.status_code
                if status in _REFUSED and self._found_token():
                    return
                if status not in (_OK, _PARTIAL, _NO_SUCH_RANGE):
                    raise SourceError(_status_words(status))
                if status == _OK:
                    growing.begin(_version(answer))
                elif not _goes_on(answer, growing):
                    growing.forget()
                    return
                yield from _write(answer, growing, file.bytes)
        except OfflineModeIsEnabled as err:
            raise self._lost(err) from err

    def _found_token(self) -> bool:
        """Look for a token that has not been tried; at most once a run."""
        if self._token is None:
            self._token = self._ask_token()
            return self._token is not None
        return False

    def _lost(self, err: Exception) -> SourceError:
        self._gone = _error_words(err)
        return SourceError(self._gone)

    def _require_alive(self) -> None:
        """Ask the hub for a sign of life, once a run; any answer will do."""
        if self._gone is not None:
            raise SourceError(self._gone)
        if self._answered:
            return
        try:
            get_session().head(self.endpoint, timeout=self._patience.answer_s)
        except (httpx2.HTTPError, OfflineModeIsEnabled) as err:
            raise self._lost(err) from err
        self._answered = True


def _write(answer: httpx2.Response, growing: Growing, n_bytes: int | None) -> Iterator[int]:
    done = told = growing.size
    with growing.path.open("ab") as out:
        for chunk in answer.iter_raw():
            if n_bytes is not None and done + len(chunk) > n_bytes:
                raise SourceError(f"the hub sent more than the {n_bytes:,} bytes we know")
            out.write(chunk)
            done += len(chunk)
            if done - told >= _STEP_BYTES or done == n_bytes:
                told = done
                yield done


def _goes_on(answer: httpx2.Response, growing: Growing) -> bool:
    """Whether the answer is the rest of what is here, and of the same version of the file."""
    starts = f"bytes {growing.size}-"
    if not answer.headers.get("content-range", "").startswith(starts):
        return False
    here, there = growing.version, _version(answer)
    return here == there or not (here and there)


def _version(answer: httpx2.Response) -> str:
    return str(answer.headers.get("etag", ""))


def _hub_file(sibling: Any) -> HubFile:  # noqa: ANN401 - the library publishes no type for it
    lfs = sibling.lfs
    return HubFile(
        name=sibling.rfilename,
        bytes=sibling.size,
        sha256=lfs.sha256 if lfs is not None else None,
        blob_id=sibling.blob_id,
    )


def _status_words(status: int) -> str:
    match status:
        case 401 | 403:
            return (
                f"the hub refused access ({status}); a gated model needs a token: "
                "kairo models pull --ask-token"
            )
        case 404:
            return "the hub does not have it (404)"
        case 429:
            return "the hub asks to come back later (429)"
        case _:
            return f"the hub answered {status}"


def _error_words(err: Exception) -> str:
    match err:
        case OfflineModeIsEnabled():
            return "HF_HUB_OFFLINE is set"
        case httpx2.ConnectTimeout() | httpx2.ConnectError():
            return "the hub cannot be reached"
        case httpx2.TimeoutException():
            return "the hub does not answer"
        case httpx2.ProxyError():
            return "the proxy refused the way to the hub"
        case httpx2.RemoteProtocolError() | httpx2.ReadError():
            return "the connection broke"
        case _:
            return f"the hub could not be understood ({type(err).__name__})"
