"""The tallies of the margin: victory points, morale, air units, losses."""

import numpy as np

from ctv_env.core.drawing import Box, Group, Label, Paint, Path, Shape
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.board import star
from ctv_env.games.ctv.drawing.panel import PAD, WIDE, caption
from ctv_env.games.ctv.model.codes import END_SC, NAT_AIR, OFF, PLACE, REP_AIR, SIDE, TRENCH
from ctv_env.games.ctv.observation.visibility import Visibility
from ctv_env.games.ctv.rules.pieces import side_of


def victory(visible: Visibility, vp: int, value: float | None) -> list[Shape]:
    """Draw the victory points and the number that wins."""
    needed = int(visible.t["vp_to_win"])
    most = max(int(visible.t["vp"].sum()) + int(visible.t["brigade_vp"]), needed, vp)
    step = (WIDE - 2 * PAD) / (most + 1)
    shapes: list[Shape] = [
        caption("Victory points"),
        Label(WIDE - PAD, 20, f"{vp} of {needed}", 15, palette.INK, "end", bold=True),
    ]
    for points in range(most + 1):
        x = PAD + step * points
        reached = points <= vp and points > 0
        colour = palette.SIDE[SIDE.NATIONALIST] if reached else palette.WHITE
        shapes.append(Box(x + 1, 30, step - 2, 26, Paint(colour, palette.PANEL_LINE, 1.2), 3))
        ink = palette.WHITE if reached else palette.FAINT
        shapes.append(Label(x + step / 2, 48, str(points), 14, ink, bold=True))
        if points == needed:
            shapes.append(star(x + step / 2, 31, 7, Paint(palette.GOLD, palette.GOLD_EDGE, 0.8)))
    brigades = int(np.count_nonzero(visible.t["is_brigade"] & (visible.state["piece_place"] == PLACE.ELIMINATED)))
    words = f"Brigades eliminated: {brigades} of {int(visible.t['brigades_for_vp'])}"
    shapes.append(Label(PAD, 75, words, 14, palette.INK, "start"))
    return shapes + (_value(value) if value is not None else [])


def _value(value: float) -> list[Shape]:
    """Draw an estimate of the result on a scale between the sides' victories."""
    wide = WIDE - 2 * PAD - 66
    x = PAD + 66
    middle = x + wide / 2 * (1 + max(-1.0, min(1.0, value)))
    return [
        Label(PAD, 98, f"Value {value:+.2f}", 14, palette.VALUE, "start", bold=True),
        Box(x, 88, wide, 11, Paint(palette.SIDE_LIGHT[1], palette.PANEL_LINE, 1), 3),
        Box(x, 88, max(middle - x, 0.1), 11, Paint(palette.SIDE_LIGHT[0], palette.PANEL_LINE, 1), 3),
        Path(f"M{middle:.1f} 84v19", Paint(stroke=palette.VALUE, width=3)),
    ]


def morale(visible: Visibility) -> list[Shape]:
    """Draw the Republican morale marker (10.6.1)."""
    most, now = int(visible.t["morale_max"]), int(visible.state["morale"])
    step = (WIDE - 2 * PAD) / (most + 1)
    shapes: list[Shape] = [caption("Republican morale marker")]
    for k in range(most + 1):
        x, here = PAD + step * k, k == now
        fill = palette.SIDE[1] if here else palette.WHITE
        shapes.append(Box(x + 1, 32, step - 2, 30, Paint(fill, palette.PANEL_LINE, 1.2), 3))
        shapes.append(Label(x + step / 2, 53, str(k), 17, palette.WHITE if here else palette.FAINT, bold=True))
    return shapes


def air(visible: Visibility) -> list[Shape]:
    """Draw the air units of both sides by box: ready, flown, absent until a turn."""
    shapes: list[Shape] = [caption("Air units")]
    wide = (WIDE - 2 * PAD - 8) / 2
    for side, slots in ((0, range(NAT_AIR, REP_AIR)), (1, range(REP_AIR, TRENCH))):
        x = PAD + side * (wide + 8)
        units = [
            p
            for p in slots
            if int(visible.state["piece_place"][p]) in (PLACE.AIR_READY, PLACE.AIR_USED, PLACE.AIR_ABSENT)
        ]
        for k, p in enumerate(units):
            shapes += _air_unit(visible, p, side, x, 32 + 23.5 * k, wide)
    return shapes


def _air_unit(visible: Visibility, p: int, side: int, x: float, y: float, wide: float) -> list[Shape]:
    """Draw an air unit: filled if ready, pale if it has flown, with the turn of its return if it is absent."""
    place = int(visible.state["piece_place"][p])
    ready = place == PLACE.AIR_READY
    colour = palette.OF_NATION.get(int(visible.t["nation"][p]), palette.PANEL) if ready else palette.PAPER
    ink = palette.INK if ready else palette.FAINT
    legal = bool(visible.legal[1 + p])
    edge = palette.SIDE[side] if ready else palette.PANEL_LINE
    state = "" if ready else "flown" if place == PLACE.AIR_USED else f"turn {int(visible.state['air_return'][p])}"
    wings = "M0 0C-3 -6 -12 -6 -12 0C-12 6 -3 6 0 0C3 6 12 6 12 0C12 -6 3 -6 0 0z"
    shapes: list[Shape] = [Box(x, y, wide, 20, Paint(colour, edge, 1.3), 3)]
    if legal:
        shapes.append(Box(x, y, wide, 20, Paint(stroke=palette.LEGAL_EDGE, width=3.4), 3))
        shapes.append(Box(x, y, wide, 20, Paint(stroke=palette.LEGAL, width=1.8), 3))
    if int(visible.state["piece_role"][p]):
        shapes.append(Box(x, y, wide, 20, Paint(stroke=palette.TARGET, width=2.6), 3))
    shapes.append(Group((Path(wings, Paint(stroke=ink, width=1.2)),), x + 16, y + 10))
    shapes.append(Label(x + 33, y + 14.6, visible.tables.piece_names[p], 13, ink, "start", bold=True))
    if state:
        shapes.append(Label(x + wide - 5, y + 14.4, state, 11.5, palette.FAINT, "end"))
    return shapes


def losses(visible: Visibility) -> list[Shape]:
    """Draw the number of pieces of each side out of play, by cause, which is public (ruling R-56)."""
    places = visible.state["piece_place"][:END_SC]
    sides = np.array([side_of(p) for p in range(END_SC)])
    shapes: list[Shape] = [caption("Out of play")]
    for side in (0, 1):
        x = WIDE - 92 + 52 * side
        shapes.append(Box(x - 20, 30, 40, 20, Paint(palette.SIDE[side]), 3))
        shapes.append(Label(x, 45, ("NAT", "REP")[side], 13, palette.WHITE, bold=True))
    for k, (name, code) in enumerate(
        (("Eliminated", PLACE.ELIMINATED), ("Withdrawn", PLACE.WITHDRAWN), ("Surrendered", PLACE.SURRENDERED))
    ):
        y = 74 + 24 * k
        shapes.append(Label(PAD, y, name, 15, palette.INK, "start"))
        for side in (0, 1):
            n = int(np.count_nonzero((places == code) & (sides == side)))
            shapes.append(
                Label(WIDE - 92 + 52 * side, y, str(n), 17, palette.INK if n else palette.PANEL_LINE, bold=True)
            )
    if int(visible.t["factory_cell"]) != OFF:
        stands = "stands" if visible.state["factory"] else "is demolished"
        shapes.append(Label(PAD, 150, f"The factory of Reinosa {stands}", 14, palette.INK, "start"))
    return shapes
