"""Rule 10.2, the end of a combat: all of its notes are cleared, so that the next one does not use them."""

import numpy as np
import pytest
from support.fights import FIELD, fight
from support.scene import roll

from ctv_env.core.game import Game
from ctv_env.games.ctv.model.codes import NOWHERE

NUMBERS = {"strength_att", "strength_def", "column_shift", "drm", "result_att", "result_def", "owed_att", "owed_def"}
NUMBERS |= {"morale_result", "morale_step", "won_counted", "hits", "cursor", "unit_lost", "unit_advanced", "piece_role"}
POINTERS = {"target", "piece", "retreat_hex", "judged_hex", "unit_from"}


def noted(game: Game) -> set[str]:
    """Fields that hold something of a combat."""
    s = game.record
    return {f for f in NUMBERS if np.any(s[f] != 0)} | {f for f in POINTERS if np.any(s[f] != NOWHERE)}


def fight_it_out(game: Game, dice: dict[str, int]) -> set[str]:
    """Play the combat to its end, with who or where comes last rather than passing; all that was noted on the way."""
    met = set()
    while game.node != "TARGET":
        met |= noted(game)
        if game.to_move == "chance":
            roll(game, dice[game.node])
        else:
            game.step(game.legal_actions()[-1])
    return met


def in_the_air() -> set[str]:
    """Both sides have air units over a trench; the defender loses and goes back, the attacker advances."""
    at = {"LIT 1": "2010", "LIT 2": "2010", "CLXX": FIELD, "Trench 1": FIELD, "HQ LIT": "2110"}
    air = dict.fromkeys(("AL 1", "FARE 1"), "air_ready")
    game = fight(at | air, FIELD, ["LIT 1", "LIT 2"], ["AL 1"], ["FARE 1"], air_combat=True)
    return finished(game, {"AIR_COMBAT_DIE": 6, "COMBAT_DIE": 5, "MORALE_DIE": 3})


def collapse() -> set[str]:
    """Republicans attack, lose, and run."""
    at = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108", "LIT 2": "2108"}
    game = fight(at, "2108", ["CLXXVI", "CLXXVII"], side="republican", morale=4)
    return finished(game, {"COMBAT_DIE": 1, "MORALE_DIE": 6})


def success() -> set[str]:
    """Republicans attack, win, and advance."""
    game = fight({"CLXXVI": FIELD, "CLXXVIII": FIELD, "Ar": "2108"}, "2108", ["CLXXVI", "CLXXVIII"], side="republican")
    return finished(game, {"COMBAT_DIE": 6})


def finished(game: Game, dice: dict[str, int]) -> set[str]:
    """What was noted of a combat played to its end, where none of it is left."""
    met = fight_it_out(game, dice)
    assert not noted(game)
    return met


@pytest.mark.parametrize("combat", [in_the_air, collapse, success])
def test_10_2_a_combat_that_is_over_leaves_no_note_of_itself(combat):
    assert "target" in combat()


def test_10_2_every_kind_of_note_was_made_in_one_of_these_combats():
    assert in_the_air() | collapse() | success() == NUMBERS | POINTERS
