"""Other environments of turn-based games, under the same load as ours.

The load is random legal play: legal actions and, if the library has one, an observation tensor are fetched at every
decision, and starting new games is included.  Each function sets up its peer and returns the workload.
"""

import functools
import importlib
import random
from collections.abc import Iterator
from typing import Any

from ctv_env.bench.measure import Measurement, Workload
from ctv_env.core.extras import needs_extra

PACKAGES = ("open-spiel", "pettingzoo", "catanatron")
CHUNK = 100
"""Number of decisions between two readings of the clock."""

CHESS = "OpenSpiel chess"
PETTINGZOO_CHESS = "PettingZoo chess"


def peers(cores: int) -> Iterator[Measurement]:
    """Yield each peer in one process and on all cores."""
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
    """Return the name of the measurement ``name`` with one process per core."""
    return f"{name}, {cores} processes" if cores > 1 else name


def open_spiel(game_name: str, by_observer: bool = False) -> Workload:
    """Play an OpenSpiel game through its states.

    Args:
        by_observer: write the tensor into one numpy array with ``open_spiel.python.observation``, which is faster for
            long tensors; otherwise use the list of floats from ``state.observation_tensor``.
    """
    game = _module("pyspiel").load_game(game_name)
    observer = _module("open_spiel.python.observation").make_observation(game) if by_observer else None
    state = game.new_initial_state()

    def workload() -> int:
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

    return workload


def pettingzoo(module_name: str) -> Workload:
    """Play PettingZoo's AEC interface; a finished game restarts at once, without the steps of its dead agents."""
    env = _module(f"pettingzoo.classic.{module_name}").env()
    env.reset(seed=0)

    def workload() -> int:
        for _ in range(CHUNK):
            observation, _, terminated, truncated, _ = env.last()
            while terminated or truncated:
                env.reset()
                observation, _, terminated, truncated, _ = env.last()
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return CHUNK

    return workload


def catanatron() -> Workload:
    """Play Catanatron with four players; its wheel has no observation tensor, so only legal actions are fetched."""
    library = _module("catanatron")
    limit = _module("catanatron.game").TURNS_LIMIT
    colours = list(library.Color)
    game = library.Game([library.Player(colour) for colour in colours])

    def workload() -> int:
        nonlocal game
        for _ in range(CHUNK):
            while game.winning_color() is not None or game.state.num_turns >= limit:
                game = library.Game([library.Player(colour) for colour in colours])
            game.execute(random.choice(game.state.playable_actions), validate_action=False)
        return CHUNK

    return workload


def _module(name: str) -> Any:
    with needs_extra("bench", "a comparison with other environments"):
        return importlib.import_module(name)
