"""Trains a value network of a policy's plans: ``ctv lab plan-values --side SIDE --out RUN``.

The policy samples its actions in games against a manager or another policy, and the network learns who wins from the
positions after its plans.  ``search:RUN`` then plays by the policy, but samples several plans and takes the one with
the highest value.  Everything is repeated exactly by the same command.
"""

import argparse
import dataclasses
import hashlib
import pathlib

import numpy as np

from ctv_env.agents.learned.archive import read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, save
from ctv_env.agents.learned.manager import ManagerAgent, base_in, networks_in, with_base
from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.learned.policy_plans import PLAN_VALUES
from ctv_env.agents.learned.shipped import LEARNED
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.manager_runs import add_training, facts_of_run, half, run_training
from ctv_env.agents.training.place import Place
from ctv_env.agents.training.plan_games import PLAIN, Lessons, Player, joined, win_rate
from ctv_env.agents.training.policy_games import PolicyGames, PolicyPlayer
from ctv_env.agents.training.settings import REQUIRED, check, key
from ctv_env.agents.training.value_fit import fit, new_network, weights_of
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import Tables
from ctv_env.envs.batch import BOTH_SIDES, BatchGames, pick

_AT_ONCE = 256  # games in lockstep
_OPPONENT_TEMPERATURE = 0.5  # of a policy in one of its places; in the other it takes its most likely actions
_PASSES, _RATE = 4, 1e-3


@dataclasses.dataclass(frozen=True, kw_only=True)
class Config(Place):
    """What to train, and how long.

    The opponent plays in two of three places, and the game's search policy in the third, with the constants of that
    manager.
    """

    side: str = key(REQUIRED, "the side that the policy plays")
    policy: str = key(LEARNED, "name, run folder or checkpoint of the policy")
    opponent: str = key(LEARNED, "manager or policy to play against")
    seed: int = key(0, "of the games and the network", low=0)
    rounds: int = key(12, "number of rounds", low=1)
    games: int = key(512, "games that end in a round", low=1)
    plans: int = key(48, "plans from which a manager chooses as the opponent", low=1)


class Trainer:
    """The network in training.

    Args:
        config: what to train.

    Raises:
        ValueError: no such game, scenario, side or agent, one that cannot take part, or a number is too small.
    """

    def __init__(self, config: Config):
        self.config, self.rounds = check(config), range(1, config.rounds + 1)
        spec = spec_of(config.game)
        side = pick("side", config.side, spec.sides)
        self._policy = self._checked_policy()
        self._tables = spec.load(config.scenario, **config.options)
        tables, players = self._opponents(spec.sides[1 - side])
        trials = PlanTrials(spec, tables, config.seed)
        self._layouts = trials.layouts
        observation = self._policy.observation
        env = BatchGames(
            _AT_ONCE, config.scenario, BOTH_SIDES, obs=observation, game=config.game, data_dir=config.data_dir
        )
        env.reset(np.random.default_rng(config.seed).integers(0, 2**40, env.n).tolist())
        self._games = PolicyGames(env, self._policy, trials, side, players, config.seed)
        self._network = new_network(self._layouts, config.seed)
        self._lessons: list[Lessons] = []
        self._data = hashlib.sha256()

    def _checked_policy(self) -> PolicyAgent:
        config = self.config
        agent = make_agent(config.policy, config.game, config.scenario, config.side, options=config.options)
        if not isinstance(agent, PolicyAgent):
            raise ValueError(
                f"{config.policy} is not the checkpoint of a policy for the {config.side}: "
                "`ctv lab pack RUN` makes one from a run of `ctv train`"
            )
        return agent

    def _opponents(self, side: str) -> tuple[Tables, tuple[Player | PolicyPlayer, ...]]:
        """Return the players of ``side``, and the tables with the constants by which they plan."""
        config = self.config
        agent = make_agent(config.opponent, config.game, config.scenario, side, options=config.options)
        if isinstance(agent, PolicyAgent):
            return self._tables, (PolicyPlayer(agent), PolicyPlayer(agent, _OPPONENT_TEMPERATURE), PLAIN)
        if type(agent) is not ManagerAgent:
            raise ValueError(f"{config.opponent} is neither a manager nor the checkpoint of a policy for the {side}")
        (file,), spec = agent.files, spec_of(config.game)
        (network,) = networks_in(file, self._tables, [side])
        base = base_in(file, spec)
        chooses = Player(config.plans, network.values)
        return with_base(self._tables, base, spec) if base else self._tables, (chooses, chooses, PLAIN)

    def round(self) -> str:
        """Play, and train the network; return a line about it."""
        played = self._games.play(self.config.games)
        for column in played:
            self._data.update(column.tobytes())
        self._lessons.append(played)
        lessons = joined(self._lessons)
        rows, outlooks, results = lessons.rows, lessons.outlooks, lessons.results
        loss = fit(self._network, rows, outlooks, results, self._layouts, _PASSES, _RATE)
        return f"wins {win_rate(played):.1%} of {int(played.games.max()) + 1} games; loss {loss:.3f}"

    def save(self, file: pathlib.Path, seconds: float) -> None:
        """Write the checkpoint of the policy with the network; ``seconds`` says how long it has trained."""
        (policy,) = self._policy.files
        own = facts_of_run("plan-values", self.config, self._tables, self._data.hexdigest(), seconds)
        weights = half(weights_of(self._network))
        save(file, read_facts(policy) | {PLAN_VALUES: own}, **{WEIGHTS: read(policy, WEIGHTS), PLAN_VALUES: weights})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab plan-values``."""
    add_training(parser, Config)


def run(args: argparse.Namespace) -> int:
    """Train; return the exit code."""
    return run_training(args, Config, Trainer)
