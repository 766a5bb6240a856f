"""Agents by name: a scripted policy, a search, a trained agent or checkpoint, a class, an outside program."""

import pathlib
import typing
from collections.abc import Callable, Mapping
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
    scenarios_to_search,
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
from ctv_env.core.spec import GameSpec, Tables, spec_of

PLANNERS: dict[str, type[RolloutAgent] | type[MctsAgent]] = {agent.name: agent for agent in (RolloutAgent, MctsAgent)}
"""Agents that search for plans, by name; a budget may follow it, as in ``mcts:200`` or ``rollout:0.1s``."""

NET_SEARCH = "search:net"
"""The name under which the search with the shipped value networks plays; a budget may follow it."""

_SEARCH = "search:"
"""Begins the names of agents that search with value networks."""


class Request(typing.NamedTuple):
    """Which agent is wanted; see ``make_agent``."""

    name: str
    spec: GameSpec
    game: str | None
    scenario: str | None
    side: str
    sample: bool
    time_limit: float
    options: Mapping


class Kind(typing.NamedTuple):
    """A kind of agent: how it is named, and how it is made."""

    spelling: Callable[[GameSpec], str]
    """How its agents are named in a game, as ``--help`` says it; empty if the game has none."""
    meaning: str
    """What they do, in one line of ``--help``."""
    is_named: Callable[[str, GameSpec], bool]
    """Whether a name is that of such an agent."""
    make: Callable[[Request], Agent]


def _searched(*spellings: str) -> Callable[[GameSpec], str]:
    """Return the spelling of agents that need a game's functions for search."""
    return lambda spec: ", ".join(spellings) if spec.search() is not None else ""


CHECKPOINT = Kind(
    spelling=lambda _spec: "RUN, FILE.zip",
    meaning="the run folder or checkpoint of a training",
    is_named=lambda _name, _spec: True,
    make=lambda wanted: _of_file(wanted, checkpoint_file(wanted.name, wanted.spec)),
)

KINDS = (
    Kind(
        spelling=lambda _spec: UniformAgent.name,
        meaning="any legal action",
        is_named=lambda name, _spec: name == UniformAgent.name,
        make=lambda _wanted: UniformAgent(),
    ),
    Kind(
        spelling=lambda spec: ", ".join(name for name in spec.policies if name != UniformAgent.name),
        meaning="the scripted agents of the game",
        is_named=lambda name, spec: name in spec.policies,
        make=lambda wanted: GamePolicy(wanted.name, wanted.game),
    ),
    Kind(
        spelling=_searched(ExpectimaxAgent.name),
        meaning="averages over the dice of a combat",
        is_named=lambda name, _spec: name == ExpectimaxAgent.name,
        make=lambda wanted: ExpectimaxAgent(wanted.game),
    ),
    Kind(
        spelling=_searched(*(f"{name}[:BUDGET]" for name in PLANNERS)),
        meaning="tries plans by playouts; BUDGET for each plan: playouts (200) or seconds (0.1s)",
        is_named=lambda name, _spec: name.partition(":")[0] in PLANNERS,
        make=lambda wanted: _planner(wanted.name, wanted.game),
    ),
    Kind(
        spelling=lambda spec: f"{NET_SEARCH}[:BUDGET]" if scenarios_to_search(spec) else "",
        meaning="tries plans, valued by the networks of the package",
        is_named=lambda name, _spec: name == NET_SEARCH or name.startswith(f"{NET_SEARCH}:"),
        make=lambda wanted: _net_search(wanted),
    ),
    Kind(
        spelling=_searched(f"{_SEARCH}RUN[:BUDGET]"),
        meaning="tries plans, valued by the networks of a training of your own",
        is_named=lambda name, _spec: name.startswith(_SEARCH),
        make=lambda wanted: _net_search(wanted),
    ),
    Kind(
        spelling=lambda spec: LEARNED if shipped_scenarios(spec) else "",
        meaning="the trained agent of the package for the scenario",
        is_named=lambda name, _spec: name == LEARNED,
        make=lambda wanted: _of_file(wanted, shipped_file(wanted.spec, wanted.scenario, wanted.side), wanted.name),
    ),
    Kind(
        spelling=lambda spec: ", ".join(tuned_names(spec)),
        meaning="a scripted agent with constants tuned for its side",
        is_named=lambda name, spec: name in tuned_names(spec),
        make=lambda wanted: _of_file(wanted, tuned_file(wanted.spec, wanted.name, wanted.side), wanted.name),
    ),
    Kind(
        spelling=lambda _spec: f"{PREFIX}COMMAND",
        meaning="an external program (docs/protocol.md)",
        is_named=lambda name, _spec: name.startswith(PREFIX),
        make=lambda wanted: ProgramAgent(wanted.name, wanted.game, wanted.scenario, wanted.side, wanted.time_limit),
    ),
    Kind(
        spelling=lambda _spec: SPELLINGS,
        meaning="a class of your own (docs/your-agent.md)",
        is_named=lambda name, _spec: is_class(name),
        make=lambda wanted: make_from_class(wanted.name, tuple(_tables(wanted).observations)),
    ),
    CHECKPOINT,
)
"""The kinds of agents; a name is of the first kind that takes it."""


def names(spec: GameSpec) -> tuple[str, ...]:
    """Return the names of a game's agents that need no file, the simplest first."""
    searches = (ExpectimaxAgent.name, *PLANNERS) if spec.search() is not None else ()
    return tuple(dict.fromkeys((UniformAgent.name, *spec.policies, *searches)))


def kind_of(name: str, spec: GameSpec) -> Kind:
    """Return the kind of the agent of a name in a game, which need not exist."""
    return next(kind for kind in KINDS if kind.is_named(name, spec))


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
        name: as one of ``KINDS`` spells it.  The run of a ``search:RUN`` is that of a manager, or of a policy with
            values of its plans; a class is an ``Agent`` that is created without arguments.
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
    wanted = Request(name, spec, game, scenario, side, sample, time_limit, options)
    return kind_of(name, spec).make(wanted)


def _tables(wanted: Request) -> Tables:
    return wanted.spec.load(wanted.scenario, **wanted.options)


def _of_file(wanted: Request, file: pathlib.Path, own_name: str | None = None) -> Agent:
    """Return the agent of a checkpoint, under a name of its own if it is a shipped one; raises as ``make_agent``."""
    _name, _spec, game, scenario, side, sample, _time_limit, options = wanted
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


def _planner(name: str, game: str | None) -> Planner:
    """Return an agent that searches for plans, ``"mcts"`` or ``"mcts:BUDGET"``."""
    kind, _, budget = name.partition(":")
    return PLANNERS[kind](Budget.parse(budget), game) if budget else PLANNERS[kind](game=game)


def _net_search(wanted: Request) -> NetSearchAgent | PolicySearchAgent:
    """Return an agent that searches with value networks, ``"search:NETWORKS"`` or ``"search:NETWORKS:BUDGET"``."""
    name, spec, game, scenario, side, _sample, _time_limit, options = wanted
    networks, _, amount = name.removeprefix(_SEARCH).rpartition(":")
    if not networks:
        networks, amount = amount, ""
    budget = Budget.parse(amount) if amount else None
    if f"{_SEARCH}{networks}" == NET_SEARCH:
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
