"""Reading the lines of a record (``replay_format.py``), of any schema, from a file that may be anything."""

import gzip
import io
import json
import pathlib
import zlib
from collections.abc import Callable, Iterator

from ctv_env.core.replay.format import SCHEMA, Step

UPGRADES: dict[int, Callable[[dict], dict]] = {}
"""For each older schema: makes a line of it a line of the next."""

_GZIP = b"\x1f\x8b"
_LONGEST = 2**20  # bytes of a line
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
    "players": dict,
    "start": str,
}
_STEP = Step.__annotations__


class ReplayError(ValueError):
    """The file is damaged, cut off, foreign, or of other rules.

    Attributes:
        file: the file.
        line: line that is wrong, from 1; 0 for a file that cannot be opened.
        problem: what is wrong.
    """

    def __init__(self, file: pathlib.Path, line: int, problem: str):
        super().__init__(file, line, problem)
        self.file, self.line, self.problem = file, line, problem

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.problem}" if self.line else f"{self.file}: {self.problem}"


class Reader:
    """The header of a record, and then its lines: steps, and the result.

    Attributes:
        number: of the last line read.
        header: line 1, in the present schema.

    Raises:
        ReplayError: the file cannot be opened, or is no record.
    """

    def __init__(self, file: pathlib.Path):
        self.file, self.number = file, 0
        self._lines = self._read()
        self.header = next(self._lines, {})
        self._check_header()

    def __iter__(self) -> Iterator[Step | dict]:
        """The next lines: each a ``Step``, or the mapping of a result.

        Raises:
            ReplayError: a line is damaged.
        """
        for line in self._lines:
            if {key: type(value) for key, value in line.items()} == _STEP:
                yield Step(**line)
            elif isinstance(line.get("result"), dict):
                yield line["result"]
            else:
                raise self.error(f"neither a step, with {', '.join(_STEP)}, nor a result")

    def error(self, problem: str, line: int | None = None) -> ReplayError:
        """The error to raise about the line last read, or about another."""
        return ReplayError(self.file, self.number if line is None else line, problem)

    def _read(self) -> Iterator[dict]:
        """The lines in the present schema."""
        schema = SCHEMA
        with self._open() as stream:
            while line := self._next_line(stream):
                if self.number == 1:
                    schema = self._schema(line)
                for version in range(schema, SCHEMA):
                    line = UPGRADES[version](line)
                yield line

    def _open(self) -> io.BufferedIOBase:
        """The bytes of the file, unpacked if they are compressed."""
        try:
            with self.file.open("rb") as stream:
                packed = stream.read(len(_GZIP)) == _GZIP
            return gzip.open(self.file, "rb") if packed else self.file.open("rb")
        except OSError as error:
            raise self.error(f"cannot be read ({error.strerror})") from error

    def _next_line(self, stream: io.BufferedIOBase) -> dict | None:
        """The next line, None at the end of the file."""
        self.number += 1
        try:
            text = stream.readline(_LONGEST)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise self.error("the compressed file is damaged or cut off here") from None
        if not text:
            self.number -= 1
            return None
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict) or not line or not text.endswith(b"\n"):
            problem = "damaged or cut off" if self.number > 1 else "this is no record of a game: no JSON object"
            raise self.error(problem)
        return line

    def _schema(self, line: dict) -> int:
        """Schema version of the header ``line``."""
        schema = line.get("replay")
        if type(schema) is not int:
            raise self.error("this is no record of a game: its first line has no schema version 'replay'")
        if schema not in (*UPGRADES, SCHEMA):
            raise self.error(f"schema {schema} is unknown; this ctv_env reads up to {SCHEMA}")
        return schema

    def _check_header(self) -> None:
        """Raise if a key of the header is missing or of the wrong type."""
        if not self.header:
            raise self.error("the file is empty", 1)
        for key, kind in _HEADER.items():
            if not isinstance(self.header.get(key, ...), kind):
                raise self.error(f"{key!r} of the header is {self.header.get(key, 'missing')!r}")
        for side, name in self.header["players"].items():
            if not isinstance(name, str):
                raise self.error(f"the player of {side!r} is {name!r}: it must be a name")
