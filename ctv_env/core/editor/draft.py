"""From data files and a list of edits to new data files, which the game's own loader checks.

Nothing here writes outside a temporary folder, except ``write``, which is called with files that have been checked.
"""

import contextlib
import dataclasses
import itertools
import os
import pathlib
import re
import tempfile
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping

from ctv_env.core.datafile import DataError, Document, Path, Record
from ctv_env.core.editor.editor import Editor
from ctv_env.core.editor.fields import AnyField, Field, FieldError, Trees, Value, at
from ctv_env.core.editor.layout import rewritten, tree_of
from ctv_env.core.quote import quoted
from ctv_env.core.spec import GameSpec
from ctv_env.core.tables import path_of
from ctv_env.core.terms import Tables

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""Names of scenarios: they become names of files and folders on any system."""

MOST_EDITS = 5000
MOST_WORDS = 500  # entries of a list, table or rows
LONGEST = 200  # characters of a text
_SOURCE = "reconstructed"  # provenance of a value that was set in the editor
_WHY, _WHY_PART = "set in the editor", "partly set in the editor"


class Edit(typing.NamedTuple):
    """A new value of a field: at a space, ``""`` for what concerns the whole scenario."""

    field: str
    space: str
    value: Value


class Place(typing.NamedTuple):
    """Where in the editor a problem can be solved: a field and a space, each "" if unknown."""

    field: str
    space: str


@dataclasses.dataclass(frozen=True)
class Problem:
    """What the loader found wrong with a draft.

    Attributes:
        message: what is wrong and how to correct it.
        file: name of the file, "" if the error names none.
        line: line in the file, from 1.
        path: path of the value in the file.
    """

    message: str
    file: str = ""
    line: int = 0
    path: Path = ()


def fields_of(editor: Editor, trees: Trees) -> dict[str, AnyField]:
    """Return all fields of a draft by name: those of spaces, then those of the whole scenario."""
    of_spaces = {field.name: field for field in editor.fields(trees)}
    sections = (section.fields(editor.schemas, trees) for section in editor.sections(trees))
    return of_spaces | {field.name: field for fields in sections for field in fields}


def trees_of(texts: Mapping[str, str]) -> Trees:
    """Return the contents of the files; ValueError for one that is not YAML."""
    return {file: tree_of(text) for file, text in texts.items()}


def edited(editor: Editor, scenario: str, texts: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    """Return the texts of the files after the edits; values that change get a provenance that says so.

    Args:
        editor: of the game.
        scenario: the scenario that is edited.
        texts: of its files, by name.
        edits: in order; of two for one field and space the later counts.

    Raises:
        FieldError: (a ValueError) an edit has no such field, or a value that the field cannot have.  Values of the
            right shape are left for the loader to judge.
    """
    trees = trees_of(texts)
    editor.start(scenario, trees)
    fields = fields_of(editor, trees)
    for edit in edits:
        _check(edit, fields, editor.schemas)
        fields[edit.field].put(trees, edit.space, edit.value)
    new = {}
    for file, text in texts.items():
        changed, paths = rewritten(text, trees[file])
        new[file] = _with_sources(changed, editor.schemas[file], paths) if changed != text else text
    return new


def _check(edit: Edit, fields: Mapping[str, AnyField], schemas: Mapping[str, Record]) -> None:
    """Raise a FieldError unless the edit names a field and its value has the shape of the field's values."""
    if edit.field not in fields:
        raise FieldError(f"there is no field {quoted(edit.field)}")
    if not _is_text(edit.space) or fields[edit.field].has_space != bool(edit.space):
        raise FieldError(f"{fields[edit.field].label} is not of {quoted(edit.space)}")
    form = fields[edit.field].form(schemas)
    kind = form["kind"] if form else "text"
    label = fields[edit.field].label
    for word in [] if edit.value is None else _words_of(edit.value, kind, label):
        if not _is_text(word):
            raise FieldError(f"{label} must be of plain text, {LONGEST} characters at most, not {quoted(word)}")


