"""Reading the lines of a record (``format.py``) of any schema version from an untrusted file."""

import gzip
import io
import json
import pathlib
import zlib
from collections.abc import Callable, Iterator

from ctv_env.core.quote import quoted
from ctv_env.core.replay.format import SCHEMA, Content, Step
from ctv_env.core.replay.seed_dice import MOST_GAMES

UPGRADES: dict[int, Callable[[dict], dict]] = {1: lambda line: line}
"""For each older schema version, a function that converts a line to the next version."""

_GZIP = b"\x1f\x8b"
_LONGEST = 2**20  # maximum length of a line in bytes
_NOTHING = type(None)
_HEADER: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "rules": dict,
    "scenario": str,
    "options": dict,
    "data_dir": (str, _NOTHING),
    "data": str,
    "actions": str,
    "seed": (int, _NOTHING),
    "nth": int,
    "players": dict,
    "start": str,
}
_STEP = Step.__annotations__
_RESULT = {"result", "content"}


class ReplayError(ValueError):
    """The file is damaged, truncated, not a record, or was recorded with other rules.

    Attributes:
        file: the file.
        line: number of the wrong line, from 1; 0 for a file that cannot be opened.
        problem: what is wrong.
    """

    def __init__(self, file: pathlib.Path, line: int, problem: str):
        super().__init__(file, line, problem)
        self.file, self.line, self.problem = file, line, problem

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.problem}" if self.line else f"{self.file}: {self.problem}"


class Reader:
    """The header of a record, followed by its lines: steps and the result.

    Attributes:
        number: number of the last line read.
        header: line 1, in the current schema.
        has_content: whether its result must come with a hash of its lines: not in schema 1.

    Raises:
        ReplayError: the file cannot be opened, or is not a record.
    """

    def __init__(self, file: pathlib.Path):
        self.file, self.number, self.has_content = file, 0, True
        self._content = Content()
        self._lines = self._read()
        self.header = next(self._lines, {})
        self._check_header()

    def __iter__(self) -> Iterator[Step | dict]:
        """Yield the remaining lines, each a ``Step`` or the mapping of a result.

        Raises:
            ReplayError: a line is damaged.
        """
        for line in self._lines:
            if {key: type(value) for key, value in line.items()} == _STEP:
                yield Step(**line)
            elif isinstance(line.get("result"), dict) and line.keys() <= _RESULT:
                self._content_given = line.get("content")
                yield line["result"]
            else:
                raise self.error(f"neither a step, with {', '.join(_STEP)}, nor a result")

    def error(self, problem: str, line: int | None = None) -> ReplayError:
        """Return the error to raise about ``line``, by default the line last read."""
        return ReplayError(self.file, self.number if line is None else line, problem)

    def _read(self) -> Iterator[dict]:
        """Yield the lines in the current schema."""
        schema = SCHEMA
        with self._open() as stream:
            while line := self._next_line(stream):
                if self.number == 1:
                    schema = self._schema(line)
                    self.has_content = schema > 1
                for version in range(schema, SCHEMA):
                    line = UPGRADES[version](line)
                yield line

    def _open(self) -> io.BufferedIOBase:
        """Open the file for reading its uncompressed bytes."""
        try:
            with self.file.open("rb") as stream:
                packed = stream.read(len(_GZIP)) == _GZIP
            return gzip.open(self.file, "rb") if packed else self.file.open("rb")
        except OSError as error:
            raise self.error(f"cannot be read ({error.strerror})") from error

    def check_content(self) -> None:
        """Compare the hash of the lines before the last, that of the result, with the one in it; raises as ``iter``."""
        content, given = self._content_before, self._content_given
        if (self.has_content or given is not None) and given != content:
            raise self.error(f"the record was changed: the hash of its lines is {content!r}, it says {quoted(given)}")

    def _next_line(self, stream: io.BufferedIOBase) -> dict | None:
        """Return the next line, None at the end of the file."""
        self.number += 1
        try:
            text = stream.readline(_LONGEST)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise self.error("the compressed file is damaged or truncated here") from None
        if not text:
            self.number -= 1
            return None
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        self._content_before = self._content.hash()
        self._content.add(text)
        if not isinstance(line, dict) or not line or not text.endswith(b"\n"):
            problem = "damaged or truncated" if self.number > 1 else "not a record of a game: not a JSON object"
            raise self.error(problem)
        return line

    def _schema(self, line: dict) -> int:
        """Return the schema version of the header ``line``."""
        schema = line.get("replay")
        if type(schema) is not int:
            raise self.error("not a record of a game: its first line has no schema version 'replay'")
        if schema not in (*UPGRADES, SCHEMA):
            raise self.error(f"schema {schema} is unknown; this ctv_env reads up to {SCHEMA}")
        return schema

    def _check_header(self) -> None:
        """Raise if a key of the header is missing or of the wrong type."""
        if not self.header:
            raise self.error("the file is empty", 1)
        for key, kind in _HEADER.items():
            if not isinstance(self.header.get(key, ...), kind):
                raise self.error(f"{key!r} of the header is {quoted(self.header.get(key, 'missing'))}")
        seed, nth = self.header["seed"], self.header["nth"]
        if (seed is not None and not 0 <= seed < 2**64) or not 1 <= nth <= MOST_GAMES:
            raise self.error(f"'seed' {quoted(seed)} and 'nth' {quoted(nth)} of the header do not identify a game")
        for side, name in self.header["players"].items():
            if not isinstance(name, str):
                raise self.error(f"the player of {quoted(side)} is {quoted(name)}: it must be a name")
