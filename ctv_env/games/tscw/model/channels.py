"""The channels of the observations; sizes of the arrays depend on the scenario.

The same numbers come in two forms: ``board`` in three arrays, ``flat`` in one; ``advised`` adds a fourth array to the
former.  Own comes before enemy.
"""

import functools
import typing

from ctv_env.core.advice import SCORES
from ctv_env.core.observation import Channel, Layout
from ctv_env.games.tscw.model.actions import N_OPTIONS, action_layout
from ctv_env.games.tscw.model.codes import MAX_LINES, N_CHITS, N_NODES, Kind, Size, Stage, Where

MOST = 255
_SIDES = 2

HEX = (
    Channel("control", "whether the observer, the enemy controls it", n=_SIDES),
    Channel("units", "combat units: own, enemy as far as known", 7, n=_SIDES),
    Channel("divisions", "divisions among them", 5, n=_SIDES),
    Channel("hqs", "HQs", n=_SIDES),
    Channel("attack", "attack factors: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("defence", "defence factors: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("more", "whether the enemy has units here that the observer does not know"),
    Channel("full_zoc", "whether it is in a full ZOC: own, enemy, the latter not under fog of war", n=_SIDES),
    Channel("zoc", "whether it is in a full or limited ZOC, likewise", n=_SIDES),
    Channel("attacked", "whether it was attacked in this segment"),
    Channel("target", "whether it is the attacked hex"),
    Channel("attackers", "whether the attack comes from it"),
    Channel("chosen", "whether it is the hex of the choice, or of the chosen unit", n=2),
    Channel("fort", "whether it is an active fortified hex"),
    Channel("slots", "units that may enter where others were withdrawn", 7),
    Channel("legal", "whether the observer can name it now"),
    Channel("land", "whether it is land", static=True),
    Channel("terrain", "clear, rough, mountain, marsh", n=4, static=True),
    Channel("place", "town, city", n=2, static=True),
    Channel("port", "whether it has a port", static=True),
    Channel("coast", "coast: Cantabrian, Atlantic, Mediterranean", n=3, static=True),
    Channel("capital", "whether it is a provincial capital", static=True),
    Channel("region", "Asturias, Santander, Euskadi", n=3, static=True),
    Channel("river", "rivers along its hexsides: minor 1, major 2", 2, n=6, static=True),
    Channel("rail", "railways across its hexsides", n=6, static=True),
    Channel("open", "hexsides that can be crossed", n=6, static=True),
    Channel("morale", "morale number", 40, 20, scale=10, static=True),
)
"""Of each hex, in the order of the actions; the static channels of the printed map come last, from ``land`` on."""

PIECE = (
    Channel("own", "whether it is the observer's"),
    Channel("known", "whether the observer knows where it is"),
    Channel("where", "on its way, on the map, in the box or out", n=len(Where)),
    Channel("row", "row of its hex from the south, if known", 27),
    Channel("column", "column of its hex from the west, if known", 26),
    Channel("strength", "steps left", 2),
    Channel("attack", "attack factor", 15),
    Channel("defence", "defence factor", 15),
    Channel("ma", "movement allowance", 12),
    Channel("size", "column, battalion, regiment, brigade, division, HQ, none", n=len(Size)),
    Channel("kind", "type", n=len(Kind)),
    Channel("supply", "fully supplied, town supply, out of supply", n=3),
    Channel("used", "committed HQ, or used air or naval unit"),
    Channel("reserve", "in reserve"),
    Channel("landed", "has landed", 2),
    Channel("carried", "has used strategic movement"),
    Channel("moved", "has moved in this segment"),
    Channel("attacked", "has attacked in this segment"),
    Channel("fought", "has attacked this turn"),
    Channel("eligible", "may move and attack in exploitation"),
    Channel("march", "may march"),
    Channel("bonus", "has another movement factor"),
    Channel("attacks", "attacks in the battle"),
    Channel("pursues", "may pursue in the battle"),
    Channel("flies", "is committed to the battle"),
    Channel("entry", "turns until it enters", 20),
    Channel("change", "turns until it is converted or withdrawn, 0 never", 20),
    Channel("chosen", "is the unit of the choice"),
    Channel("legal", "whether the observer can name it now"),
)
"""Of each piece, in the order of the actions."""

GENERAL = (
    Channel("side", "which side the observer is: Nationalist, Republican", n=_SIDES),
    Channel("decides", "whether the observer decides"),
    Channel("node", "what is decided", n=N_NODES),
    Channel("stage", "segment of the turn", n=len(Stage)),
    Channel("turn", "game turn", 19),
    Channel("phasing", "whether it is the observer's segment"),
    Channel("morale", "Republican morale", 99),
    Channel("purse", "RP: Nationalist, Italian, Republican, northern", 60, n=4),
    Channel("rp_fall", "RP that events will take", 20, n=4),
    Channel("rail", "rail capacity in halves: own, enemy", 30, n=_SIDES),
    Channel("sea", "sea capacity in halves: own, enemy", 30, n=_SIDES),
    Channel("cup", "copies of each chit in the cup, and in hands that the observer does not know", 4, n=N_CHITS),
    Channel("hand", "copies of each chit in hand, as far as known", 4, n=N_CHITS),
    Channel("line", "fortified lines: inactive, active, neutralised", 2, n=MAX_LINES),
    Channel("mobilized", "whether the mobilization was declared"),
    Channel("evacuated", "whether the evacuation was declared"),
    Channel("north_rail_only", "whether Republicans outside the north go without rail"),
    Channel("no_air", "whether no air unit flies over the north"),
    Channel("attacks_left", "attacks left plus one, 0 without limit", 20),
    Channel("must_attack", "whether Oviedo must be attacked"),
    Channel("mode", "mode of the move", 3),
    Channel("mf_left", "movement factors left", 32),
    Channel("stepped", "whether the mover has entered a hex"),
    Channel("named", "units named in a list", 10),
    Channel("artillery", "artillery columns: own, enemy", 2, n=_SIDES),
    Channel("naval", "naval units in the battle: own, enemy", 3, n=_SIDES),
    Channel("column", "column of the combat table", 9),
    Channel("drm", "sum of the die modifiers", MOST, 128, scale=8),
    Channel("loss", "steps still to lose: attacker, defender", 99, scale=10, n=2),
    Channel("surplus", "losses beyond the steps of the target", 20),
    Channel("done", "whether the observer can pass"),
    Channel("option", "options that the observer can choose", n=N_OPTIONS),
    Channel("chit", "chits that the observer can play", n=N_CHITS),
)

ADVICE = (
    *SCORES,
    # of the hex that it names, or in which the piece that it names stands
    Channel("worth", "what `staff` thinks that the hex is worth", MOST, scale=50),
    Channel("march", "movement factors on foot to the front that matters most", MOST, scale=20),
    Channel("near", "hexes by land to the nearest enemy", MOST, scale=10),
    Channel("threat", "attack factors of the enemies within three hexes", MOST, scale=20),
    Channel("held", "defence factors of the own units in it", MOST, scale=20),
    Channel("force", "own attack factors beside the enemies in it", MOST, scale=20),
    Channel("foe_defence", "defence factors of the enemies in it", MOST, scale=20),
    Channel("foe_attack", "attack factors of the enemies in it", MOST, scale=20),
)
"""Of each action; all but ``legal`` is 0 in fog, and for the defender who does not yet see the enemy's air units."""

N_HEX, N_PIECE, N_GENERAL, N_ADVICE = (sum(c.n for c in channels) for channels in (HEX, PIECE, GENERAL, ADVICE))
H: typing.Any = Layout("hexes", HEX, before=(1,)).first
P: typing.Any = Layout("pieces", PIECE, before=(1,)).first
G: typing.Any = Layout("general", GENERAL).first
A: typing.Any = Layout("advice", ADVICE, before=(1,)).first
"""Offsets of the channels in a row of each array."""
BOARD, FLAT, ADVISED = "board", "flat", "advised"
BOARD_KIND, FLAT_KIND, ADVISED_KIND = range(3)


def _spread(name: str, channels: tuple[Channel, ...], n: int) -> tuple[Channel, ...]:
    """Return channels for ``n`` rows in one array: all rows of a channel together."""
    each = f", for each {name}"
    return tuple(one._replace(name=f"{name}_{one.name}", meaning=one.meaning + each, n=one.n * n) for one in channels)


@functools.cache
def observations(n_cells: int, n_pieces: int) -> dict[str, tuple[Layout, ...]]:
    """Return the kinds of observation of a scenario with so many cells and pieces, the default first."""
    hexes = Layout("hexes", HEX, before=(n_cells,))
    pieces = Layout("pieces", PIECE, before=(n_pieces,))
    board = (hexes, pieces, Layout("general", GENERAL))
    flat = (*_spread("hex", HEX, n_cells), *_spread("piece", PIECE, n_pieces), *GENERAL)
    advice = Layout("advice", ADVICE, before=(action_layout(n_pieces, n_cells).n,))
    return {BOARD: board, FLAT: (Layout("flat", flat),), ADVISED: (*board, advice)}
