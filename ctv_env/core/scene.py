"""What a viewer is told of a step besides the picture."""

import typing


class Scene(typing.NamedTuple):
    """A step, as far as who looks may know it."""

    lines: list[str]  # of the log, in words
    combat: str  # what the combat that begins here is about; "" where none begins
    figures: dict[str, int]  # by name: what curves are drawn of
