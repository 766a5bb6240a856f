"""The state of a league, in a folder from which it can be resumed.

::

    FOLDER/
      league.json      config, members, results of all games, name of the newest checkpoint of RLlib
      members/         checkpoints of past selves and of other agents in the pool
      rllib/           RLlib's own checkpoints, the two newest
      agent.zip        the newest agent, for every command that takes an agent
      standings.md     the pool with win rates and ratings
      progress.csv     a row per update

``league.json`` is replaced as a whole, after everything that it names has been written; so whenever a run is stopped,
the folder holds a state to resume from.
"""

import dataclasses
import json
import os
import pathlib
import typing

from ctv_env.agents.learned.checkpoint import differences, identity_of
from ctv_env.agents.training.league.config import FIXED, MAIN, LeagueConfig, read_config
from ctv_env.agents.training.league.members import LeagueError, Member, kept, member_of, sha256
from ctv_env.agents.training.league.payoffs import Games, Payoffs, shares
from ctv_env.core.quote import quoted
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import DRAWN_SIDE, VECTOR, kind_of

FORMAT = 1
LEARNER = "learner"
"""Name of the current generation."""


class Entry(typing.NamedTuple):
    """A possible opponent: its name in the league, the agent by name for ``make_agent``, and its share of the games."""

    member: str
    agent: str
    share: float


@dataclasses.dataclass(frozen=True)
class Lineup:
    """The opponents of the learner, by the side that it plays; the shares of each side add up to 1."""

    entries: dict[str, tuple[Entry, ...]]


