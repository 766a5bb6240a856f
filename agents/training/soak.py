"""Steps games as training does, with random logits for a network, and checks every mask and every action.

``ctv lab soak --decisions 50_000_000`` plays that many and stops at the first fault: a
position without a legal action, a mask that changes between the choice and the step, or an action that is not legal.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np
import torch

from ctv_env.agents.learned.policy import MaskedActions
from ctv_env.agents.training.manager_runs import check_numbers
from ctv_env.core.playout import playout
from ctv_env.core.spec import spec_of
from ctv_env.envs.sb3 import SB3VecEnv

_REPORT = 60.0  # seconds between two lines


class FaultError(RuntimeError):
    """A mask or an action is wrong; the message says where."""


def soak(env: SB3VecEnv, decisions: int, seed: int, imitation: float) -> Iterator[int]:
    """Play ``decisions`` decisions; yield their number so far after each step.

    Args:
        env: the games.
        decisions: number of decisions, of all games together.
        seed: of the logits.
        imitation: fraction of the decisions that the strongest compiled policy takes, which leads to deeper positions.

    Raises:
        FaultError: a mask or an action is wrong.
    """
    games = env.games
    n, n_actions = games.n, games.tables.actions.n
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    advise = playout(games.spec.hooks()).advise
    advised = np.zeros(n, np.int64)
    env.reset()
    for k in range(-(-decisions // n)):
        masks = env.action_masks()
        _check_masks(masks)
        distribution = MaskedActions(n_actions).proba_distribution(3 * torch.randn(n, n_actions))
        distribution.apply_masking(masks)
        actions = distribution.sample().numpy()
        if imitation > 0:
            advise(games.batch.states, games.batch.tables, games.batch.scratch, len(games.spec.policies) - 1, advised)
            actions = np.where(random.random(n) < imitation, advised, actions)
        _check(masks, env.action_masks(), actions)
        env.step(actions)
        yield (k + 1) * n


def _check_masks(masks: np.ndarray) -> None:
    """Raise a FaultError unless every mask allows an action."""
    _refuse(masks.sum(axis=1) == 0, "has no legal action")


def _check(masks: np.ndarray, now: np.ndarray, actions: np.ndarray) -> None:
    """Raise a FaultError unless the masks are as before and allow the actions."""
    _refuse((masks != now).any(axis=1), "has another mask than at the choice of the action")
    _refuse(~masks[np.arange(len(masks)), actions], "got an action that its mask forbids")


def _refuse(faults: np.ndarray, what: str) -> None:
    if faults.any():
        raise FaultError(f"game {int(np.argmax(faults))} {what}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab soak``."""
    parser.add_argument("--game", help="name of the game (the first)")
    parser.add_argument("--scenario", help="name of the scenario (the first)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="number of decisions (1000000)")
    parser.add_argument("--imitation", type=float, default=0.5, help="fraction taken by the strongest policy (0.5)")
    parser.add_argument("--threads", type=int, default=2, help="threads that step the games (2)")
    parser.add_argument("--seed", type=int, default=0, help="of the games and the logits (0)")


def run(args: argparse.Namespace) -> int:
    """Play, and say how far it has come; return the exit code."""
    torch.set_num_threads(1)
    check_numbers(vars(args), ("decisions", "threads"), ("seed", "imitation"))
    policies = spec_of(args.game).policies
    opponents = [policies[-1 - i % 2] for i in range(128)]
    where = {"game": args.game, "scenario": args.scenario, "threads": args.threads}
    env = SB3VecEnv(128, opponents, illegal_action="raise", **where)
    env.seed(args.seed)
    begun = said = time.perf_counter()
    done = 0
    for done in soak(env, args.decisions, args.seed, args.imitation):
        if time.perf_counter() - said > _REPORT:
            said = time.perf_counter()
            print(f"{done:,} decisions, {done / (said - begun):,.0f} per second", flush=True)
    env.close()
    print(f"{done:,} decisions without a fault in {time.perf_counter() - begun:,.0f} s", flush=True)
    return 0
