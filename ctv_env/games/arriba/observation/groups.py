"""The rows of the battlegroups: those of the area of the choice or battle, then the two in hand."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.actions import FIRST_BG
from ctv_env.games.arriba.model.channels import G
from ctv_env.games.arriba.model.codes import BG_SIZE, CITY, FLAGS, MARK, N_AREAS, N_BGS, NO_UNIT, NOWHERE
from ctv_env.games.arriba.rules.pieces import held, is_bg, is_disrupted, is_improved


@jit
def fill_groups(s, w, side, out, step, stride):
    """Write all rows; those of empty places stay zero."""
    a = int(s.battle_area) if s.battle_area != NOWHERE else int(s.area)
    if 0 <= a < N_AREAS:
        for k in range(2):
            who = side if k == 0 else 1 - side
            for b in range(N_BGS):
                if is_bg(s, who, a, b):
                    _group(s, w, side, who, a, b, out, (k * N_BGS + b) * step, stride)
    for hand in range(2):
        first = (2 * N_BGS + hand) * step
        _units(s.hold_unit[hand], out, first, stride)
        out[first + G.armour * stride] = s.hold_armour[hand]
        out[first + G.artillery * stride] = s.hold_artillery[hand]
        _marks(int(s.hold_marks[hand]), out, first, stride)
        out[first + G.own * stride] = held(s, hand) > 0 and s.to_move == side


@jit
def _units(row, out, first, stride):
    for k in range(BG_SIZE):
        c = int(row[k])
        if c != NO_UNIT:
            out[first + (G.units + c // FLAGS) * stride] += 1
            out[first + G.improved * stride] += is_improved(c)
            out[first + G.disrupted * stride] += is_disrupted(c)


@jit
def _marks(marks, out, first, stride):
    out[first + G.was_attacked * stride] = marks & MARK.ATTACKED != 0
    out[first + G.attacked * stride] = marks & MARK.ATTACKER != 0
    out[first + G.moved * stride] = marks & MARK.MOVED != 0


@jit
def _group(s, w, side, who, a, b, out, first, stride):
    """A battlegroup of ``who`` at a place of area ``a``."""
    _units(s.bg_unit[who, a, b], out, first, stride)
    out[first + G.armour * stride] = s.bg_armour[who, a, b]
    out[first + G.artillery * stride] = s.bg_artillery[who, a, b]
    _marks(int(s.bg_marks[who, a, b]), out, first, stride)
    out[first + G.own * stride] = who == side
    out[first + G.in_city * stride] = b == CITY
    fights = s.battle_area == a and b == (s.att_bg if s.attacker == who else s.def_bg)
    out[first + G.chosen * stride] = fights or (s.battle_area == NOWHERE and s.bg == b and s.to_move == who)
    out[first + G.legal * stride] = w.mask[FIRST_BG + b] if s.to_move == side else 0
