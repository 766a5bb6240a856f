"""Chapters 15.1 to 15.6: combat segments, targets and attackers."""

from ctv_env.core.bitboard import holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ALL_CAMPS, CAMP, NO_LIMIT, NOBODY_PIECE, NODE, OFF, ROLE, SIDE, SUPPLY
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import attack_of, is_on_map, occupies
from ctv_env.games.tscw.rules.r08_stacking import camps_of
from ctv_env.games.tscw.rules.r09_supply import supply_now
from ctv_env.games.tscw.rules.r15_strength import attack_sum, can_attack, defence_sum, is_enough, side_to, trace_all
from ctv_env.games.tscw.rules.support import ask, side_of


@jit
def clear_battle(s, t):
    """Clear all that belongs to a battle."""
    for p in range(int(t.n_pieces)):
        s.role[p] = 0
    for r in range(int(t.n_rows) + 2):
        s.battle_rows[r] = 0
    s.target = OFF
    for side in range(2):
        s.hq[side] = NOBODY_PIECE
        s.artillery[side] = 0
        s.naval[side] = 0
    s.aa_left = 0
    s.pick = 0
    s.chit_drm = 0
    s.elan = 0
    s.dice_left = 0
    s.column = 0
    s.drm = 0
    s.loss_att = 0
    s.loss_def = 0
    s.result_att = 0
    s.result_def = 0
    s.target_steps = 0
    s.surplus = 0
    s.lone_hq = 0


@jit
def open_combat(s, t, w):
    """Begin a combat segment: nobody has attacked in it, no hex is attacked (15.2, 15.3, T-127)."""
    for p in range(int(t.n_pieces)):
        s.attacked[p] = 0
    for r in range(int(t.n_rows) + 2):
        s.attacked_rows[r] = 0
        s.struck_rows[r] = 0


@jit
def close_combat(s, t, w):
    """End a combat segment."""
    open_combat(s, t, w)
    s.attacks_left = NO_LIMIT


# -- the target (15.2, rulings T-73 to T-75) -----------------------------------------------------------------


@jit
def why_not_target(s, t, w, c):
    """Reason why a hex may not be attacked: it needs enemies, and attackers that reach 1:3 together."""
    if not occupies(s, t, 1 - int(s.phasing), c):
        return WHY.NO_ENEMY_THERE
    if holds(s.attacked_rows, t.n_columns, c):
        return WHY.ATTACKED_BEFORE
    if s.attacks_left == 0:
        return WHY.NO_ATTACKS_LEFT
    return WHY.LEGAL if can_reach_odds(s, t, w, c, ALL_CAMPS) else WHY.ODDS_TOO_LOW


@jit
def can_reach_odds(s, t, w, c, camps):
    """True if units that may attack a cell together can reach 1:3 (15.6, 15.25.3, ruling T-74)."""
    defence = defence_sum(s, t, w, c)
    if s.phasing != SIDE.REPUBLICAN:
        return is_enough(attack_sum(s, t, w, c, ALL_CAMPS, False), defence)
    for camp in (CAMP.A, CAMP.B, CAMP.C):
        if camps & camp != 0 and is_enough(attack_sum(s, t, w, c, camp, False), defence):
            return True
    return False


@jit
def name_target(s, t, w, c):
    """Declare the target."""
    s.target = c
    s.lone_hq = 1 if s.stack_units[c] == 0 else 0  # rulings T-75, T-148
    emit(w, EV.ATTACK, int(s.phasing), c)
    ask(s, NODE.ATTACKER, int(s.phasing))


# -- the attackers (15.3) ------------------------------------------------------------------------------------


@jit
def named_camps(s, t):
    """Camps that all named attackers share (15.25.3)."""
    camps = ALL_CAMPS
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[s.target, d])
        if not occupies(s, t, int(s.phasing), n):
            continue
        p = int(s.cell_first[n])
        while p != NOBODY_PIECE:
            if s.role[p] & ROLE.ATTACKS != 0:
                camps &= camps_of(s, t, p)
            p = int(s.piece_next[p])
    return camps


@jit
def why_not_attacker(s, t, w, p):
    """Reason why a unit may not join the attack (15.3, 15.20, 15.25.3, rulings T-37, T-74, T-117)."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if not is_on_map(s, p) or s.piece_cell[p] == OFF:
        return WHY.NOT_ON_MAP
    if side_to(t, int(s.target), int(s.piece_cell[p])) < 0:
        return WHY.NOT_ADJACENT
    if s.role[p] & ROLE.ATTACKS != 0:
        return WHY.NAMED_BEFORE
    if not can_attack(s, t, p):
        return WHY.HAS_ATTACKED
    camps = named_camps(s, t) & camps_of(s, t, p)
    if camps == 0:
        return WHY.PARTIES_DIFFER
    if attack_of(s, t, p) == 0 and attack_sum(s, t, w, int(s.target), 0, True) == 0:
        return WHY.NO_FACTOR_YET
    return WHY.LEGAL if s.lone_hq == 1 or can_reach_odds(s, t, w, int(s.target), camps) else WHY.ODDS_TOO_LOW


@jit
def name_attacker(s, t, w, p):
    """Name a unit for the attack."""
    s.role[p] |= ROLE.ATTACKS
    s.n_named += 1


@jit
def why_not_declared(s, t, w):
    """Reason why the attack is not complete: it needs odds of 1:3 (15.6), or one unit against a lone HQ (T-75)."""
    if s.n_named == 0:
        return WHY.NOT_DONE_YET
    attack = attack_sum(s, t, w, int(s.target), 0, True)
    return WHY.LEGAL if is_enough(attack, defence_sum(s, t, w, int(s.target))) else WHY.ODDS_TOO_LOW


@jit
def declare(s, t, w):
    """Declare the attack: its units and its hex have attacked and been attacked in this segment (15.2, 15.3, T-133)."""
    trace_all(s, t, w)
    put(s.attacked_rows, t.n_columns, int(s.target), True)
    if s.attacks_left > 0:
        s.attacks_left -= 1
    if s.must_attack != 0 and t.chit_cell[s.must_attack] == s.target:
        s.must_attack = 0  # ruling T-17
    for p in range(int(t.n_pieces)):
        if s.role[p] & ROLE.ATTACKS != 0:
            emit(w, EV.ATTACKER, p)
            s.attacked[p] = 1
            s.fought[p] = 1
            put(s.battle_rows, t.n_columns, int(s.piece_cell[p]), True)
            if supply_now(s, t, w, p) != SUPPLY.FULL:
                s.role[p] |= ROLE.UNFED
    s.n_named = 0


@jit
def ask_target(s, t):
    """Ask for the next target: attacks are declared and fought one by one (15.4, ruling T-109)."""
    ask(s, NODE.TARGET, int(s.phasing))
