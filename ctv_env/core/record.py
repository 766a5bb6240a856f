"""Flat records, declared field by field: positions, tables and scratch of a game."""

from collections.abc import Iterable

import numpy as np

from ctv_env.core.spec import SpecError

Field = tuple[str, type, tuple[int, ...], str]
"""Name, numpy type, shape and meaning; plain numbers have the shape ``()``."""


def record_type(fields: Iterable[Field]) -> np.dtype:
    """The type of a record of ``fields``, padded to whole words.

    All padding is declared, and so always zero: equal positions have equal bytes.

    Raises:
        SpecError: two fields of one name.
    """
    plain = [(name, kind, shape) for name, kind, shape, _ in fields]
    names = [name for name, _, _ in plain]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise SpecError(f"a record names a field twice: {', '.join(twice)}")
    return np.dtype([*plain, ("padding", np.int8, (-np.dtype(plain).itemsize % 8,))])
