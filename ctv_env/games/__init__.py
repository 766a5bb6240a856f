"""The games, one package each, all with the same layout.  No other package refers to a particular game.

A game defined elsewhere is referred to by the location of its spec, ``"module:ATTRIBUTE"``.
"""

import functools
import importlib
import pathlib
import pkgutil
import typing

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec  # imported at run time with the first game, since it is slow to import

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

_elsewhere: dict[str, str] = {}
"""Games defined elsewhere that have been loaded: the location of the spec by the game's name."""


def spec_of(game: str | None = None) -> "GameSpec":
    """Return the spec of a game: one of ``GAMES``, by default the first, or ``"module:ATTRIBUTE"``.

    Raises:
        ValueError: no such game.
    """
    game = game or GAMES[0]
    if ":" not in game:
        return known_spec(game)
    from ctv_env.core.spec import GameSpec

    module, _, attribute = game.partition(":")
    try:
        spec = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"no game {game!r}: {error}") from error
    if not isinstance(spec, GameSpec):
        raise ValueError(f"no game {game!r}: it is {type(spec).__name__}, not a GameSpec")
    _elsewhere[spec.name] = game
    return spec


def known_spec(name: str | None) -> "GameSpec":
    """Return the spec of a game by the name stored in saved games, records and checkpoints, None for the default.

    Names in stored data never cause a module to be imported.

    Raises:
        ValueError: no such game, or a game defined elsewhere that has not been loaded by ``spec_of`` yet.
    """
    name = GAMES[0] if name is None else name
    if isinstance(name, str) and name in _elsewhere:
        return spec_of(_elsewhere[name])
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; the games are {', '.join((*GAMES, *_elsewhere))}, or module:ATTRIBUTE")
    return _spec(name)


@functools.cache
def _spec(name: str) -> "GameSpec":
    return importlib.import_module(f"{__name__}.{name}.spec").SPEC


def reference_of(spec: "GameSpec") -> str:
    """Return the name that ``spec_of`` accepts for this game in any process."""
    return _elsewhere.get(spec.name, spec.name)


def environments() -> dict[str, dict[str, str]]:
    """Return the Gymnasium ids of the games of this package, by game and scenario, without loading an engine."""
    return {game: importlib.import_module(f"{__name__}.{game}").ENVIRONMENTS for game in GAMES}
