"""Damage to JSON-like data, to bytes and to text."""

import copy
import math
import random
import typing

WILD: tuple[typing.Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 127, 128, 255, -128, 2**31, 2**63, 2**70, -(2**70), 0.5, 1e308,
    math.nan, math.inf, "", "x", "-1", "9" * 400, "٣", "²", "\ud800", "../../etc/passwd", "\x1b[2J",
    "A" * 5000, "__class__",
    [], {}, [1], [None], [[]], {"a": 1}, {"": None}, [[[[[[[[1]]]]]]]],
)  # fmt: skip


def damage(data: typing.Any, rng: random.Random, words: tuple[str, ...] = ()) -> typing.Any:
    """Return a copy of JSON-like ``data`` with one to three changes somewhere in it; ``words`` are apt texts for it."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _change(_somewhere(data, rng), rng, words)
    return data


def _somewhere(data: typing.Any, rng: random.Random) -> typing.Any:
    """A mapping or list within ``data``, which is one itself."""
    while rng.random() < 0.7:
        inner = [
            value for value in (data.values() if isinstance(data, dict) else data) if isinstance(value, dict | list)
        ]
        if not inner:
            break
        data = rng.choice(inner)
    return data


def _change(where: typing.Any, rng: random.Random, words: tuple[str, ...]) -> None:
    places = list(where) if isinstance(where, dict) else list(range(len(where)))
    chance = rng.random()
    if not places or chance < 0.08:
        new = wild(rng, words)
        if isinstance(where, dict):
            where[rng.choice((*words, "x", "seed", "data_dir", "options"))] = new
        else:
            where.append(new)
    elif chance < 0.2:
        del where[rng.choice(places)]
    elif chance < 0.35 and len(places) > 1:
        one, other = rng.sample(places, 2)
        where[one], where[other] = where[other], where[one]
    else:
        place = rng.choice(places)
        where[place] = _near(where[place], rng) if rng.random() < 0.5 else wild(rng, words)


def wild(rng: random.Random, words: tuple[str, ...]) -> typing.Any:
    """Return some value that hardly fits anywhere, or one of ``words``."""
    return rng.choice(words) if words and rng.random() < 0.4 else copy.deepcopy(rng.choice(WILD))


def _near(value: typing.Any, rng: random.Random) -> typing.Any:
    """A value like ``value``."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2, 50))
    if isinstance(value, str | list):
        return value[: rng.randrange(len(value) + 1)]
    return rng.choice(WILD)


def damage_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return ``data`` with some bytes changed, or cut short."""
    changed = bytearray(data)
    if rng.random() < 0.3:
        return bytes(changed[: rng.randrange(len(changed))])
    for _ in range(rng.choice((1, 1, 2, 8, 50))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def words_in(data: typing.Any) -> tuple[str, ...]:
    """Return all texts in JSON-like data."""
    if isinstance(data, str):
        return (data,)
    inner = [*data.keys(), *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else []
    return tuple(dict.fromkeys(word for value in inner for word in words_in(value)))
