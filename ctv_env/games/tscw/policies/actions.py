"""Actions of cells, pieces and chits, for the policies."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import FIRST_PIECE
from ctv_env.games.tscw.model.codes import N_CHITS


@jit
def piece_action(p):
    """Return the action that names piece ``p``."""
    return FIRST_PIECE + p


@jit
def chit_action(t, chit):
    """Return the action that names ``chit``, from 1."""
    return FIRST_PIECE + int(t.n_pieces) + chit - 1


@jit
def hex_action(t, c):
    """Return the action that names cell ``c``."""
    return FIRST_PIECE + int(t.n_pieces) + N_CHITS + c
