"""The array ``pieces``: one row a slot; of a hidden enemy piece only what is printed on its counter."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    AIR_ABSENT,
    ATTACKS,
    COLUMNS,
    END_SC,
    FIRST_PIECE,
    MAP,
    N_PIECES,
    NO_KIND,
    NOWHERE,
    SUPPORTS,
    TRENCH,
)
from ctv_env.games.ctv.observation.choice import chosen_piece
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.layout import MOST_DSG, MOST_MP, PIECES
from ctv_env.games.ctv.observation.strength import attack_now, defence_now, quarters
from ctv_env.games.ctv.rules.pieces import is_ground, side_of
from ctv_env.games.ctv.rules.r05_fog import knows, knows_trench

_OWN = PIECES.at("own")
_KNOWN = PIECES.at("known")
_LEGAL = PIECES.at("legal")
_PLACE = PIECES.at("place")
_ROW = PIECES.at("row")
_COLUMN = PIECES.at("column")
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
_LAST_ROW = PIECES.at("last_row")
_LAST_COLUMN = PIECES.at("last_column")
_LAST_FRESH = PIECES.at("last_fresh")
_LAST_STEPS = PIECES.at("last_steps")
_LAST_DSG = PIECES.at("last_dsg")
_WIDTH = PIECES.n_channels
_SIZE = PIECES.size


@jit
def fill_pieces(s, t, w, side, out):
    """Write what ``side`` sees into ``out``, uint8 (PIECES.size,), piece by piece; ``w.mask`` is the node's."""
    for k in range(_SIZE):
        out[k] = t.cards[k]
    for p in range(N_PIECES):
        if t.kind[p] != NO_KIND:
            _fill_piece(s, t, side, p, out, p * _WIDTH)
    p = chosen_piece(s, t, side)
    if p != NOWHERE:
        out[p * _WIDTH + _CHOSEN] = 1
    if s.to_move == side:
        _fill_legal(w, out)


@jit
def renew_pieces(s, w, out):
    """As ``fill_pieces`` where ``out`` is the sight of the side to move just before it chose a piece to move."""
    out[int(s.piece) * _WIDTH + _CHOSEN] = 1
    _fill_legal(w, out)


@jit
def _fill_legal(w, out):
    for p in range(N_PIECES):
        out[p * _WIDTH + _LEGAL] = w.mask[FIRST_PIECE + p]


@jit
def _knows(s, t, side, p):
    """``fog.knows``, and of a trench in the field whether it is seen."""
    if p < TRENCH:
        return knows(s, t, side, p)
    return s.piece_place[p] != MAP or knows_trench(s, t, side, int(s.piece_hex[p]))


@jit
def _fill_piece(s, t, side, p, out, row):
    """The channels of piece ``p``, from ``out[row]`` on."""
    out[row + _OWN] = side_of(p) == side
    out[row + _PLACE + int(s.piece_place[p])] = 1
    if s.piece_place[p] == AIR_ABSENT:
        out[row + _RETURNS] = min(max(int(s.air_return[p]) - int(s.turn), 0), 2)
    if not _knows(s, t, side, p):
        _fill_memory(s, t, side, p, out, row)
        return
    out[row + _KNOWN] = 1
    out[row + _ATTACKS] = s.piece_role[p] == ATTACKS
    out[row + _SUPPORTS] = s.piece_role[p] == SUPPORTS
    if s.piece_place[p] == MAP:
        _fill_state(s, t, p, out, row)


@jit
def _fill_memory(s, t, side, p, out, row):
    """Where a hidden piece was last seen, and in which state."""
    fresh = freshness(s, t, side, p)
    if fresh == 0:
        return
    c = int(s.seen_hex[p])
    out[row + _LAST_ROW] = c // COLUMNS + 1
    out[row + _LAST_COLUMN] = c % COLUMNS + 1
    out[row + _LAST_FRESH] = fresh
    if is_ground(p):
        out[row + _LAST_STEPS] = s.seen_steps[p]
        out[row + _LAST_DSG] = min(int(s.seen_dsg[p]), MOST_DSG)


@jit
def _fill_state(s, t, p, out, row):
    """The state of a piece on the map."""
    c = int(s.piece_hex[p])
    out[row + _ROW] = c // COLUMNS + 1
    out[row + _COLUMN] = c % COLUMNS + 1
    used = int(s.piece_used[p])
    if p < END_SC:
        out[row + _MP] = min(int(s.piece_mp[p]), MOST_MP)
        used |= int(s.sc_moved[p])
    if is_ground(p):
        out[row + _ATTACK] = quarters(attack_now(s, t, p))
        out[row + _DEFENCE] = quarters(defence_now(s, t, p))
        out[row + _STEPS] = s.unit_steps[p]
        out[row + _DSG] = min(int(s.unit_dsg[p]), MOST_DSG)
        out[row + _UNSUPPLIED] = s.unit_supplied[p] == 0
        used |= int(s.unit_attacked[p])
    out[row + _USED] = used
