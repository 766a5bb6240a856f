"""The tasks of the benchmark, read from ``tasks.yaml``."""

import dataclasses
import hashlib
import json
import pathlib
import re
import typing

from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.results import BOTH
from ctv_env.agents.evaluation.seeds import read_seeds
from ctv_env.agents.training.plain_yaml import PlainYamlError, load
from ctv_env.agents.training.settings import REQUIRED, ConfigError, key, read
from ctv_env.core.datafile import one_of
from ctv_env.core.quote import quoted
from ctv_env.core.spec import spec_of

FILE = pathlib.Path(__file__).parent / "tasks.yaml"
_DIGITS = 12
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class BenchmarkError(ValueError):
    """The tasks or a result are wrong, or there is no such task; the message says what would be right."""


class Match(typing.NamedTuple):
    """The games of a task against one opponent on one side.

    Attributes:
        opponent: its name (``agents.registry``).
        held_out: whether it belongs to the held-out pool.
        side: the evaluated agent's.
        seeds: one a game; those of different matches of a task differ.
    """

    opponent: str
    held_out: bool
    side: str
    seeds: list[int]


@dataclasses.dataclass(frozen=True)
class Task:
    """A task, with the keys that it has in the file.

    Attributes:
        game: as ``spec_of`` takes it.
        scenario: name of the scenario.
        side: the evaluated agent's, or ``BOTH``.
        seconds: limit on a decision of an external program.
        pool: opponents, each with the number of games against it as each side.
        held_out: the same for those that training must not use.
        name: of the task.
        seeds: source of the seeds, as ``read_seeds`` takes it.
    """

    game: str = key(REQUIRED, "the game")
    scenario: str = key(REQUIRED, "the scenario")
    side: str = key(REQUIRED, "the evaluated agent's side, or both")
    seconds: float = key(REQUIRED, "limit on a decision of an external program", low=0.01, high=3600)
    pool: dict = key(REQUIRED, "opponents that training may use")
    held_out: dict = key(REQUIRED, "opponents that training must not use")
    name: str = ""
    seeds: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The sides that the agent plays."""
        return spec_of(self.game).sides if self.side == BOTH else (self.side,)

    @property
    def opponents(self) -> dict[str, int]:
        """All opponents, those of the pool first, with the number of games against each as each side."""
        return self.pool | self.held_out

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.games_up_to(None)

    def games_up_to(self, limit: int | None) -> int:
        """Return the number of games if at most ``limit`` are played against each opponent on each side."""
        return len(self.places) * sum(
            games if limit is None else min(games, limit) for games in self.opponents.values()
        )

    @property
    def definition(self) -> str:
        """A hash of the task as it stands in the file."""
        return _hash(dataclasses.asdict(self))

    @property
    def seeds_hash(self) -> str:
        """A hash of the seeds in the order of the games."""
        return _hash([match.seeds for match in self.matches()])

    def setting(self, threads: int = 1) -> Setting:
        """Return where it is played, with as much common randomness as the game allows."""
        options = spec_of(self.game).common_random_numbers
        return Setting(self.game, self.scenario, options, threads, time_limit=self.seconds)

    def matches(self) -> list[Match]:
        """Return the matches in the order in which they are played: by side, then by opponent."""
        left = iter(read_seeds(self.seeds, self.games))
        return [
            Match(opponent, opponent in self.held_out, side, [next(left) for _ in range(games)])
            for side in self.places
            for opponent, games in self.opponents.items()
        ]


@dataclasses.dataclass(frozen=True)
class Suite:
    """The contents of the file.

    Attributes:
        seeds: source of the seeds of all tasks.
        why_held_out: the reason for each held-out opponent.
        tasks: by name, in the order of the file.
    """

    seeds: str = key(REQUIRED, "source of the seeds")
    why_held_out: dict = key(REQUIRED, "the reason for each held-out opponent")
    tasks: dict = key(REQUIRED, "the tasks")

    def chosen(self, names: list[str]) -> list[Task]:
        """Return the tasks of these names, all if there are none; BenchmarkError if there is no such task."""
        for name in names:
            if name not in self.tasks:
                raise BenchmarkError(f"no task {quoted(name)}; {one_of(name, self.tasks)}")
        return [task for name, task in self.tasks.items() if name in names or not names]


def read_suite(file: pathlib.Path = FILE) -> Suite:
    """Return the tasks in a file, all checked except for the names of the opponents.

    Raises:
        BenchmarkError: the file cannot be read, or a task is wrong.
    """
    try:
        suite = read(Suite, load(file.read_text(encoding="utf-8")))
        tasks = {name: _task(name, data, suite.seeds) for name, data in suite.tasks.items()}
        _check_reasons(suite.why_held_out, tasks)
    except PlainYamlError as error:
        raise BenchmarkError(f"tasks {file} is not valid YAML: {error}") from error
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"tasks {file}: {error}") from error
    return dataclasses.replace(suite, tasks=tasks)


def _task(name: typing.Any, data: typing.Any, seeds: str) -> Task:
    """Return a task from its mapping in the file."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigError(f"task {quoted(name)}: a name must be up to 40 small letters, digits and '-'")
    where = f"tasks.{name}."
    for reserved in ("name", "seeds"):
        if isinstance(data, dict) and reserved in data:
            raise ConfigError(f"unknown key '{where}{reserved}'; it stands outside of the task")
    task = dataclasses.replace(read(Task, data, where), name=name, seeds=seeds)
    spec = spec_of(task.game)
    scenarios = [one.name for one in spec.scenarios(None)]
    for word, value, allowed in (("scenario", task.scenario, scenarios), ("side", task.side, [*spec.sides, BOTH])):
        if value not in allowed:
            raise ConfigError(f"{where}{word} cannot be {quoted(value)}; {one_of(value, allowed)}")
    for word in ("pool", "held_out"):
        _check_opponents(where + word, getattr(task, word))
    if twice := task.pool.keys() & task.held_out.keys():
        raise ConfigError(
            f"{where}held_out has {min(twice)!r}, which is in the pool too; it can be in one of them only"
        )
    try:
        task.matches()
    except ValueError as error:
        raise ConfigError(f"{where.rstrip('.')} needs a seed for each of its {task.games} games: {error}") from error
    return task


def _check_opponents(where: str, opponents: dict) -> None:
    """Raise a ConfigError unless these are names with numbers of games, at least one."""
    if not opponents:
        raise ConfigError(f"{where} must name at least one opponent")
    for name, games in opponents.items():
        if not isinstance(name, str) or type(games) is not int or games < 1:
            raise ConfigError(
                f"{where} must map agents to numbers of games, at least 1, not {quoted(name)} to {quoted(games)}"
            )


def _check_reasons(reasons: dict, tasks: dict[str, Task]) -> None:
    """Raise a ConfigError unless each held-out opponent has a reason, and nothing else has."""
    held_out = {name: None for task in tasks.values() for name in task.held_out}
    for name in held_out:
        if not isinstance(reasons.get(name), str):
            raise ConfigError(f"why_held_out has no reason for {name!r}; every held-out opponent needs one")
    for name in reasons:
        if name not in held_out:
            raise ConfigError(f"why_held_out gives a reason for {quoted(name)}, which no task holds out")


def _hash(data: typing.Any) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:_DIGITS]
