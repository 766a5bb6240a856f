"""The baseline agent: uniformly random among the legal actions."""

import numpy as np


class UniformAgent:
    """Needs only the mask, so it plays in any environment."""

    name = "random"
    observation = None

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Reset its randomness."""
        self._random = np.random.default_rng(seed)

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return a legal action, all equally likely."""
        return int(self._random.choice(np.flatnonzero(mask)))
