"""What event chits need (6, ruling T-18), apart from battles."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    ASTURIAN,
    BASQUE,
    BILBAO_N,
    BILBAO_N_AND_NORTH_HEX,
    N_GROUPS,
    NATIONALIST,
    NO_NORTH_PORT,
    OVIEDO_R,
    REPUBLICAN,
)
from ctv_env.games.tscw.rules.pieces import controls

_BILBAO = BASQUE - ASTURIAN  # its place among the ports


@jit
def is_met(s, t, need):
    """True if a need is met that does not depend on a battle; needs of a battle count as met."""
    if need in (BILBAO_N, BILBAO_N_AND_NORTH_HEX):
        return controls(s, t, NATIONALIST, int(t.port_cell[_BILBAO]))
    if need == OVIEDO_R:
        return controls(s, t, REPUBLICAN, int(t.oviedo))
    if need == NO_NORTH_PORT:
        for group in range(N_GROUPS):
            if controls(s, t, REPUBLICAN, int(t.port_cell[group])):
                return False
    return True
