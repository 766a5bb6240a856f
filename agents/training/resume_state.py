"""Training state beyond the network, with which a run resumes as if it had never stopped."""

import copy
import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.training.candidate_ppo import CandidatePPO
from ctv_env.core.batch import EPISODE, EXTERNAL, OBSERVE
from ctv_env.core.game import SaveError
from ctv_env.core.saves import restored
from ctv_env.core.terms import NOBODY
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.sb3 import SB3VecEnv

_FLAGS = ("learner", "acted", "done", "final_learner", "has_map")
_COUNTS = ("length", "final_length")


def session_of(model: MaskablePPO, seconds: float) -> dict[str, np.ndarray]:
    """Return arrays for ``checkpoint.save``, taken between an update and the next rollout.

    Args:
        model: a MaskablePPO on an ``SB3VecEnv``.
        seconds: time that the run has taken.
    """
    batch = _games(model).batch
    _, words, position, *_ = typing.cast(tuple[str, np.ndarray, int, int, float], np.random.get_state())
    starts = model._last_episode_starts
    origin = getattr(model, "origin", None)
    anchor = {} if origin is None else {"origin": parameters_to_vector(origin.parameters()).detach().numpy()}
    return anchor | {
        "episodes": batch.episodes.view(np.uint8),
        "states": batch.states.view(np.uint8),
        "episode_starts": np.zeros(len(batch.states), bool) if starts is None else np.asarray(starts),
        "torch_random": torch.get_rng_state().numpy(),
        "numpy_random": words,
        "numpy_position": np.array(position),
        "decisions": np.array(model.num_timesteps),
        "updates": np.array(model._n_updates),
        "seconds": np.array(seconds),
    }


def restore(model: MaskablePPO, session: dict[str, np.ndarray]) -> float:
    """Restore ``model`` and its games; return the seconds that the run had taken.

    Raises:
        CheckpointError: the config has another number of games than the checkpoint, or the state is damaged.
    """
    games = _games(model)
    _check_shapes(session, session_of(model, 0.0), games.n)
    episodes = session["episodes"].view(EPISODE)
    _check_episodes(episodes, games)
    states = _checked_states(session["states"], games)
    if not (states["to_move"] == episodes["learner"]).all():
        raise _damaged("a game does not wait for its learner")
    _restore_origin(model, session)
    games.batch.episodes[:] = episodes
    games.batch.states.view(np.uint8)[:] = session["states"]
    games.batch.episodes["has_map"] = 0
    games.run(OBSERVE)
    model._last_obs = copy.deepcopy(games.observation())
    model._last_episode_starts = session["episode_starts"]
    model.num_timesteps = int(session["decisions"])
    model._n_updates = int(session["updates"])
    torch.set_rng_state(torch.from_numpy(session["torch_random"]))
    np.random.set_state(("MT19937", session["numpy_random"], int(session["numpy_position"]), 0, 0.0))
    return float(session["seconds"])


def _restore_origin(model: MaskablePPO, session: dict[str, np.ndarray]) -> None:
    """Restore the network that the training is anchored to, if there is one."""
    if not isinstance(model, CandidatePPO) or model.anchor == 0:
        return
    weights = session.get("origin")
    n_weights = sum(parameter.numel() for parameter in model.policy.parameters())
    if weights is None or weights.shape != (n_weights,) or weights.dtype != np.float32:
        raise _damaged("it lacks the network with which the training began")
    if not np.isfinite(weights).all():
        raise _damaged("the network with which the training began is not finite")
    model.remember_origin()
    assert model.origin is not None
    vector_to_parameters(torch.from_numpy(weights), model.origin.parameters())


def _games(model: MaskablePPO) -> BatchGames:
    return typing.cast(SB3VecEnv, model.env).games


def _damaged(what: str) -> CheckpointError:
    return CheckpointError(f"the state of the training in the checkpoint is damaged: {what}")


def _check_shapes(session: dict[str, np.ndarray], wanted: dict[str, np.ndarray], n: int) -> None:
    """Raise unless ``session`` has arrays like those of ``wanted``, for n games."""
    for name, like in wanted.items():
        array = session.get(name)
        if array is None:
            raise _damaged(f"it lacks {name}")
        if name in ("episodes", "states") and array.shape != like.shape and array.dtype == like.dtype:
            given = len(array) / (like.size / n)
            raise CheckpointError(f"the checkpoint holds {given:g} games, the config {n}: keep n_envs")
        if array.shape != like.shape or array.dtype != like.dtype:
            raise _damaged(f"{name} is {array.dtype} {array.shape}, not {like.dtype} {like.shape}")
    counts = [int(session[name]) for name in ("decisions", "updates", "numpy_position")]
    if min(counts) < 0 or counts[2] > 624 or not 0 <= float(session["seconds"]) < np.inf:
        raise _damaged("a count is out of its range")


def _check_episodes(episodes: np.ndarray, games: BatchGames) -> None:
    """Raise unless every field is in its range."""
    n_policies = len(games.spec.policies)
    numbers = [name for name in EPISODE.names or () if EPISODE[name].kind == "f"]
    ranges = {
        **dict.fromkeys(_FLAGS, (0, 1)),
        **dict.fromkeys(_COUNTS, (0, 2**31 - 1)),
        "policy": (EXTERNAL, n_policies - 1),
        "wanted_opponent": (EXTERNAL, n_policies - 1),
        "final_winner": (0, NOBODY),
        "observer": (-1, 1),
        "turn": (0, 127),
        "padding": (0, 0),
    }
    for name, (low, high) in ranges.items():
        if not ((episodes[name] >= low) & (episodes[name] <= high)).all():
            raise _damaged(f"{name} of a game is out of its range")
    for name in numbers:
        if not np.isfinite(episodes[name]).all():
            raise _damaged(f"{name} of a game is not finite")
    if (episodes["wanted_side"] != games.batch.episodes["wanted_side"]).any():
        raise CheckpointError("the learner of the checkpoint plays another side than that of the config: keep side")
    if not all(episodes[name].all() for name in ("rng", "policy_rng", "choice_rng")):
        raise _damaged("a random stream is empty")
    each = np.arange(games.n)
    if (episodes["policy"][each, episodes["learner"]] != EXTERNAL).any():
        raise _damaged("a policy plays for the learner")


def _checked_states(raw: np.ndarray, games: BatchGames) -> np.ndarray:
    """Return the positions in ``raw``, each of them consistent."""
    size = games.spec.state.itemsize
    try:
        for i in range(games.n):
            restored(games.spec, games.tables, raw[i * size : (i + 1) * size].tobytes())
    except SaveError as error:
        raise _damaged(f"game {i}: {error}") from error
    return raw.view(games.spec.state)
