"""Flat records for positions, tables and scratch, declared field by field."""

from collections.abc import Iterable

import numpy as np

from ctv_env.core.terms import SpecError

Field = tuple[str, type, tuple[int, ...], str]
"""Name, numpy type, shape and meaning; scalars have the shape ``()``."""


def record_type(fields: Iterable[Field]) -> np.dtype:
    """Return the dtype of a record of ``fields``, padded to whole words.

    All padding is declared and therefore always zero, so that equal positions have equal bytes.

    Raises:
        SpecError: a repeated field name.
    """
    plain = [(name, kind, shape) for name, kind, shape, _ in fields]
    names = [name for name, _, _ in plain]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise SpecError(f"a record names a field twice: {', '.join(twice)}")
    return np.dtype([*plain, ("padding", np.int8, (-np.dtype(plain).itemsize % 8,))])
