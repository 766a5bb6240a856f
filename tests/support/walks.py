"""Random legal play for property tests: the same seed gives the same game, in any process."""

import hashlib
import random
from collections.abc import Iterator

from ctv_env import new_game
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.core.game import Game
from ctv_env.games.ctv.model.codes import DONE

_FIGHTING_SPIRIT = 0.7  # how often passing is excluded when something else can be done


def walk(game: Game, seed: int) -> Iterator[None]:
    """Play ``game`` on at random, with its own dice; yield it at every node, including the first and the last."""
    chooser = random.Random(seed)
    while game.to_move is not None:
        yield
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(pick(game, chooser))
    yield


def advised_walk(name: str, scenario: str, seed: int, advised: float = 0.0, **options) -> Iterator[Game]:
    """A new game of any kind, node by node; the decisions are random, or at times, ``advised``, those of ``staff``."""
    game, chooser, staff = new_game(name, scenario, seed, **options), random.Random(seed), GamePolicy("staff", name)
    while game.to_move is not None:
        yield game
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(staff.advise(game) if chooser.random() < advised else chooser.choice(game.legal_actions()))


def pick(game: Game, chooser: random.Random) -> int:
    """Return a random legal action; DONE less often than the others, so that there is more fighting."""
    actions = game.legal_actions()
    if len(actions) > 1 and actions[0] == DONE and chooser.random() < _FIGHTING_SPIRIT:
        actions = actions[1:]
    return chooser.choice(actions)


def trace(seed: int, **options) -> str:
    """Digest of a whole random game: the hash of the position at every node."""
    game = new_game(seed=seed, **options)
    digest = hashlib.sha256()
    for _ in walk(game, seed):
        digest.update(game.state_hash().encode())
    return digest.hexdigest()
