"""The members of a league's pool: agents by name, and checkpoints of which the league keeps its own copy."""

import dataclasses
import hashlib
import pathlib
import re
import shutil
from collections.abc import Container

from ctv_env.agents.base import dismiss
from ctv_env.agents.registry import CHECKPOINT, checkpoint_file, kind_of, make_agent
from ctv_env.agents.training.league.config import LeagueConfig
from ctv_env.core.spec import spec_of

SUFFIX = ".zip"
_NAME = re.compile(r"[\w.:-]{1,100}")


class LeagueError(ValueError):
    """A league is damaged or another one, or an agent cannot join it; the message says why."""


@dataclasses.dataclass(frozen=True)
class Member:
    """An agent of the pool.

    Attributes:
        name: in this league.
        agent: by name as for ``make_agent``; of a checkpoint, the file's name in the league's folder ``members``.
        sides: that it can play.
        sha256: of the checkpoint; empty if it is none.
    """

    name: str
    agent: str
    sides: tuple[str, ...]
    sha256: str = ""

    def opponent(self, folder: pathlib.Path) -> str:
        """Return the name under which any process makes the agent; ``folder`` holds the checkpoints."""
        return str(folder.absolute() / self.agent) if self.sha256 else self.agent


def member_of(agent: str, config: LeagueConfig, folder: pathlib.Path, taken: Container[str] = ()) -> Member:
    """Return a new member, and copy its checkpoint to ``folder``.

    Args:
        agent: by name as for ``make_agent``.
        config: of the league.
        folder: where the league keeps checkpoints.
        taken: names of members.

    Raises:
        LeagueError: there is a member of that name; nothing has been copied.
        ValueError: there is no such agent, or it plays neither side of this game; nothing has been copied.
    """
    if is_named(agent, config):
        _require_free(agent, taken)
        return Member(agent, agent, sides_of(agent, config))
    source = checkpoint_file(agent, spec_of(config.game))
    name = source.parent.name if source.stem == "model" else source.stem
    if not _NAME.fullmatch(name):
        raise LeagueError(f"{source} needs a name of up to 100 letters, digits, '_', '-' and '.' to join a league")
    _require_free(name, taken)
    sides = sides_of(str(source), config)
    part = folder / f".{name}.part"
    shutil.copyfile(source, part)
    part.replace(folder / (name + SUFFIX))
    return kept(name, sides, folder)


def _require_free(name: str, taken: Container[str]) -> None:
    if name in taken:
        raise LeagueError(f"the league has a member called {name} already")


def kept(name: str, sides: tuple[str, ...], folder: pathlib.Path) -> Member:
    """Return the member whose checkpoint is ``NAME.zip`` in ``folder``."""
    return Member(name, name + SUFFIX, sides, sha256(folder / (name + SUFFIX)))


def is_named(agent: str, config: LeagueConfig) -> bool:
    """Return whether an agent is known by its name alone, unlike a checkpoint."""
    return kind_of(agent, spec_of(config.game)) is not CHECKPOINT


def sides_of(agent: str, config: LeagueConfig) -> tuple[str, ...]:
    """Return the sides that an agent can play.

    Raises:
        ValueError: none, as ``make_agent``.
    """
    sides, error = [], None
    for side in spec_of(config.game).sides:
        try:
            dismiss(make_agent(agent, config.game, config.scenario, side, options=config.options))
            sides.append(side)
        except ValueError as reason:
            error = reason
    if error is not None and not sides:
        raise error
    return tuple(sides)


def sha256(file: pathlib.Path) -> str:
    """Return the hash of a file as hexadecimal digits."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
