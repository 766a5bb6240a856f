"""Records of games that compiled code plays without a stop: what decides a game is kept, and the game played again.

A game in a batch is decided by its two random streams, its compiled policies, and the actions that come from outside.
At its end it is played again in Python, die by die, and written down.  The final position must be the same, or the
record would be of another game.
"""

import dataclasses
import pathlib
import typing
from collections.abc import Iterable

import numpy as np

from ctv_env.core.batch import ACT, AGAIN, EXTERNAL, OPEN, REPORT, START
from ctv_env.core.dice import next_random
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.replay.recording import RecordedGame, new_file
from ctv_env.core.spec import CHANCE_NAME, GameSpec, Tables
from ctv_env.core.view import View

if typing.TYPE_CHECKING:
    from ctv_env.envs.batch import BatchGames

LEARNER, OPPONENT = "learner", "opponent"
"""Names of players whose actions come from outside, unless they are known by others."""


@dataclasses.dataclass
class PlayedGame:
    """What decides a game.

    Attributes:
        spec: of the game.
        tables: the loaded tables object.
        dice: first state of the stream of the dice.
        stream: first state of the stream of the compiled policies.
        policies: of each side, the code of a compiled policy, or ``EXTERNAL``.
        players: who plays each side.
        seed: of the dice, if it is known.
        nth: which game of that seed, from 1.
        actions: of the sides that are ``EXTERNAL``, in order.
    """

    spec: GameSpec
    tables: Tables
    dice: int | np.uint64
    stream: int | np.uint64
    policies: tuple[int, ...]
    players: dict[str, str]
    seed: int | None = None
    nth: int = 1
    actions: list[int] = dataclasses.field(default_factory=list)

    def write(self, file: pathlib.Path, end: np.ndarray) -> None:
        """Play the game again and write it down.

        Args:
            file: as of ``RecordedGame``.
            end: (1,) state to which the game came when it was played first.

        Raises:
            ValueError: the file cannot be written.
            RuntimeError: the game came to another position.
        """
        game = Game.begin(self.spec, self.tables, self.dice)
        game = RecordedGame(game, file, self.players, self.seed, self.nth)
        self._play(game)
        game.close()
        if game.state_hash() != Game(self.spec, self.tables, end).state_hash():
            file.unlink()
            raise RuntimeError(f"game {self.nth} of seed {self.seed}, played again, came to another position")

    def _play(self, game: Game) -> None:
        """Play ``game`` to its end, or to the decision after the last action."""
        actions, works = iter(self.actions), records(1, self.spec.work)
        works[0]["rng"] = self.stream
        while (side := game.to_move) is not None:
            if side == CHANCE_NAME:
                game.roll()
                continue
            policy = self.policies[self.spec.sides.index(side)]
            if policy == EXTERNAL:
                action = next(actions, None)
            else:
                action = View(game, side).advise(self.spec.policies[policy], works)
            if action is None:
                return
            game.step(action)


class BatchRecorder:
    """Records every game of a ``BatchGames``, those that are broken off by a reset or by ``close`` too.

    Args:
        folder: where the records go.
        learner: name of the learner.
    """

    def __init__(self, folder: str | pathlib.Path, learner: str = LEARNER):
        self.folder, self.learner = folder, learner
        self._seeds: dict[int, list[int]] = {}  # of each slot: the last seed, and how many games of it have begun
        self._played: dict[int, PlayedGame] = {}

    def seeded(self, i: int, seed: int) -> None:
        """Slot ``i`` has a new seed."""
        self._seeds[i] = [seed, 0]

    def run(self, games: "BatchGames", tasks: int | np.ndarray) -> None:
        """Let ``games`` do ``tasks`` as ``BatchGames.run`` does, and keep what decides the games."""
        tasks = np.broadcast_to(np.asarray(tasks), games.n)
        begun = np.flatnonzero(tasks & START).tolist()
        self.break_off(games, begun)
        for i in np.flatnonzero(tasks & ACT).tolist():
            self._played[i].actions.append(int(games.batch.actions[i]))
        streams = games.books["rng"].copy()  # from which the driver draws those of the games that begin
        games.drive(tasks & ~AGAIN)
        for i in begun:
            self._begin(games, i, streams[i])
        ended = (tasks & REPORT != 0) & (games.books["done"] != 0)
        for i in np.flatnonzero(ended).tolist():
            self._write(games, i)
        again = ended & (tasks & AGAIN != 0)
        if again.any():
            self.run(games, np.where(again, START | OPEN, 0))
            games.books["done"][again] = 1  # as the driver leaves it after AGAIN

    def break_off(self, games: "BatchGames", which: Iterable[int]) -> None:
        """The games in the slots ``which``, if any are in play, go no further."""
        for i in which:
            if i in self._played and self._played[i].actions:
                self._write(games, i)

    def _begin(self, games: "BatchGames", i: int, rng: np.uint64) -> None:
        """A game has begun in slot ``i`` whose streams were drawn from the state ``rng``."""
        book = games.books[i]
        draws = records(1, games.books.dtype)
        draws[0]["rng"] = rng
        dice, stream = _draw_stream(draws[0]), _draw_stream(draws[0])
        self._seeds[i][1] += 1
        seed, nth = self._seeds[i]
        codes = tuple(book["policy"].tolist())
        names = [games.spec.policies[code] if code != EXTERNAL else OPPONENT for code in codes]
        for side, code in enumerate(codes):
            if code == EXTERNAL and (games.both_sides or side == int(book["learner"])):
                names[side] = self.learner
        players = dict(zip(games.spec.sides, names, strict=True))
        self._played[i] = PlayedGame(games.spec, games.tables, dice, stream, codes, players, seed, nth)

    def _write(self, games: "BatchGames", i: int) -> None:
        self._played.pop(i).write(new_file(self.folder), games.batch.states[i : i + 1].copy())


def _draw_stream(book: np.void) -> int:
    """The first state of a stream as a game's driver draws it from ``book["rng"]``, which goes on."""
    high, middle, low = (int(next_random(book)) for _ in range(3))
    return (high << 33 ^ middle << 11 ^ low | 1) % 2**64
