"""A subprocess that answers lines: one to its standard input, one from its standard output, within a time limit.

Whatever it does, reading nothing, writing without end, hanging, dying, it cannot hang or fill this process: there is a
deadline for each answer and a limit to all that is kept.  Runs on systems that have process groups (not on Windows).

What it starts is ended with it: its process group, and on Linux also what has left the group, by a variable in the
environment that every descendant inherits.  Only a program that takes care to remove the variable can leave something
behind.
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
"""Bytes of an answer."""
KEPT = 4096  # bytes of its standard error, the last ones
_CHUNK, _CHUNKS = 2**16, 16  # bytes of a read, and reads in a row
_MARK = "CTV_PROGRAM"  # name of the variable
_PROCESSES = pathlib.Path("/proc")
_ROUNDS = 20  # of looking for what it has started, which may start more
_FAREWELL = 1.0  # seconds that a program has to end by itself once its input is closed


class ClientError(Exception):
    """The program did not answer as it should; the message, without a subject, says how."""


class SubprocessClient:
    """A running program; close it in the end.

    Args:
        command: program and arguments.

    Raises:
        ClientError: it cannot be started.
    """

    def __init__(self, command: list[str]):
        pipe, self._mark = subprocess.PIPE, f"{_MARK}={secrets.token_hex(8)}"
        environment = os.environ | dict([self._mark.split("=")])
        try:
            # A session of its own: Ctrl-C is for us, and what it starts itself can be ended with it.
            process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=environment
            )
        except OSError as error:
            raise ClientError(f"cannot be started: {error.strerror}") from error
        # None of them is None: all are pipes.
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
    def last_words(self) -> str:
        """The end of what it wrote to its standard error."""
        return self._errors.decode(errors="replace").strip()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Its next line, after it was sent ``line``; neither holds a line's end.

        Raises:
            ClientError: there was none in time, it was too long, or the program has ended.
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
                    self._hear()
                else:
                    self._note_errors()
        if unsent:
            raise ClientError("answered before it had read the question")
        answer, _, self._answers = self._answers.partition(b"\n")
        return answer

    def _send(self, unsent: bytes) -> bytes:
        """Write what the pipe takes; returns the rest."""
        try:
            unsent = unsent[self._input.write(unsent) or 0 :]
            deaf = False
        except BrokenPipeError:
            deaf = True  # whether it is gone shows in its output
        if deaf or not unsent:
            self._selector.unregister(self._input)
        return unsent

    def _hear(self) -> None:
        heard = self._output.read(_CHUNK)
        if heard == b"":
            self._note_errors()
            raise ClientError(self._ending())
        self._answers += heard or b""
        if len(self._answers) > LINE_LIMIT:
            raise ClientError(f"wrote more than {LINE_LIMIT:,} bytes without being asked or without a line's end")

    def _note_errors(self) -> None:
        """Read its standard error, and keep the end."""
        for _ in range(_CHUNKS):  # it may write faster than this reads
            heard = self._error_output.read(_CHUNK)
            if not heard:
                break
            self._errors = (self._errors + heard)[-KEPT:]
        if heard == b"" and self._error_output in self._selector.get_map():
            self._selector.unregister(self._error_output)

    def _ending(self) -> str:
        """How it ended, now that it says no more."""
        try:
            code = self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    def close(self) -> None:
        """End it, and all that it has started, at once if it does not do so by itself."""
        self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End it, and all that it has started, at once."""
        self._note_errors()
        self._selector.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._kill_strays()
        for stream in self._streams:
            stream.close()

    def _kill_strays(self) -> None:
        """End what it has started in other process groups."""
        for _ in range(_ROUNDS):
            strays = _processes_with(self._mark)
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if not strays:
                break


def _processes_with(variable: str) -> list[int]:
    """Return the processes with ``"NAME=value"`` in their environment; none on systems without ``/proc``."""
    found = []
    for file in _PROCESSES.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to somebody else
            if variable.encode() in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found
