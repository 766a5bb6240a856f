"""What event chits need (6, ruling T-18), apart from battles."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import FACTION, N_GROUPS, NEED, SIDE
from ctv_env.games.tscw.rules.pieces import controls

_BILBAO = FACTION.BASQUE - FACTION.ASTURIAN  # its place among the ports


@jit
def is_met(s, t, need):
    """True if a need is met that does not depend on a battle; needs of a battle count as met."""
    if need in (NEED.BILBAO_N, NEED.BILBAO_N_AND_NORTH_HEX):
        return controls(s, t, SIDE.NATIONALIST, int(t.port_cell[_BILBAO]))
    if need == NEED.OVIEDO_R:
        return controls(s, t, SIDE.REPUBLICAN, int(t.oviedo))
    if need == NEED.NO_NORTH_PORT:
        for group in range(N_GROUPS):
            if controls(s, t, SIDE.REPUBLICAN, int(t.port_cell[group])):
                return False
    return True
