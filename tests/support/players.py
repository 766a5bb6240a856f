"""Calls of the compiled opponents from Python."""

import numpy as np

from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.games.ctv.policies import GREEDY, RANDOM, STAFF
from ctv_env.games.ctv.spec import SPEC

__all__ = ["GREEDY", "RANDOM", "STAFF", "ask", "copy_of", "decisions", "scratch_of", "whole_games"]


def scratch_of(seed: int) -> np.ndarray:
    """Return scratch whose policy stream is that of ``seed``."""
    scratch = records(1, SPEC.scratch)
    scratch[0]["rng"] = stream(seed)
    return scratch


def ask(states: np.ndarray, tables, seed: int = 0, policy: int = STAFF) -> int:
    """Return the action of a policy in ``states[0]``."""
    action = np.zeros(1, np.int64)
    playout(SPEC.hooks()).advise(states, tables.record, scratch_of(seed), policy, action)
    return int(action[0])


def copy_of(game) -> np.ndarray:
    states = records(1, SPEC.state)
    states[0] = game.record
    return states


def decisions(game, policy: int = STAFF):
    """Play ``game`` with a policy on both sides; yield it before every decision."""
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
            continue
        yield
        game.step(ask(copy_of(game), game.tables, policy=policy))  # an illegal action would be refused with an error


def whole_games(seats: tuple[str, ...], seeds: list[int], setting: Setting) -> list[GameRecord]:
    """Play the games of ``seeds`` between two agents, named by side, as ``ctv evaluate`` does."""
    with Arena(setting) as arena:
        return [record for (record,) in arena.play([seats], seeds)]
