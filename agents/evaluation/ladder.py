"""A round robin of agents: which games have been played, which are missing, and who beats whom how often.

A draw counts as half a win for either: ratings require that one agent's loss is the other's win.
"""

import itertools
import pathlib
import typing
from collections.abc import Callable, Iterable

from ctv_env.agents.evaluation.agent_pool import label_of, seated
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.fingerprint import identity_of_agents, label_in, place_of
from ctv_env.agents.evaluation.ladder_file import LadderError, Pair, append_pairs, read_pairs, seed_mark
from ctv_env.agents.evaluation.proofs import original
from ctv_env.agents.evaluation.ratings import Meeting
from ctv_env.agents.evaluation.records import GameRecord, Setting

Played = dict[tuple[str, str], dict[str, Pair]]
"""Pairs of games, by the identities of both agents (``proofs.original``) and the mark of the seed."""


class Entry(typing.NamedTuple):
    """An agent of the ladder."""

    name: str  # from which it is created
    label: str  # in tables
    identity: str  # in the file


def entries_of(names: list[str], setting: Setting) -> list[Entry]:
    """Return the agents of a ladder, which all play both sides.

    Raises:
        ValueError: an unknown agent, or a checkpoint that does not fit or plays one side only.
        LadderError: (a ValueError) fewer than two agents, or two with the same name.
    """
    sides = setting.spec.sides
    agents = [list(seated((name,) * len(sides), setting).values()) for name in names]
    labels = [label_of(name, one[0]) for name, one in zip(names, agents, strict=True)]
    if twice := [label for label in labels if labels.count(label) > 1]:
        raise LadderError(f"two agents are called {twice[0]}, but names must differ: rename one of the files")
    if len(names) < 2:
        raise LadderError("a ladder needs at least two agents")
    identities = [identity_of_agents(label, one, setting) for label, one in zip(labels, agents, strict=True)]
    return [Entry(*entry) for entry in zip(names, labels, identities, strict=True)]


class Ladder:
    """The agents with their results, those in the file and those played now.

    Args:
        names: of the agents.
        setting: where they play.
        file: path of the results; see ``ladder_file``.

    Attributes:
        entries: the agents.
        place: ``fingerprint.place_of`` the setting.

    Raises:
        ValueError: as ``entries_of``, or a bad line in the file.
    """

    def __init__(self, names: list[str], setting: Setting, file: pathlib.Path):
        self.setting, self.file = setting, file
        self.entries = entries_of(names, setting)
        self.place = place_of(setting)
        self._played = _played_in(self.place, read_pairs(file))

    def missing(self, seeds: Callable[[Entry, Entry], list[int]]) -> list[tuple[Entry, Entry, list[int]]]:
        """Return the missing games, given the ``seeds`` wanted of each pair of agents."""
        found = []
        for one, other in itertools.combinations(self.entries, 2):
            played = self._played.get(_key(one, other), {}).keys() | self._played.get(_key(other, one), {}).keys()
            left = [seed for seed in seeds(one, other) if seed_mark(seed) not in played]
            if left:
                found.append((one, other, left))
        return found

    def play(self, missing: list[tuple[Entry, Entry, list[int]]], progress: Callable[[int], object]) -> None:
        """Play what is missing; each pair of games is written to the file as soon as it is over.

        Args:
            missing: result of the method of that name.
            progress: called with the number of games that have ended since the last call.
        """
        with Arena(self.setting) as arena:
            for one, other, seeds in missing:
                seatings = [(one.name, other.name), (other.name, one.name)]
                for seed, records in zip(seeds, arena.play(seatings, seeds), strict=True):
                    pair = pair_of(self.place, one, other, seed, records)
                    append_pairs(self.file, [pair], self.setting.spec.score.key)
                    self._played.setdefault(_key(one, other), {}).setdefault(pair.seed, pair)
                    progress(len(records))

    def meetings(self, seeds: Callable[[Entry, Entry], list[int]]) -> dict[tuple[str, str], Meeting]:
        """Return all meetings on the ``seeds`` wanted, by labels, in both orders; none for agents that have not met."""
        return _meetings(
            self.entries,
            lambda one, other: {seed_mark(seed) for seed in seeds(one, other)},
            self._played,
        )


