"""An agent of your own, in twenty lines (docs/your-agent.md): it attacks wherever it can, with everything it has.

ctv evaluate agents/examples/bold.py:Bold random --scenario duel
"""

import random

HOLDS_BACK = ("no more", "end of", "stand", "pass")


class Bold:
    name = "bold"
    observation = None  # no arrays: it reads the view

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, observation: object, mask: object, info: dict) -> int:
        view = info["view"]
        words = {action: view.describe(action) for action in view.legal_actions()}
        attacks = [action for action, text in words.items() if text.startswith("attack")]
        goes_on = [action for action, text in words.items() if not text.startswith(HOLDS_BACK)]
        return self._random.choice(attacks or goes_on or list(words))
