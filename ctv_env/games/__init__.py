"""The games, one package each, all with the same layout.  No other package refers to a particular game.

A game defined elsewhere is referred to by the location of its spec, ``"module:ATTRIBUTE"``.
"""

import importlib
import pathlib
import pkgutil

from ctv_env.core.registry import ship

_FOLDER = pathlib.Path(__file__).parent
_DEFAULT = "ctv"


def _found() -> tuple[str, ...]:
    """Return the folders with a ``spec.py``: the default game, then the others by name."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(
        sorted((one for one in names if (_FOLDER / one / "spec.py").is_file()), key=lambda n: (n != _DEFAULT, n))
    )


GAMES = _found()
"""Names of the games of this package; the first is the default."""

for _name in GAMES:
    ship(_name, f"{__name__}.{_name}.spec:SPEC")


def spec_of(game: str | None = None) -> object:
    """Return ``core.spec.spec_of``, under the name by which older pickles of a game's spec ask for it."""
    from ctv_env.core import spec  # on first use, since it is slow to import

    return spec.spec_of(game)


def environments() -> dict[str, dict[str, str]]:
    """Return the Gymnasium ids of the games of this package, by game and scenario, without loading an engine."""
    return {game: importlib.import_module(f"{__name__}.{game}").ENVIRONMENTS for game in GAMES}


def most_decisions() -> dict[str, dict[str, int]]:
    """Return bounds on the decisions of the games of this package, by game and scenario, likewise."""
    return {game: importlib.import_module(f"{__name__}.{game}").MOST_DECISIONS for game in GAMES}
