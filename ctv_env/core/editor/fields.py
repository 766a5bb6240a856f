"""The fields of the editor: where a value is in the data files, how it is read and changed, and how a form offers it.

Files are known by the names that ``core.tables.Loader.schemas`` gives them.
The value of a field is a text, a list of texts, or a dict of either; None if the files have none.
"""

import dataclasses
import typing
from collections.abc import Callable, Mapping

from ctv_env.core.datafile import Choice, Flag, ListOf, MapOf, Number, Path, Record, Text, Tree
from ctv_env.core.quote import quoted

SPACE = "{space}"
"""Element of a path that stands for the space being edited."""

Trees = dict[str, Tree]
"""Contents of the data files by name."""

Value = str | list[str] | dict[str, str] | dict[str, list[str]] | None
Form = dict[str, typing.Any]
"""How a page offers a field: its ``kind``, one of text, number, choice, list, table and rows, and what it allows.

A table has a text for each word, rows have a list of texts for each.
"""


class FieldError(ValueError):
    """A field cannot have this value; the message says why."""


@dataclasses.dataclass(frozen=True)
class Field:
    """A value of a file.

    Attributes:
        name: unique name of the field.
        label: its name for people.
        file: the file that holds it.
        path: path of the value, with ``SPACE`` for the space.
        optional: whether there may be none; None removes it.  An empty list or table of a space is none.
        words: what a text may be, a list may hold or a table may have as keys; empty if that is free.
        placed: whether each word of a list is in one space only, as a piece is: pages then offer to move it.
        entry: for a value inside an entry that a space may lack, the path of that entry; it goes with the value.
        fresh: for such a value, (value) -> a new entry around it.
        needs: name of another field that must have a value before this one can; pages offer it only then.
        shown: what people call the words of a choice; others are shown as they are.
    """

    name: str
    label: str
    file: str
    path: Path
    optional: bool = False
    words: tuple[str, ...] = ()
    placed: bool = False
    entry: Path = ()
    fresh: Callable[[typing.Any], dict] | None = None
    needs: str = ""
    shown: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def get(self, trees: Trees, space: str) -> Value:
        """Return the value."""
        return at(trees[self.file], filled(self.path, space))

    def put(self, trees: Trees, space: str, value: Value) -> None:
        """Change the value in ``trees``.

        Raises:
            FieldError: there must be a value, or there is no entry to hold it.
        """
        tree, path, entry = trees[self.file], filled(self.path, space), filled(self.entry, space)
        if value in (None, "") or (not value and SPACE in self.path):
            if not self.optional:
                raise FieldError(f"{self.label} cannot be empty")
            drop(tree, entry or path)
            return
        if entry and self.fresh is not None and at(tree, entry) is None:
            put(tree, entry, self.fresh(value))
        parent = at(tree, path[:-1])
        if SPACE in self.path[:-1] and parent is None:
            raise FieldError(f"{self.label} cannot be set: {space} has no entry that could hold it")
        put(tree, path, value)

    @property
    def has_space(self) -> bool:
        """Whether every space has a value of its own."""
        return SPACE in self.path

    def nearness(self, file: str, path: Path, space: str) -> float:
        """Return how likely an error about ``path`` is about this field; 0 if it cannot be."""
        return _nearness(filled(self.path, space), path) if file == self.file else 0.0

    def form(self, schemas: Mapping[str, Record]) -> Form | None:
        """Return how a page offers the field, None if no form can."""
        form = form_of(schema_at(schemas[self.file], self.path), self.words)
        common = {"name": self.name, "label": self.label, "optional": self.optional, "placed": self.placed}
        more = {"needs": self.needs, "shown": dict(self.shown)}
        return None if form is None else common | more | form


@dataclasses.dataclass(frozen=True)
class Membership:
    """A choice between lists of spaces: the value is the word of the list that names the space.

    Attributes:
        name: unique name of the field.
        label: its name for people.
        file: the file that holds the lists.
        lists: path of each list by its word.
    """

    name: str
    label: str
    file: str
    lists: Mapping[str, Path]

    def get(self, trees: Trees, space: str) -> Value:
        """Return the word of the first list that names the space, None if none does."""
        tree = trees[self.file]
        return next((word for word, path in self.lists.items() if space in (at(tree, path) or ())), None)

    def put(self, trees: Trees, space: str, value: Value) -> None:
        """Move the space to the list of that word, or out of all lists.

        Raises:
            FieldError: there is no such list.
        """
        if value is not None and (not isinstance(value, str) or value not in self.lists):
            raise FieldError(f"{self.label} cannot be {quoted(value)}; allowed are {', '.join(self.lists)}")
        for word, path in self.lists.items():
            listed = at(trees[self.file], path) or []
            others = [other for other in listed if other != space]
            wanted = word == value
            if (space in listed) != wanted:
                put(trees[self.file], path, [*others, space] if wanted else others)

    @property
    def has_space(self) -> bool:
        """Whether every space has a value of its own."""
        return True

    def nearness(self, file: str, path: Path, space: str) -> float:
        """Return how likely an error about ``path`` is about this field; 0 if it cannot be."""
        return max(_nearness(one, path) for one in self.lists.values()) if file == self.file and space else 0.0

    def form(self, _: Mapping[str, Record]) -> Form:
        """Return how a page offers the field."""
        common = {"name": self.name, "label": self.label, "optional": True, "placed": False}
        return common | {"kind": "choice", "choices": list(self.lists)}


