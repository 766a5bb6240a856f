"""The games, one package each, with the same rooms in each; nobody else names one.

A game from elsewhere is named by where its spec is, ``"module:ATTRIBUTE"``.
"""

import functools
import importlib
import pkgutil
import typing

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec  # at run time with the first game: it is not light

GAMES = tuple(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
"""Names of the games of this package; that of the first is the default."""

_elsewhere: dict[str, str] = {}
"""Games from elsewhere that have been asked for: where the spec is, by the name that it has there."""


def spec_of(game: str | None = None) -> "GameSpec":
    """The spec of a game: one of ``GAMES``, the first if none is named, or ``"module:ATTRIBUTE"``.

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
    """The spec of a game by the name that saves, records and checkpoints carry, None for the default.

    Such data never import a module.

    Raises:
        ValueError: no such game, or one from elsewhere that nobody has asked for yet.
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
    """What ``spec_of`` takes for this game, in any process."""
    return _elsewhere.get(spec.name, spec.name)


def environments() -> dict[str, dict[str, str]]:
    """Gymnasium's environment ids of each game of this package, by scenario; no engine is loaded."""
    return {game: importlib.import_module(f"{__name__}.{game}").ENVIRONMENTS for game in GAMES}
