"""Data files of a game: strict YAML in which every value has a documented source.

A file is read against a *schema* built from the small classes below.  Any error is a ``DataError`` that names the file,
the line, the problem and the remedy.  Scalars are read as text, without YAML's implicit types, so that ``1:2``, ``no``
and ``0101`` are not reinterpreted.

*Provenance.*  Every file has a mapping ``provenance`` from a pattern to one of ``{stated: why}``, ``{found: why}``,
``{derived: why}``, ``{reconstructed: why}``.  A pattern consists of keys joined by dots, where ``*`` and ``?`` are
wildcards as in file names, and ``id`` stands for the name of an entry itself.  It covers all values below it, unless a
longer one matches:

    units.*.attack: {reconstructed: the counters were not seen}
    units.Guard.attack: {found: given in an example of the rules}
    units.*.id: {derived: by elimination}

A value without provenance is an error, and so is a pattern that matches no value.
"""

import dataclasses
import difflib
import functools
import operator
import pathlib
import re
import typing

import yaml

from ctv_env.core.quote import quoted

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the faster C loader, if PyYAML was built with it

_DEEPEST = 50  # levels of nesting

STATUSES = ("stated", "found", "derived", "reconstructed")
"""Kinds of provenance: stated by the rules, read in a source, inferred from one, or invented to fit."""

Path = tuple[str | int, ...]
"""Path of a value in its file: keys, and indices of lists."""

Tree = typing.Any
"""Content of a YAML node: dicts, lists and strings."""


class DataError(ValueError):
    """An error in a data file.

    Attributes:
        file: the file.
        line: line of the wrong value, from 1.
        problem: what is wrong.
        remedy: how to correct it.
        path: path of the wrong value in the file, () if it has none.
    """

    def __init__(self, file: pathlib.Path, line: int, problem: str, remedy: str, path: Path = ()):
        super().__init__(file, line, problem, remedy, path)
        self.file, self.line, self.problem, self.remedy, self.path = file, line, problem, remedy, path

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}; {self.remedy}"


class Source(typing.NamedTuple):
    """Provenance of a value: one of ``STATUSES``, and the reason."""

    status: str
    why: str


class _Bare(str):
    """An unquoted scalar; only these can be numbers, flags or null."""


