"""What counts as a connection, and that the audit hook sees it where it happens."""

import contextlib
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.supervisor.messages import Connections, Role
from kairo_desktop.supervisor.network import (
    NetworkTally,
    NetworkWatch,
    note_connections,
    own_connections,
)
from tests.supervisor.conftest import Plans
from tests.supervisor.reading import until


@pytest.fixture
def watch() -> NetworkWatch:
    return NetworkWatch()


def test_counts_connections_and_names_their_hosts_once(watch: NetworkWatch) -> None:
    with socket.socket(socket.AF_INET) as four, socket.socket(socket.AF_INET6) as six:
        watch("socket.connect", (four, ("192.0.2.1", 443)))
        watch("socket.connect", (six, ("2001:db8::1", 443, 0, 0)))
        watch("socket.connect", (four, ("192.0.2.1", 80)))
    assert watch.connections == Connections(3, ("192.0.2.1", "2001:db8::1"))


def test_counts_datagrams_that_name_their_host(watch: NetworkWatch) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        watch("socket.sendto", (sock, ("192.0.2.1", 53)))
        watch("socket.sendmsg", (sock, ("192.0.2.2", 53)))
        watch("socket.sendmsg", (sock, None))
    assert watch.connections == Connections(2, ("192.0.2.1", "192.0.2.2"))


@pytest.mark.skipif(sys.platform == "win32", reason="no such sockets")
def test_sockets_in_the_file_system_do_not_count(watch: NetworkWatch) -> None:
    with socket.socket(socket.AF_UNIX) as sock:
        watch("socket.connect", (sock, "/run/user/1000/pulse/native"))
    assert watch.connections == Connections()


@pytest.mark.parametrize("name", ["example.org", b"example.org"])
def test_counts_names_that_are_looked_up(watch: NetworkWatch, name: str | bytes) -> None:
    watch("socket.getaddrinfo", (name, 443, 0, 0, 0))
    watch("socket.gethostbyname", (name,))
    assert watch.connections == Connections(2, ("example.org",))


@pytest.mark.parametrize("host", [None, "", "localhost", "127.0.0.1", "::1", b"192.0.2.1"])
def test_what_needs_no_lookup_is_none(watch: NetworkWatch, host: str | bytes | None) -> None:
    watch("socket.getaddrinfo", (host, 443, 0, 0, 0))
    assert watch.connections == Connections()


def test_other_events_are_nothing_to_it(watch: NetworkWatch) -> None:
    watch("open", ("/etc/hosts", "r", 0))
    watch("socket.bind", (None, ("", 0)))
    assert watch.connections == Connections()


def test_names_sixteen_hosts_and_counts_them_all(watch: NetworkWatch) -> None:
    for n in range(20):
        watch("socket.gethostbyname", (f"host{n}.example",))
    assert watch.connections == Connections(20, tuple(f"host{n}.example" for n in range(16)))


def test_the_process_sees_its_own_connections() -> None:
    before = own_connections()
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
    after = own_connections()
    assert after.count == before.count + 1
    assert "127.0.0.1" in after.hosts


def test_a_library_cannot_connect_unseen() -> None:
    code = (
        "import urllib.request, kairo_desktop.supervisor.network as n; n.own_connections()\n"
        "try: urllib.request.urlopen('http://127.0.0.1:9/', timeout=5)\n"
        "except OSError: pass\n"
        "print(n.own_connections().count)"
    )
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert int(told.stdout) == 1


def test_a_failed_connection_counts() -> None:
    before = own_connections().count
    with contextlib.suppress(OSError), socket.socket() as sock:
        sock.connect(("127.0.0.1", 9))
    assert own_connections().count == before + 1


def test_a_run_of_pip_that_fetches_counts_as_one(watch: NetworkWatch) -> None:
    python = sys.executable
    watch("subprocess.Popen", (python, [python, "-m", "pip", "download", "x==1"], None, None))
    watch("subprocess.Popen", (python, [python, "-m", "pip", "--version"], None, None))
    watch("subprocess.Popen", ("nvidia-smi", "nvidia-smi", None, None))
    assert watch.connections == Connections(1, ("package index, by pip",))


def test_what_another_process_says_replaces_what_it_said_before(watch: NetworkWatch) -> None:
    watch("socket.gethostbyname", ("a.example",))
    watch.note("pull", Connections(2, ("b.example",)))
    watch.note("pull", Connections(3, ("b.example", "a.example")))
    assert watch.connections == Connections(4, ("a.example", "b.example"))


def test_what_was_noted_is_in_the_own_connections() -> None:
    before = own_connections().count
    note_connections(object(), Connections(5, ("c.example",)))
    assert own_connections().count == before + 5


def test_adds_up_processes_and_keeps_the_dead_ones() -> None:
    tally = NetworkTally()
    tally.note(("llm", 1), Connections(1, ("a",)))
    tally.note(("llm", 1), Connections(2, ("a", "b")))
    tally.note(("llm", 2), Connections(1, ("b",)))
    tally.note("own", Connections())
    assert tally.total == Connections(3, ("a", "b"))


def test_the_supervisor_tells_what_its_children_connect_to(supervise: Plans) -> None:
    supervisor = supervise((Role.LLM, "phones"))
    before = own_connections().count
    told = [r for r in until(supervisor, _connected) if isinstance(r, Connections)]
    assert told[0].count == before
    assert "127.0.0.1" in told[-1].hosts


def _connected(report: object) -> bool:
    return isinstance(report, Connections) and report.count > own_connections().count
