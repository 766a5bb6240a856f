"""Our speed relative to that of another revision of the repository, on this machine.

Speeds on two machines, or at two hours of a shared one, do not compare, not even relative to a fixed program: one
processor runs the engine 1.7 times as fast as another, relative to the same loop.  So both revisions are measured now,
each in a process of its own, in many short rounds in which they take turns.
"""

import contextlib
import io
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator

from ctv_env.bench import meter

ROOT = pathlib.Path(__file__).parents[2]
FLOOR = 0.8
"""A speed below this fraction of the other revision's is too slow."""
ROUNDS, SECONDS = 50, 0.04
_PACKAGE = ("ctv_env", "agents", "configs")


class RevisionError(RuntimeError):
    """A revision cannot be measured; the message says why."""


def compare(revision: str, rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, float]:
    """Return our speed relative to that of ``revision``, by workload: the median of the rounds' ratios.

    Args:
        revision: a commit, tag or branch, as git names it.
        rounds: number of rounds, after one that compiles.
        seconds: minimum processor time of each measurement.

    Raises:
        RevisionError: there is no such revision or no repository, or the revision has no such workloads.
    """
    with _metered(sources(revision), revision, seconds) as other, _metered(ROOT, "this revision", seconds) as ours:
        readings = [(next(ours), next(other)) for _ in range(rounds + 1)][1:]
    first, _ = readings[0]
    return {name: statistics.median(a[name] / b[name] for a, b in readings) for name in first}


def sources(revision: str) -> pathlib.Path:
    """Return a folder with the package's sources as of ``revision``; it is kept, so that code is compiled only once.

    Raises:
        RevisionError: there is no such revision, or no repository.
    """
    found = _git(revision, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    commit = found.decode().strip()
    folder = ROOT / "build" / "revisions" / commit
    if not folder.is_dir():
        partial = folder.with_suffix(".part")  # so that a run that is stopped leaves no folder that looks complete
        shutil.rmtree(partial, ignore_errors=True)
        with tarfile.open(fileobj=io.BytesIO(_git(revision, "archive", "--format=tar", commit, *_PACKAGE))) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # new in Python 3.11.4
            archive.extractall(partial)
        partial.rename(folder)
    return folder


def _git(revision: str, *words: str) -> bytes:
    """Return what git prints; a failure is a RevisionError about ``revision``."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
    except OSError as error:
        raise RevisionError(f"{revision!r} cannot be compared, since git cannot be run: {error}") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode().strip() or "no commit has this name; a shallow clone lacks the earlier ones"
        raise RevisionError(f"{revision!r} cannot be compared in {ROOT}: {said}") from error


@contextlib.contextmanager
def _metered(folder: pathlib.Path, name: str, seconds: float) -> Iterator[Iterator[dict[str, float]]]:
    """Start the meter in ``folder``; yield an iterator whose every item is a new reading."""
    program = pathlib.Path(meter.__file__).read_text(encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(seconds)],  # with -c, the working directory comes first in the search path
        cwd=folder,
        bufsize=0,  # else a byte that a process did not read would be written again when the pipe is closed
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        try:
            yield _readings(process, name)
        finally:
            process.kill()


def _readings(process: subprocess.Popen[bytes], name: str) -> Iterator[dict[str, float]]:
    assert process.stdin
    assert process.stdout
    while True:
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"\n")
        line = process.stdout.readline()
        if not line:
            raise RevisionError(f"{name} cannot be measured: its process ended with {process.wait()}, as said above")
        yield json.loads(line)


def complaints(relative: dict[str, float], revision: str) -> list[str]:
    """Return a sentence for each speed that is too low; none if all are high enough."""
    return [
        f"{name}: {ratio:.0%} of the speed of {revision}; at least {FLOOR:.0%} is required"
        for name, ratio in relative.items()
        if ratio < FLOOR
    ]
