"""Default hooks for games that cache nothing between the steps of a batch and rewrite every observation in full.

``GameSpec.hooks`` takes from here what the modules of a game lack.
"""

from ctv_env.core.jit import jit

CACHE_SIZE = 0


@jit
def recall(w, cache):
    """Do nothing: there is no cache."""


@jit
def keep(w, cache):
    """Do nothing: there is no cache."""


@jit
def renew_row(s, t, w, side, kind, row, before):
    """Return False: observations are never updated in part."""
    return False
