"""All that a run in progress is besides its network: with it a resumed run goes on as if it had never stopped."""

import copy
import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.learned.checkpoint import CheckpointError
from ctv_env.envs.sb3 import SB3VecEnv


def session_of(model: MaskablePPO, seconds: float) -> dict[str, np.ndarray]:
    """Arrays for ``checkpoint.save``, taken between an update and the next rollout.

    Args:
        model: a MaskablePPO on an ``SB3VecEnv``.
        seconds: time that the run has taken.
    """
    batch = typing.cast(SB3VecEnv, model.env).games.batch
    _, words, position, *_ = typing.cast(tuple[str, np.ndarray, int, int, float], np.random.get_state())
    return {
        "books": batch.books.view(np.uint8),
        "states": batch.states.view(np.uint8),
        "rows": batch.rows,
        "masks": batch.masks,
        "episode_starts": np.asarray(model._last_episode_starts),
        "torch_random": torch.get_rng_state().numpy(),
        "numpy_random": words,
        "numpy_position": np.array(position),
        "decisions": np.array(model.num_timesteps),
        "updates": np.array(model._n_updates),
        "seconds": np.array(seconds),
    }


def restore(model: MaskablePPO, session: dict[str, np.ndarray]) -> float:
    """Put ``model`` and its games where they stood; returns the seconds that the run had taken.

    Raises:
        CheckpointError: the config has another number of games than the checkpoint.
    """
    games = typing.cast(SB3VecEnv, model.env).games
    if session["masks"].shape != games.batch.masks.shape:
        raise CheckpointError(f"the checkpoint holds {len(session['masks'])} games, the config {games.n}: keep n_envs")
    for name in ("books", "states"):
        getattr(games.batch, name).view(np.uint8)[:] = session[name]
    games.batch.rows[:] = session["rows"]
    games.batch.masks[:] = session["masks"]
    games.fill_values(0, games.n)
    model._last_obs = copy.deepcopy(games.observation())
    model._last_episode_starts = session["episode_starts"]
    model.num_timesteps = int(session["decisions"])
    model._n_updates = int(session["updates"])
    torch.set_rng_state(torch.from_numpy(session["torch_random"]))
    np.random.set_state(("MT19937", session["numpy_random"], int(session["numpy_position"]), 0, 0.0))
    return float(session["seconds"])
