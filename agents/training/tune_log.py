"""The log of a tuning run: one line for each trial, from which the run continues."""

import csv
import pathlib
import typing
from collections.abc import Sequence


class Trial(typing.NamedTuple):
    """The games of one proposal.

    Attributes:
        constants: by name.
        games: number of games.
        wins: of the proposal.
        margin: mean margin in score, in units of the game's scale, cut to -1 to 1 in each game.
        fitness: what the search maximises.
    """

    constants: dict[str, int]
    games: int
    wins: int
    margin: float
    fitness: float


_NUMBERS = ("generation", "trial", "games", "wins", "margin", "fitness", "seconds")


class TuneLog:
    """A CSV file with a row for each trial: number, games, fitness, processor time so far, constants.

    Args:
        file: the file; it need not exist.
        trials: number of trials in a generation.
    """

    def __init__(self, file: pathlib.Path, trials: int):
        self.file, self._trials = file, trials

    def add(self, generation: int, trials: Sequence[Trial], seconds: float) -> None:
        """Append a generation that ended after ``seconds`` of the run."""
        is_new = not self.file.is_file()
        with self.file.open("a", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            if is_new:
                writer.writerow((*_NUMBERS, *trials[0].constants))
            for k, trial in enumerate(trials):
                numbers = (generation, k, trial.games, trial.wins, trial.margin, trial.fitness, f"{seconds:.1f}")
                writer.writerow((*numbers, *trial.constants.values()))

    def read(self) -> tuple[list[list[Trial]], float]:
        """Return the trials of all complete generations, and the seconds that they took; cut off what follows.

        Raises:
            ValueError: the file is damaged.
        """
        if not self.file.is_file():
            return [], 0.0
        with self.file.open(newline="", encoding="utf-8") as stream:
            header, *rows = list(csv.reader(stream)) or [[]]
        n = len(rows) // self._trials * self._trials
        try:
            trials = [_trial(header, row, k, self._trials) for k, row in enumerate(rows[:n])]
            seconds = float(rows[n - 1][_NUMBERS.index("seconds")]) if n else 0.0
        except (ValueError, IndexError) as error:
            raise ValueError(f"{self.file} is damaged: {error}") from error
        if n < len(rows):
            self._write([header, *rows[:n]])
        return [trials[k : k + self._trials] for k in range(0, n, self._trials)], seconds

    def _write(self, rows: list[list[str]]) -> None:
        part = self.file.with_suffix(".part")
        with part.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows(rows)
        part.replace(self.file)


def _trial(header: list[str], row: list[str], k: int, trials: int) -> Trial:
    """Return the k-th trial of the file."""
    if len(row) != len(header) or row[:2] != [str(k // trials), str(k % trials)]:
        raise ValueError(f"line {k + 2} is not trial {k % trials} of generation {k // trials}")
    _, _, games, wins, margin, fitness, _ = row[: len(_NUMBERS)]
    constants = {name: int(value) for name, value in zip(header[7:], row[7:], strict=True)}
    return Trial(constants, int(games), int(wins), float(margin), float(fitness))
