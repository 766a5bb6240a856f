"""The combat table for the current battle, before its die is rolled."""

from ctv_env.core.game import Game
from ctv_env.core.ui import BAD, EVEN, GOOD, Cell, Chart, Preview, Row
from ctv_env.games.tscw.guide.inspection import tables_of
from ctv_env.games.tscw.model.codes import Node
from ctv_env.games.tscw.model.tables import N_RESULTS
from ctv_env.games.tscw.text.log import column_name, result_name
from ctv_env.games.tscw.text.names import SIDES, hex_name

_FACES = range(1, 7)


def preview(game: Game, _: int | None) -> Preview | None:
    """Return the results of the combat die that is due, face by face; None at any other node."""
    if game.node != Node.COMBAT_DIE.name:
        return None
    tables, s, t = tables_of(game), game.record, game.tables.record[0]
    column, drm = int(s["column"]), int(s["drm"])
    rows = [min(max(face + drm, 0), N_RESULTS - 1) for face in _FACES]
    cells = tuple(_cell(int(t["crt_att"][column, row]), int(t["crt_def"][column, row])) for row in rows)
    notes = ("Two dice are rolled, and their results added (15.9).",) if int(s["dice_left"]) > 1 else ()
    return Preview(
        title=f"{SIDES[int(s['phasing'])]} attack {hex_name(tables, int(s['target']))}",
        terms=(f"Column {column_name(column)}", f"Die modifier {drm:+d}"),
        chart=Chart("Steps lost by attacker/defender", "die", tuple(map(str, _FACES)), (Row("result", cells),)),
        notes=notes,
    )


def _cell(attacker: int, defender: int) -> Cell:
    """Return a result, and whom it favours."""
    mood = EVEN if attacker == defender else GOOD if attacker < defender else BAD
    return Cell(f"{result_name(attacker)}/{result_name(defender)}", mood)
