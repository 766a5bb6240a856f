"""The file of a ladder: one pair of games per line, appended and never rewritten.

A line identifies rules, data and agents by hashes (``fingerprint``); the seed is hashed too, so that a file of secret
seeds stays secret.  Lines of other rules, data or agents stay in the file and are ignored.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import typing


class LadderError(ValueError):
    """A file is not a ladder file, or its agents cannot be ranked."""


class Pair(typing.NamedTuple):
    """Two games of two agents on one seed.

    Attributes:
        place: ``fingerprint.place_of``.
        agents: ``fingerprint.identity_of_agent`` of both; the first played the first side in the first game.
        seed: ``seed_mark``.
        winners: index of the agent that won each game, None for a draw.
        scores: of the first side at the end of each; stored under the name of the game's score.
        turns: turn on which each ended.
        digests: of each (``GameRecord.digest``).
        forfeits: why the loser of each forfeited, or empty.
    """

    place: str
    agents: tuple[str, str]
    seed: str
    winners: tuple[int | None, int | None]
    scores: tuple[int, int]
    turns: tuple[int, int]
    digests: tuple[str, str]
    forfeits: tuple[str, str]


def seed_mark(seed: int) -> str:
    """Return what represents a seed in a file."""
    return hashlib.sha256(f"ladder {seed}".encode()).hexdigest()[:16]


def read_pairs(file: pathlib.Path) -> list[Pair]:
    """Return all lines of a ladder file; none if the file does not exist yet.

    Raises:
        LadderError: a line is not a ladder entry.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise LadderError(f"ladder file {file} cannot be read: {error}") from error
    return [_parsed(file, number, line) for number, line in enumerate(lines, 1)]


def _parsed(file: pathlib.Path, number: int, line: str) -> Pair:
    try:
        values: dict[str, typing.Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(line).items()
        }
        (score,) = values.keys() - set(Pair._fields)
        pair = Pair(scores=values.pop(score), **values)
        if all(len(value) == 2 for name, value in zip(pair._fields, pair, strict=True) if name not in _WORDS):
            return pair
    except (ValueError, TypeError, AttributeError):
        pass
    raise LadderError(f"{file}:{number}: {line[:40]!r} is not a pair of games of a ladder; correct or delete the line")


_WORDS = ("place", "seed")


def append_pairs(file: pathlib.Path, pairs: list[Pair], score: str) -> None:
    """Append lines to a file, all of them or none, even while others append to it.

    Args:
        file: created if necessary.
        pairs: one per line.
        score: name of the game's score, ``Score.key``.

    Raises:
        OSError: the file cannot be written; it is as before.
    """
    names = {"scores": score}
    lines = ({names.get(name, name): value for name, value in pair._asdict().items()} for pair in pairs)
    text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        with contextlib.suppress(OSError):  # some shared file systems have no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)  # so that nobody appends to a part that is taken back
        length = os.fstat(descriptor).st_size
        if os.write(descriptor, text) < len(text):
            os.ftruncate(descriptor, length)
            raise OSError(f"results could be written only in part to {file}, and were taken back: is the disk full?")
    finally:
        os.close(descriptor)
