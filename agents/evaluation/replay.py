"""Replays recorded pairs of a ladder, to prove that a change of the code changed no game."""

import itertools
import pathlib
import re
import typing
from collections.abc import Iterable, Sequence

from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.fingerprint import game_in, label_in, place_of, without_code
from ctv_env.agents.evaluation.ladder import Entry, entries_of, pair_of
from ctv_env.agents.evaluation.ladder_file import LadderError, Pair, read_pairs, seed_mark
from ctv_env.agents.evaluation.records import Setting

_PLACE = re.compile(r"(?P<game>[^/]+)/(?P<scenario>\S+) rules \S+ code \S+ data \S+ ?(?P<options>.*)")
_NAMES_ONLY = ("place", "agents")
_WORDS = {"True": True, "False": False}


class DifferenceError(ValueError):
    """A game was not played as recorded; the message says which, and what differs."""


class Replay(typing.NamedTuple):
    """What was replayed and came out the same.

    Attributes:
        names: the places and identities in the results, with those of today.
        counts: how much was replayed, by what it is.
    """

    names: dict[str, str]
    counts: dict[str, int]


def setting_in(place: str, threads: int) -> Setting:
    """Return the setting of a ``fingerprint.place_of``.

    Raises:
        DifferenceError: rules, data or options are others today.
    """
    parts = _PLACE.fullmatch(place)
    if parts is None:
        raise DifferenceError(f"{place!r} does not name a place where games are played")
    options = dict(word.split("=", 1) for word in parts["options"].split())
    typed = {name: _WORDS.get(value, value) for name, value in options.items()}
    setting = Setting(game_in(place), parts["scenario"], typed, threads)
    if without_code(place_of(setting)) != without_code(place):
        raise DifferenceError(f"rules, data or options of {place!r} have changed: today it is {place_of(setting)!r}")
    return setting


def replay_ladder(file: pathlib.Path, seeds: Iterable[int], n_pairs: int, threads: int) -> Replay:
    """Replay games of each two agents of a ladder, those of its last place and of the last version of each agent.

    Args:
        file: the results of the ladder (``ladder_file``).
        seeds: among them those of the games; the file has only their marks.
        n_pairs: pairs of games of each two agents.
        threads: number of threads or processes.

    Raises:
        DifferenceError: a game was played otherwise, or cannot be replayed.
        LadderError: (a ValueError) a bad line, no game, or two agents without a game on these seeds.
    """
    pairs = read_pairs(file)
    if not pairs:
        raise LadderError(f"ladder file {file} has no games")
    place, by_mark = pairs[-1].place, {seed_mark(seed): seed for seed in seeds}
    here = [pair for pair in pairs if pair.place == place]
    last = {label_in(identity): identity for pair in here for identity in pair.agents}
    setting = setting_in(place, threads)
    entries = entries_of(list(last), setting)
    names, played = {place: place_of(setting)}, 0
    names |= {last[entry.label]: entry.identity for entry in entries}
    with Arena(setting) as arena:
        for one, other in itertools.combinations(entries, 2):
            both = {last[one.label], last[other.label]}
            recorded = [pair for pair in here if set(pair.agents) == both and pair.seed in by_mark][:n_pairs]
            if not recorded:
                raise LadderError(f"{file} has no game of {one.label} and {other.label} on these seeds")
            for pair in recorded:
                _replay(pair, [one, other], by_mark[pair.seed], arena)
            played += len(recorded)
    return Replay(names, {f"pairs of the ladder of {game_in(place)}": played})


def _replay(recorded: Pair, entries: Sequence[Entry], seed: int, arena: Arena) -> None:
    """Raise a DifferenceError unless both games of a pair are played as recorded."""
    one, other = sorted(entries, key=lambda entry: entry.label != label_in(recorded.agents[0]))
    (records,) = arena.play([(one.name, other.name), (other.name, one.name)], [seed])
    found = pair_of(recorded.place, one, other, seed, records)
    for name, expected, now in zip(Pair._fields, recorded, found, strict=True):
        if name not in _NAMES_ONLY and now != expected:
            raise DifferenceError(
                f"{one.label} and {other.label} play otherwise on the seed {seed}: {name} {expected}, now {now}"
            )
