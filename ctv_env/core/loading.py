"""How the tables of a game in play were loaded."""

import typing

from ctv_env.core.terms import Tables


def options_of(tables: Tables) -> dict[str, typing.Any]:
    """Return the options that load the same tables again: those of the rules, and ``data_dir`` for custom data."""
    return dict(tables.options) | ({"data_dir": tables.data_dir} if tables.data_dir else {})
