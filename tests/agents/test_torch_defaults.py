"""A trained network plays the same whatever torch's defaults are."""

import numpy as np
import pytest
import torch

from ctv_env import new_game
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.core.view import View

DEFAULTS = [(torch.float64, "cpu"), (torch.float32, "meta"), (torch.float16, "meta")]


def decisions(run):
    """The choices and the opinion of the tiny run's agent in its first position, and of one that samples."""
    game = new_game(None, None, 1)
    while game.to_move == "chance":
        game.roll()
    view, agent = View(game, game.to_move), PPOAgent(run / "model.zip", None, None)
    seen, mask = view.observation(agent.observation, "float32"), game.action_mask()
    sampling = PPOAgent(run / "model.zip", None, None, sample=True)
    sampling.reset(3)
    opinion = agent.explain(seen, mask, {"view": view})
    return agent.act(seen, mask, {}), sampling.act(seen, mask, {}), opinion.preferences.tolist(), opinion.value


@pytest.mark.parametrize(("dtype", "device"), DEFAULTS)
def test_a_checkpoint_plays_as_under_the_usual_defaults(tiny_run, dtype, device):
    wanted = decisions(tiny_run)
    try:
        torch.set_default_dtype(dtype)
        torch.set_default_device(device)
        assert decisions(tiny_run) == wanted
        assert torch.get_default_dtype() == dtype
        assert torch.get_default_device() == torch.device(device)
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_default_device(None)
    assert np.isfinite(wanted[3])
