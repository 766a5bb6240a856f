"""Fuzzing: feed damaged data to whatever reads data, and look for anything but an error in words.

``python -m fuzz.run saves positions --count 5000`` from the folder ``tests``; each kind is a module of this folder.
It has ``target(game)``, which prepares valid data and returns a function of a ``random.Random`` that damages some of
it, feeds it and returns a word for what happened, such as ``"refused"``.  Whatever that function raises is a finding.

The cases run in forked processes, so that a crash or an endless loop is a finding, too.  A case is determined by its
kind, game, seed and number; ``--only NUMBER`` repeats it in this process, with a traceback.
"""

import argparse
import collections
import faulthandler
import importlib
import os
import pathlib
import random
import resource
import signal
import sys
import time
import traceback
import typing
from collections.abc import Callable

from conformance.subjects import TOY

from ctv_env.games import GAMES

Case = Callable[[random.Random], str]

COUNTS = {"saves": 5000, "positions": 5000, "records": 5000, "configs": 2000, "requests": 20_000, "programs": 50}
"""Cases of each kind in a long run, for each game."""
OF_NO_GAME = ("configs", "requests", "programs")
"""Kinds that run once, not for each game."""

_PART = 50  # cases in a process
_MEMORY = 6 << 30  # bytes of a process
_BEGUN, _DONE, _FOUND = "begun", "done", "found"


class Report(typing.NamedTuple):
    """The outcome of the cases of a kind."""

    counts: collections.Counter[str]
    findings: dict[int, str]  # what was found, by the number of the case


def fuzz(case: Case, count: int, seed: int, seconds: int = 10) -> Report:
    """Run ``count`` cases.

    Args:
        case: from ``target``.
        count: number of cases.
        seed: determines the cases.
        seconds: after which a case counts as hanging.
    """
    report, number = Report(collections.Counter(), {}), 0
    while number < count:
        last = min(number + _PART, count)
        lines, status = _in_child(case, range(number, last), seed, seconds)
        running = None
        for tag, k, what in lines:
            running = k if tag == _BEGUN else None
            if tag == _FOUND:
                report.findings[k] = what
            elif tag == _DONE:
                report.counts[what] += 1
        if status:
            broken = number if running is None else running
            report.findings[broken] = _death(status)
            number = broken + 1
        else:
            number = last
    return report


def random_of(seed: int, number: int) -> random.Random:
    """Return the source of randomness of one case."""
    return random.Random(f"{seed} {number}")


def _in_child(case: Case, numbers: range, seed: int, seconds: int) -> tuple[list[tuple[str, int, str]], int]:
    """Run some cases in a forked process; return its lines, and its exit status, 0 if all is well."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _run_and_exit(case, numbers, seed, seconds, writing)
    os.close(writing)
    with os.fdopen(reading, errors="replace") as stream:
        texts = [line.rstrip("\n").split(" ", 2) for line in stream]
    _, status = os.waitpid(child, 0)
    return [(tag, int(k), what) for tag, k, what in texts], status


def _run_and_exit(case: Case, numbers: range, seed: int, seconds: int, pipe: int) -> typing.NoReturn:
    """What the forked process does; it ends without the exit handlers of its parent."""
    faulthandler.disable()  # the parent reports a crash in one line
    limit = _address_space() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process, even in a compiled loop
    unraised: list[str] = []  # compiled functions that are called by address report their errors only here
    sys.unraisablehook = lambda what: unraised.append(f"{type(what.exc_value).__name__}: {what.exc_value}")
    with open(os.devnull, "w") as null:
        os.dup2(null.fileno(), 1)
        os.dup2(null.fileno(), 2)
    for number in numbers:
        os.write(pipe, f"{_BEGUN} {number} -\n".encode())
        signal.alarm(seconds)
        try:
            line = _DONE, case(random_of(seed, number))
        except BaseException as error:
            line = _FOUND, _told(error)
        signal.alarm(0)
        if unraised:
            line = _FOUND, f"unraised {unraised.pop()}"
        os.write(pipe, f"{line[0]} {number} {' '.join(line[1].split())}\n".encode(errors="replace"))
    os._exit(0)


def _address_space() -> int:
    """Bytes that this process has mapped; what it inherits in a long run of tests are gigabytes."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _told(error: BaseException) -> str:
    """An error and where it was raised, in a line."""
    *_, place = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {str(error)[:200]} at {os.path.basename(place.filename)}:{place.lineno}"


def _death(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"the process ended with exit code {os.WEXITSTATUS(status)}"
    number = os.WTERMSIG(status)
    return "hangs" if number == signal.SIGALRM else f"the process was ended by {signal.Signals(number).name}"


def games_of(kind: str) -> tuple[str, ...]:
    """Return the games for which cases of a kind are run: all games of the package, and the toy game of the tests."""
    return (GAMES[0],) if kind in OF_NO_GAME else (*GAMES, TOY)


def main() -> int:
    """Run the kinds of the command line; return 1 if anything was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="+", choices=[*COUNTS], metavar="KIND", help=", ".join(COUNTS))
    parser.add_argument("--count", type=int, help="cases of each kind, for each game (those of a long run)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the cases (1)")
    parser.add_argument("--game", help="only this game (all)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="repeat only this case, in this process")
    arguments = parser.parse_args()
    found = 0
    for kind in arguments.kinds:
        for game in (arguments.game,) if arguments.game else games_of(kind):
            case = importlib.import_module(f"fuzz.{kind}").target(game)
            if arguments.only is not None:
                print(case(random_of(arguments.seed, arguments.only)))
                continue
            begun = time.monotonic()
            report = fuzz(case, arguments.count or COUNTS[kind], arguments.seed)
            _print(f"{kind} {game}", report, time.monotonic() - begun)
            found += len(report.findings)
    return 1 if found else 0


def _print(what: str, report: Report, seconds: float) -> None:
    words = ", ".join(f"{count:,} {word}" for word, count in report.counts.most_common())
    print(f"{what}: {words}; {len(report.findings)} findings; {seconds:.0f} s", flush=True)
    for number, finding in report.findings.items():
        print(f"  --only {number}: {finding}")


if __name__ == "__main__":
    sys.exit(main())
