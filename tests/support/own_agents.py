"""Third-party agents: the example of the guide, and classes that tests write to files."""

import pathlib
import textwrap

from ctv_env import agents

EXAMPLE_FILE = pathlib.Path(agents.__file__).parent / "examples" / "bold.py"
BOLD = f"{EXAMPLE_FILE}:Bold"

PLAYER = '''
import random


class Own:
    """Takes legal actions by lot, by a lot of its own."""

    name, observation = "own", None

    def __init__(self):
        self.games = []

    def reset(self, seed):
        self.games.append(seed)
        self._random = random.Random(seed)

    def act(self, observation, mask, info):
        return self._random.choice(info["view"].legal_actions())


class Many(Own):
    """Takes the last legal action, for many games at once too."""

    name = "many"

    def act(self, observation, mask, info):
        return int(mask.nonzero()[0][-1])

    def act_many(self, observations, masks):
        assert observations is None
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
'''


def write(file: pathlib.Path, text: str = PLAYER) -> pathlib.Path:
    """Write a file, and create its folder; return its path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(textwrap.dedent(text))
    return file
