"""The figures of a balance report, as stored in ``balance.json``."""

import json
import math
import pathlib
import typing

from ctv_env.agents.balance.history import Event
from ctv_env.agents.balance.measure import Mean, Measured, SelfPlay, Sensitivity, names_of
from ctv_env.agents.evaluation.fingerprint import game_in
from ctv_env.agents.evaluation.results import plain
from ctv_env.core.analysis import Variant
from ctv_env.core.spec import GameSpec, analysis_of, known_spec


class BalanceFileError(ValueError):
    """The file does not contain the figures of a balance report."""


class Figures(typing.NamedTuple):
    """Contents of a file.

    Attributes:
        spec: the game's spec.
        played: the agents against themselves.
        found: the variants; only group and name of each.
    """

    spec: GameSpec
    played: list[SelfPlay]
    found: list[Sensitivity]


def write_figures(file: pathlib.Path, measured: Measured, spec: GameSpec, command: str, place: str) -> None:
    """Write ``file``.

    Args:
        file: path, overwritten if it exists.
        measured: the figures.
        spec: the game's spec.
        command: the command that produced them.
        place: where the games were played (``fingerprint.place_of``).
    """
    names = names_of(spec.score, analysis_of(spec))
    data = {
        "command": command,
        "place": place,
        "self_play": [one.as_dict(names) for one in measured.played],
        "base": measured.base.as_dict(names),
        "sensitivity": [one.as_dict(names) for one in measured.found],
    }
    file.write_text(json.dumps(plain(data), indent=2) + "\n", encoding="utf-8")


def read_figures(file: pathlib.Path) -> Figures:
    """Return the contents of a file.

    Raises:
        BalanceFileError: it contains no figures.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        spec = known_spec(game_in(data["place"]))
        names = {ours: name for name, ours in names_of(spec.score, analysis_of(spec)).items()}
        played = [_self_play(one, names) for one in data["self_play"]]
        _check_alike(played)
        return Figures(spec, played, [_sensitivity(one, names) for one in data["sensitivity"]])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BalanceFileError(f"{file} does not contain figures of `ctv balance`: {error!r}") from error


def _self_play(data: dict, names: dict[str, str]) -> SelfPlay:
    """Return the games in a dictionary; ``names`` maps field names to the game's own."""
    fields = {names.get(name, name): value for name, value in _without(data, "win_rate").items()}
    return SelfPlay(**fields | {"events": tuple(_event(event) for event in data["events"])})


def _event(data: dict) -> Event:
    event = Event(**_without(data, "share", "median") | {"by_turn": tuple(data["by_turn"])})
    [float(turn) for turn in event.history.split(" to ")]  # a ValueError if they are no numbers
    whole = all(type(number) is int for number in (event.games, *event.by_turn))
    if not whole or event.games < 1 or min(event.by_turn) < 0 or sum(event.by_turn) > event.games:
        raise ValueError(f"event {event.name!r} happens in {event.by_turn} of {event.games!r} games")
    return event


def _check_alike(played: list[SelfPlay]) -> None:
    """Raise a ValueError unless there are agents, all with the same events."""
    events = {tuple((event.name, len(event.by_turn)) for event in one.events) for one in played}
    if len(events) != 1 or not all(events):
        raise ValueError("there must be agents with the same events")


def _sensitivity(data: dict, names: dict[str, str]) -> Sensitivity:
    return Sensitivity(
        variant=Variant(data["variant"]["group"], data["variant"]["name"]),
        played=_self_play(data["played"], names),
        win_rate=_mean(data["win_rate_difference"]),
        distance=_mean(data["distance_difference"]),
    )


def _mean(found: list) -> Mean:
    """Return a mean and its interval; null, as JSON has it, stands for a number that is not known."""
    middle, low, high = (math.nan if value is None else float(value) for value in found)
    if low > middle or middle > high:
        raise ValueError(f"{middle} is not within {low} to {high}")
    return middle, low, high


def _without(data: dict, *names: str) -> dict:
    return {name: value for name, value in data.items() if name not in names}
