"""The games of the conformance suite, and random play of any game."""

import hashlib
import importlib
import random
import typing
from collections.abc import Iterator

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import CHANCE_NAME, Tables

TOY = "toygame.spec:SPEC"


class Subject(typing.NamedTuple):
    """A scenario of a game, one that is soon over."""

    game: str
    scenario: str

    @property
    def spec(self) -> GameSpec:
        return spec_of(self.game)

    @property
    def tables(self) -> Tables:
        return self.spec.load(self.scenario)

    @property
    def environment(self) -> str:
        """Gymnasium's id."""
        return importlib.import_module(self.spec.package).ENVIRONMENTS[self.scenario]

    def new(self, seed: int = 0) -> Game:
        return new_game(self.game, self.scenario, seed)

    def __str__(self) -> str:
        return f"{self.spec.name}-{self.scenario}"


SUBJECTS = (
    *(Subject(TOY, "three"), Subject(TOY, "four")),
    *(Subject("ctv", "duel"), Subject("ctv", "escudo")),
    Subject("arriba", "rising"),
    Subject("tscw", "north-1937"),
)
SMALLEST = tuple(one for k, one in enumerate(SUBJECTS) if one.game not in [other.game for other in SUBJECTS[:k]])
"""The first of each game, for slow tests."""


def step_at_random(game: Game, chooser: random.Random) -> None:
    """Apply a decision drawn by ``chooser``, or the game's own chance.

    Doing nothing is chosen half as often as anything else, so that more happens.
    """
    if game.to_move == CHANCE_NAME:
        game.roll()
        return
    actions = game.legal_actions()
    if len(actions) > 1 and game.tables.actions.idle in actions and chooser.random() < 0.5:
        actions.remove(game.tables.actions.idle)
    game.step(chooser.choice(actions))


def walk(game: Game, seed: int = 0) -> Iterator[Game]:
    """Play ``game`` on at random; yield it at every node, including the first and the last."""
    chooser = random.Random(seed)
    yield game
    while game.to_move is not None:
        step_at_random(game, chooser)
        yield game


def some_nodes(subject: Subject, seeds: int = 2, each: int = 3) -> list[Game]:
    """Copies of positions of random games: of each kind of node up to ``each``, from as many places as may be."""
    found: dict[str, list[Game]] = {}
    for seed in range(seeds):
        for game in walk(subject.new(seed), seed):
            kept = found.setdefault(game.node, [])
            if len(kept) < each:
                kept.append(game.clone())
            elif random.Random(f"{seed} {game.state_hash()}").random() < 0.1:
                kept[seed % each] = game.clone()
    return [game for kept in found.values() for game in kept]


def is_secret(game: Game) -> bool:
    """Return whether the current decision is kept from the side that decides next."""
    return any(node.secret for node in game.spec.nodes if node.name == game.node)


def trace(subject: Subject, seed: int) -> str:
    """Digest of a whole random game: the bytes of the position at every node."""
    digest = hashlib.sha256()
    for game in walk(subject.new(seed), seed):
        digest.update(game.to_bytes())
    return digest.hexdigest()
