"""The opinion of an agent, in a form that any agent can give."""

import dataclasses
import typing
from collections.abc import Mapping

import numpy as np

CHANCE = "% to win"
"""Unit of scores that estimate the chance to win, in percent."""


@dataclasses.dataclass(frozen=True)
class Opinion:
    """What an agent thinks of a position in which its side decides.

    An agent has a method ``explain(observation, mask, info)``, with the arguments of ``act``, if it can say more than
    the action that it takes.

    Attributes:
        preferences: float (n_actions,): the probability of each action, 0 for illegal ones.
        value: the result that it expects for its side, -1 to 1; None if it has no estimate.
        scores: of legal actions, the more the better; empty if it has none.
        unit: follows a score in a sentence, such as ``"points"``.
    """

    preferences: np.ndarray
    value: float | None = None
    scores: Mapping[int, float] = dataclasses.field(default_factory=dict)
    unit: str = ""

    @property
    def best(self) -> int:
        """The action with the highest probability."""
        return int(np.argmax(self.preferences))

    def top(self, n: int) -> list[int]:
        """Return up to ``n`` actions, the most likely first and then by their scores."""
        known = sorted({*np.flatnonzero(self.preferences > 0).tolist(), *self.scores})
        return sorted(known, key=lambda one: (-self.preferences[one], -self.scores.get(one, -np.inf)))[:n]


def chance_of(result: float) -> float:
    """Return the chance to win, 0 to 1, of an expected result, -1 to 1."""
    return (1.0 + min(max(float(result), -1.0), 1.0)) / 2


def certain(action: int, n_actions: int, **more: typing.Any) -> Opinion:
    """Return the opinion of an agent that takes ``action`` for sure; ``more`` are fields of ``Opinion``."""
    preferences = np.zeros(n_actions, np.float32)
    preferences[action] = 1.0
    return Opinion(preferences, **more)


def checked(found: object, mask: np.ndarray) -> Opinion:
    """Return the opinion ``found`` that an agent gave.

    Raises:
        TypeError: it is no ``Opinion``.
        ValueError: its preferences are not probabilities of legal actions, or its value is not one.
    """
    if not isinstance(found, Opinion):
        raise TypeError(f"explain must return an Opinion, not {type(found).__name__}")
    preferences = np.asarray(found.preferences, float)
    if preferences.shape != mask.shape or not np.isfinite(preferences).all() or (preferences < 0).any():
        raise ValueError(f"the preferences of an opinion must be {len(mask)} probabilities, one for each action")
    if (preferences[mask == 0] > 0).any() or abs(preferences.sum() - 1) > 1e-3:
        raise ValueError("the preferences of an opinion must add up to 1 over the legal actions")
    if found.value is not None and not -1 <= found.value <= 1:
        raise ValueError(f"the value of an opinion must be -1 to 1, not {found.value}")
    return found
