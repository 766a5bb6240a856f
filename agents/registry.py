"""Agents by name: a scripted policy, a search, what `ctv train` wrote, a class from elsewhere, an outside program."""

import importlib
import pathlib
import re
from collections.abc import Mapping
from types import MappingProxyType

from agents.base import Agent
from agents.external.program import PATIENCE, PREFIX, ProgramAgent
from agents.learned.checkpoint import CheckpointError, read_identity
from agents.scripted.policy import GamePolicy
from agents.scripted.uniform import UniformAgent
from agents.search.budget import Budget
from agents.search.expectimax import ExpectimaxAgent
from agents.search.mcts import MctsAgent
from agents.search.planner import Planner
from agents.search.rollout import RolloutAgent
from ctv_env.core.datafile import one_of
from ctv_env.core.spec import GameSpec
from ctv_env.games import spec_of

PLANNERS: dict[str, type[RolloutAgent] | type[MctsAgent]] = {agent.name: agent for agent in (RolloutAgent, MctsAgent)}
"""Agents that search for plans, by name; a budget may follow it, as in ``mcts:200`` or ``rollout:0.1s``."""

_CLASS = re.compile(r"[\w.]+:[A-Za-z_]\w*")  # module:Class


def names(spec: GameSpec) -> tuple[str, ...]:
    """Names of the agents of a game that need no file, the simplest first."""
    searches = (ExpectimaxAgent.name, *PLANNERS) if spec.search() is not None else ()
    return tuple(dict.fromkeys((UniformAgent.name, *spec.policies, *searches)))


def make_agent(
    name: str,
    game: str | None,
    scenario: str | None,
    side: str,
    sample: bool = False,
    patience: float = PATIENCE,
    options: Mapping = MappingProxyType({}),
) -> Agent:
    """The agent called ``name``.

    Args:
        name: one of ``names``, a checkpoint file, a run folder, ``module:Class`` of an ``Agent`` that is made without
            arguments, or ``program:COMMAND``.
        game: the game that it will play, as ``spec_of`` takes it.
        scenario: name of the scenario, None for the game's first.
        side: the side that it will play.
        sample: a network plays by its probabilities instead of taking the likeliest action.
        patience: seconds that a program has for a decision.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: nothing of that name, with the names that there are; no budget; or the game offers nothing to agents
            that search.
        CheckpointError: (a ValueError) a checkpoint that does not fit this game or side.
    """
    spec = spec_of(game)
    if name == UniformAgent.name:
        return UniformAgent()
    if name in spec.policies:
        return GamePolicy(name, game)
    if name == ExpectimaxAgent.name:
        return ExpectimaxAgent(game)
    if name.partition(":")[0] in PLANNERS:
        return _planner(name, game)
    if name.startswith(PREFIX):
        return ProgramAgent(name, game, scenario, side, patience)
    if _CLASS.fullmatch(name):
        return _from_elsewhere(name)
    file = checkpoint_file(name, spec)
    learned = read_identity(file).get("side")
    if learned not in (side, "random"):
        raise CheckpointError(f"checkpoint {file} has learned to play the {learned}, not the {side}")
    from agents.learned.ppo import PPOAgent  # the learning library takes seconds to load

    return PPOAgent(file, game, scenario, sample, options)


def _planner(name: str, game: str | None) -> Planner:
    """An agent that searches for plans, ``"mcts"`` or ``"mcts:BUDGET"``."""
    kind, _, budget = name.partition(":")
    return PLANNERS[kind](Budget.parse(budget), game) if budget else PLANNERS[kind](game=game)


def _from_elsewhere(name: str) -> Agent:
    """The agent whose class is ``"module:Class"``.

    Raises:
        ValueError: there is no such class, or it cannot be made.
    """
    module, _, kind = name.partition(":")
    try:
        return getattr(importlib.import_module(module), kind)()
    except (ImportError, AttributeError, TypeError) as error:
        raise ValueError(f"no agent {name!r}: {error}") from error


def checkpoint_file(name: str, spec: GameSpec) -> pathlib.Path:
    """The file meant by the path of a checkpoint or of a run folder.

    Raises:
        ValueError: there is neither.
    """
    path = pathlib.Path(name)
    if path.is_dir():
        if not (path / "model.zip").is_file():
            raise CheckpointError(f"{path} holds no model.zip: its training has not ended, or it is no run folder")
        return path / "model.zip"
    if path.is_file():
        return path
    there_are = one_of(name, names(spec))
    raise ValueError(f"no agent {name!r}: it is neither a file, nor a run folder, nor a scripted agent; {there_are}")
