"""The columns of events that compiled code reads."""

from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.observation.changes import PIECE_COLUMN


def test_the_piece_of_a_move_an_attacker_and_a_support_stands_in_one_column():
    columns = {EVENTS.column(name, "piece") for name in ("MOVED", "ATTACKER", "SUPPORT")}
    assert columns == {PIECE_COLUMN}
