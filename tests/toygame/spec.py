"""The spec of the toy game, named ``"toygame.spec:SPEC"``."""

from ctv_env.core.spec import GameSpec, node_kinds
from ctv_env.core.terms import Score
from toygame.engine import NODES, RULES
from toygame.model import ROUNDS, SIDES
from toygame.policies import POLICIES
from toygame.rules import SCALE
from toygame.tables import LOADER
from toygame.text import LANGUAGE, POSITIONS

SPEC = GameSpec(
    name="toy",
    title="The toy",
    version="1",
    package="toygame",
    sides=SIDES,
    score=Score("gold", "gold ahead for azure", "gold", even=lambda tables: 0, scale=lambda tables: SCALE),
    nodes=node_kinds(NODES),
    loader=LOADER,
    rules=RULES,
    hook_rooms=("rules", "observation", "policies"),
    max_steps=lambda tables: (2 * ROUNDS, 2 * ROUNDS),
    to_dict=POSITIONS.to_dict,
    from_dict=POSITIONS.from_dict,
    language=LANGUAGE,
    policies=POLICIES,
)
