"""Positions in words, ``Game.to_dict``: other names, numbers and types."""

import random

from fuzz.mutations import damage, words_in
from fuzz.play_on import positions, spec_named, use
from fuzz.run import Case

from ctv_env.core.game import Game


def target(game: str) -> Case:
    """Return the case for a game."""
    dictionaries = [position.to_dict() for position in positions(spec_named(game))]
    words = tuple(dict.fromkeys(word for data in dictionaries for word in words_in(data)))

    def case(rng: random.Random) -> str:
        try:
            loaded = Game.from_dict(damage(rng.choice(dictionaries), rng, words))
        except ValueError:
            return "refused"
        use(loaded, rng)
        return "accepted, and plays on"

    return case
