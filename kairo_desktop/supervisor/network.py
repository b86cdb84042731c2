"""Counts what Kairo's processes send to the network, from inside each of them."""

import ipaddress
import socket
import sys
import threading
from collections.abc import Hashable
from functools import cache
from itertools import chain, islice
from typing import Any

from kairo_desktop.supervisor.messages import Connections

__all__ = ["NetworkTally", "NetworkWatch", "note_connections", "own_connections"]

_MAX_HOSTS = 16
"""Hosts that are named; with more of them the count goes on alone."""

_CONNECTS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})
_PIP = "package index, by pip"


class NetworkWatch:
    """An audit hook that counts a process's internet connections and looked-up names.

    It sees what goes through Python's `socket` module, thus every Python library; what native
    code does by itself, it does not see. A run of pip that fetches counts as one: how many it
    makes is not seen. Sockets of the machine's own file system don't count.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._hosts: dict[str, None] = {}
        self._others = NetworkTally()

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        """Take an audit event; whatever it is, let it happen."""
        if event in _CONNECTS:
            host = _connected(*args)
        elif event in _LOOKUPS:
            host = _looked_up(args[0])
        elif event == "subprocess.Popen":
            host = _PIP if _fetches(args[1]) else None
        else:
            return
        if host is not None:
            with self._lock:
                self._count += 1
                self._hosts[host] = None

    def note(self, process: Hashable, connections: Connections) -> None:
        """Add what another process says of itself, in place of what it said before."""
        with self._lock:
            self._others.note(process, connections)

    @property
    def connections(self) -> Connections:
        """Those seen so far, and those that were noted."""
        with self._lock:
            others = self._others.total
            hosts = dict.fromkeys((*self._hosts, *others.hosts))
            return Connections(self._count + others.count, tuple(islice(hosts, _MAX_HOSTS)))


def _connected(sock: socket.socket, address: Any) -> str | None:  # noqa: ANN401 - any family's
    """The host that an internet socket is told to reach; None for other sockets."""
    if sock.family not in {socket.AF_INET, socket.AF_INET6} or not isinstance(address, tuple):
        return None
    return str(address[0])


def _looked_up(host: str | bytes | None) -> str | None:
    """The name that a lookup asks the network for; None where it need not ask."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if not name or name == "localhost":
        return None
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name
    return None


def _fetches(argv: Any) -> bool:  # noqa: ANN401 - whatever `Popen` was given
    return isinstance(argv, list | tuple) and {"pip", "download"} <= set(argv)


@cache
def _own_watch() -> NetworkWatch:
    # An audit hook is the process's for good, so there is one, whoever asks first.
    watch = NetworkWatch()
    sys.addaudithook(watch)
    return watch


def own_connections() -> Connections:
    """This process's connections since the first call, which begins to watch."""
    return _own_watch().connections


def note_connections(process: Hashable, connections: Connections) -> None:
    """Count what a child that no supervisor watches says of itself in `own_connections`."""
    _own_watch().note(process, connections)


class NetworkTally:
    """Adds up the connections of processes, dead ones included."""

    def __init__(self) -> None:
        self._of: dict[Hashable, Connections] = {}

    def note(self, process: Hashable, connections: Connections) -> None:
        """Replace what is known of a process."""
        self._of[process] = connections

    @property
    def total(self) -> Connections:
        """Of all processes together."""
        hosts = dict.fromkeys(chain.from_iterable(each.hosts for each in self._of.values()))
        count = sum(each.count for each in self._of.values())
        return Connections(count, tuple(islice(hosts, _MAX_HOSTS)))
