"""The settings of a league, each declared and explained here."""

import copy
import dataclasses
from collections.abc import Mapping, Sequence

from ctv_env.agents.training.common import CommonConfig, check_options
from ctv_env.agents.training.settings import ConfigError, apply_change, key, read
from ctv_env.core.quote import quoted
from ctv_env.core.spec import reference_of, spec_of
from ctv_env.envs.batch import DRAWN_SIDE

MAIN, EXPLOITER = "main", "exploiter"
"""Values of ``role``."""
FIXED = ("game", "scenario", "options", "side", "role", "against", "pool", "reward", "net")
"""Keys that cannot change once there is a league."""


@dataclasses.dataclass(frozen=True)
class LeagueConfig(CommonConfig):
    """How the learner of a league trains, by RLlib's PPO."""

    side: str = key(DRAWN_SIDE, "side of the learner, or 'random', drawn for each game")
    role: str = key(
        MAIN,
        "main: meets the pool, which past selves join; exploiter: meets one agent only, to find its weaknesses",
        among=(MAIN, EXPLOITER),
    )
    against: str | None = key(None, "the agent that an exploiter meets, by name as for `ctv evaluate`")
    pool: list[str] | None = key(None, "agents in the pool at the start; none for the game's compiled policies")
    net: list[int] = key([256, 256], "widths of the hidden layers", low=1)
    iterations: int = key(100, "updates of the learner in all", low=1)
    decisions: int = key(20_000, "decisions of the learner in an update", low=2)
    snapshot_every: int = key(
        10, "updates between two past selves that join the pool of a main learner of both sides", low=1
    )
    floor: float = key(0.02, "added to the weight of each opponent, so that none is forgotten", low=0.0)
    env_runners: int = key(0, "processes that play, each on a core of its own; 0: the command itself plays", low=0)
    games: int = key(8, "games that each of them plays at a time", low=1)
    learners: int = key(0, "processes that learn, likewise", low=0)
    learning_rate: float = key(3e-4, "of the optimizer", low=0.0)
    epochs: int = key(4, "passes over the decisions of an update", low=1)
    minibatch: int = key(1024, "decisions in a gradient step", low=2)


def read_config(changes: Sequence[str], saved: Mapping | None = None) -> LeagueConfig:
    """Return a config with every none that stands for a default of its game replaced by the name.

    Args:
        changes: ``"key=value"`` each, values as in YAML.
        saved: the config of an existing league, as plain data, to which they are changes; None for a new one.

    Raises:
        ConfigError: an unknown key, a wrong value, or a change of what cannot change (``FIXED``).
        ValueError: no such game, scenario or option.
    """
    data = copy.deepcopy(dict(saved or {}))
    for change in changes:
        apply_change(data, change)
    config = read(LeagueConfig, data)
    changed = [name for name in FIXED if saved is not None and data[name] != saved[name]]
    if changed:
        raise ConfigError(f"{', '.join(changed)} cannot change in a league that exists: start one in another folder")
    _check(config)
    spec = spec_of(config.game)
    return dataclasses.replace(
        config,
        game=reference_of(spec),
        scenario=spec.load(config.scenario, **config.options).scenario,
        pool=[config.against] if config.against else list(spec.policies) if config.pool is None else config.pool,
    )


def _check(config: LeagueConfig) -> None:
    """Raise a ConfigError for values that do not fit each other or the game."""
    sides = (*spec_of(config.game).sides, DRAWN_SIDE)
    if config.side not in sides:
        raise ConfigError(f"side must be one of {', '.join(sides)}, not {quoted(config.side)}")
    if (config.role == EXPLOITER) != (config.against is not None):
        raise ConfigError("an exploiter needs against=AGENT, the agent that it meets, and a main learner has none")
    if config.minibatch > config.decisions:
        raise ConfigError(f"minibatch {config.minibatch} is more than the {config.decisions} decisions of an update")
    if config.pool is not None and not config.pool:
        raise ConfigError("pool must name at least one agent")
    check_options(config.options)
