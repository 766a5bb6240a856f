"""The conditions of the tasks: those of today, in the file beside the leaderboard, and how others differ from them."""

import dataclasses
import json
import pathlib
from collections.abc import Mapping

from ctv_env.agents.base import dismiss
from ctv_env.agents.benchmark.result import Conditions, TaskResult
from ctv_env.agents.benchmark.tasks import BenchmarkError, Task
from ctv_env.agents.evaluation.agent_pool import label_of
from ctv_env.agents.evaluation.fingerprint import identity_of_agent, place_of, without_code
from ctv_env.agents.evaluation.proofs import original
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.settings import read


def conditions_of(task: Task) -> Conditions:
    """Return the present conditions of a task; ValueError if one of its opponents does not exist."""
    sides = task.setting().spec.sides
    others = [side for place in task.places for side in sides if side != place]
    opponents = [identity for name in task.opponents for identity in identities_of(name, task, others)]
    return Conditions(task.definition, task.seeds_hash, place_of(task.setting()), opponents)


def identities_of(name: str, task: Task, sides: list[str]) -> list[str]:
    """Return the identity of an agent on some sides of a task, one for all if they do not differ.

    Raises:
        ValueError: there is no such agent, or it cannot play one of these sides there.
    """
    setting = task.setting()
    found: dict[str, None] = {}
    for side in sides:
        agent = make_agent(name, task.game, task.scenario, side, time_limit=task.seconds, options=setting.options)
        found[identity_of_agent(label_of(name, agent), agent, setting)] = None
        dismiss(agent)
    return list(found)


def difference(result: TaskResult, task: Task | None, now: Conditions | None) -> str:
    """Return in words why a result does not apply under the conditions ``now``; an empty text if it does.

    Other code of the rules or the opponents is none (``has_other_code``).
    """
    if task is None or now is None:
        return "there is no such task any more"
    then = result.conditions
    if then.definition != now.definition:
        return "the task has changed"
    if then.seeds != now.seeds:
        return "the seeds have changed"
    if without_code(then.place) != without_code(now.place):
        return f"rules, data or options have changed since it was played with {then.place}"
    wanted = [(match.opponent, match.held_out, match.side, len(match.seeds)) for match in task.matches()]
    if [(row.opponent, row.held_out, row.side, row.games) for row in result.rows] != wanted:
        return "its games are not those of the task"
    return ""


def has_other_code(result: TaskResult, now: Conditions) -> bool:
    """Return whether rules or opponents had other code when a result was played.

    Nearly any change of the code changes these hashes, few of them change a game: proofs of that count
    (``evaluation.proofs``).
    """
    then = result.conditions
    return [*map(original, (then.place, *then.opponents))] != [*map(original, (now.place, *now.opponents))]


def write_conditions(file: pathlib.Path, conditions: Mapping[str, Conditions]) -> None:
    """Write the conditions of each task."""
    data = {name: dataclasses.asdict(one) for name, one in conditions.items()}
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def read_conditions(file: pathlib.Path) -> dict[str, Conditions]:
    """Return the conditions of each task in a file; BenchmarkError if it does not hold any."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return {name: read(Conditions, one, f"{name}.") for name, one in data.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise BenchmarkError(f"{file} does not hold the conditions of the benchmark: {error}") from error