class Document:
    """A data file that has been read and validated.

    Attributes:
        file: the file.
        data: its content as read by the schema, without the provenance: dicts, lists, strings, numbers, flags.

    Raises:
        DataError: the file is missing, is not YAML, does not match the schema, or has a value without provenance.
    """

    def __init__(self, file: pathlib.Path, schema: "Record"):
        self._read(file, schema)
        self._check_provenance()

    @classmethod
    def gaps(cls, file: pathlib.Path, schema: "Record") -> tuple[list[str], list[Path]]:
        """Return the patterns of a file that match no value, and the paths of its values that no pattern covers.

        Raises:
            DataError: any other error in the file.
        """
        document = cls.__new__(cls)
        document._read(file, schema)
        return document._idle_patterns(), document._uncovered()

    def _read(self, file: pathlib.Path, schema: "Record") -> None:
        self.file = file
        self._lines: dict[Path, int] = {(): 1}
        self._values: list[Path] = []
        self._nodes: set[int] = set()
        tree = self._tree(self._compose(), ())
        whole = Record({"provenance": _PROVENANCE} | schema.fields, schema.optional)
        self.data = whole.read(self, tree, ())
        patterns = (_Pattern(text, *source) for text, source in self.data.pop("provenance").items())
        self._provenance = sorted(patterns, key=lambda pattern: pattern.length, reverse=True)

    def error(self, path: Path, problem: str, remedy: str) -> DataError:
        """Return the error to raise about the value at ``path``, or its nearest parent that is in the file."""
        found = path
        while found not in self._lines:
            found = found[:-1]
        return DataError(self.file, self._lines[found], problem, remedy, path)

    def at(self, path: Path) -> typing.Any:
        """Return the data at ``path``."""
        return functools.reduce(operator.getitem, path, self.data)

    def source_of(self, path: Path) -> Source | None:
        """Return the provenance of the value at ``path``: the entry of the longest matching pattern."""
        place = _place(path)
        return next((pattern.source for pattern in self._provenance if pattern.matches(place)), None)

    def shares(self) -> dict[str, int]:
        """Return the number of values of each of ``STATUSES``."""
        found = [source.status for source in map(self.source_of, self._values) if source]
        return {status: found.count(status) for status in STATUSES}

    def note(self, path: Path) -> None:
        """Record that the value at ``path`` needs provenance; called by schemas."""
        self._values.append(path)

    def _compose(self) -> yaml.Node:
        """Return the YAML nodes of the file, which carry line numbers."""
        try:
            content = content_of(self.file)
            self._check_depth(content)
            root = yaml.compose(content, LOADER)
        except OSError as error:
            raise DataError(self.file, 0, f"cannot be read ({error.strerror})", "it must be a YAML file") from error
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problem = getattr(error, "problem", None) or str(error)
            raise DataError(self.file, mark.line + 1 if mark else 1, f"not YAML: {problem}", "fix the file") from error
        if root is None:
            raise DataError(self.file, 1, "the file is empty", "it must hold a mapping of keys to values")
        return root

    def _check_depth(self, content: bytes) -> None:
        """Refuse what is nested so deeply that the loader would overflow the stack."""
        depth = 0
        for event in yaml.parse(content, LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST:
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise DataError(self.file, line, f"nested more than {_DEEPEST} levels deep", "fix the file")

    def _tree(self, node: yaml.Node, path: Path) -> Tree:
        """Return the dicts, lists and strings of a node, and record the line of each."""
        self._lines.setdefault(path, node.start_mark.line + 1)
        if id(node) in self._nodes:
            raise self.error(path, f"{_name(path)} is an alias of another value", "write the value out")
        self._nodes.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return node.value if node.style else _Bare(node.value)
        if isinstance(node, yaml.SequenceNode):
            return [self._tree(item, (*path, i)) for i, item in enumerate(node.value)]
        tree = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise DataError(self.file, line, f"a key in {_name(path)} is not a word", "keys are plain words")
            if key.value in tree:
                first = self._lines[(*path, key.value)]
                raise DataError(self.file, line, f"duplicate key {key.value!r}", f"it is already on line {first}")
            self._lines[(*path, key.value)] = line
            tree[str(key.value)] = self._tree(value, (*path, key.value))
        return tree

    def _check_provenance(self) -> None:
        """Check that every value has a source, every pattern matches a value, and none consists of wildcards only."""
        for pattern in self._provenance:
            if not pattern.length[1]:
                where = ("provenance", pattern.text)
                raise self.error(where, f"pattern {pattern.text!r} would cover anything", "name at least one key")
        for text in self._idle_patterns():
            raise self.error(("provenance", text), f"pattern {text!r} matches no value", "remove or correct it")
        for path in self._uncovered():
            remedy = f"add a pattern for it to 'provenance': {{{' | '.join(STATUSES)}: why}}"
            raise self.error(path, f"{_name(path)} has no provenance", remedy)

    def _idle_patterns(self) -> list[str]:
        """Return the patterns that match no value."""
        places = [_place(path) for path in self._values]
        return [pattern.text for pattern in self._provenance if not any(map(pattern.matches, places))]

    def _uncovered(self) -> list[Path]:
        """Return the paths of the values that no pattern matches."""
        return [path for path in self._values if self.source_of(path) is None]


class _Pattern:
    """One entry of a provenance mapping."""

    def __init__(self, text: str, status: str, why: str):
        self.text, self.source = text, Source(status, why)
        self.length = text.count("."), len(re.sub(r"[*?.]", "", text))
        wild = {"*": "[^\0]*", "?": "[^\0]", ".": "\0"}
        self.matches = re.compile("".join(wild.get(char) or re.escape(char) for char in text) + r"(?:\0|$)").match


def _place(path: Path) -> str:
    """Return a path in the form that patterns match."""
    return "\0".join(map(str, path))


def _name(path: Path) -> str:
    return ".".join(map(str, path)) or "the file"


def did_you_mean(word: str, allowed: typing.Iterable[str]) -> str:
    """Return a question about the word that was probably meant, in parentheses; empty if none is close."""
    close = difflib.get_close_matches(word, allowed, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def one_of(word: str, allowed: typing.Iterable[object]) -> str:
    """Return the remedy for a word that is not ``allowed``: the list, and the word that was probably meant."""
    words = [str(item) for item in allowed]
    return f"allowed are {', '.join(words)}{did_you_mean(str(word), words)}"


def content_of(file: pathlib.Path) -> bytes:
    """Return the bytes of a data file as if its lines ended as in this repository, not as on Windows."""
    return file.read_bytes().replace(b"\r\n", b"\n")


def data_folder(data_dir: str | pathlib.Path | None, own: pathlib.Path) -> pathlib.Path:
    """Return the folder of a game's data: a user's modified copy, or the game's ``own`` if None.

    Raises:
        ValueError: no folder can have this path.  One that is not there is reported later, with the missing file.
    """
    folder = own if data_dir is None else pathlib.Path(data_dir)
    try:
        folder.is_dir()
    except OSError as error:
        raise ValueError(f"data_dir {quoted(str(data_dir))} cannot be read ({error.strerror})") from error
    return folder


# -- schemas: each reads the value at a path and returns it as Python data -----------------------------------------


@dataclasses.dataclass(frozen=True)
class Text:
    """A string; with ``pattern`` it must match this regular expression in full, and errors call it ``what``."""

    pattern: str = r"(?s).+"
    what: str = "a text"

    def read(self, document: Document, tree: Tree, path: Path) -> str:
        """Return the string at ``path``."""
        nothing = isinstance(tree, _Bare) and tree in ("", "~", "null")
        if nothing or not isinstance(tree, str) or not re.fullmatch(self.pattern, tree):
            raise document.error(path, f"{_name(path)} is {_shown(tree)}", f"it must be {self.what}")
        document.note(path)
        return str(tree)


@dataclasses.dataclass(frozen=True)
class Choice:
    """One of several words."""

    words: tuple[str, ...]

    def read(self, document: Document, tree: Tree, path: Path) -> str:
        """Return the word at ``path``."""
        if tree not in self.words:
            raise document.error(path, f"{_name(path)} is {_shown(tree)}", one_of(_shown(tree), self.words))
        document.note(path)
        return str(tree)


@dataclasses.dataclass(frozen=True)
class Number:
    """A number from ``low`` to ``high`` in steps of ``step``; an int if the step is an int."""

    low: float
    high: float
    step: float = 1

    def read(self, document: Document, tree: Tree, path: Path) -> int | float:
        """Return the number at ``path``."""
        right = isinstance(tree, _Bare) and re.fullmatch(r"[+-]?\d{1,9}(\.\d{1,9})?", tree)
        value = float(tree) if right else None
        if value is None or not self.low <= value <= self.high or value % self.step:
            remedy = f"it must be a number from {self.low} to {self.high} in steps of {self.step}"
            raise document.error(path, f"{_name(path)} is {_shown(tree)}", remedy)
        document.note(path)
        return int(value) if self.step == 1 else value


@dataclasses.dataclass(frozen=True)
class Flag:
    """``true`` or ``false``."""

    def read(self, document: Document, tree: Tree, path: Path) -> bool:
        """Return the flag at ``path``."""
        if not isinstance(tree, _Bare) or tree not in ("true", "false"):
            raise document.error(path, f"{_name(path)} is {_shown(tree)}", "it must be true or false")
        document.note(path)
        return tree == "true"


@dataclasses.dataclass(frozen=True)
class ListOf:
    """A list of ``low`` to ``high`` items of one schema."""

    item: typing.Any
    low: int = 0
    high: int = 10_000

    def read(self, document: Document, tree: Tree, path: Path) -> list:
        """Return the list at ``path``."""
        if not isinstance(tree, list):
            raise document.error(path, f"{_name(path)} is {_shown(tree)}", "it must be a list [a, b, ...]")
        if not self.low <= len(tree) <= self.high:
            remedy = f"there must be {self.low} to {self.high}" if self.low < self.high else f"there must be {self.low}"
            raise document.error(path, f"{_name(path)} has {len(tree)} items", remedy)
        return [self.item.read(document, item, (*path, i)) for i, item in enumerate(tree)]


@dataclasses.dataclass(frozen=True)
class MapOf:
    """Entries of one schema, each with a name that matches ``pattern``; errors call the name ``what``."""

    item: typing.Any
    pattern: str = r".+"
    what: str = "a name"

    def read(self, document: Document, tree: Tree, path: Path) -> dict:
        """Return the entries at ``path``, in file order."""
        entries = {}
        for key, item in _mapping(document, tree, path).items():
            here = (*path, key)
            if not re.fullmatch(self.pattern, key):
                raise document.error(here, f"key {key!r} in {_name(path)}", f"it must be {self.what}")
            entries[key] = self.item.read(document, item, here)
            if isinstance(item, dict | list):
                document.note((*here, "id"))
        return entries


@dataclasses.dataclass(frozen=True)
class Record:
    """A mapping with fixed keys, each with its schema; ``optional`` keys have a schema and a default."""

    fields: dict[str, typing.Any]
    optional: dict[str, tuple[typing.Any, typing.Any]] = dataclasses.field(default_factory=dict)

    def read(self, document: Document, tree: Tree, path: Path) -> dict:
        """Return all keys at ``path``, with defaults for those left out."""
        mapping = _mapping(document, tree, path)
        allowed = [*self.fields, *self.optional]
        for key in mapping:
            if key not in allowed:
                raise document.error((*path, key), f"unknown key {key!r} in {_name(path)}", one_of(key, allowed))
        for key in self.fields:
            if key not in mapping:
                raise document.error(path, f"{_name(path)} lacks the key {key!r}", f"it needs {', '.join(self.fields)}")
        schemas = self.fields | {key: schema for key, (schema, _) in self.optional.items()}
        record = {key: default for key, (_, default) in self.optional.items()}
        return record | {key: schemas[key].read(document, mapping[key], (*path, key)) for key in mapping}


class _Provenance:
    """The mapping ``provenance`` of a file."""

    def read(self, document: Document, tree: Tree, path: Path) -> dict[str, Source]:
        """Return the sources by pattern."""
        sources = {}
        for text, entry in _mapping(document, tree, path).items():
            here = (*path, text)
            if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in STATUSES:
                shape = " or ".join(f"{{{status}: why}}" for status in STATUSES)
                raise document.error(here, f"provenance of {text!r} is {_shown(entry)}", f"it must be {shape}")
            status, why = next(iter(entry.items()))
            if not isinstance(why, str) or not why.strip():
                raise document.error(here, f"provenance of {text!r} gives no reason", f"say why it is {status}")
            sources[text] = Source(status, why)
        return sources


_PROVENANCE = _Provenance()


def _mapping(document: Document, tree: Tree, path: Path) -> dict:
    if not isinstance(tree, dict):
        raise document.error(path, f"{_name(path)} is {_shown(tree)}", "it must be a mapping {key: value, ...}")
    return tree


def _shown(tree: Tree) -> str:
    """Return a wrong value as it is shown in an error message."""
    if isinstance(tree, str):
        return str(tree) or "empty"
    return "a list" if isinstance(tree, list) else "a mapping"
