"""Plans of a movement segment in a small scenario, for the tests of agents that choose among them."""

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent
from ctv_env.core.view import View
from ctv_env.games.ctv.spec import SPEC


def at_plan(side: str):
    """A game of the staff in which the side begins a plan."""
    game = new_game(seed=5, scenario="last-stand")
    agents = {one: make_agent("staff", "ctv", "last-stand", one) for one in SPEC.sides}
    play(game, agents, 5, until=lambda now: now.node == "MOVE" and now.to_move == side)
    return game


def ask(agent, game):
    """What the agent does in a position."""
    return agent.act(None, game.action_mask(), {"view": View(game, game.to_move)})


def row_of_plan(agent, game) -> list[int]:
    """The actions of the agent while it plans."""
    side, taken = game.to_move, []
    while game.node in ("MOVE", "MOVE_TO") and game.to_move == side:
        taken.append(ask(agent, game))
        game.step(taken[-1])
    return taken
