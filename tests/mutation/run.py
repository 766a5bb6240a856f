"""``make mutants``: change the rule chapters one condition, constant or effect at a time; does a test fail?

The rules run interpreted (NUMBA_DISABLE_JIT=1), so that a mutant only needs a changed code object: the tests are
collected once, and each mutant is a forked child that runs the tests that have ever entered the changed function until
one fails, starting with those that have killed mutants of that function before, those of its own file and chapter, the
golden games, and the twins.  A mutant that no test kills is a survivor; ``explained_*.yaml`` say why some cannot be
killed.  Which test enters which function is measured first, and kept for the next run.
"""

import argparse
import collections
import contextlib
import cProfile
import hashlib
import importlib
import json
import os
import pathlib
import random
import signal
import sys
import time

import pytest
import yaml

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build"
TESTS = {
    "ctv": ("games/ctv", "golden", "properties"),
    "arriba": ("games/arriba", "golden"),
    "tscw": ("games/tscw", "golden"),
}  # folders of tests, by game
LIMIT = 0.05  # fraction of mutants that may survive
SLOW = 2.0  # seconds of CPU: such tests of a chapter come late
WHOLE = ("test_golden", "test_twins")  # compare whole games, or whole chapters with plain versions of them
TOO_SLOW = 20  # seconds of CPU, with its calls traced: a test that takes longer is left out


