"""What this process may use of the machine that it runs on, and how it is told to end.

A batch system or a container gives a process fewer cores and less memory than the machine has, sometimes no standard
streams, and ends it by a signal.
"""

import contextlib
import io
import os
import pathlib
import signal
import sys
import threading
import typing
from collections.abc import Callable, Iterator

if typing.TYPE_CHECKING:
    from types import FrameType

_GROUPS = pathlib.Path("/sys/fs/cgroup")
_OWN_GROUPS = pathlib.Path("/proc/self/cgroup")
_MEMORY = pathlib.Path("/proc/meminfo")


def usable_cores() -> int:
    """Return the number of cores that this process may use, at least 1: its affinity, and the quota of its container.

    A quota of one and a half cores counts as two.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quotas = (-(-quota // period) for quota, period in _quotas() if quota > 0 and period > 0)
    return max(1, min((cores, *quotas)))


def free_memory() -> int | None:
    """Return the bytes of memory that this process may still use, None if the system does not say."""
    free = [limit - used for limit, used in _memory_limits()]
    for line in _text(_MEMORY).splitlines():
        if line.startswith("MemAvailable:"):
            free.append(int(line.split()[1]) * 1024)
    return max(0, min(free)) if free else None


def tell(sentence: str) -> None:
    """Print a sentence to standard error, if there is one: a service may have closed it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(sentence, file=sys.stderr, flush=True)


def prepare_streams() -> None:
    """Let a program use the standard streams, whatever they are.

    Streams that are closed, as those of a service may be, read and write nothing.  What an encoding lacks is written as
    an escape: outside a terminal it may be ASCII, and the games have names such as Gijón.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (until the end)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def shows_progress() -> bool:
    """Whether standard error is a terminal, on which a bar of progress makes sense."""
    with contextlib.suppress(OSError, ValueError):
        return sys.stderr is not None and sys.stderr.isatty()
    return False


@contextlib.contextmanager
def ends_like_ctrl_c(handler: "Callable[[int, FrameType | None], object] | None" = None) -> Iterator[None]:
    """Within this block the signals that ask a process to end do what Ctrl-C does: what has been done is kept.

    These are SIGTERM, which batch systems and containers send some seconds before they kill, and SIGHUP, for a terminal
    that was closed, unless the process was started to ignore it.  In any other thread than the main one, which alone
    receives signals, nothing changes.

    Args:
        handler: takes all of them, Ctrl-C included; None leaves Ctrl-C as it is.
    """
    numbers = [signal.SIGTERM, *filter(None, [getattr(signal, "SIGHUP", None)]), *([signal.SIGINT] if handler else [])]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        for number, old in before.items():
            if number == signal.SIGINT or old != signal.SIG_IGN:
                signal.signal(number, handler or _interrupt)
        yield
    finally:
        for number, old in before.items():
            if old is not None:  # None: installed by C code
                signal.signal(number, old)


def _interrupt(number: int, frame: "FrameType | None") -> None:
    """Do what Ctrl-C does, also in a process that ignores it, as one in the background of a shell script does."""
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler):
        handler(number, frame)
    else:
        raise KeyboardInterrupt


def _quotas() -> Iterator[tuple[int, int]]:
    """Yield quota and period of processor time for each group of this process that has them, in microseconds."""
    for folder in _groups("cpu"):
        yield from _pairs(_text(folder / "cpu.max"))
        yield from _pairs(f"{_text(folder / 'cpu.cfs_quota_us')} {_text(folder / 'cpu.cfs_period_us')}")


def _memory_limits() -> Iterator[tuple[int, int]]:
    """Yield limit and use of memory for each group of this process that has a limit, in bytes.

    Files that the system keeps in memory count as used, although it would give them up: they are taken off.
    """
    for folder in _groups("memory"):
        kept = dict(line.split(maxsplit=1) for line in _text(folder / "memory.stat").splitlines())
        for limit, used, files in (
            ("memory.max", "memory.current", "inactive_file"),
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        ):
            for most, now in _pairs(f"{_text(folder / limit)} {_text(folder / used)}"):
                yield most, now - int(kept.get(files, 0))


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the two numbers of a text; nothing if it is empty, or says that there is no limit."""
    words = text.split()
    with contextlib.suppress(ValueError):
        if len(words) == 2:
            yield int(words[0]), int(words[1])


def _groups(controller: str) -> Iterator[pathlib.Path]:
    """Yield the folders of the control groups that bind this process, from its own to the outermost (Linux, v1 and v2).

    In a container the groups around its own are hidden, and what the process is told may not exist: then only the
    folders that do exist say something.
    """
    for line in _text(_OWN_GROUPS).splitlines():
        _, controllers, group = line.split(":", 2)
        if controllers and controller not in controllers.split(","):
            continue
        mount = _GROUPS / controller if controllers else _GROUPS
        inner = mount.joinpath(*(name for name in group.split("/") if name not in ("", "..")))
        while inner != mount:
            yield inner
            inner = inner.parent
        yield mount


def _text(file: pathlib.Path) -> str:
    """Return the text of a file of the system, empty if it cannot be read."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return file.read_text(encoding="utf-8")
    return ""
