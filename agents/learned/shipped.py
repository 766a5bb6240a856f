"""The trained agents that come with this package: checkpoints in ``agents/shipped/GAME/SCENARIO.zip``."""

import pathlib

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.core.spec import GameSpec

LEARNED = "learned"
"""The name under which the shipped agent of any scenario plays, on either side."""

FOLDER = pathlib.Path(__file__).parents[1] / "shipped"


def shipped_scenarios(spec: GameSpec) -> tuple[str, ...]:
    """Return the scenarios of a game for which there is a shipped agent, in the game's order."""
    return tuple(one.name for one in spec.scenarios(None) if _file(spec.name, one.name).is_file())


def shipped_file(spec: GameSpec, scenario: str | None) -> pathlib.Path:
    """Return the checkpoint of the shipped agent for a scenario.

    Args:
        spec: of the game.
        scenario: name of the scenario, None for the game's first.

    Raises:
        CheckpointError: (a ValueError) there is none; the message names the scenarios that have one.
    """
    name = spec.scenarios(None)[0].name if scenario is None else scenario
    found = shipped_scenarios(spec)
    if name in found:
        return _file(spec.name, name)
    there = f"only for {', '.join(found)}" if found else "for none of its scenarios"
    raise CheckpointError(
        f"no agent {LEARNED!r} comes with the package for the scenario {name!r} of {spec.name}, {there}: "
        "train one, and name its run folder"
    )


def _file(game: str, scenario: str) -> pathlib.Path:
    return FOLDER / game / f"{scenario}.zip"
