"""``ctv serve`` as a process that is killed and started again, and connections that are too slow."""

import os
import pathlib
import re
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).parents[2]
HALF = b"GET /api/offer HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
_START_SECONDS = 300.0
_SHOWN = 3000  # characters of what the server wrote


class Served:
    """A server that others can reach; it keeps its games, its port and its token when it is killed.

    Args:
        folder: of the games, and of what the server writes.
        arguments: of ``ctv serve``.
    """

    def __init__(self, folder: pathlib.Path, *arguments: str):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.log = folder / "server.log"
        self._command = [sys.executable, "-m", "ctv_env.cli.main", "serve", "--host", "0.0.0.0", *arguments]
        self._command += ["--port", str(self.port), "--games", str(folder / "games")]
        self.token = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("a") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self._process.stdout:
            if found := re.search(r"\?token=(\S+)", line):
                self.token = found[1]
                break
        end = time.monotonic() + _START_SECONDS
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"the server does not start: see {self.log}")

    def kill(self) -> None:
        """Kill it, as the system does when memory runs out."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()

    @property
    def complaints(self) -> str:
        """The first error inside the server, as it wrote it; empty if there was none."""
        text = self.log.read_text()
        return text[text.index("Traceback") :][:_SHOWN] if "Traceback" in text else ""


class SlowConnections(threading.Thread):
    """Connections with half a request, which send a byte every second; one that is closed is opened again.

    Args:
        port: of the server.
        number: of connections.

    Attributes:
        closed: how often the server has closed one.
    """

    def __init__(self, port: int, number: int):
        super().__init__(daemon=True)
        self.closed = 0
        self._port, self._number = port, number
        self._stopping = threading.Event()

    def run(self) -> None:
        """Hold the connections until ``stop``."""
        with selectors.DefaultSelector() as selector:
            while not self._stopping.is_set():
                for key in list(selector.get_map().values()):
                    self._drip(selector, key.fileobj)
                while len(selector.get_map()) < self._number and self._open(selector):
                    pass
                for key, _ in selector.select(1.0):
                    self._close(selector, key.fileobj)
                self._stopping.wait(0.2)
            for key in list(selector.get_map().values()):
                key.fileobj.close()

    def stop(self) -> None:
        """Close all."""
        self._stopping.set()
        self.join()

    def _open(self, selector: selectors.BaseSelector) -> bool:
        try:
            one = socket.create_connection(("127.0.0.1", self._port))
        except OSError:  # the server is down
            return False
        one.sendall(HALF)
        selector.register(one, selectors.EVENT_READ)
        return True

    def _drip(self, selector: selectors.BaseSelector, one: socket.socket) -> None:
        try:
            one.sendall(b"x")
        except OSError:
            self._close(selector, one)

    def _close(self, selector: selectors.BaseSelector, one: socket.socket) -> None:
        self.closed += 1
        selector.unregister(one)
        one.close()
