"""Saved games, ``Game.to_bytes``: fields with other numbers, and a checksum that is right again."""

import json
import random
import zlib

import numpy as np
from fuzz.mutations import damage, damage_bytes, words_in
from fuzz.play_on import positions, spec_named, use
from fuzz.run import Case

from ctv_env.core.game import Game, SaveError

_HEAD, _SIZE = 12, 4  # signature and checksum; length of the header
_NUMBERS = (0, 1, -1, 2, 3, 7, 127, -128, 255, 300, 32_767, -32_768)


def target(game: str) -> Case:
    """Return the case for a game."""
    spec = spec_named(game)
    saves = [position.to_bytes() for position in positions(spec)]

    def case(rng: random.Random) -> str:
        try:
            loaded = Game.from_bytes(damaged(rng.choice(saves), spec.state, rng))
        except SaveError:
            return "refused"
        use(loaded, rng)
        return "accepted, and plays on"

    return case


def damaged(save: bytes, state: np.dtype, rng: random.Random) -> bytes:
    """Return a save with another position or header, mostly with the right checksum."""
    if rng.random() < 0.05:
        return damage_bytes(save, rng)
    size = int.from_bytes(save[_HEAD : _HEAD + _SIZE], "little")
    header, raw = save[_HEAD + _SIZE : _HEAD + _SIZE + size], save[_HEAD + _SIZE + size :]
    chance = rng.random()
    if chance < 0.7:
        raw = with_other_numbers(raw, state, rng)
    elif chance < 0.85:
        raw = damage_bytes(raw, rng)
    else:
        facts = json.loads(header)
        header = json.dumps(damage(facts, rng, words_in(facts))).encode("utf-8", "surrogatepass")
    body = len(header).to_bytes(_SIZE, "little") + header + raw
    return save[: _HEAD - 4] + zlib.crc32(body).to_bytes(4, "little") + body


def with_other_numbers(raw: bytes, state: np.dtype, rng: random.Random) -> bytes:
    """Return a position with other numbers in one to four places."""
    states = np.frombuffer(bytearray(raw), state).copy()
    for _ in range(rng.choice((1, 1, 2, 4))):
        name = rng.choice(state.names)
        field = states[name].reshape(-1)
        if not field.size:
            continue
        bounds, place = np.iinfo(field.dtype), rng.randrange(field.size)
        near = int(field[place]) + rng.choice((-1, 1, 2))
        number = rng.choice((near, near, rng.choice(_NUMBERS), int(rng.choice(field.tolist()))))
        field[place] = min(max(number, bounds.min), bounds.max)
    return states.tobytes()
