"""The private parts of Stable-Baselines3 and sb3-contrib that training stands on are as they were tried."""

import inspect

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from ctv_env.agents.training.train import begin


@pytest.mark.parametrize(
    ("owner", "name", "parameters"),
    [
        (MaskablePPO, "collect_rollouts", "self env callback rollout_buffer n_rollout_steps use_masking"),
        (MaskablePPO, "train", "self"),
        (MaskablePPO, "_update_info_buffer", "self infos dones"),
        (MaskablePPO, "_update_learning_rate", "self optimizers"),
        (MaskableActorCriticPolicy, "_build", "self lr_schedule"),
        (MaskableActorCriticPolicy, "_get_constructor_parameters", "self"),
        (MaskableActorCriticPolicy, "get_distribution", "self obs action_masks"),
        (MaskableActorCriticPolicy, "obs_to_tensor", "self observation"),
        (MaskableCategoricalDistribution, "proba_distribution", "self action_logits"),
        (MaskableCategoricalDistribution, "apply_masking", "self masks"),
    ],
)
def test_a_function_that_is_called_or_overridden_takes_what_it_is_given(owner, name, parameters):
    assert " ".join(inspect.signature(getattr(owner, name)).parameters) == parameters


def test_the_state_that_a_checkpoint_keeps_is_where_it_was(tiny, tmp_path):
    model = begin(tiny, tmp_path, quiet=True).model
    assert {"_last_obs", "_last_episode_starts", "_n_updates"} <= vars(model).keys()
    model.set_logger(_Silent())
    model.learn(tiny.n_envs * tiny.n_steps)
    assert model._n_updates == model.n_epochs
    assert np.asarray(model._last_episode_starts).shape == (tiny.n_envs,)
    assert {"policy_net", "value_net"} <= dict(model.policy.mlp_extractor.named_children()).keys()
    assert model.policy.action_net.out_features == model.action_space.n


class _Silent:
    """Stands for a logger."""

    def record(self, *_, **__):
        pass

    def dump(self, *_, **__):
        pass
