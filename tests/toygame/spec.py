"""The spec of the toy game, named ``"toygame.spec:SPEC"``."""

from types import ModuleType

from ctv_env.core import plain_hooks
from ctv_env.core.hooks import gather_hooks
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import Hooks, NodeKind, Score
from toygame import rules
from toygame.engine import NODES, RULES
from toygame.model import SCALE, SIDES, Node
from toygame.policies import POLICIES
from toygame.tables import LOADER
from toygame.text import LANGUAGE, POSITIONS


def _hooks() -> ModuleType:
    from toygame import observation, policies

    return gather_hooks("toy", Hooks, RULES, rules, observation, policies, plain_hooks)


SPEC = GameSpec(
    name="toy",
    title="The toy",
    version="1",
    package="toygame",
    sides=SIDES,
    score=Score("gold", "gold ahead for azure", "gold", even=lambda tables: 0, scale=lambda tables: SCALE),
    nodes=tuple(NODES[node].kind if node in NODES else NodeKind(node.name) for node in Node),
    loader=LOADER,
    rules=RULES,
    hooks=_hooks,
    max_steps=lambda tables: (2 * int(tables.record["n_rounds"][0]), 2 * int(tables.record["n_rounds"][0])),
    hides=lambda tables: False,
    to_dict=POSITIONS.to_dict,
    from_dict=POSITIONS.from_dict,
    language=LANGUAGE,
    policies=POLICIES,
)
