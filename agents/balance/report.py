"""The balance of a game in tables and as JSON; ``pictures`` draws it."""

import pathlib

from agents.balance.file import write_figures
from agents.balance.findings import findings
from agents.balance.history import Event
from agents.balance.measure import Mean, Measured, SelfPlay
from agents.balance.pictures import draw_dates, draw_sensitivity
from agents.evaluation.fingerprint import place_of
from agents.evaluation.records import Setting
from agents.reports.tables import percent, table
from ctv_env.core.analysis import HistoryWords, analysis_of
from ctv_env.core.spec import GameSpec

_PAGE = """\
# Balance

Made by `{command}`, in

    {place}

Every agent plays against itself, a game on each seed{luck}.

## Findings

{findings}

## Sides

{sides}
## Against history

{explained}

{history}
![Turn by turn]({dates})

{lost}, and the distance:

{losses}
## Sensitivity

{agent} against itself with one thing changed, {games} games each on the seeds of the base, of which it won {base} as
{side}. Differences are the variant's minus the base's on the same seeds, with the 95 % interval of the pairs (of
win rates that of Bonett and Price); **bold** where it does not contain zero. A smaller distance is nearer history.

{sensitivity}
![Differences of the win rate]({differences})
"""
_DATES, _DIFFERENCES = "dates.png", "sensitivity.png"


def write_report(folder: pathlib.Path, measured: Measured, setting: Setting, command: str) -> str:
    """Write ``README.md``, ``balance.json`` and two pictures to ``folder``, which is made; returns the page.

    Args:
        folder: where.
        measured: the figures.
        setting: where the games were played.
        command: that made the report.
    """
    folder.mkdir(parents=True, exist_ok=True)
    spec, place = setting.spec, place_of(setting)
    page = page_of(measured, setting, command, place)
    (folder / "README.md").write_text(page)
    write_figures(folder / "balance.json", measured, spec, command, place)
    draw_dates(folder / _DATES, spec, measured.played)
    draw_sensitivity(folder / _DIFFERENCES, spec, measured.found)
    return page


def page_of(measured: Measured, setting: Setting, command: str, place: str) -> str:
    """The page; arguments as of ``write_report``, and ``fingerprint.place_of`` the setting."""
    spec, words = setting.spec, analysis_of(setting.spec).words
    played, base = measured.played, measured.base
    return _PAGE.format(
        command=command,
        place=place,
        luck="".join(f", with {setting.tables.options[name]} {name}" for name in spec.shared_luck),
        findings="\n".join(f"- {sentence}" for sentence in findings(measured, setting)),
        sides=_sides(played, spec),
        explained=words.explained,
        history=_history(played),
        lost=_lost(words),
        losses=_losses(played, spec),
        agent=base.agent,
        games=base.games,
        base=_rate(base.win_rate),
        side=spec.sides[0].capitalize(),
        sensitivity=_sensitivity(measured),
        dates=_DATES,
        differences=_DIFFERENCES,
    )


def _sides(played: list[SelfPlay], spec: GameSpec) -> str:
    lines = [("agent", "games", f"{spec.sides[0].capitalize()} wins", "95 %", spec.score.short, "last turn")]
    for one in played:
        score, turns = f"{one.score[0]:.2f}", f"{one.turns[0]:.1f}"
        lines.append((one.agent, str(one.games), _rate(one.win_rate), percent(one.interval), score, turns))
    return table(lines)


def _history(played: list[SelfPlay]) -> str:
    lines = [("event", "history", *(one.agent for one in played))]
    for k, event in enumerate(played[0].events):
        lines.append((event.name, f"turn {event.history}", *(_when(one.events[k]) for one in played)))
    return table(lines)


def _when(event: Event) -> str:
    median = f"median turn {event.median}" if event.median else "not in half"
    return f"{100 * event.share:.0f} %, {median}"


def _lost(words: HistoryWords) -> str:
    without = f", without {words.not_counted}" if words.not_counted else ""
    return f"{words.losses}, mean and 95 % interval{without}"


def _losses(played: list[SelfPlay], spec: GameSpec) -> str:
    lines = [("agent", *(side.capitalize() for side in spec.sides), "distance in turns")]
    for one in played:
        lines.append((one.agent, *(_mean(mean, 1) for mean in one.losses), _mean(one.distance, 2)))
    return table(lines)


def _sensitivity(measured: Measured) -> str:
    events = (event.name for event in measured.base.events)
    lines = [("", "variant", "wins", "difference", "distance", *events)]
    for one in measured.found:
        medians = (f"{event.median or '-'} ({100 * event.share:.0f} %)" for event in one.played.events)
        mean, low, high = one.win_rate
        points = 100 * mean, 100 * low, 100 * high
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
