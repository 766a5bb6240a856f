"""A position in plain text, at most 100 columns wide: levels, powers, and the contents of each area."""

import textwrap

import numpy as np

from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import CITY, MOROCCO, N_AREAS, NODE, SIDE, SIDE_NAMES, Node, Power, Stage
from ctv_env.games.arriba.text.names import group_words

_WIDTH = 100
_HOLDERS = ("Government", "Rebels", "", "contested")
_LETTERS = ("G", "R")


def text_map(tables: ArribaTables, states: np.ndarray, i: int, side: int) -> str:
    """Return the position ``states[i]``; both sides see all of it."""
    s = states[i]
    lines = _header(tables, s)
    for region, title in enumerate(tables.places.region_titles):
        lines.append(f"{title}: {_HOLDERS[int(s['control'][region])]}")
        here = np.flatnonzero(tables.record[0]["region"][:N_AREAS] == region)
        lines += [line for a in here for line in _area(tables, s, int(a))]
    lines += _area(tables, s, MOROCCO)
    return "\n".join(lines)


def _header(tables: ArribaTables, s: np.void) -> list[str]:
    last = int(tables.record[0]["last_turn"])
    date = f" ({tables.dates[int(s['turn']) - 1]})" if s["turn"] else ""
    decides = "game over" if s["node"] == NODE.OVER else f"{SIDE_NAMES[int(s['to_move'])]} decides"
    if s["winner"] != SIDE.NOBODY:
        decides = f"won by the {SIDE_NAMES[int(s['winner'])]}"
    stage = Stage(int(s["stage"])).name.lower().replace("_", " ")
    powers = ", ".join(f"{power.name} {int(s['power_at'][power]):+d}" for power in Power)
    lines = [f"turn {int(s['turn'])} of {last}{date}, {stage}   {Node(int(s['node'])).name}: {decides}"]
    for who in range(2):
        ep = int(s["ep"][who]) + int(s["replacement_ep"][who])
        air = f"{int(s['air_ready'][who])} air AP ready, {int(s['air_used'][who])} used"
        lines.append(f"{SIDE_NAMES[who]}: support {int(s['ps'][who])}, {ep} EP, {air}")
    return [*lines, f"powers, - for the government, + for the rebel: {powers}", ""]


def _area(tables: ArribaTables, s: np.void, a: int) -> list[str]:
    """Return the lines of an area; none for Morocco when it is empty."""
    parts = [f"{_LETTERS[who]} {what}" for who in range(2) for what in groups(s, who, a)]
    if a < N_AREAS and s["fort"][a] != SIDE.NOBODY:
        parts.append(f"{_LETTERS[int(s['fort'][a])]} fort")
    if a == MOROCCO and not parts:
        return []
    line = f"  {tables.places.titles[a]}: {'; '.join(parts) or '-'}"
    return textwrap.wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="      ")


def groups(s: np.void, who: int, a: int) -> list[str]:
    """Return the battlegroups of a side in an area, and the units waiting to be organised."""
    found = []
    for b in range(1 + int(s["at_large"][who, a])) if a < N_AREAS else ():
        units = s["bg_unit"][who, a, b][: int(s["bg_units"][who, a, b])]
        what = group_words(units, s["bg_armour"][who, a, b], s["bg_artillery"][who, a, b], short=True)
        if what != "nothing":
            found.append(f"{'city' if b == CITY else 'country'} [{what}]")
    units = s["pool_unit"][who, a][: int(s["pool_units"][who, a])]
    what = group_words(units, s["pool_armour"][who, a], s["pool_artillery"][who, a], short=True)
    return found if what == "nothing" else [*found, f"waiting [{what}]"]


def strength(tables: ArribaTables, s: np.void, who: int, a: int) -> int:
    """Return the CF of all units of a side in an area or in Morocco, including waiting ones."""
    cf, total = tables.record[0]["pair_cf"], 0
    rows = [s["pool_unit"][who, a][: int(s["pool_units"][who, a])]]
    if a < N_AREAS:
        rows += [
            s["bg_unit"][who, a, b][: int(s["bg_units"][who, a, b])] for b in range(1 + int(s["at_large"][who, a]))
        ]
    for row in rows:
        total += int(cf[row // 4].sum())
    return total
