"""``ctv compile``: compile games ahead of their first use, for an image of a container or a cluster's login node."""

import argparse
import itertools
import time
import typing

import numpy as np

from ctv_env.cli.errors import UserError, user_errors

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec

EXAMPLES = """\
Compiled code is kept in $NUMBA_CACHE_DIR or, without it, in ctv_env in the user's cache folder; other users may read it
there.  It serves the kind of processor on which it was compiled.

examples:
  ctv compile          all games
  ctv compile ctv
"""
_DECISIONS = 60  # of a game: so that there are battles, and each agent has decided
_BUDGET = 4  # of a search


def add_arguments(parser: argparse.ArgumentParser, _argv: list[str]) -> None:
    """Declare the arguments of ``ctv compile``."""
    parser.epilog = EXAMPLES
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of the games (all)")


def run(args: argparse.Namespace) -> int:
    """Compile what playing, learning, searching and explaining use; return the exit code."""
    from ctv_env import list_games
    from ctv_env.core.jit import COMPILED, kept_in
    from ctv_env.core.spec import spec_of

    with user_errors(ValueError):
        specs = [spec_of(name) for name in args.games or list_games()]
    if not COMPILED:
        raise UserError("NUMBA_DISABLE_JIT is set, so that nothing is compiled: unset it")
    folder = kept_in()
    if folder is None:
        raise UserError("compiled code can be kept nowhere: set NUMBA_CACHE_DIR to a folder of your own")
    for spec in specs:
        begun = time.perf_counter()
        _play(spec)
        _serve(spec)
        _play_together(spec)
        _play_with_networks(spec)
        _evaluate(spec)
        print(f"{spec.name}: compiled in {time.perf_counter() - begun:.0f} s; in {folder}", flush=True)
    return 0


def _play(spec: "GameSpec") -> None:
    """Let every agent that needs no file decide, and look at the game as people do."""
    from ctv_env.agents.base import dismiss, play
    from ctv_env.agents.registry import PLANNERS, make_agent, names
    from ctv_env.core.game import Game
    from ctv_env.core.spec import reference_of

    game_name = reference_of(spec)
    for name in names(spec):
        game, budget = Game.new(spec, None, 0), f":{_BUDGET}" if name in PLANNERS else ""
        agents = {side: make_agent(name + budget, game_name, None, side) for side in spec.sides}
        left = iter(range(_DECISIONS))
        play(game, agents, 0, until=lambda _game, left=left: next(left, None) is None)  # type: ignore[misc]
        for agent in agents.values():
            dismiss(agent)
        _inspect(game)


def _inspect(game: "typing.Any") -> None:
    """Save and load a game, describe it, and explain what may be done."""
    from ctv_env.core.game import Game

    copy = Game.from_bytes(game.to_bytes())
    Game.from_dict(copy.to_dict())
    str(copy)
    copy.state_hash()
    for action in range(copy.n_actions):
        copy.explain_illegal(action)
    if copy.to_move in copy.spec.sides:
        copy.spec.ui().preview(copy, copy.spec.sides.index(copy.to_move))
        copy.determinize(copy.to_move, np.random.default_rng(0))


def _serve(spec: "GameSpec") -> None:
    """Warm up as a server does."""
    from ctv_env.core.spec import reference_of
    from ctv_env.serve.offer import Offer
    from ctv_env.serve.players import PERSON
    from ctv_env.serve.warm_up import warm_up

    warm_up(Offer(reference_of(spec), None, dict.fromkeys(spec.sides, PERSON), (), {}))


def _play_with_networks(spec: "GameSpec") -> None:
    """Begin games, and advise in them, as networks are trained and evaluated."""
    from ctv_env.core.dice import stream
    from ctv_env.core.jit import records
    from ctv_env.core.playout import playout

    together, tables = playout(spec.hooks()), spec.load(None).record
    states, scratch = records(2, spec.state), records(1, spec.scratch)
    states["rng"] = [stream(seed) for seed in range(2)]
    together.start_games(states, tables, scratch)
    together.advise(states, tables, scratch, 0, np.zeros(2, np.int64))


def _play_together(spec: "GameSpec") -> None:
    """Play many games in step, as vector environments do, with every kind of observation."""
    from ctv_env.core.spec import reference_of
    from ctv_env.envs.batch import BatchGames

    for kind, dtype in itertools.product(spec.load(None).observations, ("float32", "uint8")):
        games = BatchGames(2, obs=kind, dtype=dtype, game=reference_of(spec))
        games.reset([0, 1])
        for _ in range(4):
            games.step(games.draw_actions())
        games.close()


def _evaluate(spec: "GameSpec") -> None:
    """Play whole games between compiled policies, as evaluations do."""
    from ctv_env.agents.evaluation.evaluate import evaluate
    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.agents.evaluation.results import BOTH
    from ctv_env.core.spec import reference_of

    evaluate("random", "random", BOTH, [0], Setting(reference_of(spec), threads=1))
