"""Replays matches of submitted results, to prove that a change of the code changed no game of the benchmark."""

import pathlib
from collections.abc import Iterable

from ctv_env.agents.benchmark.conditions import conditions_of, read_conditions
from ctv_env.agents.benchmark.play import play_match
from ctv_env.agents.benchmark.result import Conditions, Result, Row, read_results
from ctv_env.agents.benchmark.tasks import BenchmarkError, Match, Task, read_suite
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.replay import DifferenceError, Replay
from ctv_env.agents.registry import CHECKPOINT, kind_of

_SAME = ("games", "wins", "draws", "distinct", "forfeits")  # of a row


def replay_benchmark(folder: pathlib.Path, threads: int) -> Replay:
    """Replay a match of each task against each opponent on each side: the quickest of an agent that needs no file.

    Args:
        folder: of the leaderboard, with ``conditions.json`` and the folder ``results``.
        threads: number of threads or processes.

    Raises:
        DifferenceError: a match came out otherwise.
        BenchmarkError: (a ValueError) a wrong file, or no such match.
    """
    results = read_results(folder / "results").values()
    names: dict[str, str] = {}
    played = 0
    for name, then in read_conditions(folder / "conditions.json").items():
        task = read_suite().tasks[name]
        now, rows = conditions_of(task), list(_rows(results, task, then))
        with Arena(task.setting(threads)) as arena:
            for match in task.matches():
                _replay(*_quickest(rows, match, task), match, arena)
                played += 1
        names |= {then.place: now.place} | dict(zip(then.opponents, now.opponents, strict=True))
    return Replay(names, {"matches of the benchmark": played})


def _rows(results: Iterable[Result], task: Task, then: Conditions) -> Iterable[tuple[str, Row]]:
    """Yield the matches of a task played under its conditions, with the name of the agent."""
    for result in results:
        for played in result.tasks:
            if played.task == task.name and played.conditions == then:
                if kind_of(result.agent, task.setting().spec) is not CHECKPOINT:
                    yield from ((result.agent, row) for row in played.rows)


def _quickest(rows: list[tuple[str, Row]], match: Match, task: Task) -> tuple[str, Row]:
    fitting = [(agent, row) for agent, row in rows if (row.opponent, row.side) == (match.opponent, match.side)]
    if not fitting:
        raise BenchmarkError(f"no result of {task.name} has a match against {match.opponent} that can be replayed")
    return min(fitting, key=lambda one: one[1].seconds)


def _replay(agent: str, row: Row, match: Match, arena: Arena) -> None:
    """Raise a DifferenceError unless a match comes out as it did."""
    found = play_match(agent, match, arena, lambda games: None)
    for name in _SAME:
        if getattr(found, name) != getattr(row, name):
            raise DifferenceError(
                f"{agent} as {row.side} plays otherwise against {row.opponent}: {name} {getattr(row, name)}, "
                f"now {getattr(found, name)}"
            )
