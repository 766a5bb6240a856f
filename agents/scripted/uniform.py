"""The agent that knows nothing: uniformly random among the legal actions."""

import numpy as np


class UniformAgent:
    """Needs only the mask, so it plays in any environment."""

    name = "random"
    observation = None

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self._random = np.random.default_rng(seed)

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """A legal action, each as likely as any other."""
        return int(self._random.choice(np.flatnonzero(mask)))
