"""What the staff thinks of each legal action: the scores by which it chooses, for learners that see them.

Scores of one decision compare with each other; those of different kinds of decisions have different units.
"""

from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE
from ctv_env.games.tscw.policies.actions import hex_action
from ctv_env.games.tscw.policies.administration import (
    LEAST_TRANSPORT,
    gain_of_point,
    gain_of_transport,
    hexes_from_set_up,
)
from ctv_env.games.tscw.policies.after_combat import gain_of_advance, worth_of_step
from ctv_env.games.tscw.policies.fights import HURDLE, SURPLUS, gain_of_attack, gain_with, gain_with_named
from ctv_env.games.tscw.policies.moves import INERTIA, gain_of_move, value_in_mode
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.policies.posts import value_of
from ctv_env.games.tscw.policies.seats import seat
from ctv_env.games.tscw.policies.staff import plan
from ctv_env.games.tscw.policies.support import (
    PRICE_AIR,
    PRICE_HQ,
    PRICE_NAVAL,
    PRICE_RP,
    price_of_chit,
    prospect,
    prospect_in_terrain,
    prospect_with_artillery,
    prospect_with_chit,
    prospect_with_flyer,
    prospect_with_hq,
    prospect_with_ship,
)
from ctv_env.games.tscw.rules.pieces import is_hq
from ctv_env.games.tscw.rules.r13_paths import note_enemies
from ctv_env.games.tscw.rules.r15_strength import trace_all

CHOSEN = 32  # score of the action that the staff takes where it does not compare actions
NEVER = -1000  # score of what it never does


@jit
def begin_scores(s, t, w):
    """Prepare ``score_of`` at the current node, whose mask is in ``w``.

    Returns:
        The choice of the staff, and the worth of what all actions are compared with.
    """
    side, node = int(s.to_move), int(s.node)
    w.orders = PLAIN_ORDERS
    choice = -1
    if node != codes.NODE.MOVE_PIECE and node != codes.NODE.TARGET:  # where asking is dear and its answer is not used
        choice = plan(s, t, w, side, node)
    survey(s, t, w, int(s.phasing) if node >= codes.NODE.SEA_PIECE else side)
    if node == codes.NODE.MOVE_PIECE:
        note_enemies(s, t, w, side)
    elif codes.NODE.TARGET <= node <= codes.NODE.CHIT_DEF:
        trace_all(s, t, w)
    return choice, _base(s, t, w, side, node)


@jit
def _base(s, t, w, side, node):
    """Worth of the present state of what is decided."""
    if node == codes.NODE.ATTACKER and s.n_named > 0:
        return gain_with_named(s, t, w)
    if codes.NODE.HQ_ATT <= node <= codes.NODE.CHIT_DEF and node != codes.NODE.TERRAIN_PICK:
        return prospect(s, t, w, side)
    if _places_piece(node) and s.piece_cell[s.piece] != codes.OFF:
        return value_of(s, t, w, int(s.piece), int(s.piece_cell[s.piece]))
    return 0


@jit
def _places_piece(node):
    """True if cells for the piece of the choice are named."""
    if node in (
        codes.NODE.MOBILIZE_PLACE,
        codes.NODE.REMNANTS_PLACE,
        codes.NODE.ARRIVE,
        codes.NODE.SEA_TO,
        codes.NODE.RAIL_TO,
    ):
        return True
    return node in (codes.NODE.SETUP_PLACE, codes.NODE.MOVE_MODE, codes.NODE.MOVE_TO, codes.NODE.ADVANCE_TO)


@jit
def _compares_units(s, node):
    """True if units are compared; against a lone HQ any attacker will do (T-75)."""
    if node == codes.NODE.ATTACKER:
        return s.lone_hq == 0
    return node in (
        codes.NODE.MOVE_PIECE,
        codes.NODE.LOSS_ATT,
        codes.NODE.LOSS_DEF,
        codes.NODE.ADVANCE,
        codes.NODE.RP_SPEND,
    )


