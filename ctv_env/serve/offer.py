"""What a server offers to play."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Offer:
    """What this server offers to play.

    Attributes:
        game: as ``core.spec.spec_of`` takes it.
        scenario: default scenario of the page; None for the game's first.
        seats: default player of each side on the page: ``PERSON`` or an agent.
        agents: names of the agents that may be played; no others are accepted.
        options: rules options that differ from their defaults.
        data_dir: folder of custom data, None for the package's own.
    """

    game: str
    scenario: str | None
    seats: dict[str, str]
    agents: tuple[str, ...]
    options: dict[str, str | bool]
    data_dir: str | None = None
