"""Games by name: the place of each game's spec, ``"module:ATTRIBUTE"``.

``ctv_env.games`` enters the games of this package, which every import of ``ctv_env`` does first; ``spec.spec_of``
enters a game defined elsewhere when it loads it.
"""

_shipped: dict[str, str] = {}
_elsewhere: dict[str, str] = {}


def ship(name: str, place: str) -> None:
    """Enter a game of this package; the first one is the default."""
    _shipped[name] = place


def enter(name: str, place: str) -> None:
    """Enter a game defined elsewhere."""
    _elsewhere[name] = place


def place_of(name: object) -> str:
    """Return the place of a game by its name, None for the default.

    Raises:
        ValueError: no such game, or a game defined elsewhere that has not been entered yet.
    """
    known = _shipped | _elsewhere
    if name is None:
        return known[next(iter(known))]
    if not isinstance(name, str) or name not in known:
        games = ", ".join(known)
        raise ValueError(f"no game {name!r}; the games are {games}, and others by their place, module:ATTRIBUTE")
    return known[name]


def reference_of(name: str) -> str:
    """Return what finds the game of that name in any process: the name if it is of this package, else its place."""
    return _elsewhere.get(name, name)
