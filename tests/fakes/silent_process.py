"""A process of a child that does nothing by itself: a test says what it says."""

from kairo_desktop.supervisor.messages import Message

__all__ = ["SilentProcess"]


class SilentProcess:
    """Notes what it is sent; dies when told to."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.alive = True
        self.dropped = 0
        self.sent: list[Message] = []
        self.killed = False
        self.can_die = True
        self.input_finished = False

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def finish_input(self) -> None:
        self.input_finished = True

    def wait(self, timeout_s: float) -> bool:
        del timeout_s
        return not self.alive

    def kill(self) -> bool:
        self.killed = True
        self.alive = not self.can_die
        return self.can_die