class League:
    """A league on disk.

    Args:
        folder: of the league.
        config: a complete config (``read_config``).

    Attributes:
        members: the pool.
        payoffs: results of the learner against it.
        iterations: updates so far.
        decisions: of the learner so far.
        checkpoint: name of RLlib's checkpoint in ``rllib``; None before the first update.
    """

    def __init__(self, folder: pathlib.Path, config: LeagueConfig):
        self.folder, self.config = folder, config
        self.file, self.agent_file = folder / "league.json", folder / "agent.zip"
        self.members_folder, self.rllib_folder = folder / "members", folder / "rllib"
        self.members: list[Member] = []
        self.payoffs = Payoffs()
        self.iterations = self.decisions = 0
        self.checkpoint: str | None = None

    @classmethod
    def create(cls, folder: pathlib.Path, config: LeagueConfig) -> "League":
        """Start a league, with its pool, in a folder that does not exist or is empty.

        Raises:
            LeagueError: the folder holds something else.
            ValueError: an agent of the pool is unknown, or plays neither side; the folder holds no league then.
        """
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise LeagueError(f"{folder} is neither a league, since it has no league.json, nor an empty folder")
        league = cls(folder, config)
        league.members_folder.mkdir(parents=True)
        league.rllib_folder.mkdir()
        try:
            for agent in config.pool or ():
                league.add(agent)
            league.check_pool()
        except ValueError:
            league.remove()
            raise
        league.save()
        return league

    def remove(self) -> None:
        """Remove a league that has only just been created."""
        for file in self.members_folder.iterdir():
            file.unlink()
        for folder in (self.members_folder, self.rllib_folder, self.folder):
            folder.rmdir()

    @classmethod
    def load(cls, folder: pathlib.Path, changes: typing.Sequence[str] = ()) -> "League":
        """Return the league in a folder.

        Args:
            folder: of the league.
            changes: to its config, ``"key=value"`` each.

        Raises:
            LeagueError: it is damaged, or belongs to other rules or layouts than today's.
            ConfigError: (a ValueError) a change is wrong, or not possible any more.
        """
        file = folder / "league.json"
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise LeagueError(f"{file} cannot be read: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("config"), dict):
            raise LeagueError(f"{file} is not a league of format {FORMAT}")
        if missing := [name for name in FIXED if name not in data["config"]]:
            raise LeagueError(f"{file} is damaged: its config lacks {', '.join(missing)}")
        league = cls(folder, read_config(changes, data["config"]))
        try:
            league._read(data)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise LeagueError(f"{file} is damaged: {_reason(error)}") from error
        league._check_files(data)
        return league

    def _read(self, data: dict[str, typing.Any]) -> None:
        """Take everything but the config from the content of ``league.json``."""
        self.members = [Member(**{**one, "sides": tuple(one["sides"])}) for one in data["members"]]
        self.payoffs = Payoffs(
            [
                {member: {side: Games(*games) for side, games in its.items()} for member, its in one.items()}
                for one in data["payoffs"]
            ]
        )
        self.iterations, self.decisions = int(data["iterations"]), int(data["decisions"])
        self.checkpoint = data["checkpoint"]
        known = {member.name for member in self.members}
        for _, member, side, (wins, games) in self.payoffs:
            if member not in known or side not in self.sides or not 0 <= wins <= games:
                raise ValueError(f"there cannot be {wins} wins in {games} games as {side} against {quoted(member)}")

    def _check_files(self, data: dict[str, typing.Any]) -> None:
        """Raise a LeagueError unless the files fit, and the league belongs here."""
        differ = differences(data.get("identity") or {}, self.identity)
        if differ:
            raise LeagueError(f"the league in {self.folder} does not fit: {'; '.join(differ)}")
        for member in self.members:
            file = self.members_folder / member.agent
            if member.sha256 and not (file.is_file() and sha256(file) == member.sha256):
                raise LeagueError(f"{file} is missing, or not the agent that joined the league: restore it")
        if self.checkpoint is not None and not (self.rllib_folder / self.checkpoint).is_dir():
            raise LeagueError(f"{self.rllib_folder / self.checkpoint} is missing: restore it from a copy of the league")

    # -- what it says about itself -----------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that the learner plays."""
        sides = spec_of(self.config.game).sides
        return sides if self.config.side == DRAWN_SIDE else (self.config.side,)

    @property
    def identity(self) -> dict[str, str]:
        """What a checkpoint of the learner must agree with."""
        config = self.config
        tables = spec_of(config.game).load(config.scenario, **config.options)
        kind = kind_of(VECTOR, tables.observations)
        return identity_of(config.game, config.scenario, kind, config.side, config.options)

    @property
    def learners(self) -> list[str]:
        """Name of each generation of the learner: those of the past selves that it became, then ``LEARNER``."""
        return [_past(k + 1) for k in range(len(self.payoffs.generations) - 1)] + [LEARNER]

    def lineup(self) -> Lineup:
        """Return who is to be met how often, the harder the more often."""
        entries = {}
        for side in self.sides:
            able = self._able(side)
            chances = [self.payoffs.chance(member.name, side) for member in able]
            its = zip(able, shares(chances, self.config.floor), strict=True)
            entries[side] = tuple(Entry(one.name, one.opponent(self.members_folder), share) for one, share in its)
        return Lineup(entries)

    def _able(self, side: str) -> list[Member]:
        """Return the members that can be met by a learner on ``side``."""
        return [member for member in self.members if set(member.sides) - {side}]

    # -- changes -----------------------------------------------------------------------------------------------

    def add(self, agent: str) -> None:
        """Let an agent join the pool; a checkpoint is copied.

        Raises:
            LeagueError: there is a member of that name.
            ValueError: as ``make_agent``.
        """
        taken = {member.name for member in self.members}
        self.members.append(member_of(agent, self.config, self.members_folder, taken))

    def add_past(self, write: typing.Callable[[pathlib.Path], None]) -> Member:
        """End a generation: let a copy of the learner join the pool.

        Args:
            write: writes the checkpoint of the learner to a file.
        """
        name = _past(len(self.payoffs.generations))
        write(self.members_folder / f"{name}.zip")
        member = kept(name, self.sides, self.members_folder)
        self.members.append(member)
        self.payoffs.end_generation()
        return member

    def check_pool(self) -> None:
        """Raise a LeagueError unless the learner has an opponent on each side that it plays."""
        for side in self.sides:
            if not self._able(side):
                raise LeagueError(f"no agent of the pool can play against a learner as {side}: add one, or choose side")

    def snapshot_is_due(self) -> bool:
        """Return whether a copy of the learner is to join the pool now; a learner of one side could never meet it."""
        keeps_past_selves = self.config.role == MAIN and len(self.sides) > 1
        return keeps_past_selves and self.iterations % self.config.snapshot_every == 0

    def save(self) -> None:
        """Replace ``league.json``."""
        data = {
            "format": FORMAT,
            "identity": self.identity,
            "config": dataclasses.asdict(self.config),
            "iterations": self.iterations,
            "decisions": self.decisions,
            "checkpoint": self.checkpoint,
            "members": [dataclasses.asdict(member) for member in self.members],
            "payoffs": self.payoffs.generations,
        }
        part = self.folder / ".league.part"
        with part.open("w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.file)


def _past(number: int) -> str:
    return f"past-{number:04d}"


def _reason(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)
