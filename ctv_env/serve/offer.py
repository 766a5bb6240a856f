"""What a server offers to play."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Offer:
    """What this server offers to play.

    Attributes:
        game: as ``games.spec_of`` takes it.
        scenario: that the page proposes; None for the game's first.
        seats: who plays each side, as the page proposes: ``PERSON`` or an agent.
        agents: names of the agents that may be played; nobody else may be named.
        options: rules options that differ from their defaults.
        data_dir: folder of own data, None for those of the package.
    """

    game: str
    scenario: str | None
    seats: dict[str, str]
    agents: tuple[str, ...]
    options: dict[str, str | bool]
    data_dir: str | None = None
