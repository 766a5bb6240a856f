"""The combat panel of the margin: hex, strengths, odds, die, result."""

from ctv_env.core.drawing import Box, Circle, Group, Label, Paint, Shape
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.news import News
from ctv_env.games.ctv.drawing.panel import PAD, caption
from ctv_env.games.ctv.model.codes import NODE, NOWHERE
from ctv_env.games.ctv.model.state import MORALE_RESULTS
from ctv_env.games.ctv.observation.visibility import Visibility
from ctv_env.games.ctv.text.log import SIDES
from ctv_env.games.ctv.text.notation import hex_name


def combat(visible: Visibility, news: News) -> list[Shape]:
    """Draw the current combat, else the last one: hex, odds, die, result."""
    state = visible.state
    target = int(state["target"])
    here = target if target != NOWHERE else news.fight
    if here == NOWHERE:
        return [caption("Combat"), Label(PAD, 50, "none in this segment", 15, palette.FAINT, "start")]
    shapes: list[Shape] = [caption("Combat" if target != NOWHERE else "Last combat")]
    shapes.append(Label(PAD, 45, hex_name(visible.tables, here), 17, palette.INK, "start", bold=True))
    odds = news.odds
    if target != NOWHERE:
        now = (int(state["strength_att"]), int(state["strength_def"]))
        odds = now if now[0] else None
    if odds is None:
        return [*shapes, Label(PAD, 80, "strengths not yet summed", 15, palette.FAINT, "start")]
    attacker = int(state["phasing"])
    for k, (strength, side) in enumerate(zip(odds, (attacker, 1 - attacker), strict=True)):
        x = PAD + 58 * k
        shapes.append(Box(x, 58, 50, 42, Paint(palette.SIDE[side]), 4))
        shapes.append(Label(x + 25, 88, str(strength), 27, palette.WHITE, bold=True))
    shapes.append(Label(PAD, 120, _column(visible, target, odds), 15, palette.INK, "start"))
    if news.die and news.fight == here:
        shapes.append(_die(news.die, PAD + 124, 58))
        shapes.append(Label(PAD + 174, 87, news.result, 20, palette.INK, "start", bold=True))
    if target != NOWHERE and int(state["node"]) > NODE.MORALE_DIE:
        shapes.append(
            Label(PAD, 143, f"Morale: {MORALE_RESULTS[int(state['morale_result'])]}", 15, palette.INK, "start")
        )
    return shapes + (_owed(visible) if target != NOWHERE else [])


def _owed(visible: Visibility) -> list[Shape]:
    """Write the steps still to be lost."""
    attacker = int(visible.state["phasing"])
    owed = [(SIDES[attacker], int(visible.state["owed_att"])), (SIDES[1 - attacker], int(visible.state["owed_def"]))]
    losses = [f"{who}: {n} to lose" for who, n in owed if n > 0]
    return [Label(PAD, 166, ", ".join(losses), 15, palette.TARGET, "start", bold=True)] if losses else []


def _column(visible: Visibility, target: int, odds: tuple[int, int]) -> str:
    """Return the odds of the current combat with its die modifier, or the strengths of a past one."""
    if target == NOWHERE:
        return f"{odds[0]} to {odds[1]}"
    t, column = visible.t, int(visible.state["column_shift"])
    printed = min(max(column, 0), len(t["odds_att"]) - 1)
    drm = int(visible.state["drm"])
    return f"column {t['odds_att'][printed]}:{t['odds_def'][printed]}" + (f", die {drm:+d}" if drm else "")


def _die(face: int, x: float, y: float) -> Group:
    """Draw a die."""
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }[face]
    pips = (Circle(21 + 10.5 * dx, 21 + 10.5 * dy, 4, Paint(palette.INK)) for dx, dy in spots)
    return Group((Box(0, 0, 42, 42, Paint(palette.WHITE, palette.INK, 1.6), 8), *pips), x, y)
