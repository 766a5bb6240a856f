"""Whether functions are compiled, and whether numba's private parts may be used for it.

The modules ``compiled``, ``external``, ``native``, ``parts`` and ``pipeline`` stand on private parts of numba, which
spare most of the time of a first start.  Any version of numba may change these, so other versions than the tried ones
compile through numba's public functions alone (``decorators``).
"""

import warnings

import numba

from ctv_env.core.jit.cache import SETTINGS

COMPILED: bool = not SETTINGS.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1`` runs the same functions interpreted (for coverage)."""

TRIED = (0, 61), (0, 68)
"""The first and the last version of numba whose private parts were tried; ``pyproject.toml`` has the same bounds."""


def is_tried(version: str) -> bool:
    """Whether the private parts of a version of numba were tried."""
    first, last = TRIED
    return first <= tuple(int(number) for number in version.split(".")[:2]) <= last


USES_PRIVATE_PARTS: bool = COMPILED and is_tried(numba.__version__)
"""False with other versions of numba: the same results, after a first start of minutes instead of seconds."""

if COMPILED and not USES_PRIVATE_PARTS:
    _first, _last = (f"{major}.{minor}" for major, minor in TRIED)
    warnings.warn(
        f"numba {numba.__version__} has not been tried: the first start of a game will take minutes instead of"
        f" seconds; with numba {_first} to {_last} it does not",
        RuntimeWarning,
        stacklevel=2,
    )
