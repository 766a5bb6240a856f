"""The balance of the game in tables and as JSON; ``balance_pictures`` draws it."""

import pathlib

from agents.balance.file import write_figures
from agents.balance.findings import findings
from agents.balance.history import LANDMARKS, SURRENDER, Event
from agents.balance.measure import Mean, SelfPlay, Sensitivity
from agents.balance.pictures import draw_dates, draw_sensitivity
from agents.reports.tables import percent, table

_PAGE = """\
# Balance

Made by `{command}`, in

    {place}

Every agent plays against itself, a game on each seed, with keyed dice.

## Findings

{findings}

## Sides

{sides}
## Against history

When places are first held by the Nationalist at the end of a turn, and when the Basques surrender: share of the games,
and the turn by which it had happened in half of them all. *Distance* is by how many turns the fall of the four places
misses its date, on average; one that does not fall counts as falling on the turn after the last.

{history}
![Turn by turn]({dates})

Steps lost, mean and 95 % interval, without units that were withdrawn or surrendered, and the distance:

{losses}
## Sensitivity

{agent} against itself with one thing changed, {games} games each on the seeds of the base, of which it won {base} as
Nationalist. Differences are the variant's minus the base's on the same seeds, with the 95 % interval of the pairs (of
win rates that of Bonett and Price); **bold** where it does not contain zero. A smaller distance is nearer history.

{sensitivity}
![Differences of the win rate]({differences})
"""
_DATES, _DIFFERENCES = "dates.png", "sensitivity.png"


def write_report(
    folder: pathlib.Path, played: list[SelfPlay], base: SelfPlay, found: list[Sensitivity], command: str, place: str
) -> str:
    """Write ``README.md``, ``balance.json`` and two pictures to ``folder``, which is made; returns the page.

    Args:
        folder: where.
        played: the agents against themselves, first the one that played the variants.
        base: the games with which the variants are compared.
        found: the variants.
        command: that made the report.
        place: where the games were played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page = _PAGE.format(
        command=command,
        place=place,
        findings="\n".join(f"- {sentence}" for sentence in findings(played, found)),
        sides=_sides(played),
        history=_history(played),
        losses=_losses(played),
        agent=base.agent,
        games=base.games,
        base=_rate(base.win_rate),
        sensitivity=_sensitivity(found),
        dates=_DATES,
        differences=_DIFFERENCES,
    )
    (folder / "README.md").write_text(page)
    write_figures(folder / "balance.json", played, base, found, command, place)
    draw_dates(folder / _DATES, played)
    draw_sensitivity(folder / _DIFFERENCES, found)
    return page


def _sides(played: list[SelfPlay]) -> str:
    lines = [("agent", "games", "Nationalist wins", "95 %", "VP", "last turn")]
    for one in played:
        vp, turns = f"{one.vp[0]:.2f}", f"{one.turns[0]:.1f}"
        lines.append((one.agent, str(one.games), _rate(one.win_rate), percent(one.interval), vp, turns))
    return table(lines)


def _history(played: list[SelfPlay]) -> str:
    lines = [("event", "history", *(one.agent for one in played))]
    for k, event in enumerate(played[0].events):
        lines.append((event.name, f"turn {event.history}", *(_when(one.events[k]) for one in played)))
    return table(lines)


def _when(event: Event) -> str:
    median = f"median turn {event.median}" if event.median else "not in half"
    return f"{100 * event.share:.0f} %, {median}"


def _losses(played: list[SelfPlay]) -> str:
    lines = [("agent", "Nationalist", "Republican", "distance in turns")]
    for one in played:
        lines.append((one.agent, *(_mean(mean, 1) for mean in one.steps_lost), _mean(one.distance, 2)))
    return table(lines)


def _sensitivity(found: list[Sensitivity]) -> str:
    places = [*(place.name for place in LANDMARKS), SURRENDER]
    lines = [("", "variant", "wins", "difference", "distance", *places)]
    for one in found:
        medians = (f"{event.median or '-'} ({100 * event.share:.0f} %)" for event in one.played.events)
        points = tuple(100 * value for value in one.win_rate)
        differences = _difference(points, 1, " points"), _difference(one.distance, 2, "")
        lines.append((one.variant.group, one.variant.name, _rate(one.played.win_rate), *differences, *medians))
    return table(lines)


def _difference(mean: Mean, digits: int, unit: str) -> str:
    middle, low, high = (f"{value:+.{digits}f}" for value in mean)
    text = f"{middle}{unit}"
    return f"{text if mean[1] <= 0 <= mean[2] else f'**{text}**'}, {low} to {high}"


def _mean(mean: Mean, digits: int) -> str:
    middle, low, high = (f"{value:.{digits}f}" for value in mean)
    return f"{middle}, {low} to {high}"


def _rate(part: float) -> str:
    return f"{100 * part:.1f} %"
