"""Many games between two agents: win rate with its confidence, margin, length.

Game k of seed s has the same dice stream whoever plays.  Every game that is begun is counted: taking those that end
first would favour short ones.
"""

import concurrent.futures
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from agents.base import Agent, play
from agents.compiled import POLICIES, play_games
from agents.registry import make_agent
from agents.results import MatchResult
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.envs.games import BatchGames
from ctv_env.games import rules_of

_AT_ONCE = 256  # games of a network that are played in step


class Setting(typing.NamedTuple):
    """Where games are played."""

    game: str = "ctv"
    scenario: str = "campaign"
    options: Mapping = MappingProxyType({})
    threads: int = 1


class Tally(typing.NamedTuple):
    """Arrays (n,) of n games."""

    won: np.ndarray  # by the agent
    vp: np.ndarray  # victory points of the first side at the end
    decisions: np.ndarray  # of the agent


def evaluate(
    agent: str, opponent: str, side: str, games: int, seed: int, setting: Setting, sample: bool = False
) -> MatchResult:
    """Let ``agent`` play ``games`` games on ``side`` against ``opponent``; both by name (``registry``).

    Raises:
        ValueError: an unknown agent, side, scenario or option, or a checkpoint that does not fit.
    """
    rules = rules_of(setting.game)
    if side not in rules.sides:
        raise ValueError(f"no side {side!r}; the sides are {', '.join(rules.sides)}")
    tables = rules.load(setting.scenario, **setting.options)
    other = rules.sides[1 - rules.sides.index(side)]
    learner = make_agent(agent, setting.game, setting.scenario, side, sample)
    enemy = make_agent(opponent, setting.game, setting.scenario, other, sample)
    if agent in POLICIES and opponent in POLICIES:
        tally = play_compiled(agent, opponent, side, games, seed, setting)
    elif opponent in POLICIES and hasattr(learner, "act_many"):
        tally = _play_batch(learner, opponent, side, games, seed, setting)
    else:
        tally = _play_singly({side: learner, other: enemy}, side, games, seed, setting)
    sign = 1 if side == rules.sides[0] else -1
    return MatchResult(
        agent=learner.name,
        opponent=enemy.name,
        side=side,
        games=games,
        wins=int(tally.won.sum()),
        mean_vp=float(tally.vp.mean()),
        mean_margin=sign * float((tally.vp - int(tables.record["vp_to_win"][0])).mean()),
        mean_decisions=float(tally.decisions.mean()),
    )


def _seeds(seed: int, games: int) -> list[int]:
    """A seed for each game; those of different evaluations do not overlap."""
    return np.random.SeedSequence(seed).generate_state(games, np.uint64).tolist()


def play_compiled(agent: str, opponent: str, side: str, games: int, seed: int, setting: Setting) -> Tally:
    """Games between two compiled policies, as ``evaluate``: whole games without Python."""
    rules = rules_of(setting.game)
    tables = rules.load(setting.scenario, **setting.options)
    index = rules.sides.index(side)
    policies = np.zeros(2, np.int64)
    policies[index], policies[1 - index] = POLICIES.index(agent), POLICIES.index(opponent)
    numbers = _seeds(seed, games)
    states = records(games, rules.state)
    states["rng"] = [stream(number) for number in numbers]
    streams = np.array([stream(number, POLICY) for number in numbers])
    decisions = np.zeros((games, 2), np.int64)

    def job(first: int, last: int) -> None:
        works = records(1, rules.work)
        play_games(states, first, last, tables.record, works, policies, streams, decisions)

    bounds = np.linspace(0, games, setting.threads + 1).astype(int).tolist()
    with concurrent.futures.ThreadPoolExecutor(setting.threads) as pool:
        list(pool.map(job, bounds[:-1], bounds[1:]))
    vp = np.array([rules.vp(states, i, tables.record) for i in range(games)])
    return Tally(states["winner"] == index, vp, decisions[:, index])


def _play_batch(agent, opponent: str, side: str, games: int, seed: int, setting: Setting) -> Tally:
    """A network against a compiled policy: games in step, one each."""
    agent.reset(seed)
    numbers = _seeds(seed, games)
    parts = [
        _play_in_step(agent, opponent, side, numbers[first : first + _AT_ONCE], setting)
        for first in range(0, games, _AT_ONCE)
    ]
    return Tally(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _play_in_step(agent, opponent: str, side: str, numbers: list[int], setting: Setting) -> Tally:
    n = len(numbers)
    kinds = {"obs": agent.observation, "reward": "win"}
    place = {"game": setting.game, "scenario": setting.scenario, "threads": setting.threads, **setting.options}
    batch = BatchGames(n, side=side, opponent=opponent, **kinds, **place)
    result = Tally(np.zeros(n, bool), np.zeros(n, np.int64), np.zeros(n, np.int64))
    open_games = np.ones(n, bool)
    observation = batch.reset(numbers)
    while open_games.any():
        observation, _, ended = batch.step(agent.act_many(observation, batch.masks))
        new = ended & open_games  # a slot plays on after its game; that is not counted
        books = batch.books[new]
        result.won[new] = books["final_winner"] == books["final_learner"]
        result.vp[new] = books["final_vp"]
        result.decisions[new] = books["final_length"]
        open_games &= ~ended
    batch.close()
    return result


def _play_singly(agents: dict[str, Agent], side: str, games: int, seed: int, setting: Setting) -> Tally:
    """Any two agents, game by game from Python."""
    rules = rules_of(setting.game)
    rows = []
    for number in _seeds(seed, games):
        game = Game.new(rules, setting.scenario, number, **setting.options)
        decisions = play(game, agents, number)
        rows.append((game.winner == side, game.vp(), decisions[side]))
    return Tally(*(np.array(column) for column in zip(*rows, strict=True)))
