"""A tuned policy: a compiled policy of the game with other constants, which ``agents/training/tune.py`` has found."""

import pathlib
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read_facts
from ctv_env.agents.learned.checkpoint import check, identity_of, read_identity
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.core.quote import quoted
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.tuning import Tuning
from ctv_env.core.view import View

KIND = "tuned"
"""The entry ``agent`` of the facts in the checkpoint of a tuned policy."""

NO_OBSERVATION = "none"
"""The entries about observations in its identity: it needs none, so it fits to any."""


class Variant(GamePolicy):
    """The tunable policy of a game with other constants; it plays compiled wherever the policy itself does.

    Args:
        game: as ``spec_of`` takes it.
        constants: int16 (constants,), a row of the tables (``core.tuning``).
        name: its name.

    Attributes:
        policy: name of the policy.
        tuned_constants: the constants.

    Raises:
        CheckpointError: (a ValueError) the game offers no constants to tune.
    """

    def __init__(self, game: str | None, constants: np.ndarray, name: str):
        self.policy = tuning_of(spec_of(game)).policy
        self.tuned_constants = constants
        super().__init__(self.policy, game)
        self.name = name

    def choose(self, view: View) -> int:
        """Return the policy's action for the viewing side, which is to move."""
        return view.advise(self.policy, self._scratch, self.tuned_constants)


class TunedPolicy(Variant):
    """A variant that was tuned for a side.

    Args:
        file: the checkpoint.
        game, scenario, options: where it is to play, as in ``registry.make_agent``; any scenario will do.
        name: its name; that of the run folder or file if None.

    Attributes:
        files: the checkpoint, by which it decides.

    Raises:
        CheckpointError: (a ValueError) not the checkpoint of a tuned policy, one of another game or rules, or one with
            other constants than those of today.
    """

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        options: Mapping = MappingProxyType({}),
        name: str | None = None,
    ):
        spec = spec_of(game)
        here = identity_of(game, scenario, next(iter(spec.load(scenario, **options).observations)), "any", options)
        check(file, here | tuned_identity(read_identity(file)["scenario"]))
        facts = read_facts(file)
        constants = row_in(file, facts, facts.get("constants"), tuning_of(spec))
        super().__init__(game, constants, name or (file.parent.name if file.stem == "model" else file.stem))
        self.files = (file,)


def tuned_identity(scenario: str) -> dict[str, str]:
    """Return the entries in which the identity of a tuned policy differs from that of a network."""
    return {"scenario": scenario, "observation": NO_OBSERVATION, "observations": NO_OBSERVATION}


def tuning_of(spec: GameSpec) -> Tuning:
    """Return the constants of a game that can be tuned.

    Raises:
        CheckpointError: (a ValueError) it offers none.
    """
    if spec.tuning is None:
        raise CheckpointError(f"the game {spec.name} offers no constants to tune")
    return spec.tuning


def is_tuned(file: pathlib.Path) -> bool:
    """Return whether a checkpoint is that of a tuned policy.

    Raises:
        CheckpointError: not a checkpoint.
    """
    return read_facts(file).get("agent") == KIND


def row_in(file: pathlib.Path, facts: Mapping[str, typing.Any], values: object, tuning: Tuning) -> np.ndarray:
    """Return constants in a checkpoint as int16 (constants,).

    Args:
        file: the checkpoint.
        facts: its facts, with the hash of the constants that there were.
        values: those of its facts that should be constants by name.
        tuning: the constants that there are.

    Raises:
        CheckpointError: the game has other constants by now, or these are not some of them.
    """
    if facts.get("constants_hash") != tuning.hash:
        raise CheckpointError(f"checkpoint {file} does not fit: the constants of {tuning.policy} have changed since")
    if not isinstance(values, dict):
        raise CheckpointError(f"checkpoint {file} is damaged: its constants are {quoted(str(values))}")
    try:
        return tuning.row(values)
    except ValueError as error:
        raise CheckpointError(f"checkpoint {file} is damaged: {error}") from error
