"""Chapter 14: victory points, the Reinosa factory, the end of the game."""

from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import BOARD_ROWS, COLUMNS, EDITION, N_GROUND, PLACE, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.model.events import EV, emit


@jit
def brigades_eliminated(s, t):
    """Number of Republican infantry brigades eliminated by any cause except surrender (rule 14.1, ruling R-51)."""
    n = 0
    for u in range(SIDE_SLOTS, N_GROUND):
        n += int(t.is_brigade[u]) & (s.piece_place[u] == PLACE.ELIMINATED)
    return n


@jit
def hex_vp(s, t, c):
    """Victory points of objective ``c``: none for Reinosa once its factory is demolished (rules 14.1, 14.2)."""
    return 0 if c == t.factory_cell and not s.factory else int(t.vp[c])


@jit
def objectives_held(s, t):
    """Victory points of the objectives under Nationalist control (rule 14.1)."""
    total = 0
    for r in range(1, BOARD_ROWS - 1):
        objectives = int(t.objective_rows[r])
        while objectives:
            c = (r - 1) * COLUMNS + lowest_bit(objectives)
            objectives &= objectives - 1
            if s.cell_control[c] == SIDE.NATIONALIST:
                total += hex_vp(s, t, c)
    return total


@jit
def victory_points(s, t):
    """Victory points of the Nationalist (rule 14.1, ruling R-51)."""
    brigades = int(t.brigade_vp) if brigades_eliminated(s, t) >= t.brigades_for_vp else 0
    return objectives_held(s, t) + brigades


@jit
def judge_end(s, t, w):
    """Check for the end of the game: 6 VPs win for the Nationalist, the last turn for the Republican (14.1, R-51)."""
    vp = victory_points(s, t)
    if vp >= t.vp_to_win:
        s.winner = SIDE.NATIONALIST
    elif s.turn >= t.n_turns:
        s.winner = SIDE.REPUBLICAN
    if s.winner != SIDE.NOBODY:
        emit(w, EV.GAME_END, int(s.winner), vp)


@jit
def _is_at_stake(s, t):
    """True if the factory stands under Republican control, from turn 4 on (rule 14.2)."""
    return s.factory == 1 and s.turn >= t.factory_turn and s.cell_control[int(t.factory_cell)] == SIDE.REPUBLICAN


@jit
def note_factory(s, t):
    """Note as a turn begins whether its demolition die is due: English edition (rule 14.2, ruling R-49)."""
    s.factory_due = 1 if t.edition == EDITION.EN and _is_at_stake(s, t) else 0


@jit
def take_factory_note(s, t):
    """True if the demolition die is rolled at the start of this Republican Phase (rule 14.2, ruling R-49).

    English edition: the turn began with Reinosa in Republican hands.  Italian edition: it is in Republican hands now.
    """
    due = s.factory_due == 1 if t.edition == EDITION.EN else _is_at_stake(s, t)
    s.factory_due = 0
    return due


@jit
def judge_factory(s, t, w, die):
    """Apply the demolition die: 4 to 6 demolishes the factory of Reinosa (rule 14.2)."""
    if die >= t.demolish_from:
        s.factory = 0
    emit(w, EV.FACTORY_DIE, die, int(s.factory))
