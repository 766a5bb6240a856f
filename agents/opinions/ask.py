"""Asking any agent for its opinion of a position."""

import numpy as np

from ctv_env.agents.base import Agent
from ctv_env.agents.opinions.opinion import CHANCE, Opinion, certain, chance_of, checked
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.agents.search.expectimax import ExpectimaxAgent, Fights
from ctv_env.agents.search.planner import Planner
from ctv_env.agents.search.playouts import Playouts
from ctv_env.core.action_numbers import whole_number
from ctv_env.core.advice import MIDDLE
from ctv_env.core.game import Game
from ctv_env.core.observation import Layout
from ctv_env.core.view import View

ADVISER = "staff"
"""The policy whose scores the observation ``ADVICE`` holds, in the games that have it."""
ADVICE = "advice"

_SEED = 0  # of agents that are asked: the same position gives the same opinion


def opinion_of(agent: Agent, game: Game) -> Opinion:
    """Return what ``agent`` thinks of ``game``, where a side is to move; it is reset first.

    Raises:
        ValueError: no side is to move, or the opinion is not a valid one.
        TypeError: ``explain`` returned something else.
        ForfeitError: the agent gives up.
    """
    if game.to_move not in game.spec.sides:
        raise ValueError(f"nobody decides here: {game.to_move or 'the game is over'}")
    view, mask = View(game, game.to_move), game.action_mask()
    observation = view.observation(agent.observation, "float32") if agent.observation else None
    agent.reset(_SEED)
    explain = getattr(agent, "explain", None)
    if explain is not None:
        return checked(explain(observation, mask, {"view": view}), mask)
    if isinstance(agent, UniformAgent):
        return Opinion((mask / mask.sum()).astype(np.float32))
    action = whole_number(agent.act(observation, mask, {"view": view}))
    scores, unit = _scores(agent, game, view)
    return certain(action, len(mask), scores=scores, unit=unit)


def _scores(agent: Agent, game: Game, view: View) -> tuple[dict[int, float], str]:
    """Return the scores by which an agent of this package has just decided, with their unit."""
    if type(agent) is GamePolicy and agent.name == ADVISER:
        return advice(game, view), "points"
    fighter = agent.fighter if isinstance(agent, Planner) else agent
    if isinstance(fighter, ExpectimaxAgent) and view.node in fighter.search.fight_nodes:
        values = Fights(Playouts(view.determinize(_SEED), _SEED)).values(view)
        return {action: 100 * chance_of(value) for action, value in values.items()}, CHANCE
    return {}, ""


def advice(game: Game, view: View) -> dict[int, float]:
    """Return the score of each legal action by the policy ``ADVISER``; empty in games and positions without advice."""
    for kind, layouts in game.tables.observations.items():
        layout = next((one for one in layouts if one.name == ADVICE), None)
        if layout is not None:
            seen = view.observation(kind)
            return _read(seen[ADVICE] if isinstance(seen, dict) else seen, layout, view.legal_actions())
    return {}


def _read(rows: np.ndarray, layout: Layout, legal: list[int]) -> dict[int, float]:
    """Return the scores in an array ``ADVICE``, which may hold no more than what is legal."""
    scores, behind = (rows[:, layout.at(name)].astype(int) for name in ("score", "behind"))
    if not scores[legal].any() and not behind[legal].any():
        return {}
    return {action: float(scores[action] - MIDDLE) for action in legal}
