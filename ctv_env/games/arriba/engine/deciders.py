"""The deciders of the node tables."""

from ctv_env.core.nodes import Decider
from ctv_env.games.arriba.model import codes

CHANCE = Decider("chance", lambda s: codes.SIDE.CHANCE)
NOBODY = Decider("nobody", lambda s: codes.SIDE.NOBODY)
GOVERNMENT = Decider("Government", lambda s: codes.SIDE.GOVERNMENT)
REBEL = Decider("Rebel", lambda s: codes.SIDE.REBEL)
PHASING = Decider("whose part of the phase it is", lambda s: int(s["phasing"]))
OTHER = Decider("the other side", lambda s: 1 - int(s["phasing"]))
ATTACKER = Decider("attacker", lambda s: int(s["attacker"]))
DEFENDER = Decider("defender", lambda s: 1 - int(s["attacker"]))
OWNER = Decider("owner of what is placed or lost", None)
