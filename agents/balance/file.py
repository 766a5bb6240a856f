"""The figures of a balance report, as its ``balance.json`` holds them."""

import json
import pathlib

from agents.balance.history import Event
from agents.balance.measure import SelfPlay, Sensitivity
from agents.balance.variants import Variant
from agents.evaluation.results import plain


class BalanceFileError(ValueError):
    """The file holds no figures of a balance report."""


def write_figures(
    file: pathlib.Path, played: list[SelfPlay], base: SelfPlay, found: list[Sensitivity], command: str, place: str
) -> None:
    """Write ``file``; arguments as of ``balance_report.write_report``."""
    data = {
        "command": command,
        "place": place,
        "self_play": [one.as_dict() for one in played],
        "base": base.as_dict(),
        "sensitivity": [one.as_dict() for one in found],
    }
    file.write_text(json.dumps(plain(data), indent=2) + "\n")


def read_figures(file: pathlib.Path) -> tuple[list[SelfPlay], list[Sensitivity]]:
    """The agents against themselves, and the variants.

    Raises:
        BalanceFileError: it holds none.
    """
    try:
        data = json.loads(file.read_text())
        return [_self_play(one) for one in data["self_play"]], [_sensitivity(one) for one in data["sensitivity"]]
    except (KeyError, TypeError, ValueError) as error:
        raise BalanceFileError(f"{file} holds no figures of `ctv balance`: {error!r}") from error


def _self_play(data: dict) -> SelfPlay:
    events = (_without(event, "share", "median") | {"by_turn": tuple(event["by_turn"])} for event in data["events"])
    return SelfPlay(**_without(data, "win_rate") | {"events": tuple(Event(**event) for event in events)})


def _sensitivity(data: dict) -> Sensitivity:
    return Sensitivity(
        variant=Variant(data["variant"]["group"], data["variant"]["name"]),
        played=_self_play(data["played"]),
        win_rate=tuple(data["win_rate_difference"]),
        distance=tuple(data["distance_difference"]),
    )


def _without(data: dict, *names: str) -> dict:
    return {name: value for name, value in data.items() if name not in names}
