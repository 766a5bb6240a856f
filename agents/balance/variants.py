"""A variant of a game, written as a data folder of its own; the rules code is unaware of it."""

import pathlib
import shutil
import typing

import yaml

from ctv_env.core.analysis import Variant


def write_variant(source: pathlib.Path, folder: pathlib.Path, variant: Variant) -> None:
    """Copy the data of ``source`` to the new ``folder``, with the changes of ``variant``.

    Raises:
        KeyError: a changed value does not exist.
    """
    shutil.copytree(source, folder)
    for change in variant.changes:
        file = folder / change.file
        tree = yaml.compose(file.read_text(encoding="utf-8"))
        _put(tree, change.path, yaml.compose(change.value))
        file.write_text(yaml.serialize(tree, allow_unicode=True), encoding="utf-8")


def _put(tree: typing.Any, path: tuple[str, ...], value: yaml.Node | None) -> None:
    """Replace the value at ``path`` with ``value``."""
    for i, (key, item) in enumerate(tree.value):
        if key.value == path[0]:
            if len(path) == 1:
                tree.value[i] = key, value
            else:
                _put(item, path[1:], value)
            return
    raise KeyError(path[0])
