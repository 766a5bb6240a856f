"""Other environments of turn-based games, under the same load as ours.

Random legal play; legal actions and, if the library makes one, an observation tensor are fetched at every decision;
starting new games is part of the work.  Each function sets its peer up and returns the work.
"""

import functools
import importlib
import random
from collections.abc import Iterator
from typing import Any

from ctv_env.bench.measure import Measurement, Work

PACKAGES = ("open-spiel", "pettingzoo", "catanatron")
CHUNK = 100
"""Decisions after which a work looks at the clock."""

CHESS = "OpenSpiel chess"
PETTINGZOO_CHESS = "PettingZoo chess"


class MissingPeerError(ImportError):
    """A peer is not installed; the message says how to install it."""


def peers(cores: int) -> Iterator[Measurement]:
    """Each peer in one process and on all cores."""
    for name, setup in (
        (CHESS, functools.partial(open_spiel, "chess")),
        (f"{CHESS} by its observer", functools.partial(open_spiel, "chess", by_observer=True)),
        ("OpenSpiel backgammon", functools.partial(open_spiel, "backgammon")),
        (PETTINGZOO_CHESS, functools.partial(pettingzoo, "chess_v6")),
        ("PettingZoo connect four", functools.partial(pettingzoo, "connect_four_v3")),
        ("Catanatron, legal actions only", catanatron),
    ):
        yield Measurement(name, setup)
        if cores > 1:
            yield Measurement(on_all(name, cores), setup, processes=cores)


def on_all(name: str, cores: int) -> str:
    """Name of the measurement ``name`` in as many processes as there are cores."""
    return f"{name}, {cores} processes" if cores > 1 else name


def open_spiel(game_name: str, by_observer: bool = False) -> Work:
    """OpenSpiel's states.

    Args:
        by_observer: the tensor is written into one numpy array by ``open_spiel.python.observation``, which is faster
            where it is long; else it is the list of floats of ``state.observation_tensor``.
    """
    game = _module("pyspiel").load_game(game_name)
    observer = _module("open_spiel.python.observation").make_observation(game) if by_observer else None
    state = game.new_initial_state()

    def work() -> int:
        nonlocal state
        done = 0
        while done < CHUNK:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                faces, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(faces, chances)[0])
            else:
                actions = state.legal_actions()
                if observer is None:
                    state.observation_tensor(state.current_player())
                else:
                    observer.set_from(state, state.current_player())
                state.apply_action(random.choice(actions))
                done += 1
        return done

    return work


def pettingzoo(module_name: str) -> Work:
    """PettingZoo's AEC interface; a finished game is begun anew at once, without the steps of its dead agents."""
    env = _module(f"pettingzoo.classic.{module_name}").env()
    env.reset(seed=0)

    def work() -> int:
        for _ in range(CHUNK):
            observation, _, terminated, truncated, _ = env.last()
            while terminated or truncated:
                env.reset()
                observation, _, terminated, truncated, _ = env.last()
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return CHUNK

    return work


def catanatron() -> Work:
    """Catanatron between four players; its wheel has no observation tensor, so only the legal actions are fetched."""
    library = _module("catanatron")
    limit = _module("catanatron.game").TURNS_LIMIT
    colours = list(library.Color)
    game = library.Game([library.Player(colour) for colour in colours])

    def work() -> int:
        nonlocal game
        for _ in range(CHUNK):
            while game.winning_color() is not None or game.state.num_turns >= limit:
                game = library.Game([library.Player(colour) for colour in colours])
            game.execute(random.choice(game.state.playable_actions), validate_action=False)
        return CHUNK

    return work


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        message = f"the peer library {error.name or name} is missing: pip install -c constraints.txt -e '.[bench]'"
        raise MissingPeerError(message) from error
