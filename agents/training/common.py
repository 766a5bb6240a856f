"""The settings that training runs and leagues have in common: what is played, and how PPO learns."""

import dataclasses
from collections.abc import Mapping

from ctv_env.agents.training.settings import ConfigError, key
from ctv_env.core.quote import quoted


@dataclasses.dataclass(frozen=True)
class CommonConfig:
    """The keys of every trainer by PPO."""

    game: str | None = key(None, "name of the game, or module:ATTRIBUTE; none for the first")
    scenario: str | None = key(None, "scenario of the game; none for the first")
    options: dict = key({}, "rules options of the game, such as {fog: false}")
    reward: str = key("shaped", "reward scheme of the environment")
    seed: int = key(0, "of dice, opponents, network and sampling", low=0, high=2**31 - 1)
    gamma: float = key(1.0, "discount per decision; a game has a fixed end and needs none", low=0.0, high=1.0)
    gae_lambda: float = key(0.995, "of the advantage estimate, per decision", low=0.0, high=1.0)
    clip_range: float = key(0.2, "of the probability ratio", low=0.0)
    ent_coef: float = key(0.01, "weight of the entropy bonus", low=0.0)
    vf_coef: float = key(0.5, "weight of the value loss", low=0.0)
    max_grad_norm: float = key(0.5, "gradients are scaled down to this norm", low=0.0)


def check_options(options: Mapping) -> None:
    """Raise a ConfigError unless ``options`` maps names to texts, true or false; the game checks which exist."""
    for option, value in options.items():
        if not isinstance(option, str) or not isinstance(value, str | bool):
            raise ConfigError(
                f"options must map names to texts, true or false, not {quoted(option)} to {quoted(value)}"
            )
