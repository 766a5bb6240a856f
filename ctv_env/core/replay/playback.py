"""Playing back and verifying recorded games; the format is described in ``format.py``."""

import json
import pathlib
from collections.abc import Iterator

from ctv_env.core.quote import quoted
from ctv_env.core.replay.format import Step, action_name, first_position, result_of, source_hash
from ctv_env.core.replay.reader import Reader, ReplayError
from ctv_env.core.replay.seed_dice import SeedDice
from ctv_env.core.terms import CHANCE_NAME


class ReplayDiffersError(ReplayError):
    """Playing a record back does not give the recorded game."""


class Playback:
    """Play back a record line by line, comparing every action, name and position.

    ::

        playback = Playback("game.jsonl.gz")
        for step in playback:
            ...  # playback.game is the position after the step

    Args:
        file: the record, plain or compressed by gzip.

    Attributes:
        header: line 1.
        game: the game, as far as it has been played.
        result: the result line; None until it is read, and for a game that was abandoned.
        has_dice_of_seed: whether every die is compared with those of the seed in the header; without it the record only
            proves that the game follows the rules.
        has_content: whether a hash of its lines is compared, which covers the names of the players.

    Raises:
        ReplayError: the file is not a record, or has other rules or data; during playback, a line is damaged.
        ReplayDiffersError: (a ReplayError) a line differs on playback.
    """

    def __init__(self, file: str | pathlib.Path):
        self._reader = Reader(pathlib.Path(file))
        self._steps = 0
        self.header = self._reader.header
        self.result: dict | None = None
        try:
            self.game = first_position(self.header)
        except (TypeError, ValueError) as error:
            raise self._reader.error(str(error)) from error
        self._check_header()
        self.has_content = self._reader.has_content
        self.has_dice_of_seed = self.header["seed"] is not None and "position" not in self.header
        self._dice = SeedDice(self.header["seed"], self.header["nth"]) if self.has_dice_of_seed else None

    def __iter__(self) -> Iterator[Step]:
        """Play on, yielding each step after it has been played."""
        for line in self._reader:
            if self.result is not None:
                raise self._reader.error("a line after the result of the game")
            if isinstance(line, Step):
                self._play(line)
                yield line
            else:
                self._close(line)

    def _check_header(self) -> None:
        """Compare rules, data, layouts and the first position."""
        game, header = self.game, self.header
        facts = (
            ("rules version", header["rules"].get("version"), game.spec.version),
            ("game data", header["data"], game.tables.data_hash),
            ("action layout", header["actions"], game.tables.actions.hash),
        )
        for what, recorded, here in facts:
            if recorded != here:
                raise self._reader.error(f"recorded with {what} {recorded}, which here is {here}")
        self._expect("the first position", header["start"], game.state_hash())

    def _play(self, step: Step) -> None:
        """Apply ``step`` and compare."""
        game = self.game
        self._expect("the number of the step", step.step, self._steps + 1)
        self._expect("the decider", step.actor, game.to_move or "nobody: the game is over")
        self._expect("the node", step.node, game.node)
        self._check_die(step)
        try:
            name = action_name(game, step.action)
            game.step(step.action)
        except ValueError as error:
            raise self._difference(str(error)) from error
        self._expect(f"the name of action {step.action}", step.name, name)
        self._expect(f"the position after {step.node} {name}", step.hash, game.state_hash())
        self._steps += 1

    def _check_die(self, step: Step) -> None:
        """Compare an outcome of chance with the seed's."""
        if self._dice is None or self.game.to_move != CHANCE_NAME:
            return
        given = self._dice.difference(self.game, step.action)
        if given is not None:
            seed = self.header["seed"]
            raise self._difference(f"{step.node} is recorded as {quoted(step.action)}; seed {seed} gives {given}")

    def _close(self, result: dict) -> None:
        """Compare the result."""
        if self.game.to_move is not None:
            raise self._difference(f"a result, but the game goes on with {self.game.node}")
        self._expect("the result", result, result_of(self.game, self._steps))
        self._reader.check_content()
        self.result = result

    def _expect(self, what: str, recorded: object, played: object) -> None:
        if _json(recorded) != _json(played):
            raise self._difference(f"{what} is recorded as {recorded}; played again it is {played}")

    def _difference(self, problem: str) -> ReplayDiffersError:
        if self.header["rules"].get("source") != source_hash(self.game.spec):
            problem += " (it was recorded with other source files of the rules)"
        return ReplayDiffersError(self._reader.file, self._reader.number, problem)

    def require_result(self) -> dict:
        """Return the result; ReplayError if the record has none, because the game or the file was cut short."""
        if self.result is None:
            problem = "the file ends without a result: the game was abandoned, or the file is truncated"
            raise self._reader.error(problem, self._reader.number + 1)
        return self.result


def _json(value: object) -> str:
    """A value as it is written: true and 1.0 are not 1 there."""
    return json.dumps(value, sort_keys=True)


def verify(file: str | pathlib.Path) -> dict:
    """Play a record back to its end and return the result; errors as for ``Playback``, also if there is no result."""
    playback = Playback(file)
    for _ in playback:
        pass
    return playback.require_result()
