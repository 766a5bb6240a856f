"""The channels of the whole position."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE, N_OPTIONS
from ctv_env.games.tscw.model.codes import MAX_LINES, N_CHITS
from ctv_env.games.tscw.observation.knowledge import knows_hand
from ctv_env.games.tscw.observation.layout import G

_MIDDLE = 128  # the number that represents 0 in signed channels
_MOST_LOSS = 99


@jit
def _clip(n, top):
    return min(max(int(n), 0), top)


@jit
def fill_general(s, t, w, side, out, first):
    """Write all channels."""
    _fill_turn(s, side, out, first)
    _fill_sides(s, side, out, first)
    _fill_chits(s, t, side, out, first)
    _fill_choice(s, side, out, first)
    if s.to_move == side:
        out[first + G.done] = w.mask[DONE]
        for x in range(N_OPTIONS):
            out[first + G.option + x] = w.mask[FIRST_OPTION + x]
        for k in range(N_CHITS):
            out[first + G.chit + k] = w.mask[FIRST_PIECE + int(t.n_pieces) + k]


@jit
def _fill_turn(s, side, out, first):
    """Where the turn stands."""
    out[first + G.side + side] = 1
    out[first + G.decides] = 1 if s.to_move == side else 0
    out[first + G.node + int(s.node)] = 1
    out[first + G.stage + max(0, int(s.stage))] = 1
    out[first + G.turn] = _clip(s.turn, 19)
    out[first + G.phasing] = 1 if s.phasing == side else 0
    out[first + G.mobilized] = s.mobilized
    out[first + G.evacuated] = s.evacuated
    out[first + G.north_rail_only] = s.north_rail_only
    out[first + G.no_air] = s.no_air
    out[first + G.attacks_left] = _clip(int(s.attacks_left) + 1, 20)
    out[first + G.must_attack] = 1 if s.must_attack != 0 else 0


@jit
def _fill_sides(s, side, out, first):
    """Morale, RP, capacities, lines."""
    out[first + G.morale] = _clip(s.rml, 99)
    for purse in range(4):
        out[first + G.purse + purse] = _clip(s.purse[purse], 60)
        out[first + G.rp_fall + purse] = _clip(s.rp_fall[purse], 20)
    for k in range(2):
        who = side if k == 0 else 1 - side
        out[first + G.rail + k] = _clip(s.rail[who], 30)
        out[first + G.sea + k] = _clip(s.sea[who], 30)
        out[first + G.artillery + k] = _clip(s.artillery[who], 2)
        out[first + G.naval + k] = _clip(s.naval[who], 3)
    for line in range(MAX_LINES):
        out[first + G.line + line] = s.line[line]


@jit
def _fill_chits(s, t, side, out, first):
    """Cups and hands; unknown hands count with the cup (ruling T-107)."""
    for k in range(N_CHITS):
        chit = k + 1
        known = knows_hand(t, side, int(t.chit_side[chit]))
        held = int(s.hand[chit])
        out[first + G.cup + k] = _clip(int(s.cup[chit]) + (0 if known else held), 4)
        out[first + G.hand + k] = _clip(held if known else 0, 4)


@jit
def _fill_choice(s, side, out, first):
    """The choice in progress, and the battle."""
    out[first + G.mode] = s.mode
    out[first + G.mf_left] = _clip(s.mf_left, 32)
    out[first + G.stepped] = s.stepped
    out[first + G.named] = _clip(s.n_named, 10)
    out[first + G.column] = _clip(s.column, 9)
    out[first + G.drm] = _clip(int(s.drm) + _MIDDLE, 255)
    out[first + G.loss] = _clip(s.loss_att, _MOST_LOSS)
    out[first + G.loss + 1] = _clip(s.loss_def, _MOST_LOSS)
    out[first + G.surplus] = _clip(s.surplus, 20)
