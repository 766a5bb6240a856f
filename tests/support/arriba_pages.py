"""Texts of Arriba España's environment pages that no declaration contains."""

from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import N_AREAS, N_REGIONS, Node, Stage

ABOUT = {
    "campaign": "The whole war in 14 turns, from August 1936 to May 1939; map and charts are reconstructed.",
    "first-year": "The first five turns of the campaign; the side with more political support at their end wins.",
    "rising": "Its first two turns, August to December 1936, with the same aim: short games, for first experiments.",
}
CODES = {"node": Node, "stage": Stage}
BOARD = """\
The rows of `areas` are the areas in the order of the actions `AREA`, Spanish Morocco last. The rows of `groups` are the
battlegroups of the area of the choice or battle: the observer's at places 0 (the city) to 11, the enemy's at the
same places, then the two in hand while one is formed, moved or divided. `flat` has the same numbers in one array, with
all rows of a channel together. Nothing is hidden: battlegroups of other areas are summed up in `areas`, and all of them
are in the saved position.
"""
RESULT = "1 for a win and -1 for a loss, at the end"
SCORE_REWARD = (
    "the change in the difference of political support, 50 points counting as 1",
    "the result, plus the change since the first decision",
)
EPISODE = """\
**Episode.** An episode begins at the first decision of the learner's side. It is `terminated` when the support of a
side reaches 0, or when the last turn is over. See [the end of a game](README.md#the-end-of-a-game) for truncations.
"""


def facts(tables: ArribaTables) -> dict[str, str]:
    """Rows of the table on the page of a scenario."""
    t = tables.record[0]
    shares = tables.shares
    whole = sum(shares.values())
    return {
        "turns": f"{int(t['first_turn'])} to {int(t['last_turn'])}",
        "board": f"{N_AREAS} areas in {N_REGIONS} regions, and Spanish Morocco",
        "charts": f"{tables.version}; {round(100 * shares['reconstructed'] / whole)} % of the values are reconstructed",
    }
