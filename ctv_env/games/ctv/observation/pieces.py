"""The array ``pieces``: one row per slot; hidden enemy pieces only have their printed values."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.channels import FACTORS, MOST_ALLOWANCE, MOST_DSG, MOST_MP, MOST_POINTS, PIECES
from ctv_env.games.ctv.model.codes import COLUMNS, END_SC, FIRST_PIECE, KIND, N_PIECES, NOWHERE, PLACE, ROLE
from ctv_env.games.ctv.observation.changes import touched_piece
from ctv_env.games.ctv.observation.choice import chosen_piece
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.strength import attack_now, defence_now, quarters
from ctv_env.games.ctv.rules.pieces import is_ground, side_of
from ctv_env.games.ctv.rules.r05_fog import knows

_AT, _ALL, _LOCAL = PIECES.first, PIECES.refills, PIECES.local_refills
_CARDS, _STATES = PIECES.written_by("cards"), PIECES.written_by("states")
_WIDTH = PIECES.n_channels


@jit
def fill_pieces(s, t, w, side, change, out):
    """Write the part of the observation of ``side`` that ``change`` may affect to ``out``, uint8 (PIECES.size,).

    ``w.mask`` must hold the mask of the node.

    Args:
        change: code of the change since ``out`` was written: NEW, ANY or one of ``changes.py``.
    """
    if _ALL.cards >> change & 1:
        for p in range(N_PIECES):
            _fill_card(t, p, out[p * _WIDTH :])
    if _ALL.states >> change & 1:
        for p in range(N_PIECES):
            _fill_piece(s, t, side, p, out[p * _WIDTH :])
    elif _LOCAL.states >> change & 1:
        _refill_pieces(s, t, w, side, change, out)
    if _ALL.chosen >> change & 1:
        _fill_chosen(s, t, side, out)
    if _ALL.legal >> change & 1:
        _fill_legal(s, w, side, out)


@jit
def _fill_card(t, p, row):
    """Write the printed values of piece ``p`` to its ``row``; zeros for an empty slot."""
    for k in _CARDS:
        row[k] = 0
    if t.kind[p] == KIND.NONE:
        return
    steps = int(t.steps[p])
    row[_AT.kind + int(t.kind[p])] = 1
    row[_AT.nation + int(t.nation[p])] = 1
    row[_AT.full_attack] = min(int(t.attack[steps, p]), FACTORS)
    row[_AT.full_defence] = min(int(t.defence[steps, p]), FACTORS)
    row[_AT.allowance] = min(int(t.move_mp[p]), MOST_ALLOWANCE)
    row[_AT.stacking] = min(int(t.sp[p]), MOST_POINTS)
    row[_AT.bombardment] = min(int(t.pb[p]), MOST_POINTS)
    row[_AT.motorised] = t.motorised[p]


@jit
def _refill_pieces(s, t, w, side, change, out):
    """Rewrite the touched piece, if there is one."""
    p = touched_piece(s, w, change)
    if p != NOWHERE:
        _fill_piece(s, t, side, p, out[p * _WIDTH :])


@jit
def _fill_chosen(s, t, side, out):
    for p in range(N_PIECES):
        out[p * _WIDTH + _AT.chosen] = 0
    p = chosen_piece(s, t, side)
    if p != NOWHERE:
        out[p * _WIDTH + _AT.chosen] = 1


@jit
def _fill_legal(s, w, side, out):
    for p in range(N_PIECES):
        out[p * _WIDTH + _AT.legal] = w.mask[FIRST_PIECE + p] if s.to_move == side else 0


@jit
def _fill_piece(s, t, side, p, row):
    """Write the non-static channels of piece ``p`` to its ``row``; zeros for an empty slot."""
    for k in _STATES:
        row[k] = 0
    if t.kind[p] == KIND.NONE:
        return
    row[_AT.own] = side_of(p) == side
    row[_AT.place + int(s.piece_place[p])] = 1
    if s.piece_place[p] == PLACE.AIR_ABSENT:
        row[_AT.returns] = min(max(int(s.air_return[p]) - int(s.turn), 0), 2)
    if not knows(s, t, side, p):
        _fill_memory(s, t, side, p, row)
        return
    row[_AT.known] = 1
    row[_AT.attacks] = s.piece_role[p] == ROLE.ATTACKS
    row[_AT.supports] = s.piece_role[p] == ROLE.SUPPORTS
    if s.piece_place[p] == PLACE.MAP:
        _fill_state(s, t, p, row)


@jit
def _fill_memory(s, t, side, p, row):
    """Write where a hidden piece was last seen, and its state at that time."""
    fresh = freshness(s, t, side, p)
    if fresh == 0:
        return
    c = int(s.seen_hex[p])
    row[_AT.last_row] = c // COLUMNS + 1
    row[_AT.last_column] = c % COLUMNS + 1
    row[_AT.last_fresh] = fresh
    if is_ground(p):
        row[_AT.last_steps] = s.seen_steps[p]
        row[_AT.last_dsg] = min(int(s.seen_dsg[p]), MOST_DSG)


@jit
def _fill_state(s, t, p, row):
    """Write the state of a piece on the map."""
    c = int(s.piece_hex[p])
    row[_AT.row] = c // COLUMNS + 1
    row[_AT.column] = c % COLUMNS + 1
    used = int(s.piece_used[p])
    if p < END_SC:
        row[_AT.mp] = min(int(s.piece_mp[p]), MOST_MP)
        used |= int(s.sc_moved[p])
    if is_ground(p):
        row[_AT.attack] = quarters(attack_now(s, t, p))
        row[_AT.defence] = quarters(defence_now(s, t, p))
        row[_AT.steps] = s.unit_steps[p]
        row[_AT.dsg] = min(int(s.unit_dsg[p]), MOST_DSG)
        row[_AT.unsupplied] = s.unit_supplied[p] == 0
        used |= int(s.unit_attacked[p])
    row[_AT.used] = used
