"""Playing a recorded game again, and verifying it; ``replay_format.py`` says what a record holds."""

import pathlib
from collections.abc import Iterator

from ctv_env.core.replay.format import Step, action_name, first_position, result_of, source_hash
from ctv_env.core.replay.reader import Reader, ReplayError


class ReplayDiffersError(ReplayError):
    """The game, played again, is not the one that is recorded."""


class Playback:
    """A record being played again, line by line; every action, name and position is compared.

    ::

        playback = Playback("game.jsonl.gz")
        for step in playback:
            ...  # playback.game is the position after the step

    Args:
        file: the record, plain or compressed by gzip.

    Attributes:
        header: line 1.
        game: the game, as far as it has been played.
        result: the last line, None before it is read, and of a game that was broken off.

    Raises:
        ReplayError: the file is no record, or one of other rules or data; while playing, a line is damaged.
        ReplayDiffersError: (a ReplayError) a line is not what happens.
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

    def __iter__(self) -> Iterator[Step]:
        """Play on; yields each step after it was played."""
        for line in self._reader:
            if self.result is not None:
                raise self._reader.error("stands behind the result of the game")
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
        """Do ``step``, and compare."""
        game = self.game
        self._expect("the number of the step", step.step, self._steps + 1)
        self._expect("the decider", step.actor, game.to_move or "nobody, the game is over")
        self._expect("the node", step.node, game.node)
        try:
            name = action_name(game, step.action)
            game.step(step.action)
        except ValueError as error:
            raise self._difference(str(error)) from error
        self._expect(f"the name of action {step.action}", step.name, name)
        self._expect(f"the position after {step.node} {name}", step.hash, game.state_hash())
        self._steps += 1

    def _close(self, result: dict) -> None:
        """Compare the result."""
        if self.game.to_move is not None:
            raise self._difference(f"a result, but the game goes on with {self.game.node}")
        self._expect("the result", result, result_of(self.game, self._steps))
        self.result = result

    def _expect(self, what: str, recorded: object, played: object) -> None:
        if recorded != played:
            raise self._difference(f"{what} is recorded as {recorded}; played again it is {played}")

    def _difference(self, problem: str) -> ReplayDiffersError:
        if self.header["rules"].get("source") != source_hash(self.game.spec):
            problem += " (it was recorded with other source files of the rules)"
        return ReplayDiffersError(self._reader.file, self._reader.number, problem)

    def require_result(self) -> dict:
        """The result; a ReplayError if the record has none: the game was broken off, or the file is cut."""
        if self.result is None:
            problem = "the file ends without a result: the game was broken off, or the file is cut"
            raise self._reader.error(problem, self._reader.number + 1)
        return self.result


def verify(file: str | pathlib.Path) -> dict:
    """Play a record again to its end; returns the result, and raises as ``Playback``, also if there is none."""
    playback = Playback(file)
    for _ in playback:
        pass
    return playback.require_result()
