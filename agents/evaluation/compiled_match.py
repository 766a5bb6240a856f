"""Whole games between compiled policies, without Python: those of the game, and tuned variants of one."""

import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.agents.base import Agent
from ctv_env.agents.learned.tuned import TunedPolicy
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import Tables
from ctv_env.core.tuning import code_of


class Compiled(typing.NamedTuple):
    """Compiled policies by side, as ``core.playout.play_games`` takes them."""

    codes: np.ndarray  # int64 (2,)
    tables: np.ndarray  # (1,) tables records, with the constants of tuned policies


class Played(typing.NamedTuple):
    """Games that are over."""

    states: np.ndarray  # (n,) records
    decisions: np.ndarray  # int64 (n, 2), of each side
    streams: np.ndarray  # uint64 (n,), with which the policies' randomness began


def is_compiled(agent: Agent, policies: Sequence[str]) -> bool:
    """Return whether an agent is a compiled policy, one of ``policies``, or a tuned one."""
    return type(agent) is TunedPolicy or (type(agent) in (GamePolicy, UniformAgent) and agent.name in policies)


def compiled(agents: Sequence[Agent], spec: GameSpec, tables: Tables) -> Compiled:
    """Return the agents of all sides, for which ``is_compiled`` holds, in compiled form."""
    rows: list[np.ndarray] = []
    codes = []
    for agent in agents:
        if isinstance(agent, TunedPolicy):
            codes.append(code_of(len(rows)))
            rows.append(agent.tuned_constants)
        else:
            codes.append(spec.policies.index(agent.name))
    record = spec.tuning.tables_with(tables.record, rows) if rows and spec.tuning else tables.record
    return Compiled(np.array(codes, np.int64), record)


def play_whole(players: Compiled, seeds: Sequence[int], spec: GameSpec, ends: np.ndarray) -> Played:
    """Play the games of ``seeds`` between ``players``.

    Args:
        players: by side.
        seeds: of the games; each also determines the policies' randomness.
        spec: of the game.
        ends: (games, turns) records, receives the position at the end of each turn; may have zero turns.
    """
    states, decisions = records(len(seeds), spec.state), np.zeros((len(seeds), len(players.codes)), np.int64)
    states["rng"] = [stream(seed) for seed in seeds]
    streams = np.array([stream(seed, POLICY) for seed in seeds])
    scratch = records(1, spec.scratch)
    play_games = playout(spec.hooks()).play_games
    play_games(states, players.tables, scratch, players.codes, streams.copy(), decisions, ends)
    return Played(states, decisions, streams)
