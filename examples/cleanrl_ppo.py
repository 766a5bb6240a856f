"""PPO with masked actions in one file, in the style of CleanRL, on the vector environment.

    python examples/cleanrl_ppo.py --steps 200000

It needs the extra ``train`` for torch, and prints the win rate of the finished games as it learns.
"""

import argparse

import gymnasium
import numpy as np
import torch
from torch import nn

import ctv_env  # noqa: F401  registers the environments

GAMES, STEPS, EPOCHS, MINIBATCHES = 64, 32, 4, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.99, 0.95, 0.2, 0.01, 0.5


class Agent(nn.Module):
    """A policy and a value, with a body each."""

    def __init__(self, n_inputs: int, n_actions: int):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(n_inputs, 128), nn.Tanh(), nn.Linear(128, n_actions))
        self.critic = nn.Sequential(nn.Linear(n_inputs, 128), nn.Tanh(), nn.Linear(128, 1))

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
        """Return the probabilities of the legal actions."""
        return torch.distributions.Categorical(logits=self.actor(observations).masked_fill(~masks, -1e9))


def collect(envs, agent, now):
    """Play ``STEPS`` steps of all games from ``now``; return what happened, the state after it, and results."""
    kept, results = [], []
    for _ in range(STEPS):
        observations, masks = torch.as_tensor(now[0]), torch.as_tensor(now[1]["action_mask"]).bool()
        with torch.no_grad():
            policy, values = agent.policy(observations, masks), agent.critic(observations)[:, 0]
            actions = policy.sample()
        after, rewards, over, _, infos = envs.step(actions.numpy())
        rewards, over = torch.as_tensor(rewards, dtype=torch.float32), torch.as_tensor(over)
        kept.append((observations, masks, actions, policy.log_prob(actions), values, rewards, over))
        results += [float(reward) for reward, end in zip(rewards, over, strict=True) if end]
        now = (after, infos)
    return [torch.stack(column) for column in zip(*kept, strict=True)], now, results


def advantages_of(values, rewards, over, last_value):
    """Generalised advantage estimation."""
    advantages, running = torch.zeros_like(rewards), torch.zeros_like(last_value)
    for t in reversed(range(STEPS)):
        following = last_value if t == STEPS - 1 else values[t + 1]
        goes_on = 1.0 - over[t].float()
        running = rewards[t] + GAMMA * following * goes_on - values[t] + GAMMA * LAMBDA * goes_on * running
        advantages[t] = running
    return advantages


def update(agent, optimizer, batch):
    """Take the gradient steps of PPO on a flat batch."""
    observations, masks, actions, old, advantages, returns = batch
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(MINIBATCHES):
            policy = agent.policy(observations[part], masks[part])
            ratio = (policy.log_prob(actions[part]) - old[part]).exp()
            gain = advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = (agent.critic(observations[part])[:, 0] - returns[part]).square().mean()
            loss = -surrogate + VALUE * error - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main(steps: int, seed: int = 1) -> list[float]:
    """Train for ``steps`` decisions; return the win rate in each iteration."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small networks
    envs = gymnasium.make_vec(
        "ctv_env/Duel1937-v0",
        num_envs=GAMES,
        vectorization_mode="vector_entry_point",
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
        side="nationalist",
        opponent="random",
        obs="flat",
        reward="win",
    )
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    now, rates = envs.reset(seed=seed), []
    for iteration in range(max(1, steps // (GAMES * STEPS))):
        kept, now, results = collect(envs, agent, now)
        observations, masks, actions, old, values, rewards, over = kept
        with torch.no_grad():
            last_value = agent.critic(torch.as_tensor(now[0]))[:, 0]
        advantages = advantages_of(values, rewards, over, last_value)
        batch = (observations, masks, actions, old, advantages, advantages + values)
        update(agent, optimizer, [column.flatten(0, 1) for column in batch])
        rates.append(float(np.mean([result > 0 for result in results])))
        print(f"iteration {iteration + 1}: wins {rates[-1]:.0%} of {len(results)} games")
    return rates


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=100_000, help="decisions (100000)")
    main(parser.parse_args().steps)
