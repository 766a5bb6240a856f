"""The trained agents that come with this package.

They are checkpoints in ``agents/shipped/GAME``: ``SCENARIO-SIDE.zip``, or else ``SCENARIO.zip`` for either side, or
else ``POLICY-tuned-SIDE.zip``, a tuned policy for any scenario, which has a name of its own, too.
"""

import pathlib

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.manager import is_manager
from ctv_env.agents.learned.policy_plans import has_plan_values
from ctv_env.core.spec import GameSpec

LEARNED = "learned"
"""The name under which the shipped agent of any scenario plays, on either side."""

TUNED = "-tuned"
"""What follows the name of a policy in the name under which its shipped variant plays, as in ``staff-tuned``."""

FOLDER = pathlib.Path(__file__).parents[1] / "shipped"


def shipped_scenarios(spec: GameSpec) -> tuple[str, ...]:
    """Return the scenarios of a game for which there is a shipped agent, in the game's order."""
    return tuple(one.name for one in spec.scenarios(None) if all(_file(spec, one.name, side) for side in spec.sides))


def shipped_file(spec: GameSpec, scenario: str | None, side: str) -> pathlib.Path:
    """Return the checkpoint of the shipped agent for a side of a scenario.

    Args:
        spec: of the game.
        scenario: name of the scenario, None for the game's first.
        side: that it is to play.

    Raises:
        CheckpointError: (a ValueError) there is none; the message names the scenarios that have one.
    """
    name = spec.scenarios(None)[0].name if scenario is None else scenario
    if file := _file(spec, name, side):
        return file
    found = shipped_scenarios(spec)
    there = f"only for {', '.join(found)}" if found else "for none of its scenarios"
    raise CheckpointError(
        f"no agent {LEARNED!r} comes with the package for the scenario {name!r} of {spec.name}, {there}: "
        "train one, and name its run folder"
    )


def scenarios_to_search(spec: GameSpec) -> tuple[str, ...]:
    """Return the scenarios of a game for which value networks to search with are shipped, in the game's order."""
    return tuple(one.name for one in spec.scenarios(None) if _networks(spec.name, one.name))


def shipped_networks(spec: GameSpec, scenario: str | None) -> pathlib.Path:
    """Return the shipped checkpoint of a manager, with value networks for both sides of a scenario.

    Args:
        spec: of the game.
        scenario: name of the scenario, None for the game's first.

    Raises:
        CheckpointError: (a ValueError) there is none; the message names the scenarios that have one.
    """
    name = spec.scenarios(None)[0].name if scenario is None else scenario
    if file := _networks(spec.name, name):
        return file
    found = scenarios_to_search(spec)
    there = f"only for {', '.join(found)}" if found else "for none of its scenarios"
    raise CheckpointError(
        f"no value networks come with the package for the scenario {name!r} of {spec.name}, {there}: "
        "train a manager, and name its run folder"
    )


def shipped_to_search(spec: GameSpec, scenario: str | None, side: str) -> pathlib.Path:
    """Return the shipped checkpoint with which ``search:net`` plays a side: a policy with values, or else a manager.

    Raises:
        CheckpointError: (a ValueError) as ``shipped_networks``.
    """
    networks = shipped_networks(spec, scenario)
    own = networks.with_name(f"{networks.stem}-{side}.zip")
    return own if own.is_file() and has_plan_values(own) else networks


def _file(spec: GameSpec, scenario: str, side: str) -> pathlib.Path | None:
    own = FOLDER / spec.name / f"{scenario}-{side}.zip"
    if own.is_file():
        return own
    return _common(spec.name, scenario) or _tuned_for(spec, scenario, side)


def _tuned_for(spec: GameSpec, scenario: str, side: str) -> pathlib.Path | None:
    """Return the file of the tuned policy for a side, if the game has that scenario."""
    if spec.tuning is None or scenario not in [one.name for one in spec.scenarios(None)]:
        return None
    file = _tuned(spec, spec.tuning.policy + TUNED, side)
    return file if file.is_file() else None


def _common(game: str, scenario: str) -> pathlib.Path | None:
    """Return the file for either side."""
    file = FOLDER / game / f"{scenario}.zip"
    return file if file.is_file() else None


def _networks(game: str, scenario: str) -> pathlib.Path | None:
    """Return the file for either side if it is that of a manager."""
    file = _common(game, scenario)
    return file if file is not None and is_manager(file) else None


def tuned_names(spec: GameSpec) -> tuple[str, ...]:
    """Return the names of the shipped tuned policies of a game."""
    found = (spec.tuning.policy + TUNED,) if spec.tuning is not None else ()
    return tuple(name for name in found if any(_tuned(spec, name, side).is_file() for side in spec.sides))


def tuned_file(spec: GameSpec, name: str, side: str) -> pathlib.Path:
    """Return the checkpoint of a shipped tuned policy, one of ``tuned_names``, for a side.

    Raises:
        CheckpointError: (a ValueError) there is none for this side; the message names the other one.
    """
    file = _tuned(spec, name, side)
    if not file.is_file():
        (other,) = (one for one in spec.sides if one != side)
        raise CheckpointError(f"the agent {name!r} of this package plays only the {other}, not the {side}")
    return file


def _tuned(spec: GameSpec, name: str, side: str) -> pathlib.Path:
    return FOLDER / spec.name / f"{name}-{side}.zip"
