"""Where the battles of recorded games were fought."""

import pathlib
from collections import Counter
from collections.abc import Callable

from ctv_env.core.drawing import Drawing
from ctv_env.core.replay.format import SUFFIXES
from ctv_env.core.replay.playback import Playback
from ctv_env.core.replay.reader import ReplayError
from ctv_env.core.spec import analysis_of, known_spec


def records_in(path: pathlib.Path) -> list[pathlib.Path]:
    """Return the records in a folder, by name, or the one file."""
    if path.is_dir():
        return sorted(file for file in path.iterdir() if file.name.endswith(SUFFIXES))
    return [path]


def map_of_battles(records: list[pathlib.Path], progress: Callable[[int], object]) -> Drawing:
    """Draw the battles of all games on their map; unfinished games count as far as they go.

    Args:
        records: at least one.
        progress: called with 1 for each record that has been replayed.

    Raises:
        ReplayError: (a ValueError) a file is not a record, or cannot be replayed.
        ValueError: they are of different maps, or of a game without battles in its ``Analysis``.
    """
    battles: Counter = Counter()
    first = Playback(records[0])
    analysis = analysis_of(known_spec(first.header["game"]))
    for file in records:
        playback = Playback(file)
        _check_same_map(playback, first, file, records[0])
        battles.update(analysis.battles(playback.game for _ in playback))
        progress(1)
    return analysis.battle_map(first.game.tables, battles, len(records))


def _check_same_map(playback: Playback, first: Playback, file: pathlib.Path, first_file: pathlib.Path) -> None:
    for key in ("game", "scenario", "data"):
        here, there = playback.header[key], first.header[key]
        if here != there:
            raise ReplayError(file, 1, f"{key} {here}, but that of {first_file} is {there}: plot them separately")
