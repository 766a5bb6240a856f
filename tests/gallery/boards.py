"""Pictures of positions that no command reaches."""

import pathlib

import numpy as np

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.registry import make_agent
from ctv_env.core.view import View
from ctv_env.games.ctv.model.codes import ROLE
from ctv_env.render.raster import png

_SEED, _TARGET, _WIDTH = 7, "2006", 1200  # as the picture at the top of the README


def half_made_choice(file: str) -> None:
    """Two of the attackers of Reinosa are named."""
    game = new_game("ctv", seed=_SEED)
    agents = {side: make_agent("staff", "ctv", "campaign", side) for side in game.spec.sides}
    target = game.tables.grid.cell(_TARGET)

    def two_are_named(now) -> bool:
        record = now.record
        named = np.count_nonzero(record["piece_role"] == ROLE.ATTACKS)
        return now.node == "ATTACKERS" and record["target"] == target and named == 2

    play(game, agents, _SEED, until=two_are_named)
    pathlib.Path(file).write_bytes(png(game.drawing(), _WIDTH))


def policy(file: str) -> None:
    """What the first agent in the folder ``runs`` thinks of its first decision."""
    model = min(pathlib.Path("runs").iterdir()) / "model.zip"
    agent = PPOAgent(model, "ctv", "duel")
    game = new_game("ctv", "duel", seed=_SEED)
    view = View(game, agent.side)
    while view.to_move != agent.side:
        game.roll()
    chances = agent.probabilities(view.observation(agent.observation, "float32"), view.action_mask())
    pathlib.Path(file).write_bytes(png(game.drawing(policy=chances), 800))
