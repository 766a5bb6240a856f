"""Hooks of a game that keeps nothing between the steps of a batch and writes every observation anew.

Such a game imports them into its module of ``spec.Hooks``.
"""

from ctv_env.core.jit import jit

N_NOTES = 0


@jit
def recall(w, notes):
    """Nothing has been noted."""


@jit
def keep(w, notes):
    """Nothing is worth noting."""


@jit
def renew_row(s, t, w, side, kind, row, before):
    """No observation is renewed in part."""
    return False
