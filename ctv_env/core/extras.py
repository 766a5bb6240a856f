"""Extras: libraries that only a part of this package needs, installed by ``pip install 'ctv_env[NAME]'``."""

import contextlib
from collections.abc import Iterator


class MissingExtraError(ModuleNotFoundError):
    """A library of an extra is not installed; the message says how to install it."""


@contextlib.contextmanager
def needs_extra(extra: str, user: str) -> Iterator[None]:
    """Wrap imports of libraries that belong to an extra.

    Args:
        extra: name of the extra.
        user: the feature that needs the libraries, with which the message begins.

    Raises:
        MissingExtraError: one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{user} needs the package {error.name}: pip install 'ctv_env[{extra}]'"
        raise MissingExtraError(message, name=error.name) from error
