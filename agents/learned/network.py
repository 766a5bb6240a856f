"""A network and its optimizer as named arrays, and back."""

import typing
from collections.abc import Mapping, Sequence

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, CombinedExtractor, FlattenExtractor

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidate_scorer import SCORE
from ctv_env.agents.learned.gather import make_plan
from ctv_env.agents.learned.policy import MaskedPolicy
from ctv_env.agents.learned.torch_defaults import under_own_defaults
from ctv_env.core.actions import ActionLayout
from ctv_env.core.observation import Layout

_LAYER = "mlp_extractor.policy_net.{}.weight"  # of the layers 0, 2, 4, ...; a nonlinearity follows each
_SUMMARY = "network.summary.{}.weight"  # the same in the network that scores candidates
_SECOND = "network.second.weight"  # of the second hidden layer of an action there
_MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam, with the shape of the parameter
_STEP = "step"

Arrays = Mapping[str, np.ndarray]


def extractor(space: gymnasium.Space) -> type[BaseFeaturesExtractor]:
    """Return the class that turns observations of ``space`` into one vector."""
    return CombinedExtractor if isinstance(space, gymnasium.spaces.Dict) else FlattenExtractor


def weights_of(model: MaskablePPO) -> dict[str, np.ndarray]:
    """Return the weights of a model's network, by name."""
    return {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()}


def optimizer_of(model: MaskablePPO) -> dict[str, np.ndarray]:
    """Return the state of a model's optimizer, Adam, as ``PARAMETER/STATE``; empty before its first step."""
    state = model.policy.optimizer.state_dict()["state"]
    if not state:
        return {}
    return {
        f"{k}/{name}": tensor.numpy()
        for k, parameter in enumerate(model.policy.parameters())
        for name, tensor in state.get(k, _before_its_first_step(parameter)).items()
    }


def _before_its_first_step(parameter: torch.Tensor) -> dict[str, torch.Tensor]:
    """Return the state with which Adam begins, for a parameter that has not learned yet."""
    return {_STEP: torch.zeros(()), **{name: torch.zeros_like(parameter) for name in _MOMENTS}}


@under_own_defaults
def network(
    weights: Arrays, observations: gymnasium.Space, layouts: Sequence[Layout], actions: ActionLayout
) -> MaskedPolicy | CandidatePolicy:
    """Return the network with these weights, for playing.

    Args:
        weights: by name.
        observations: what the network sees.
        layouts: of the same.
        actions: the action space.

    Raises:
        CheckpointError: they are not those of a network for these spaces.
    """
    space = gymnasium.spaces.Discrete(actions.n)
    policy: MaskedPolicy | CandidatePolicy
    with torch.random.fork_rng(devices=[]):  # a new network draws weights
        if SCORE in weights:
            widths = _widths(weights, _SUMMARY, make_plan(layouts, actions).n_context)
            policy = CandidatePolicy(
                observations, space, _no_learning, layouts, actions, widths, _candidate_width(weights)
            )
        else:
            widths = widths_of(weights, gymnasium.spaces.flatdim(observations))
            policy = MaskedPolicy(
                observations, space, _no_learning, list(widths), features_extractor_class=extractor(observations)
            )
    set_weights(policy, weights)
    policy.set_training_mode(False)
    return policy


def _candidate_width(weights: Arrays) -> int:
    """Return the width of the hidden layers of an action; raises as ``network``."""
    score, second = weights[SCORE], weights.get(_SECOND)
    if score.ndim != 2 or len(score) != 1 or second is None or second.shape != 2 * score.shape[1:]:
        shape = "is missing" if second is None else f"has the shape {second.shape}"
        raise CheckpointError(
            f"the weights of the checkpoint are damaged: {SCORE} has the shape {score.shape}, not (1, n), or {_SECOND} "
            f"{shape}, not (n, n)"
        )
    return score.shape[1]


def _no_learning(_: float) -> float:
    return 0.0


def widths_of(weights: Arrays, n_inputs: int) -> tuple[int, ...]:
    """Return the widths of the hidden layers.

    Raises:
        CheckpointError: the shapes of the weights do not follow from each other, or there are other than ``n_inputs``.
    """
    return _widths(weights, _LAYER, n_inputs)


def _widths(weights: Arrays, name: str, n_inputs: int) -> tuple[int, ...]:
    widths: list[int] = []
    while (layer := weights.get(name.format(2 * len(widths)))) is not None:
        before = widths[-1] if widths else n_inputs
        if layer.ndim != 2 or layer.shape[1] != before or layer.shape[0] < 1:
            raise CheckpointError(
                f"the weights of the checkpoint are damaged: layer {len(widths)} has the shape {layer.shape}, not "
                f"(n, {before})"
            )
        widths.append(layer.shape[0])
    return tuple(widths)


def set_weights(policy: MaskedPolicy | CandidatePolicy, weights: Arrays) -> None:
    """Give ``policy`` these weights.

    Raises:
        CheckpointError: they are those of another network, or not finite.
    """
    wanted = policy.state_dict()
    if set(wanted) != set(weights):
        names = ", ".join(sorted(set(wanted) ^ set(weights))[:3])
        raise CheckpointError(f"the weights of the checkpoint are those of another network: {names} are not in both")
    for name, tensor in wanted.items():
        _require(name, weights[name], tensor)
    policy.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})


def set_optimizer(policy: MaskedPolicy | CandidatePolicy, state: Arrays) -> None:
    """Give the optimizer of ``policy`` the state of ``optimizer_of``.

    Raises:
        CheckpointError: it is the state for another network.
    """
    if not state:
        return
    parameters = list(policy.parameters())
    names = {f"{k}/{name}" for k in range(len(parameters)) for name in (_STEP, *_MOMENTS)}
    if set(state) != names:
        raise CheckpointError("the state of the optimizer in the checkpoint is that of another network")
    moments: dict[int, dict[str, torch.Tensor]] = {}
    for k, parameter in enumerate(parameters):
        wanted = {_STEP: torch.zeros(()), **dict.fromkeys(_MOMENTS, parameter)}
        for name, like in wanted.items():
            _require(f"{name} of parameter {k}", state[f"{k}/{name}"], like)
        moments[k] = {name: torch.from_numpy(state[f"{k}/{name}"]) for name in wanted}
    optimizer = policy.optimizer
    groups: typing.Any = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": moments, "param_groups": groups})


def _require(name: str, array: np.ndarray, like: torch.Tensor) -> None:
    """Raise a CheckpointError unless ``array`` has the type and shape of ``like`` and is finite."""
    if array.shape != tuple(like.shape) or array.dtype != like.detach().numpy().dtype:
        raise CheckpointError(
            f"the checkpoint has another network: {name} is {array.dtype} {array.shape}, here it is {tuple(like.shape)}"
        )
    if not np.isfinite(array).all():
        raise CheckpointError(f"the network of the checkpoint has diverged: {name} holds numbers that are not finite")