def _words_of(value: typing.Any, kind: str, label: str) -> list[typing.Any]:
    """Return all parts of a value that must be texts; FieldError if the value has not the shape of this kind."""
    if kind == "list":
        parts = value if isinstance(value, list) else None
    elif kind == "table":
        parts = [*value, *value.values()] if isinstance(value, dict) else None
    elif kind == "rows":
        fits = isinstance(value, dict) and all(isinstance(row, list) for row in value.values())
        parts = [*value, *itertools.chain(*value.values())] if fits else None
    else:
        return [value]
    if parts is None or len(parts) > MOST_WORDS * (1 if kind == "list" else 2):
        raise FieldError(f"{label} must be a {kind} of at most {MOST_WORDS} texts, not {quoted(value)}")
    return parts


def _is_text(word: object) -> bool:
    return isinstance(word, str) and len(word) <= LONGEST and word.isprintable() and word == word.strip()


def _with_sources(text: str, schema: Record, paths: list[Path]) -> str:
    """Return the text with a provenance of the values at ``paths``, and of no value that is gone."""
    tree = tree_of(text)
    sources = tree.get("provenance")
    if not isinstance(sources, dict):
        return text
    for path in paths:
        whole = next((path[:i] for i, key in enumerate(path) if isinstance(key, int)), path)
        why = _WHY if whole == path else _WHY_PART
        sources[_pattern(whole)] = {_SOURCE: why}
    marked, _ = rewritten(text, tree)
    try:
        idle, uncovered = _gaps(marked, schema)
    except DataError:
        return marked  # the loader reports it
    for pattern in idle:
        del sources[pattern]
    for path in uncovered:
        sources.setdefault(_pattern(path[:1]), {_SOURCE: _WHY})
    return rewritten(marked, tree)[0]


def _gaps(text: str, schema: Record) -> tuple[list[str], list[Path]]:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "draft.yaml")
        file.write_text(text, encoding="utf-8")
        return Document.gaps(file, schema)


def _pattern(path: Path) -> str:
    """Return the provenance pattern for exactly this path."""
    return ".".join(re.sub(r"[.*?]", "?", str(key)) for key in path)


@contextlib.contextmanager
def loaded(spec: GameSpec, texts: Mapping[str, str], name: str) -> Iterator[Tables | Problem]:
    """Yield the tables of a draft as the game's loader reads it, or what the loader finds wrong.

    The files exist in the meantime, in a temporary folder: pictures may read them again.
    """
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder), texts, name)
        yield _load(spec, pathlib.Path(folder), name, texts)


def _load(spec: GameSpec, folder: pathlib.Path, name: str, files: Collection[str]) -> Tables | Problem:
    try:
        return spec.load(name, str(folder))
    except DataError as error:
        paths = {folder / path_of(file, name): file for file in files}
        return Problem(f"{error.problem}; {error.remedy}", paths.get(error.file, ""), error.line, error.path)
    except ValueError as error:
        return Problem(str(error))


def locate(problem: Problem, fields: Mapping[str, AnyField], trees: Trees, spaces: Collection[str]) -> Place:
    """Return where a problem can be solved: the field nearest to its path, and the space that it names."""
    named = at(trees.get(problem.file), problem.path)
    words = [*problem.path, named, *re.findall(r"[\w-]+", problem.message)]
    space = next((word for word in words if isinstance(word, str) and word in spaces), "")
    near = {
        name: field.nearness(problem.file, problem.path, space if field.has_space else "")
        for name, field in fields.items()
    }
    best = max(near, key=lambda name: (near[name], _names(fields[name], problem.message)), default="")
    if not best or not near[best]:
        return Place("", space)
    return Place(best, space if fields[best].has_space else "")


def _names(field: AnyField, message: str) -> bool:
    """Return whether a message begins with a word that the field may hold, such as a piece."""
    return isinstance(field, Field) and any(message.startswith((f"{word} ", f"'{word}' ")) for word in field.words)


def write(folder: pathlib.Path, texts: Mapping[str, str], name: str) -> None:
    """Write the files of a scenario called ``name`` into a data folder, each file at once.

    Raises:
        OSError: a file cannot be written.
    """
    for file, text in texts.items():
        path = folder / path_of(file, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
