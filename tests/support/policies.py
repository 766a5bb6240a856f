"""Checkpoints of policies that have learned nothing, for the tests of what is built on policies."""

import pathlib

import numpy as np

from ctv_env.agents.learned.checkpoint import identity_of, save
from ctv_env.agents.learned.plan_trials import OBSERVATION
from ctv_env.agents.learned.policy_agent import KIND
from ctv_env.agents.learned.policy_plans import PLAN_VALUES
from ctv_env.games.ctv.spec import SPEC


def save_random_policy(
    file: pathlib.Path, side: str, scenario: str = "last-stand", with_values: bool = True, data_dir: str | None = None
) -> None:
    """Write a policy for a side, and a value network of its plans: each one a layer of random numbers."""
    tables, random = SPEC.load(scenario, data_dir), np.random.default_rng(1)
    size = sum(layout.size for layout in tables.observations[OBSERVATION])

    def layer(inputs: int, outputs: int) -> dict[str, np.ndarray]:
        weight = random.normal(0, 0.1, (outputs, inputs)).astype(np.float32)
        return {"0.weight": weight, "0.bias": np.zeros(outputs, np.float32)}

    facts = {"agent": KIND, "identity": identity_of("ctv", scenario, OBSERVATION, side, {"data_dir": data_dir})}
    folders = {"weights": layer(size, tables.actions.n)}
    if with_values:
        facts[PLAN_VALUES] = {"command": "a test"}
        folders[PLAN_VALUES] = layer(size + 1, 1)
    save(file, facts, **folders)
