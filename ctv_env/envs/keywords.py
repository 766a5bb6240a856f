"""Keywords of the environments: an unknown one is answered with all that there are, and the nearest."""

import dataclasses
import difflib
import inspect
import pathlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gymnasium.envs.registration import EnvSpec

from ctv_env.core.spec import GameSpec

_SIMILAR = 0.5  # as ``difflib`` measures it


def check_keywords(given: Iterable[str], spec: GameSpec, *constructors: Callable, fixed: Sequence[str] = ()) -> None:
    """Check the keywords that an environment passes on as rules options.

    Args:
        given: their names.
        spec: of the game.
        constructors: those of the environment, whose parameters are its own keywords.
        fixed: parameters that cannot be chosen.

    Raises:
        ValueError: one is no rules option; the message lists all keywords and names the nearest.
    """
    options = ["data_dir", *(option.name for option in spec.options)]
    for name in given:
        if name not in options:
            own = [one for make in constructors for one in _parameters(make) if one not in fixed]
            own = list(dict.fromkeys(own))
            raise ValueError(
                f"unknown keyword {name!r}{_hint(name, own + options)}; there are {', '.join(own)}, "
                f"and the rules options {', '.join(options)}"
            )


def with_paths_as_text(spec: EnvSpec | None) -> EnvSpec | None:
    """Return Gymnasium's spec of an environment with the paths among its keywords as text, which JSON can hold."""
    return spec and dataclasses.replace(spec, kwargs={name: _as_text(value) for name, value in spec.kwargs.items()})


def _as_text(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_as_text(one) for one in value]
    return str(value) if isinstance(value, pathlib.Path) else value


def _parameters(constructor: Callable) -> list[str]:
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    return [one.name for one in inspect.signature(constructor).parameters.values() if one.kind not in kinds]


def _hint(name: str, names: Sequence[str]) -> str:
    """Return a question with the nearest of ``names``, empty if none is near."""
    begins = [one for one in names if one.startswith(name.lower()) or name.lower().startswith(one)]
    near = begins or difflib.get_close_matches(name.lower(), names, 1, _SIMILAR)
    return f"; did you mean {near[0]!r}?" if near else ""