def pair_of(place: str, one: Entry, other: Entry, seed: int, records: tuple[GameRecord, ...]) -> Pair:
    """Return the pair of a game and the game with the sides swapped."""
    first, second = records
    return Pair(
        place=place,
        agents=(one.identity, other.identity),
        seed=seed_mark(seed),
        winners=(first.winner, None if second.winner is None else 1 - second.winner),
        scores=(first.score, second.score),
        turns=(first.turn, second.turn),
        digests=(first.digest, second.digest),
        forfeits=(first.forfeit, second.forfeit),
    )


def last_meetings(file: pathlib.Path) -> dict[tuple[str, str], Meeting]:
    """Return all meetings for the game last played in a file, each agent in its last version; as ``Ladder.meetings``.

    Raises:
        LadderError: a bad line, no game, or two agents have not met.
    """
    pairs = read_pairs(file)
    if not pairs:
        raise LadderError(f"ladder file {file} has no games")
    place = pairs[-1].place
    here = [pair for pair in pairs if original(pair.place) == original(place)]
    newest = {label_in(identity): identity for pair in here for identity in pair.agents}
    entries = [Entry(label, label, identity) for label, identity in newest.items()]
    played = _played_in(place, pairs)
    marks = {pair.seed for pair in pairs}
    meetings = _meetings(entries, lambda one, other: marks, played)
    for one, other in itertools.combinations(newest, 2):
        if (one, other) not in meetings:
            raise LadderError(f"{one} and {other} have not met in {file}: run `ctv ladder` to play the missing games")
    return meetings


def _played_in(place: str, pairs: list[Pair]) -> Played:
    """Return the pairs played in a place; of pairs with the same agents and seed the first counts."""
    played: Played = {}
    for pair in pairs:
        if original(pair.place) == original(place):
            one, other = map(original, pair.agents)
            played.setdefault((one, other), {}).setdefault(pair.seed, pair)
    return played


def _key(one: Entry, other: Entry) -> tuple[str, str]:
    return original(one.identity), original(other.identity)


def _meetings(
    entries: list[Entry], marks: Callable[[Entry, Entry], set[str]], played: Played
) -> dict[tuple[str, str], Meeting]:
    """Return the meetings of ``entries`` on the seeds with the ``marks`` wanted of each pair of agents."""
    found = {}
    for one, other in itertools.permutations(entries, 2):
        wanted = marks(one, other)
        views = [
            (pair, index)
            for index, agents in enumerate([_key(one, other), _key(other, one)])
            for pair in played.get(agents, {}).values()
            if pair.seed in wanted
        ]
        if views:
            found[one.label, other.label] = _meeting(views)
    return found


def _meeting(views: list[tuple[Pair, int]]) -> Meeting:
    """Pairs of two agents, each with the index of the agent from whose point of view they are counted."""
    halves = [sum(_HALVES[_outcome(winner, index)] for winner in pair.winners) for pair, index in views]
    forfeits = sum(
        bool(why) and winner != index
        for pair, index in views
        for winner, why in zip(pair.winners, pair.forfeits, strict=True)
    )
    return Meeting(
        swept=_in_pairs(max(0, won - 2) for won in halves),
        shared=_in_pairs(2 - abs(won - 2) for won in halves),
        lost=_in_pairs(max(0, 2 - won) for won in halves),
        distinct=len({_digests(pair, index) for pair, index in views}),
        forfeits=forfeits,
    )


def _digests(pair: Pair, index: int) -> tuple[str, str]:
    """Return the digests of a pair's games, first that in which the agent of that index played the first side."""
    first, second = pair.digests
    return (second, first) if index else (first, second)


_HALVES = {"won": 2, "drawn": 1, "lost": 0}  # of a game


def _outcome(winner: int | None, index: int) -> str:
    """Return the result of a game for the agent of that index."""
    if winner is None:
        return "drawn"
    return "won" if winner == index else "lost"


def _in_pairs(halves: Iterable[int]) -> float:
    """Convert half games to pairs of games; a whole number becomes an int."""
    total = sum(halves)
    return total / 2 if total % 2 else total // 2
