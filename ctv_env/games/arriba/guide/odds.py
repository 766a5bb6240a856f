"""The combat table for the current battle, before its die is rolled."""

from ctv_env.core.game import Game
from ctv_env.core.ui import BAD, EVEN, GOOD, Cell, Chart, Preview, Row
from ctv_env.games.arriba.guide.inspection import tables_of
from ctv_env.games.arriba.model.codes import N_COLUMNS, N_ROWS, RESULT, Node
from ctv_env.games.arriba.text.log import column_name, result_name
from ctv_env.games.arriba.text.names import SIDES, area_name, place_words

_FACES = range(1, 7)


def preview(game: Game, _: int | None) -> Preview | None:
    """Return the results of the combat die that is due, face by face; None at any other node."""
    if game.node != Node.COMBAT_DIE.name:
        return None
    tables, s, t = tables_of(game), game.record, game.tables.record[0]
    column, drm = int(s["column"]), int(s["drm"])
    printed = min(max(column, 0), N_COLUMNS - 1)
    rows = [min(max(face + drm, 0), N_ROWS - 1) for face in _FACES]
    cells = tuple(_cell(int(t["crt_att"][printed, row]), int(t["crt_def"][printed, row])) for row in rows)
    who = f"{SIDES[int(s['attacker'])]} with {place_words(int(s['att_bg']))} against {place_words(int(s['def_bg']))}"
    notes = () if 0 <= column < N_COLUMNS else (_beyond(column),)
    return Preview(
        title=f"Attack in {area_name(tables, int(s['battle_area']))}",
        terms=(f"{who[0].upper()}{who[1:]}", f"Column {column_name(tables, column)}", f"Die modifier {drm:+d}"),
        chart=Chart("Losses of attacker/defender in CF", "die", tuple(map(str, _FACES)), (Row("result", cells),)),
        notes=notes,
    )


def _cell(attacker: int, defender: int) -> Cell:
    """Return a result, and whom it favours."""
    if attacker == RESULT.EXCHANGE:
        return Cell("X", EVEN)
    mood = EVEN if attacker == defender else GOOD if attacker < defender else BAD
    return Cell(f"{result_name(attacker)}/{result_name(defender)}", mood)


def _beyond(column: int) -> str:
    """Return the effect of columns beyond the table (9.2.2)."""
    if column < 0:
        return f"{-column} beyond the left end: the defender loses that much less."
    return f"{column - N_COLUMNS + 1} beyond the right end: that much less for the attacker or more for the defender."