@jit
def score_of(s, t, w, action, choice, base):
    """Score of a legal action; ``choice`` and ``base`` are what ``begin_scores`` returned.

    What passing scores is the least that another action must exceed. Where the staff follows a rule instead of
    comparing actions, its choice scores ``CHOSEN`` and the others nothing.
    """
    node = int(s.node)
    if codes.NODE.HQ_ATT <= node <= codes.NODE.CHIT_DEF:
        return _score_of_support(s, t, w, action, choice, base)
    if _places_piece(node):
        return _score_of_place(s, t, w, action, base)
    if node == codes.NODE.TARGET:
        least = HURDLE[seat(t, int(s.phasing))]
        return least if action == DONE else gain_of_attack(s, t, w, action - hex_action(t, 0))
    if _compares_units(s, node):
        return _score_of_unit(s, t, w, action, base)
    if node in (codes.NODE.SEA_PIECE, codes.NODE.RAIL_PIECE):
        return _score_of_transport(s, t, w, action)
    return CHOSEN if action == choice else 0


@jit
def _score_of_place(s, t, w, action, base):
    """Of a cell, or a mode of movement, for the piece of the choice."""
    if action == DONE:
        return 0
    if s.node == codes.NODE.MOVE_MODE:
        return value_in_mode(s, t, w, action - FIRST_OPTION) - base
    c = action - hex_action(t, 0)
    if s.node == codes.NODE.SETUP_PLACE and t.setup_cell[s.piece] != codes.OFF:
        return -hexes_from_set_up(s, t, c)
    return value_of(s, t, w, int(s.piece), c) - base


@jit
def _score_of_unit(s, t, w, action, base):
    """Of a unit that moves, attacks, is lost, advances or is paid for."""
    node, p = int(s.node), action - FIRST_PIECE
    if action == DONE:
        return SURPLUS - 1 if node == codes.NODE.ATTACKER else INERTIA if node == codes.NODE.MOVE_PIECE else 0
    if node == codes.NODE.MOVE_PIECE:
        return gain_of_move(s, t, w, p)
    if node == codes.NODE.ATTACKER:
        return gain_with(s, t, w, p) - base
    if node == codes.NODE.ADVANCE:
        return gain_of_advance(s, t, w, p)
    if node == codes.NODE.RP_SPEND:
        return gain_of_point(s, t, p)
    return -worth_of_step(s, t, p, int(s.to_move))


@jit
def _score_of_transport(s, t, w, action):
    """Of a unit to be moved by sea or rail."""
    if action == DONE:
        return LEAST_TRANSPORT
    p = action - FIRST_PIECE
    return NEVER if p < 0 or is_hq(t, p) else gain_of_transport(s, t, w, p)


@jit
def _score_of_support(s, t, w, action, choice, base):
    """Of what may support a side in a battle."""
    node, side = int(s.node), int(s.to_move)
    if action == DONE:
        return _price(s, t, node) - 1
    if node in (codes.NODE.HQ_ATT, codes.NODE.HQ_DEF):
        return prospect_with_hq(s, t, w, side, action - FIRST_PIECE) - base
    if node in (codes.NODE.AIR_ATT, codes.NODE.AIR_DEF):
        return prospect_with_flyer(s, t, w, side, action - FIRST_PIECE) - base
    if node in (codes.NODE.NAVAL_ATT, codes.NODE.NAVAL_DEF):
        return prospect_with_ship(s, t, w, side) - base
    if node in (codes.NODE.CHIT_ATT, codes.NODE.CHIT_DEF):
        return prospect_with_chit(s, t, w, side, action - FIRST_PIECE - int(t.n_pieces) + 1) - base
    if node in (codes.NODE.ARTILLERY_ATT, codes.NODE.ARTILLERY_DEF):
        return prospect_with_artillery(s, t, w, side) - base if action > FIRST_OPTION else PRICE_RP - 1
    if node == codes.NODE.TERRAIN_PICK:
        return -prospect_in_terrain(s, t, w, codes.PICK.CITY if action == FIRST_OPTION else codes.PICK.OTHER)
    return CHOSEN if action == choice else 0


@jit
def _price(s, t, node):
    """Least gain for which support of a kind is committed."""
    if node in (codes.NODE.HQ_ATT, codes.NODE.HQ_DEF):
        return PRICE_HQ
    if node in (codes.NODE.AIR_ATT, codes.NODE.AIR_DEF):
        return PRICE_AIR
    return PRICE_NAVAL if node in (codes.NODE.NAVAL_ATT, codes.NODE.NAVAL_DEF) else price_of_chit(s, t)
