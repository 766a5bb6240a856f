"""Where to train: the keys that the settings of several programs have in common."""

import dataclasses

from ctv_env.agents.training.settings import key


@dataclasses.dataclass(frozen=True, kw_only=True)
class Place:
    """The scenario of a game."""

    game: str | None = key(None, "name of the game, or module:ATTRIBUTE (the first)")
    scenario: str | None = key(None, "name of the scenario (the game's first)")
    data_dir: str | None = key(None, "folder with your own copies of the data files")

    @property
    def options(self) -> dict[str, str | None]:
        """The options with which the scenario is loaded."""
        return {"data_dir": self.data_dir}
