"""An agent plays the tasks of the benchmark."""

import time
from collections.abc import Callable

from ctv_env import __version__
from ctv_env.agents.benchmark.conditions import conditions_of, identities_of
from ctv_env.agents.benchmark.result import Result, Row, TaskResult
from ctv_env.agents.benchmark.tasks import Match, Task
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.cost import seconds_against
from ctv_env.agents.evaluation.evaluate import match_of, seats
from ctv_env.agents.evaluation.fingerprint import label_in
from ctv_env.agents.evaluation.results import side_result
from ctv_env.core.host import usable_cores


def fitting(agent: str, tasks: list[Task]) -> tuple[list[Task], dict[str, str]]:
    """Return the tasks that an agent can play, and for each other one the reason, by its name.

    Raises:
        ValueError: it can play none; the error is that of the first.
    """
    found, refused = [], {}
    for task in tasks:
        try:
            identities_of(agent, task, list(task.places))
            found.append(task)
        except ValueError as error:
            refused[task.name] = error
    if not found:
        raise next(iter(refused.values()))
    return found, {name: str(error) for name, error in refused.items()}


def begin(agent: str, tasks: list[Task], games: int | None) -> Result:
    """Return the result of an agent that has not played yet.

    Args:
        agent: its name.
        tasks: that it will play, at least one.
        games: as for ``play_task``.
    """
    label = label_in(identities_of(agent, tasks[0], list(tasks[0].places))[0])
    complete = all(task.games_up_to(games) == task.games for task in tasks)
    return Result(label, __version__, usable_cores(), complete, [])


def play_task(agent: str, task: Task, games: int | None, threads: int, progress: Callable[[int], object]) -> TaskResult:
    """Play one task.

    Args:
        agent: name of the agent, which can play it (``fitting``).
        task: the task.
        games: at most so many against each opponent on each side; None for all.
        threads: number of threads or processes.
        progress: called with the number of games that have ended since the last call.

    Raises:
        OSError: processes that played games were ended from outside.
        ValueError: an agent failed.
    """
    conditions = conditions_of(task)
    with Arena(task.setting(threads)) as arena:
        rows = [
            play_match(agent, match._replace(seeds=match.seeds[:games]), arena, progress) for match in task.matches()
        ]
    identities = identities_of(agent, task, list(task.places))
    cost = seconds_against(agent, task.setting().spec.policies[-1], task.places, task.setting())
    return TaskResult(task.name, conditions, identities, float(f"{1000 * cost:.3g}"), rows)


def play_match(agent: str, match: Match, arena: Arena, progress: Callable[[int], object]) -> Row:
    """Play one match; progress as for ``play_task``."""
    sides = arena.setting.spec.sides
    names = match_of(agent, match.opponent, (match.side,), arena)
    begun, records = time.perf_counter(), []
    for (record,) in arena.play([seats(agent, match.opponent, match.side, sides)], match.seeds):
        records.append(record)
        progress(1)
    seconds = round(time.perf_counter() - begun, 2)
    result = side_result(names, match.side, records)
    forfeits = sum(result.forfeits.values())
    counts = (result.games, result.wins, result.draws, result.distinct, forfeits)
    return Row(match.opponent, match.held_out, match.side, *counts, seconds)
