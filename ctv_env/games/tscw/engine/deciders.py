"""The deciders of the node tables."""

from ctv_env.core.nodes import Decider
from ctv_env.games.tscw.model import codes

CHANCE = Decider("chance", lambda s: codes.SIDE.CHANCE)
NOBODY = Decider("nobody", lambda s: codes.SIDE.NOBODY)
REPUBLICAN = Decider("Republican", lambda s: codes.SIDE.REPUBLICAN)
PHASING = Decider("whose segment it is", lambda s: int(s["phasing"]))
OTHER = Decider("the other side", lambda s: 1 - int(s["phasing"]))
NAMED = Decider("either side, as the rules say", None)
