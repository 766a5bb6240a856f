"""Agents by name: a scripted policy, a search, what `ctv train` wrote, or an outside program."""

import pathlib

from agents.base import Agent
from agents.evaluation.records import PATIENCE
from agents.external.program import PREFIX, ProgramAgent
from agents.learned.checkpoint import CheckpointError, read_identity
from agents.scripted.compiled import POLICIES
from agents.scripted.policy import GamePolicy
from agents.scripted.uniform import UniformAgent
from agents.search.budget import Budget
from agents.search.expectimax import ExpectimaxAgent
from agents.search.mcts import MctsAgent
from agents.search.rollout import RolloutAgent
from ctv_env.core.datafile import one_of

SEARCHES = {agent.name: agent for agent in (RolloutAgent, MctsAgent)}
"""Agents that search, by name; a budget for each decision may follow it, as in ``mcts:200`` or ``rollout:0.1s``."""

NAMES = (*POLICIES, ExpectimaxAgent.name, *SEARCHES)
"""Names of the agents that need no file, the simplest first."""


def make_agent(
    name: str, game: str, scenario: str, side: str, sample: bool = False, patience: float = PATIENCE
) -> Agent:
    """The agent called ``name``: one of ``NAMES``, a checkpoint file, a run folder or ``program:COMMAND``.

    Args:
        name: as above.
        game: name of the game that it will play.
        scenario: name of the scenario.
        side: the side that it will play.
        sample: a network plays by its probabilities instead of taking the likeliest action.
        patience: seconds that a program has for a decision.

    Raises:
        ValueError: nothing of that name, with the names that there are, or no budget.
        CheckpointError: (a ValueError) a checkpoint that does not fit this game or side.
    """
    if name == UniformAgent.name:
        return UniformAgent()
    if name in POLICIES:
        return GamePolicy(name)
    if name == ExpectimaxAgent.name:
        return ExpectimaxAgent()
    search, _, budget = name.partition(":")
    if search in SEARCHES:
        return SEARCHES[search](Budget.parse(budget)) if budget else SEARCHES[search]()
    if name.startswith(PREFIX):
        return ProgramAgent(name, game, scenario, side, patience)
    file = checkpoint_file(name)
    learned = read_identity(file).get("side")
    if learned not in (side, "random"):
        raise CheckpointError(f"checkpoint {file} has learned to play the {learned}, not the {side}")
    from agents.learned.ppo import PPOAgent  # the learning library takes seconds to load

    return PPOAgent(file, game, scenario, sample)


def checkpoint_file(name: str) -> pathlib.Path:
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
    names = one_of(name, NAMES)
    raise ValueError(f"no agent {name!r}: it is neither a file, nor a run folder, nor a scripted agent; {names}")