AnyField = Field | Membership


@dataclasses.dataclass(frozen=True)
class Section:
    """Values of the whole scenario under one heading.

    Attributes:
        title: the heading.
        roots: file and path of each part of a file that is offered, with all values below it; what a scenario lacks is
            left out.
        hint: what the values mean, where their names do not say it.
        words: of a root that is a list or a table, what it may hold or have as keys.
    """

    title: str
    roots: tuple[tuple[str, Path], ...]
    hint: str = ""
    words: Mapping[tuple[str, Path], tuple[str, ...]] = dataclasses.field(default_factory=dict)

    def fields(self, schemas: Mapping[str, Record], trees: Trees) -> list[Field]:
        """Return a field for each value that a form can offer."""
        found: list[Field] = []
        for file, path in self.roots:
            tree = at(trees[file], path)
            if tree is not None:
                leaves = _leaves(file, path, schema_at(schemas[file], path), tree, len(path) - 1)
                words = self.words.get((file, path), ())
                found += [dataclasses.replace(leaf, words=words) for leaf in leaves] if words else leaves
        return found


def _leaves(file: str, path: Path, schema: typing.Any, tree: Tree, depth: int) -> list[Field]:
    if form_of(schema, ()) is not None:
        label = " ".join(str(key) for key in path[depth:]).replace("_", " ")
        return [Field(f"{file}/{'/'.join(map(str, path))}", label, file, path)]
    children: Mapping[str, typing.Any] = {}
    if isinstance(schema, Record):
        children = schema.fields | {key: child for key, (child, _) in schema.optional.items()}
    elif isinstance(schema, MapOf):
        children = dict.fromkeys(tree, schema.item)
    return [
        field
        for key, child in children.items()
        if key in tree
        for field in _leaves(file, (*path, key), child, tree[key], depth)
    ]


def form_of(schema: typing.Any, words: tuple[str, ...]) -> Form | None:
    """Return the form of a schema's values; None for values that have none."""
    if isinstance(schema, Choice):
        return {"kind": "choice", "choices": list(schema.words)}
    if isinstance(schema, Number):
        return {"kind": "number", "low": schema.low, "high": schema.high, "step": schema.step}
    if isinstance(schema, Flag):
        return {"kind": "choice", "choices": ["true", "false"]}
    if isinstance(schema, Text):
        return {"kind": "choice", "choices": list(words)} if words else {"kind": "text"}
    if isinstance(schema, ListOf | MapOf):
        return _form_of_several(isinstance(schema, ListOf), form_of(schema.item, ()), words)
    return None


def _form_of_several(is_list: bool, item: Form | None, words: tuple[str, ...]) -> Form | None:
    """Return the form of a list or a mapping whose items have the form ``item``; None for deeper nesting."""
    if item is None or item["kind"] in ("table", "rows") or (is_list and item["kind"] == "list"):
        return None
    kind = "list" if is_list else "rows" if item["kind"] == "list" else "table"
    return {"kind": kind, "words": list(words), "item": item}


def schema_at(schema: typing.Any, path: Path) -> typing.Any:
    """Return the schema of the value at ``path``; KeyError if there is none."""
    for key in path:
        if isinstance(schema, Record):
            schema = schema.fields[str(key)] if key in schema.fields else schema.optional[str(key)][0]
        elif isinstance(schema, ListOf | MapOf):
            schema = schema.item
        else:
            raise KeyError(key)
    return schema


def _nearness(own: Path, path: Path) -> float:
    """Return the length of the common path if one of the two contains the other, else 0."""
    if path[: len(own)] == own:
        return float(len(own))
    return len(path) - 0.5 if path and own[: len(path)] == path else 0.0


def filled(path: Path, space: str) -> Path:
    """Return the path of the value of a space."""
    return tuple(space if key == SPACE else key for key in path)


def at(tree: Tree, path: Path) -> typing.Any:
    """Return the value at ``path``, None if there is none."""
    for key in path:
        if not isinstance(tree, dict | list):
            return None
        try:
            tree = typing.cast(typing.Any, tree)[key]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def put(tree: Tree, path: Path, value: Tree) -> None:
    """Write a value; missing mappings on its way are made."""
    *way, last = path
    for key in way:
        tree = tree.setdefault(key, {})
    tree[last] = value


def drop(tree: Tree, path: Path) -> None:
    """Remove the value at ``path``, if there is one."""
    parent = at(tree, path[:-1])
    if isinstance(parent, dict):
        parent.pop(path[-1], None)
