"""Comparison of the dice of a record with those of the seed in its header."""

import numpy as np

from ctv_env.core.batch import EPISODE
from ctv_env.core.dice import next_random, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records

MOST_GAMES = 100_000
"""Maximum number of a game within its seed; finding a later one would take too long."""

_DRAWS = 7  # of the stream of a seed for each game of a batch: its dice 3, its policies 3, the learner's side 1


class SeedDice:
    """The dice of one game.

    A seed determines a game on its own, and the games that a slot of a batch plays one after the other.  A record does
    not say which it is, so its dice must match one of them from beginning to end.

    Args:
        seed: in the header.
        nth: number of the game with that seed, from 1 to ``MOST_GAMES``.
    """

    def __init__(self, seed: int, nth: int):
        alone = [int(stream(seed))] if nth == 1 else []
        self._streams = [*alone, _of_batch(seed, nth)]

    def difference(self, game: Game, outcome: int) -> int | None:
        """Return None if ``outcome`` is the next one at this chance node, otherwise the outcome that the seed gives."""
        drawn = [_draw(game, rng) for rng in self._streams]
        self._streams = [rng for given, rng in drawn if given == outcome]
        return None if self._streams else drawn[0][0]


def _draw(game: Game, rng: int) -> tuple[int, int]:
    """Return the outcome that a stream gives at the chance node of ``game``, and the stream after it."""
    twin = game.clone()
    twin._states[0]["rng"] = np.uint64(rng)
    outcome = int(game.spec.engine.draw(twin._states, 0, game.tables.record))
    return outcome, int(twin._states[0]["rng"])


def _of_batch(seed: int, nth: int) -> int:
    """Return the stream of the dice of the nth game that a slot of a batch plays with a seed (``core/driver.py``)."""
    episode = records(1, EPISODE)[0]
    episode["rng"] = stream(seed)
    for _ in range(_DRAWS * (nth - 1)):
        next_random(episode)
    return drawn_stream(episode)


def drawn_stream(episode: np.void) -> int:
    """Return the next initial stream state drawn from ``episode["rng"]``, as a game's driver does, and advance it."""
    high, middle, low = (int(next_random(episode)) for _ in range(3))
    return (high << 33 ^ middle << 11 ^ low | 1) % 2**64
