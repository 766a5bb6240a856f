"""The results of one agent, and the JSON file that holds them."""

import dataclasses
import json
import pathlib
import re

from ctv_env.agents.benchmark.tasks import BenchmarkError
from ctv_env.agents.evaluation.statistics import mean_rate, wilson
from ctv_env.agents.training.settings import REQUIRED, ConfigError, key, read

FORMAT = 1
"""The version of the format; a file of another version is refused."""

Rate = tuple[float, float, float]
"""A win rate with the ends of its 95 % interval."""

_LONGEST = 2**20  # characters
_IDENTITY = re.compile(r".*@[0-9a-f]{12}", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Row:
    """The games against one opponent on one side.

    Attributes:
        opponent: its name.
        held_out: whether it belongs to the held-out pool.
        side: the evaluated agent's.
        games: number of games.
        wins: games that the agent won.
        draws: games that nobody won.
        distinct: number of distinct games; only those count as evidence.
        forfeits: games that the agent forfeited, which are lost.
        seconds: that the games took, on all threads together.
    """

    opponent: str = key(REQUIRED, "its name")
    held_out: bool = key(REQUIRED, "whether it is held out")
    side: str = key(REQUIRED, "the agent's side")
    games: int = key(REQUIRED, "number of games", low=1)
    wins: int = key(REQUIRED, "games won", low=0)
    draws: int = key(REQUIRED, "games that nobody won", low=0)
    distinct: int = key(REQUIRED, "distinct games", low=1)
    forfeits: int = key(REQUIRED, "games forfeited", low=0)
    seconds: float = key(REQUIRED, "seconds for all games", low=0)

    @property
    def rate(self) -> Rate:
        """The win rate with its Wilson interval."""
        return self.wins / self.games, *wilson(self.wins * self.distinct / self.games, self.distinct)


@dataclasses.dataclass(frozen=True)
class Conditions:
    """What a result depends on besides the agent; results can be compared if all of this is the same.

    Attributes:
        definition: hash of the task (``Task.definition``).
        seeds: hash of its seeds (``Task.seeds_hash``).
        place: game, rules, code, data and options (``fingerprint.place_of``).
        opponents: the identity of each (``fingerprint.identity_of_agent``).
    """

    definition: str = key(REQUIRED, "hash of the task")
    seeds: str = key(REQUIRED, "hash of its seeds")
    place: str = key(REQUIRED, "game, rules, code, data and options")
    opponents: list[str] = key(REQUIRED, "the identity of each")


@dataclasses.dataclass(frozen=True)
class TaskResult:
    """An agent's games of one task.

    Attributes:
        task: its name.
        conditions: under which they were played.
        identities: of the evaluated agent, if it differs between the sides one of each.
        ms_per_decision: of the evaluated agent, in milliseconds (``cost.seconds_against``).
        rows: the games, a match each.
    """

    task: str = key(REQUIRED, "its name")
    conditions: Conditions = key(REQUIRED, "under which they were played")
    identities: list[str] = key(REQUIRED, "of the agent")
    ms_per_decision: float = key(REQUIRED, "of the agent", low=0)
    rows: list[Row] = key(REQUIRED, "the matches")

    def score(self, held_out: bool) -> Rate:
        """Return the mean win rate against a pool, each opponent and side with the same weight, and its interval."""
        return mean_rate([row.rate for row in self.rows if row.held_out == held_out])

    def against(self, opponent: str) -> Rate:
        """Return the mean of the win rates against one opponent on each side, and its interval."""
        return mean_rate([row.rate for row in self.rows if row.opponent == opponent])

    @property
    def seconds(self) -> float:
        """Time that all games took."""
        return sum(row.seconds for row in self.rows)


@dataclasses.dataclass(frozen=True)
class Result:
    """The contents of a file.

    Attributes:
        agent: name of the agent in tables.
        package: version of this package.
        cores: of the machine; times depend on them, win rates do not.
        complete: whether all games of the tasks were played.  If not, the result cannot be compared with others.
        tasks: those that were played.
        format: version of the format.
    """

    agent: str = key(REQUIRED, "name of the agent")
    package: str = key(REQUIRED, "version of the package")
    cores: int = key(REQUIRED, "of the machine", low=1)
    complete: bool = key(REQUIRED, "whether all games were played")
    tasks: list[TaskResult] = key(REQUIRED, "those that were played")
    format: int = key(FORMAT, "version of the format")

    def with_task(self, played: TaskResult) -> "Result":
        """Return the result with one more task, in place of an earlier result of the same task."""
        others = [task for task in self.tasks if task.task != played.task]
        return dataclasses.replace(self, tasks=[*others, played])

    def continuing(self, earlier: "Result") -> "Result":
        """Return the result with the tasks of an earlier one.

        Raises:
            BenchmarkError: the earlier result is of another agent, or only one of the two is complete.
        """
        if earlier.agent != self.agent:
            raise BenchmarkError(f"it is the result of {earlier.agent}, not of {self.agent}; give another file")
        if earlier.complete != self.complete:
            one, other = ("complete", "shortened") if earlier.complete else ("shortened", "complete")
            raise BenchmarkError(f"it is the result of a {one} run, and this run is {other}; give another file")
        return dataclasses.replace(self, tasks=earlier.tasks)


def write_result(file: pathlib.Path, result: Result) -> None:
    """Write a result; OSError if that is not possible."""
    data = {"format": result.format} | dataclasses.asdict(result)
    file.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def read_result(file: pathlib.Path) -> Result:
    """Return the result in a file, checked for errors that make it senseless; whether it applies is not checked.

    Raises:
        BenchmarkError: the file cannot be read or does not hold a result.
    """
    try:
        data = _parsed(file)
        result = read(Result, data)
        _check(result)
    except (OSError, ValueError, RecursionError) as error:
        raise BenchmarkError(f"{file} does not hold a result of `ctv benchmark`: {error}") from error
    return result


def _parsed(file: pathlib.Path) -> dict:
    """Return the mapping in a JSON file of a format that is known."""
    text = file.read_text(encoding="utf-8")
    if len(text) > _LONGEST:
        raise ConfigError(f"it has more than {_LONGEST:,} characters")
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ConfigError("it must be a mapping of keys to values")
    if data.get("format") != FORMAT:
        raise ConfigError(f"its format is {data.get('format')!r:.20}, not {FORMAT}; play again with this version")
    return data


def _check(result: Result) -> None:
    """Raise a ConfigError if the numbers cannot be those of games, or a part is missing or there twice."""
    if not result.tasks:
        raise ConfigError("tasks is empty; it must have at least one task")
    _check_different("tasks", [(task.task,) for task in result.tasks])
    for i, task in enumerate(result.tasks):
        where = f"tasks[{i}]"
        if {row.held_out for row in task.rows} != {False, True}:
            raise ConfigError(f"{where}.rows must have opponents of both pools")
        _check_different(f"{where}.rows", [(row.opponent, row.side) for row in task.rows])
        for text in (*task.identities, *task.conditions.opponents):
            if not _IDENTITY.fullmatch(text):
                raise ConfigError(f"{where} has the identity {text!r:.80}; it must be a name, '@' and 12 digits")
        for k, row in enumerate(task.rows):
            _check_counts(f"{where}.rows[{k}]", row)


def _check_different(where: str, names: list[tuple[str, ...]]) -> None:
    """Raise a ConfigError if something is there twice."""
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{where} has {' as '.join(name)!r:.80} twice")


def _check_counts(where: str, row: Row) -> None:
    """Raise a ConfigError if the numbers of a row contradict each other."""
    if row.wins + row.draws > row.games:
        raise ConfigError(f"{where} has {row.wins} wins and {row.draws} draws in {row.games} games")
    if row.forfeits > row.games - row.wins - row.draws:
        raise ConfigError(f"{where} has more forfeits, {row.forfeits}, than games lost")
    if row.distinct > row.games:
        raise ConfigError(f"{where} has {row.distinct} distinct games of {row.games}")


def read_results(folder: pathlib.Path) -> dict[str, Result]:
    """Return the results in a folder by the names of their files, in alphabetical order.

    Raises:
        BenchmarkError: there is none, or one of the files is not fit for the leaderboard.
    """
    files = sorted(folder.glob("*.json"))
    if not files:
        raise BenchmarkError(
            f"there is no result in {folder}: `ctv benchmark AGENT --out {folder}/NAME.json` writes one"
        )
    return {file.stem: _submitted(file) for file in files}


def _submitted(file: pathlib.Path) -> Result:
    """Return a result for the leaderboard."""
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,59}", file.stem, re.ASCII):
        raise BenchmarkError(
            f"{file}: the name of the file becomes that of the agent, so it must be up to 60 letters, digits, "
            "'-', '_' and '.'"
        )
    result = read_result(file)
    if not result.complete:
        raise BenchmarkError(f"{file} is the result of a shortened run, which cannot be compared: play without --games")
    return result