def main() -> int:
    """Run the mutants of some chapters; returns what ``Runner.verdict`` says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", help="names of rule files, as r10_combat; all without any")
    parser.add_argument("--game", choices=TESTS, default="ctv", help="whose rules are changed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at a time")
    parser.add_argument(
        "--seconds", type=int, default=60, help="of CPU for the tests of a mutant, after which it has survived"
    )
    parser.add_argument("--again", action="store_true", help="only those that survived the run before unexplained")
    parser.add_argument("--sample", type=int, help="so many mutants only, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample: another one draws other mutants")
    args = parser.parse_args()
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        parser.error("run it with NUMBA_DISABLE_JIT=1: compiled code cannot be changed")
    runner = Runner(args)
    quiet = ["-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:terminal"]
    folders = [str(ROOT / "tests" / name) for name in TESTS[args.game]]
    pytest.main([*quiet, "-m", "not slow and not whole_games", *folders], [runner])
    return runner.verdict()


class Runner:
    """A pytest plugin in the place of its run loop."""

    def __init__(self, args):
        self.args = args
        self.rules = ROOT / "ctv_env" / "games" / args.game / "rules"
        self.survivors_file = BUILD / f"mutation_survivors_{args.game}.json"
        self.survivors, self.n_mutants, self.reports = [], 0, []
        self.kills = collections.Counter()  # of "file:function test": those that have killed before run early
        self.kills_read, self.kills_write = os.pipe()
        os.set_blocking(self.kills_read, False)

    def pytest_configure(self, config) -> None:
        """Let Python write the tracebacks: pytest fails at code without lines (``dispatch``), where a test may stop."""
        config.option.tbstyle = "native"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session) -> bool:
        """Map the tests, then try the mutants."""
        self.items = list(session.items)
        self.calls = self._map()
        todo = [(file, mutant) for file in self._files() for mutant in _mutants_of(file)]
        self.reasons = _explanations(
            HERE / f"explained_{self.args.game}.yaml", {(file.stem, mutant.key) for file, mutant in todo}
        )
        if self.args.again:
            before = set(map(tuple, json.loads(self.survivors_file.read_text())))
            before -= set(self.reasons)
            todo = [(file, mutant) for file, mutant in todo if (file.stem, mutant.key) in before]
        if self.args.sample:
            todo = random.Random(self.args.seed).sample(todo, min(self.args.sample, len(todo)))
        self.n_mutants = len(todo)
        self._run_all(todo)
        self.survivors_file.write_text(json.dumps([(file.stem, mutant.key) for file, mutant, _ in self.survivors]))
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        """Note what failed; in a child nothing is printed."""
        self.reports.append(report.failed)

    def _files(self) -> list[pathlib.Path]:
        chapters = {path.stem: path for path in sorted(self.rules.glob("r*.py"))}
        unknown = [name for name in self.args.chapters if name not in chapters]
        if unknown:
            sys.exit(f"no chapter {unknown[0]!r}; there are {', '.join(chapters)}")
        return [chapters[name] for name in self.args.chapters or chapters]

    # -- which tests enter which functions -----------------------------------------------------------------------------

    def _map(self) -> dict:
        """{"file:function": [[test, seconds], ...]}, from the last run if nothing has changed since."""
        digest = hashlib.sha256()
        for path in sorted([*(ROOT / "ctv_env").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]):
            digest.update(path.read_bytes())
        key, map_file = digest.hexdigest(), BUILD / f"mutation_map_{self.args.game}.json"
        if map_file.is_file():
            kept = json.loads(map_file.read_text())
            if kept["key"] == key:
                return kept["calls"]
        calls = self._measure()
        BUILD.mkdir(exist_ok=True)
        map_file.write_text(json.dumps({"key": key, "calls": calls}))
        return calls

    def _measure(self) -> dict:
        """Run every test once, in as many processes as there are jobs; what is very slow or fails is left out."""
        parts = [self.items[k :: self.args.jobs] for k in range(self.args.jobs)]
        pipes = []
        for part in parts:
            read, write = os.pipe()
            if os.fork() == 0:
                with os.fdopen(write, "w") as out:
                    json.dump(self._measure_part(part), out)
                os._exit(0)
            os.close(write)
            pipes.append(read)
        calls: dict = {}
        for pipe in pipes:
            with os.fdopen(pipe) as source:
                for name, tests in json.load(source).items():
                    calls.setdefault(name, []).extend(tests)
            os.wait()
        return calls

    def _measure_part(self, items) -> dict:
        _silence()
        calls: dict = {}
        signal.signal(signal.SIGVTALRM, _stop)
        for item in items:
            profiler = cProfile.Profile(builtins=False)
            begun = time.process_time()
            signal.setitimer(signal.ITIMER_VIRTUAL, TOO_SLOW)
            profiler.enable()
            failed = self._play(item)
            profiler.disable()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            taken = time.process_time() - begun
            for name in _entered(profiler, self.rules) if not failed else ():
                calls.setdefault(name, []).append([item.nodeid, taken])
        return calls

    def _play(self, item) -> bool:
        """True if ``item`` fails."""
        self.reports.clear()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return any(self.reports)

    # -- the mutants ---------------------------------------------------------------------------------------------------

    def _run_all(self, todo) -> None:
        """Fork a child for each mutant, several at a time, and record which survive."""
        running: dict = {}
        begun, n_done = time.perf_counter(), 0
        while todo or running:
            while todo and len(running) < self.args.jobs:
                file, mutant = todo.pop(0)
                pid = os.fork()
                if pid == 0:
                    self._child(file, mutant)
                running[pid] = (file, mutant)
            pid, status = os.wait()
            file, mutant = running.pop(pid)
            n_done += 1
            with contextlib.suppress(BlockingIOError):
                self.kills.update(os.read(self.kills_read, 1 << 16).decode().split("\n"))
            if status == 0:
                reason = self.reasons.get((file.stem, mutant.key))
                self.survivors.append((file, mutant, reason))
                tail = f"  explained: {reason}" if reason else ""
                print(f"survives: {file.stem}.py:{mutant.line} {mutant.key}{tail}", flush=True)
            elif n_done % 50 == 0:
                print(f"{n_done} of {self.n_mutants} mutants, {time.perf_counter() - begun:.0f} s", flush=True)

    def _child(self, file, mutant) -> None:
        """Play the tests on the changed rules; exit code 0 if all of them pass."""
        _silence()
        signal.setitimer(signal.ITIMER_VIRTUAL, 3 * self.args.seconds)  # a mutant that never ends is dead
        module = importlib.import_module(f"ctv_env.games.{self.args.game}.rules.{file.stem}")
        getattr(module, mutant.function).__code__ = mutant.code
        name = f"{file.stem}:{mutant.function}"
        tests = dict(self.calls.get(name, []))

        def late(item) -> tuple:
            is_fast = tests[item.nodeid] <= SLOW
            return (
                -self.kills[f"{name} {item.nodeid}"],
                not (is_fast and f"test_{file.stem}" in item.nodeid),
                not (is_fast and f"test_{file.stem.split('_')[0]}_" in item.nodeid),
                not any(whole in item.nodeid for whole in WHOLE),
                tests[item.nodeid],
            )

        items = sorted((item for item in self.items if item.nodeid in tests), key=late)
        begun = time.process_time()
        for item in items:
            if self._play(item):
                os.write(self.kills_write, f"{name} {item.nodeid}\n".encode())
                os._exit(1)
            if time.process_time() - begun > self.args.seconds:
                break
        os._exit(0)

    def verdict(self) -> int:
        """Print the sum; the exit code: 1 if one survives unexplained, or too many do in a run of all chapters."""
        n_left, unexplained = len(self.survivors), sum(1 for *_, reason in self.survivors if not reason)
        part = n_left / max(self.n_mutants, 1)
        print(f"{self.n_mutants} mutants, {n_left} survive ({part:.1%}), {unexplained} of them unexplained")
        whole = not (self.args.chapters or self.args.again or self.args.sample)
        return int(self.n_mutants == 0 or unexplained > 0 or (whole and part >= LIMIT))


def _mutants_of(file: pathlib.Path):
    from mutation.operators import mutants

    return mutants(file.read_text(), str(file))


def _explanations(source: pathlib.Path, mutants: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """(file, key) -> why that mutant cannot be killed; ends the run if one is explained that is no longer there."""
    given = yaml.safe_load(source.read_text()) or {}
    reasons = {(stem, key): reason for stem, keys in given.items() for key, reason in keys.items()}
    stems = {stem for stem, _ in mutants}
    gone = [f"{stem}: {key}" for stem, key in reasons if stem in stems and (stem, key) not in mutants]
    if gone:
        sys.exit(f"{source.name} explains what is no mutant: {gone[0]}")
    return reasons


def _entered(profiler: cProfile.Profile, rules: pathlib.Path) -> set[str]:
    """ "file:function" of each function of the rules that was called."""
    codes = [entry.code for entry in profiler.getstats() if not isinstance(entry.code, str)]
    paths = [(pathlib.Path(code.co_filename), code.co_name) for code in codes]
    return {f"{path.stem}:{name}" for path, name in paths if path.parent == rules}


class _TooSlow(BaseException):
    """Ends a test; no library takes it for an ordinary failure that it could look into."""


def _stop(*_):
    raise _TooSlow


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    sys.exit(main())
