"""Record games of an agent as a Minari data set, and read it again for offline learning.

    pip install 'minari[create,hdf5]'
    python examples/minari_dataset.py --games 20

Minari's collector does not keep ``infos``, so the mask of legal actions is part of the observation (``mask_in_obs``).
"""

import argparse

import gymnasium
import minari
import numpy as np

import ctv_env  # noqa: F401  registers the environments

NAME = "ctv/duel-random-v0"


def record(games: int, seed: int) -> minari.MinariDataset:
    """Play ``games`` at random and store them, in place of an earlier set of this name."""
    env = gymnasium.make("ctv_env/Duel1937-v0", opponent="random", obs="flat", reward="win", mask_in_obs=True)
    collector = minari.DataCollector(env)
    rng = np.random.default_rng(seed)
    for game in range(games):
        observation, _ = collector.reset(seed=seed + game)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, _, over, _, _ = collector.step(action)
    if NAME in minari.list_local_datasets():
        minari.delete_dataset(NAME)
    return collector.create_dataset(dataset_id=NAME, algorithm_name="random", author="ctv_env")


def main(games: int, seed: int = 1) -> minari.MinariDataset:
    """Record a data set, and check that every action in it was legal."""
    record(games, seed)
    dataset = minari.load_dataset(NAME)
    for episode in dataset.iterate_episodes():
        masks = episode.observations["action_mask"][:-1]
        assert masks[np.arange(len(episode.actions)), episode.actions].all()
    won = sum(episode.rewards.sum() > 0 for episode in dataset.iterate_episodes())
    print(f"{dataset.total_episodes} games with {dataset.total_steps} decisions, {won} won: {NAME}")
    return dataset


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="number of games (100)")
    main(parser.parse_args().games)
