"""Texts of the environment pages of The Spanish Civil War that no declaration contains."""

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import Kind, Node, Size, Stage, Where

ABOUT = {
    "north-1937": (
        "The Spanish Civil War: North 1937, reconstructed order of battle. The campaign against Vizcaya, Santander and "
        "Asturias, March to October 1937, on the northern strip of the map; the rest of Spain does not move."
    ),
    "1937": (
        "The Spanish Civil War: 1937, reconstructed order of battle. The same turns on the whole map of Spain, with "
        "the fronts of Madrid, Aragon and the south."
    ),
}
CODES = {"node": Node, "stage": Stage, "where": Where, "size": Size, "kind": Kind}
BOARD = """\
The numbers of hexes and pieces, and with them the shapes, are those of North 1937; those of 1937 are on
[its page](1937.md). The rows of `hexes` are the hexes in the order of the actions `HEX`, row by row from the south; the
rows of `pieces` are the pieces in the order of the actions `PIECE`. `flat` has the same numbers in one array, with all
rows of a channel together. With the defaults nothing is hidden. The options `fog`, `chits` and `air` hide enemy units
below the top of a stack, held chits, and air units committed to a battle. `advised` adds what `staff` thinks of each
legal action; in fog, and for the defender who must answer air units unseen, it tells only which actions are legal.
"""
RESULT = "1 for a win and -1 for a loss, at the end"
SCORE_REWARD = (
    "the change in Republican morale lost, as a share of what counts as 1",
    "the result, plus the change since the first decision",
)
EPISODE = """\
**Episode.** An episode begins at the first decision of the learner's side. It is `terminated` when a side wins at the
victory check of a turn, at the latest of the last. See [the end of a game](README.md#the-end-of-a-game) for
truncations.
"""


def facts(tables: TscwTables) -> dict[str, str]:
    """Rows of the table on the page of a scenario."""
    t = tables.record[0]
    shares = tables.shares
    whole = sum(shares.values())
    layouts = {layout.name: layout.shape for kind in tables.observations.values() for layout in kind}
    return {
        "turns": f"{int(t['first_turn'])} to {int(t['last_turn'])}, of two months each",
        "board": f"{len(tables.places.hexes)} land hexes, {tables.grid.n_cells} cells",
        "pieces": f"{len(tables.pieces.names)}",
        "shapes": ", ".join(f"`{name}` {shape}" for name, shape in layouts.items()),
        "data": f"{tables.version}; {round(100 * shares['reconstructed'] / whole)} % of the values are reconstructed",
    }
