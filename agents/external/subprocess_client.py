"""A subprocess that answers lines: one to its standard input, one from its standard output, within a time limit.

Whatever it does, such as reading nothing, writing endlessly, hanging or dying, it cannot hang this process or fill its
memory: answers have a deadline and all buffers have limits.  Runs on systems that have process groups (not on Windows).

Its descendants are terminated with it: its process group, and on Linux also those that have left the group, found by an
environment variable that they inherit.  Only a program that removes the variable can leave processes behind.
"""

import contextlib
import os
import pathlib
import secrets
import selectors
import signal
import subprocess
import time
import typing

LINE_LIMIT = 2**20
"""Maximum length of an answer in bytes."""
KEPT = 4096  # bytes of its standard error, the last ones
_CHUNK, _CHUNKS = 2**16, 16  # bytes of a read, and reads in a row
_MARK = "CTV_PROGRAM"  # name of the variable
_PROCESSES = pathlib.Path("/proc")
_EXIT_TIME = 1.0  # seconds for a program to exit once its input is closed, and for its descendants once killed
_PAUSE = 0.002  # seconds


class ClientError(Exception):
    """The program did not answer properly; the message, without a subject, describes the problem."""


class SubprocessClient:
    """A running program; close it at the end.

    Args:
        command: program and arguments.

    Raises:
        ClientError: it cannot be started.
    """

    def __init__(self, command: list[str]):
        pipe, self._mark = subprocess.PIPE, f"{_MARK}={secrets.token_hex(8)}"
        environment = os.environ | dict([self._mark.split("=")])
        try:
            # A session of its own, so that Ctrl-C does not reach it and its descendants can be killed with it.
            process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=environment
            )
        except OSError as error:
            raise ClientError(f"cannot be started: {error.strerror}") from error
        # all are pipes, so none is None
        streams = typing.cast(tuple[typing.IO[bytes], ...], (process.stdin, process.stdout, process.stderr))
        self._process, self._streams = process, streams
        self._input, self._output, self._error_output = streams
        self._answers, self._errors = b"", b""
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._error_output, selectors.EVENT_READ)

    @property
    def error_tail(self) -> str:
        """The end of its standard error."""
        return self._errors.decode(errors="replace").strip()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send ``line`` and return the next line that is not empty; neither includes the line end.

        Raises:
            ClientError: no answer in time, one that is too long, or the program has ended.
        """
        deadline = time.monotonic() + seconds
        unsent = line + b"\n"
        self._selector.register(self._input, selectors.EVENT_WRITE)
        while b"\n" not in self._answers:
            left = deadline - time.monotonic()
            if left <= 0:
                raise ClientError(f"did not answer within {seconds:g} seconds")
            for key, _ in self._selector.select(left):
                if key.fileobj is self._input:
                    unsent = self._send(unsent)
                elif key.fileobj is self._output:
                    self._read_output()
                else:
                    self._read_errors()
        if unsent:
            raise ClientError("answered before it had read the question")
        answer, _, self._answers = self._answers.partition(b"\n")
        return answer

    def _send(self, unsent: bytes) -> bytes:
        """Write what fits into the pipe; return the rest."""
        try:
            unsent = unsent[self._input.write(unsent) or 0 :]
            closed = False
        except BrokenPipeError:
            closed = True  # its output shows whether it has ended
        if closed or not unsent:
            self._selector.unregister(self._input)
        return unsent

    def _read_output(self) -> None:
        data = self._output.read(_CHUNK)
        if data == b"":
            self._read_errors()
            raise ClientError(self._ending())
        self._answers = (self._answers + (data or b"")).lstrip()  # an empty line is no answer
        if len(self._answers) > LINE_LIMIT:
            raise ClientError(f"wrote more than {LINE_LIMIT:,} bytes without being asked or without a line's end")

    def _read_errors(self) -> None:
        """Read its standard error and keep the end."""
        for _ in range(_CHUNKS):  # it may write faster than this reads
            data = self._error_output.read(_CHUNK)
            if not data:
                break
            self._errors = (self._errors + data)[-KEPT:]
        if data == b"" and self._error_output in self._selector.get_map():
            self._selector.unregister(self._error_output)

    def _ending(self) -> str:
        """Describe how it ended, after the end of its output."""
        try:
            code = self._process.wait(_EXIT_TIME)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    def close(self) -> None:
        """End it and all its descendants, forcibly if it does not exit by itself."""
        self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_TIME)
        self.kill()

    def kill(self) -> None:
        """Kill it and all its descendants."""
        self._read_errors()
        self._selector.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._kill_strays()
        for stream in self._streams:
            stream.close()

    def _kill_strays(self) -> None:
        """Kill descendants in other process groups, which may start more, and wait for their end."""
        killed: set[int] = set()
        until = time.monotonic() + _EXIT_TIME
        while time.monotonic() < until:
            strays = _processes_with(self._mark)
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            killed |= set(strays)
            # One that is ending loses its environment, by which it is found, before it has ended.
            if not strays and not any(map(_is_running, killed)):
                break
            time.sleep(_PAUSE)


def _is_running(pid: int) -> bool:
    try:
        state = (_PROCESSES / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        return state.rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _processes_with(variable: str) -> list[int]:
    """Return the processes with ``"NAME=value"`` in their environment; none on systems without ``/proc``."""
    found = []
    for file in _PROCESSES.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to another user
            if variable.encode() in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found
