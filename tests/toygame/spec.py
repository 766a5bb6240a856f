"""The spec of the toy game, named ``"toygame.spec:SPEC"``."""

from types import ModuleType

import numpy as np

from ctv_env.core.chance import Weights, sum_of_dice
from ctv_env.core.consult import adviser, observer
from ctv_env.core.spec import GameSpec, check_hooks
from ctv_env.core.terms import Advice, Hooks, NodeKind, Score
from toygame import rules
from toygame.model import COUNTER, SCALE, SIDES
from toygame.policies import POLICIES
from toygame.tables import LOADER, ToyTables
from toygame.text import LANGUAGE, POSITIONS

NODE_KINDS = (
    NodeKind("NONE"),
    NodeKind("COUNTER", chance=True),
    NodeKind("ORDER", secret=True, advice=Advice("Give an order", "Hire men, march or pass, unseen.", "Pass")),
    NodeKind("DICE", chance=True, awaited=True, advice=Advice("The dice", "In a fight high rolls are for azure.")),
    NodeKind("OVER"),
)


def _hooks() -> ModuleType:
    from toygame import hooks

    return check_hooks(hooks, Hooks, "toy")


def _chance(tables: ToyTables, record: np.void) -> Weights:
    if record["node"] == COUNTER:
        return tuple((kind, int(n)) for kind, n in enumerate(record["cup"]) if n)
    return sum_of_dice(2)


SPEC = GameSpec(
    name="toy",
    title="The toy",
    version="1",
    package="toygame",
    sides=SIDES,
    score=Score("gold", "gold ahead for azure", "gold", even=lambda tables: 0, scale=lambda tables: SCALE),
    nodes=NODE_KINDS,
    loader=LOADER,
    rules=rules,
    hooks=_hooks,
    chance=_chance,
    n_outcomes=lambda tables: 13,
    max_steps=lambda tables: (2 * int(tables.record["n_rounds"][0]), 2 * int(tables.record["n_rounds"][0])),
    hides=lambda tables: False,
    observe=observer(_hooks),
    to_dict=POSITIONS.to_dict,
    from_dict=POSITIONS.from_dict,
    language=LANGUAGE,
    policies=POLICIES,
    advise=adviser(_hooks),
)
