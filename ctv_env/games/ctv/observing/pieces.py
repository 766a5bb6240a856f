"""The array ``pieces``: one row a slot; of a hidden enemy piece only what is printed on its counter."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    AIR_ABSENT,
    ATTACKS,
    COLUMNS,
    END_SC,
    FIRST_PIECE,
    MAP,
    N_CELLS,
    N_PIECES,
    NO_KIND,
    NOWHERE,
    SUPPORTS,
    TRENCH,
)
from ctv_env.games.ctv.fog import knows, knows_trench
from ctv_env.games.ctv.observing.choice import chosen_piece
from ctv_env.games.ctv.observing.general import part
from ctv_env.games.ctv.observing.layout import FACTOR_SCALE, MP_SCALE, PIECES
from ctv_env.games.ctv.observing.strength import UNIT, attack_now, defence_now
from ctv_env.games.ctv.pieces import is_ground, side_of

_OWN = PIECES.at("own")
_KNOWN = PIECES.at("known")
_LEGAL = PIECES.at("legal")
_PLACE = PIECES.at("place")
_ROW = PIECES.at("row")
_COLUMN = PIECES.at("column")
_KIND = PIECES.at("kind")
_NATION = PIECES.at("nation")
_FULL_ATTACK = PIECES.at("full_attack")
_FULL_DEFENCE = PIECES.at("full_defence")
_ALLOWANCE = PIECES.at("allowance")
_STACKING = PIECES.at("stacking")
_BOMBARDMENT = PIECES.at("bombardment")
_MOTORISED = PIECES.at("motorised")
_ATTACK = PIECES.at("attack")
_DEFENCE = PIECES.at("defence")
_STEPS = PIECES.at("steps")
_DSG = PIECES.at("dsg")
_UNSUPPLIED = PIECES.at("unsupplied")
_MP = PIECES.at("mp")
_USED = PIECES.at("used")
_ATTACKS = PIECES.at("attacks")
_SUPPORTS = PIECES.at("supports")
_RETURNS = PIECES.at("returns")
_CHOSEN = PIECES.at("chosen")
_WIDTH = PIECES.n_channels
_SIZE = PIECES.size


@jit
def fill_pieces(s, t, w, side, out):
    """Write what ``side`` sees into ``out``, float32 (PIECES.size,), piece by piece; ``w.mask`` is the node's."""
    for k in range(_SIZE):
        out[k] = 0.0
    for p in range(N_PIECES):
        if t.kind[p] != NO_KIND:
            _fill_piece(s, t, side, p, out[p * _WIDTH : (p + 1) * _WIDTH])
    p = chosen_piece(s, t, side)
    if p != NOWHERE:
        out[p * _WIDTH + _CHOSEN] = 1.0
    if s.to_move == side:
        for p in range(N_PIECES):
            out[p * _WIDTH + _LEGAL] = float(w.mask[FIRST_PIECE + p])


@jit
def _knows(s, t, side, p):
    """``fog.knows``, and of a trench in the field whether it is seen."""
    if p < TRENCH:
        return knows(s, t, side, p)
    return s.piece_place[p] != MAP or knows_trench(s, t, side, int(s.piece_hex[p]))


@jit
def _fill_piece(s, t, side, p, row):
    row[_OWN] = 1.0 if side_of(p) == side else 0.0
    row[_PLACE + int(s.piece_place[p])] = 1.0
    row[_KIND + int(t.kind[p])] = 1.0
    row[_NATION + int(t.nation[p])] = 1.0
    steps = int(t.steps[p]) if is_ground(p) else 0
    row[_FULL_ATTACK] = part(int(t.attack[steps, p]), FACTOR_SCALE)
    row[_FULL_DEFENCE] = part(int(t.defence[steps, p]), FACTOR_SCALE)
    row[_ALLOWANCE] = part(int(t.move_mp[p]), 8)
    row[_STACKING] = part(int(t.sp[p]), 2)
    row[_BOMBARDMENT] = part(int(t.pb[p]), 2)
    row[_MOTORISED] = float(t.motorised[p])
    if s.piece_place[p] == AIR_ABSENT:
        row[_RETURNS] = part(int(s.air_return[p]) - int(s.turn), 2)
    if not _knows(s, t, side, p):
        return
    row[_KNOWN] = 1.0
    row[_ATTACKS] = 1.0 if s.piece_role[p] == ATTACKS else 0.0
    row[_SUPPORTS] = 1.0 if s.piece_role[p] == SUPPORTS else 0.0
    if s.piece_place[p] == MAP:
        _fill_state(s, t, p, row)


@jit
def _fill_state(s, t, p, row):
    """The state of a piece on the map."""
    c = int(s.piece_hex[p])
    row[_ROW] = (c // COLUMNS + 1.0) / (N_CELLS // COLUMNS)
    row[_COLUMN] = (c % COLUMNS + 1.0) / COLUMNS
    row[_USED] = float(s.piece_used[p])
    if p < END_SC:
        row[_MP] = part(int(s.piece_mp[p]), MP_SCALE)
        row[_USED] = max(row[_USED], float(s.sc_moved[p]))
    if is_ground(p):
        row[_ATTACK] = part(attack_now(s, t, p), FACTOR_SCALE * UNIT)
        row[_DEFENCE] = part(defence_now(s, t, p), FACTOR_SCALE * UNIT)
        row[_STEPS] = part(int(s.unit_steps[p]), 2)
        row[_DSG] = part(int(s.unit_dsg[p]), 3)
        row[_UNSUPPLIED] = 0.0 if s.unit_supplied[p] else 1.0
        row[_USED] = max(row[_USED], float(s.unit_attacked[p]))
