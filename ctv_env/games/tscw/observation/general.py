"""The channels of the whole position."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE, N_OPTIONS
from ctv_env.games.tscw.model.channels import G
from ctv_env.games.tscw.model.codes import MAX_LINES, N_CHITS
from ctv_env.games.tscw.rules.r15_fog import knows_hand

_MIDDLE = 128  # the number that represents 0 in signed channels
_MOST_LOSS = 99


@jit
def _clip(n, top):
    return min(max(int(n), 0), top)


@jit
def fill_general(s, t, w, side, out):
    """Write all channels to ``out``, uint8 (N_GENERAL,)."""
    out[:] = 0
    _fill_turn(s, side, out)
    _fill_sides(s, side, out)
    _fill_chits(s, t, side, out)
    _fill_choice(s, side, out)
    if s.to_move == side:
        out[G.done] = w.mask[DONE]
        for x in range(N_OPTIONS):
            out[G.option + x] = w.mask[FIRST_OPTION + x]
        for k in range(N_CHITS):
            out[G.chit + k] = w.mask[FIRST_PIECE + int(t.n_pieces) + k]


@jit
def _fill_turn(s, side, out):
    """Where the turn stands."""
    out[G.side + side] = 1
    out[G.decides] = 1 if s.to_move == side else 0
    out[G.node + int(s.node)] = 1
    out[G.stage + max(0, int(s.stage))] = 1
    out[G.turn] = _clip(s.turn, 19)
    out[G.phasing] = 1 if s.phasing == side else 0
    out[G.mobilized] = s.mobilized
    out[G.evacuated] = s.evacuated
    out[G.north_rail_only] = s.north_rail_only
    out[G.no_air] = s.no_air
    out[G.attacks_left] = _clip(int(s.attacks_left) + 1, 20)
    out[G.must_attack] = 1 if s.must_attack != 0 else 0


@jit
def _fill_sides(s, side, out):
    """Morale, RP, capacities, lines."""
    out[G.morale] = _clip(s.rml, 99)
    for purse in range(4):
        out[G.purse + purse] = _clip(s.purse[purse], 60)
        out[G.rp_fall + purse] = _clip(s.rp_fall[purse], 20)
    for k in range(2):
        who = side if k == 0 else 1 - side
        out[G.rail + k] = _clip(s.rail[who], 30)
        out[G.sea + k] = _clip(s.sea[who], 30)
        out[G.artillery + k] = _clip(s.artillery[who], 2)
        out[G.naval + k] = _clip(s.naval[who], 3)
    for line in range(MAX_LINES):
        out[G.line + line] = s.line[line]


@jit
def _fill_chits(s, t, side, out):
    """Cups and hands; unknown hands count with the cup (ruling T-107)."""
    for k in range(N_CHITS):
        chit = k + 1
        known = knows_hand(t, side, int(t.chit_side[chit]))
        held = int(s.hand[chit])
        out[G.cup + k] = _clip(int(s.cup[chit]) + (0 if known else held), 4)
        out[G.hand + k] = _clip(held if known else 0, 4)


@jit
def _fill_choice(s, side, out):
    """The choice in progress, and the battle."""
    out[G.mode] = s.mode
    out[G.mf_left] = _clip(s.mf_left, 32)
    out[G.stepped] = s.stepped
    out[G.named] = _clip(s.n_named, 10)
    out[G.column] = _clip(s.column, 9)
    out[G.drm] = _clip(int(s.drm) + _MIDDLE, 255)
    out[G.loss] = _clip(s.loss_att, _MOST_LOSS)
    out[G.loss + 1] = _clip(s.loss_def, _MOST_LOSS)
    out[G.surplus] = _clip(s.surplus, 20)
