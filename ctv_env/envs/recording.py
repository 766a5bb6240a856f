"""Records of games played by compiled code: the inputs of a game are kept, and the game is replayed from them.

A game in a batch is determined by its two random streams, its compiled policies, and the actions from outside.  When it
ends it is replayed in Python, die by die, and written to the record.  The final position must be the same; otherwise
the record would be of another game.
"""

import dataclasses
import pathlib
import typing
from collections.abc import Iterable

import numpy as np

from ctv_env.core.batch import ACT, AUTORESET, BEGIN, EXTERNAL, REPORT, START, Batch
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.replay.recording import RecordedGame, new_file
from ctv_env.core.replay.seed_dice import drawn_stream
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import CHANCE_NAME, Tables
from ctv_env.core.view import View

LEARNER, OPPONENT = "learner", "opponent"
"""Default names of players whose actions come from outside."""


@dataclasses.dataclass
class PlayedGame:
    """The inputs that determine a game.

    Attributes:
        spec: the game's spec.
        tables: the loaded tables object.
        dice: initial state of the dice stream.
        stream: initial state of the compiled policies' stream.
        policies: for each side, the code of a compiled policy, or ``EXTERNAL``.
        players: the player of each side.
        seed: of the dice, if known.
        nth: number of this game among those of the seed, from 1.
        actions: of the ``EXTERNAL`` sides, in order.
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
        """Replay the game and record it.

        Args:
            file: as for ``RecordedGame``.
            end: (1,) final state of the original game.

        Raises:
            ValueError: the file cannot be written.
            RuntimeError: the replay ended in another position.
        """
        game = Game.begin(self.spec, self.tables, self.dice)
        game = RecordedGame(game, file, self.players, self.seed, self.nth)
        self._play(game)
        game.close()
        if game.state_hash() != Game(self.spec, self.tables, end).state_hash():
            file.unlink()
            raise RuntimeError(f"game {self.nth} of seed {self.seed} ended in another position on replay")

    def _play(self, game: Game) -> None:
        """Play ``game`` to its end, or to the decision after the last action."""
        actions, scratch = iter(self.actions), records(1, self.spec.scratch)
        scratch[0]["rng"] = self.stream
        while (side := game.to_move) is not None:
            if side == CHANCE_NAME:
                game.roll()
                continue
            policy = self.policies[self.spec.sides.index(side)]
            if policy == EXTERNAL:
                action = next(actions, None)
            else:
                action = View(game, side).advise(self.spec.policies[policy], scratch)
            if action is None:
                return
            game.step(action)


class Games(typing.Protocol):
    """The members of ``BatchGames`` that a recorder uses."""

    spec: GameSpec
    tables: Tables
    batch: Batch
    n: int

    @property
    def episodes(self) -> np.ndarray: ...

    @property
    def both_sides(self) -> bool: ...

    def drive(self, tasks: int | np.ndarray) -> None: ...


class BatchRecorder:
    """Records every game of a ``BatchGames``, including those cut short by a reset or by ``close``.

    Args:
        folder: destination of the records.
        learner: name of the learner.
    """

    def __init__(self, folder: str | pathlib.Path, learner: str = LEARNER):
        self.folder, self.learner = folder, learner
        self._seeds: dict[int, list[int]] = {}  # for each slot: the last seed, and how many of its games have started
        self._played: dict[int, PlayedGame] = {}

    def seeded(self, i: int, seed: int) -> None:
        """Note a new seed for slot ``i``."""
        self._seeds[i] = [seed, 0]

    def run(self, games: Games, tasks: int | np.ndarray) -> None:
        """Run ``tasks`` as ``BatchGames.run`` does, and keep the inputs of the games."""
        tasks = np.broadcast_to(np.asarray(tasks), games.n)
        begun = np.flatnonzero(tasks & START).tolist()
        self.break_off(games, begun)
        for i in np.flatnonzero(tasks & ACT).tolist():
            self._played[i].actions.append(int(games.batch.actions[i]))
        streams = games.episodes["rng"].copy()  # source of the streams of new games
        games.drive(tasks & ~AUTORESET)
        for i in begun:
            self._begin(games, i, streams[i])
        ended = (tasks & REPORT != 0) & (games.episodes["done"] != 0)
        for i in np.flatnonzero(ended).tolist():
            self._write(games, i)
        again = ended & (tasks & AUTORESET != 0)
        if again.any():
            self.run(games, np.where(again, START | BEGIN, 0))
            games.episodes["done"][again] = 1  # as the driver leaves it after AUTORESET

    def break_off(self, games: Games, which: Iterable[int]) -> None:
        """End the games in play in the slots ``which``."""
        for i in which:
            if i in self._played and self._played[i].actions:
                self._write(games, i)

    def _begin(self, games: Games, i: int, rng: np.uint64) -> None:
        """Note that a game has started in slot ``i`` with streams drawn from the state ``rng``."""
        episode = games.episodes[i]
        draws = records(1, games.episodes.dtype)
        draws[0]["rng"] = rng
        dice, stream = drawn_stream(draws[0]), drawn_stream(draws[0])
        self._seeds[i][1] += 1
        seed, nth = self._seeds[i]
        codes = tuple(episode["policy"].tolist())
        names = [games.spec.policies[code] if code != EXTERNAL else OPPONENT for code in codes]
        for side, code in enumerate(codes):
            if code == EXTERNAL and (games.both_sides or side == int(episode["learner"])):
                names[side] = self.learner
        players = dict(zip(games.spec.sides, names, strict=True))
        self._played[i] = PlayedGame(games.spec, games.tables, dice, stream, codes, players, seed, nth)

    def _write(self, games: Games, i: int) -> None:
        self._played.pop(i).write(new_file(self.folder), games.batch.states[i : i + 1].copy())
