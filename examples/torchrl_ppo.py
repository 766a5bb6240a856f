"""PPO with TorchRL: its Gymnasium wrapper, its masked distribution, its collector and its loss.

    pip install torchrl
    python examples/torchrl_ppo.py --steps 20000

TorchRL finds the mask of legal actions in the observation (``mask_in_obs``), under the name ``action_mask``.
"""

import argparse
import functools

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import EnvBase, GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import ctv_env  # noqa: F401  registers the environments

FRAMES, EPOCHS, MINIBATCH = 1000, 4, 250


def make_env() -> EnvBase:
    """Return the duel against a random opponent."""
    env = gymnasium.make("ctv_env/Duel1937-v0", opponent="random", obs="flat", reward="win", mask_in_obs=True)
    return GymWrapper(env, categorical_action_encoding=True)


def networks(env: EnvBase) -> tuple[ProbabilisticActor, ValueOperator]:
    """Return a policy over legal actions, and a value."""
    n_inputs, n_actions = env.observation_spec["flat"].shape[-1], env.action_spec.space.n
    scores = nn.Sequential(nn.Linear(n_inputs, 128), nn.Tanh(), nn.Linear(128, n_actions))
    actor = ProbabilisticActor(
        TensorDictModule(scores, in_keys=["flat"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=functools.partial(_legal),
        spec=env.action_spec,
        return_log_prob=True,
    )
    value = nn.Sequential(nn.Linear(n_inputs, 128), nn.Tanh(), nn.Linear(128, 1))
    return actor, ValueOperator(value, in_keys=["flat"])


def _legal(logits: torch.Tensor, mask: torch.Tensor) -> MaskedCategorical:
    return MaskedCategorical(logits=logits, mask=mask.bool())


def main(steps: int, seed: int = 1) -> list[float]:
    """Train for ``steps`` decisions; return the win rate in each batch."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small networks
    env = make_env()
    actor, value = networks(env)
    collector = Collector(make_env, actor, frames_per_batch=FRAMES, total_frames=steps)
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(actor, value)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    rates = []
    for batch in collector:
        for _ in range(EPOCHS):
            advantage(batch)
            for part in torch.randperm(FRAMES).split(MINIBATCH):
                losses = loss(batch[part])
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                optimizer.step()
        ended = batch["next", "done"][:, 0]
        rates.append((batch["next", "reward"][ended] > 0).float().mean().item())
        print(f"wins {rates[-1]:.0%} of {int(ended.sum())} games")
    collector.shutdown()
    return rates


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20_000, help="decisions (20000)")
    main(parser.parse_args().steps)
