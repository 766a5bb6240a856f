"""The source of a game's dice: a stream or, with option ``dice="keyed"``, the seed and the event of each die.

With keyed dice two games with the same seed use common random numbers even after their moves differ: the same event,
on the same turn in the same hex, has the same die.  Nothing else about the game changes.
"""

from ctv_env.core.dice import extend_key, keyed_d6, open_key, roll_d6
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import NOWHERE


@jit
def next_die(s, t):
    """Return the die of the current chance node, 1 to 6."""
    if t.keyed_dice:
        return keyed_d6(_event_key(s))
    return roll_d6(s)


@jit
def _event_key(s):
    """Return the key of an event: turn, phase, kind of event, hex, number of the combat there, and number of the die.

    The number of the die is the air unit or reserve group that rolls (``cursor``), or the direction of the attacking
    stack whose morale is judged.
    """
    key = extend_key(open_key(s), int(s.turn))
    key = extend_key(key, int(s.phasing))
    key = extend_key(key, int(s.node))
    key = extend_key(key, int(s.target))
    key = extend_key(key, int(s.cell_fights[s.target]) if s.target != NOWHERE else 0)
    key = extend_key(key, int(s.cursor))
    return extend_key(key, int(s.judged_hex))
