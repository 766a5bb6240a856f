"""Agents by name: a scripted policy, a search, a trained agent or checkpoint, a class, an outside program."""

import pathlib
from collections.abc import Mapping
from types import MappingProxyType

from ctv_env.agents.base import Agent
from ctv_env.agents.external.classes import SPELLINGS, is_class, make_from_class
from ctv_env.agents.external.program import PREFIX, TIME_LIMIT, ProgramAgent
from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.checkpoint import read_identity
from ctv_env.agents.learned.manager import ManagerAgent, is_manager
from ctv_env.agents.learned.policy_agent import PolicyAgent, is_policy
from ctv_env.agents.learned.shipped import (
    LEARNED,
    shipped_file,
    shipped_scenarios,
    shipped_to_search,
    tuned_file,
    tuned_names,
)
from ctv_env.agents.learned.tuned import TunedPolicy, is_tuned
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.expectimax import ExpectimaxAgent
from ctv_env.agents.search.mcts import MctsAgent
from ctv_env.agents.search.net import NetSearchAgent
from ctv_env.agents.search.planner import Planner
from ctv_env.agents.search.policy import PolicySearchAgent
from ctv_env.agents.search.rollout import RolloutAgent
from ctv_env.core.datafile import one_of
from ctv_env.core.extras import MissingExtraError, needs_extra
from ctv_env.core.spec import GameSpec, spec_of

PLANNERS: dict[str, type[RolloutAgent] | type[MctsAgent]] = {agent.name: agent for agent in (RolloutAgent, MctsAgent)}
"""Agents that search for plans, by name; a budget may follow it, as in ``mcts:200`` or ``rollout:0.1s``."""

NET_SEARCH = "search:net"
"""The name under which the search with the shipped value networks plays; a budget may follow it."""

SEARCH = "search:"
"""Begins the names of agents that search with value networks."""


def names(spec: GameSpec) -> tuple[str, ...]:
    """Return the names of a game's agents that need no file, the simplest first."""
    searches = (ExpectimaxAgent.name, *PLANNERS) if spec.search() is not None else ()
    return tuple(dict.fromkeys((UniformAgent.name, *spec.policies, *searches)))


def make_agent(
    name: str,
    game: str | None,
    scenario: str | None,
    side: str,
    sample: bool = False,
    time_limit: float = TIME_LIMIT,
    options: Mapping = MappingProxyType({}),
) -> Agent:
    """Return the agent called ``name``.

    Args:
        name: one of ``names`` or ``tuned_names``, ``LEARNED`` for the trained agent of the scenario, a checkpoint file,
            a run folder, ``NET_SEARCH``, ``search:`` and the checkpoint or run folder of a manager or of a policy with
            values of its plans, ``module:Class`` or ``path/file.py:Class`` of an ``Agent`` that is created without
            arguments, or ``program:COMMAND``.
        game: the game that it will play, as ``spec_of`` takes it.
        scenario: name of the scenario, None for the game's first.
        side: the side that it will play.
        sample: let networks sample from their probabilities instead of taking the most likely action.
        time_limit: seconds per decision for a program.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name, with the valid ones; a class that is not an agent; a wrong budget; or the game does
            not support search.
        CheckpointError: (a ValueError) a checkpoint that does not fit this game or side, no trained agent for this
            scenario, or the extra ``train`` is not installed.
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
    if name.startswith(SEARCH):
        return _net_search(name, game, scenario, side, options)
    if name.startswith(PREFIX):
        return ProgramAgent(name, game, scenario, side, time_limit)
    if is_class(name):
        return make_from_class(name, tuple(spec.load(scenario, **options).observations))
    file, own_name = _file_of(name, spec, scenario, side)
    _check_side(file, side)
    if is_manager(file):
        return ManagerAgent(file, game, scenario, side, options, own_name)
    if is_tuned(file):
        return TunedPolicy(file, game, scenario, options, own_name)
    if is_policy(file):
        return PolicyAgent(file, game, scenario, options, own_name, sample)
    try:
        with needs_extra("train", f"checkpoint {file}"):
            from ctv_env.agents.learned.ppo import PPOAgent  # the learning library takes seconds to load
    except MissingExtraError as error:
        raise CheckpointError(str(error)) from error
    return PPOAgent(file, game, scenario, sample, options)


def _file_of(name: str, spec: GameSpec, scenario: str | None, side: str) -> tuple[pathlib.Path, str | None]:
    """Return the checkpoint of an agent, and its name if it is a shipped one; raises as ``make_agent``."""
    if name == LEARNED:
        return shipped_file(spec, scenario, side), name
    if name in tuned_names(spec):
        return tuned_file(spec, name, side), name
    return checkpoint_file(name, spec), None


def _planner(name: str, game: str | None) -> Planner:
    """Return an agent that searches for plans, ``"mcts"`` or ``"mcts:BUDGET"``."""
    kind, _, budget = name.partition(":")
    return PLANNERS[kind](Budget.parse(budget), game) if budget else PLANNERS[kind](game=game)


def _net_search(
    name: str, game: str | None, scenario: str | None, side: str, options: Mapping
) -> NetSearchAgent | PolicySearchAgent:
    """Return an agent that searches with value networks, ``"search:NETWORKS"`` or ``"search:NETWORKS:BUDGET"``."""
    networks, _, amount = name.partition(":")[2].rpartition(":")
    if not networks:
        networks, amount = amount, ""
    spec, budget = spec_of(game), Budget.parse(amount) if amount else None
    if f"{SEARCH}{networks}" == NET_SEARCH:
        file = shipped_to_search(spec, scenario, side)
    else:
        file = checkpoint_file(networks, spec)
    if is_policy(file):
        _check_side(file, side)
        return PolicySearchAgent(file, game, scenario, side, options, name, budget)
    return NetSearchAgent(file, game, scenario, side, options, name, budget)


def _check_side(file: pathlib.Path, side: str) -> None:
    """Raise a CheckpointError if a checkpoint has learned to play the other side."""
    learned = read_identity(file)["side"]
    if learned not in (side, "random"):
        raise CheckpointError(f"checkpoint {file} has learned to play the {learned}, not the {side}")


def checkpoint_file(name: str, spec: GameSpec) -> pathlib.Path:
    """Return the file meant by the path of a checkpoint or of a run folder.

    Raises:
        ValueError: there is neither.
    """
    path = pathlib.Path(name)
    if path.is_dir():
        if not (path / "model.zip").is_file():
            raise CheckpointError(f"{path} holds no model.zip: its training has not ended, or it is not a run folder")
        return path / "model.zip"
    if path.is_file():
        return path
    there_are = one_of(name, (*names(spec), *tuned_names(spec), *([LEARNED] if shipped_scenarios(spec) else [])))
    raise ValueError(
        f"no agent {name!r}: it is neither a file, nor a run folder, nor a class ({SPELLINGS}), nor a scripted agent; "
        f"{there_are}"
    )
