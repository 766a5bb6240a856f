"""Tunes the constants of a compiled policy: ``ctv lab tune --side SIDE --out FOLDER``.

CMA-ES proposes constants, and each proposal plays compiled games against the opponent.  All proposals of a generation
play the same seeds, with dice keyed by their event if the game has them, so that they differ by the constants more than
by luck; the next generation plays others.  The agent is the average of the means of the last third of the generations,
rounded: a single mean depends on the luck of its generation.

The same command continues a run that was interrupted.  Everything is repeated exactly by the same command, whatever the
number of threads.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import time
import typing
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.agents.evaluation.compiled_match import Compiled, compiled, is_compiled, play_whole
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.seeds import read_seeds
from ctv_env.agents.learned.checkpoint import identity_of, save
from ctv_env.agents.learned.tuned import KIND, tuned_identity, tuning_of
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.training.place import Place
from ctv_env.agents.training.settings import REQUIRED, add_options, check, command_line, key, options_in
from ctv_env.agents.training.tune_log import Trial, TuneLog
from ctv_env.core.extras import needs_extra
from ctv_env.core.game import Game
from ctv_env.core.host import usable_cores
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import FIRST
from ctv_env.core.tuning import code_of

if typing.TYPE_CHECKING:
    from cmaes import CMA

_SPREAD = 0.2  # standard deviation of the first proposals, in units of a quarter of the way between a constant's bounds
_MARGIN = 0.2  # weight of the margin in score beside the win: it tells more about two candidates than who has won
_AVERAGED = 3  # the agent is the average over the last of so many parts of the run
_SUITE = "suite-v1"  # of the games on which the agent is evaluated
_CONFIG, _MODEL, _EVALUATION = "config.json", "model.zip", "evaluation.json"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Config(Place):
    """What to tune, and how long."""

    side: str = key(REQUIRED, "the side for which to tune")
    opponent: str | None = key(None, "a compiled policy, or the checkpoint of a tuned one (the policy itself)")
    seed: int = key(0, "of the proposals and the games", low=0)
    generations: int = key(20, "number of generations; the same command with more continues a run", low=1)
    population: int = key(16, "proposals in a generation", low=3)
    games: int = key(32, "games of each proposal", low=1)
    held_out: int = key(1000, "games of the evaluation at the end, at most 1,000, on other seeds", low=1)


_EXTENDS = ("generations", "held_out")  # may differ where a run is continued


class Tuner:
    """The search for constants.

    Args:
        config: what to tune.
        threads: number of threads in which games are played.

    Attributes:
        tuning: the constants of the game.

    Raises:
        ValueError: no such game, scenario, side or opponent; the game offers nothing to tune; the opponent is not
            compiled; or a number is out of its range.
        MissingExtraError: the extra ``train`` is not installed.
    """

    def __init__(self, config: Config, threads: int):
        check(config)
        read_seeds(_SUITE, config.held_out)  # too many for the suite are an error now, not after the last generation
        self.config, self._threads = config, threads
        self._spec = spec_of(config.game)
        if config.side not in self._spec.sides:
            raise ValueError(f"no side {config.side!r}; the sides are {', '.join(self._spec.sides)}")
        self._side = self._spec.sides.index(config.side)
        self.tuning = tuning_of(self._spec)
        self._own = self.tuning.of_side(self._side)
        self._tables = self._spec.load(config.scenario, **config.options, **self._spec.common_random_numbers)
        self.opponent = config.opponent or self.tuning.policy
        self._pair = self._seated()
        self._optimizer = self._new_optimizer()
        self._means: list[np.ndarray] = []  # after each generation

    def _seated(self) -> Compiled:
        """Return the policy that is tuned and its opponent, compiled; the first variant is that of the proposal."""
        spec, config = self._spec, self.config
        other = spec.sides[1 - self._side]
        agent = make_agent(self.opponent, config.game, config.scenario, other, options=config.options)
        if not is_compiled(agent, spec.policies):
            raise ValueError(f"the opponent {self.opponent} is not compiled: it is one of {', '.join(spec.policies)}")
        agents = [agent, agent]
        agents[self._side] = GamePolicy(self.tuning.policy, config.game)
        return compiled(agents, spec, self._tables)

    def _new_optimizer(self) -> "CMA":
        with needs_extra("train", "tuning"):
            from cmaes import CMA
        low, default, high, unit = self._bounds()
        bounds = np.stack([low - default, high - default], axis=1) / unit[:, None]
        return CMA(
            np.zeros(len(self._own)), _SPREAD, bounds, seed=self.config.seed, population_size=self.config.population
        )

    def _bounds(self) -> np.ndarray:
        """Return the lower bounds, defaults, upper bounds and units of the constants that are tuned, (4, constants)."""
        rows = [(one.low, one.default, one.high, (one.high - one.low) / 4) for one in self._own]
        return np.array(rows, float).T

    def _values(self, proposal: np.ndarray) -> dict[str, int]:
        """Return constants by name."""
        low, default, high, unit = self._bounds()
        numbers = np.clip(np.rint(default + proposal * unit), low, high).astype(int)
        return {one.name: value for one, value in zip(self._own, numbers.tolist(), strict=True)}

    @property
    def found(self) -> dict[str, int]:
        """The constants by name that the search has found so far."""
        return self._values(np.mean(self._means[-max(len(self._means) // _AVERAGED, 1) :], axis=0))

    def generation(self, number: int, known: Sequence[Trial] = ()) -> list[Trial]:
        """Play a generation, learn from it, and return its trials, the last of them that of the mean before it.

        Args:
            number: of the generation, from 0.
            known: its trials, if it has been played before.

        Raises:
            ValueError: those trials are of other proposals, such as another version of ``cmaes`` draws.
        """
        proposals = [self._optimizer.ask() for _ in range(self.config.population)]
        candidates = [self._values(one) for one in (*proposals, self._optimizer.mean)]
        if known and [trial.constants for trial in known] != candidates:
            raise ValueError(
                f"generation {number} of the log has other proposals than those drawn now: go on with the versions of "
                "cmaes and numpy with which it was played, or begin in another folder"
            )
        trials = list(known) or self._tried(candidates, number)
        self._optimizer.tell([(one, -trial.fitness) for one, trial in zip(proposals, trials, strict=False)])
        self._means.append(self._optimizer.mean.copy())
        return trials

    def _tried(self, candidates: list[dict[str, int]], number: int) -> list[Trial]:
        random = np.random.default_rng([self.config.seed, number])
        seeds = random.integers(0, 2**62, self.config.games).tolist()
        with concurrent.futures.ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda values: self._trial(values, seeds), candidates))

    def _trial(self, values: dict[str, int], seeds: list[int]) -> Trial:
        """Play the games of a proposal."""
        spec, score = self._spec, self._spec.score
        used = 1 if (self._pair.codes < -1).any() else 0  # by a tuned opponent, in the first variant
        players = Compiled(self._pair.codes.copy(), self._pair.tables.copy())
        players.tables[self.tuning.field][0, used + 1] = self.tuning.row(values)
        players.codes[self._side] = code_of(used)
        played = play_whole(players, seeds, spec, records(0, spec.state).reshape(0, 0))
        wins = int((played.states["winner"] == self._side).sum())
        scores = [Game(spec, self._tables, played.states[i : i + 1]).score() for i in range(len(seeds))]
        sign = 1 if self._side == FIRST else -1
        margins = sign * (np.array(scores) - score.even(self._tables)) / score.scale(self._tables)
        margin = float(np.clip(margins, -1, 1).mean())
        return Trial(values, len(seeds), wins, margin, wins / len(seeds) + _MARGIN * margin)

    def save(self, file: pathlib.Path, log: pathlib.Path, seconds: float) -> None:
        """Write the checkpoint of what was found; ``log`` and ``seconds`` say how it came about."""
        config, tables = self.config, self._spec.load(self.config.scenario, **self.config.options)
        identity = identity_of(
            config.game, config.scenario, next(iter(tables.observations)), config.side, config.options
        )
        facts = {
            "agent": KIND,
            "identity": identity | tuned_identity(tables.scenario),
            "policy": self.tuning.policy,
            "constants": self.found,
            "constants_hash": self.tuning.hash,
            "config": dataclasses.asdict(config),
            "command": command_line("tune", config),
            "seconds": round(seconds),
            "training_data": hashlib.sha256(log.read_bytes()).hexdigest(),
            "data": tables.data_hash,
            "versions": {"numpy": np.__version__, "cmaes": _version()},
        }
        save(file, facts)


def _version() -> str:
    import cmaes

    return cmaes.__version__


def tune(config: Config, folder: pathlib.Path, threads: int, say: Callable[[str], None]) -> pathlib.Path:
    """Tune, evaluate, and return the checkpoint, ``model.zip`` in ``folder``; continue where a run was interrupted.

    Args:
        config: what to tune.
        folder: created if necessary.
        threads: number of threads in which games are played.
        say: called with a line after each generation and each evaluation.

    Raises:
        ValueError: as ``Tuner``, or the folder holds a run with another config.
        MissingExtraError: as ``Tuner``.
    """
    tuner = Tuner(config, threads)
    _claim(folder, config, tuner.tuning.hash)
    log, begun = TuneLog(folder / "log.csv", config.population + 1), time.process_time()
    known, spent = log.read()
    for number in range(config.generations):
        replayed = known[number] if number < len(known) else ()
        trials = tuner.generation(number, replayed)
        if not replayed:
            seconds = spent + time.process_time() - begun
            log.add(number, trials, seconds)
            say(_line(number, trials, seconds))
    file = folder / _MODEL
    tuner.save(file, log.file, log.read()[1])
    _evaluate(tuner, file, threads, say)
    return file


def _line(number: int, trials: list[Trial], seconds: float) -> str:
    *proposals, mean = trials
    rates = sorted(trial.wins / trial.games for trial in proposals)
    return (
        f"generation {number}, {seconds:,.0f} s: proposals win {rates[0]:.0%} to {rates[-1]:.0%}, "
        f"{np.mean(rates):.1%} on average; the mean before them {mean.wins / mean.games:.1%}"
    )


def _claim(folder: pathlib.Path, config: Config, constants: str) -> None:
    """Write the config into a new folder, or compare it with that of the run in it; ValueError if they differ."""
    folder.mkdir(parents=True, exist_ok=True)
    file, wanted = folder / _CONFIG, dataclasses.asdict(config) | {"constants_hash": constants}
    if file.is_file():
        found = json.loads(file.read_text(encoding="utf-8"))
        other = [name for name in wanted if name not in _EXTENDS and found.get(name) != wanted[name]]
        if other:
            told = ", ".join(f"{name} {found.get(name)!r}, not {wanted[name]!r}" for name in other)
            raise ValueError(f"{folder} holds a run with {told}: name another folder, or continue it as it was")
    elif any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty and holds no run of this command: name another folder")
    file.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")


def _evaluate(tuner: Tuner, file: pathlib.Path, threads: int, say: Callable[[str], None]) -> None:
    """Evaluate the agent and the policy as it was on held-out seeds, as ``ctv evaluate`` does."""
    config = tuner.config
    options = {**spec_of(config.game).common_random_numbers, **config.options}
    setting = Setting(config.game, config.scenario, options, threads)
    seeds = read_seeds(_SUITE, config.held_out)
    found = []
    for name, agent in (("tuned", str(file)), ("default", tuner.tuning.policy)):
        (result,) = evaluate(agent, tuner.opponent, config.side, seeds, setting)
        low, high = result.interval
        found.append(
            {"constants": name, "opponent": tuner.opponent, "side": config.side, "games": result.games}
            | {"wins": result.wins, "win_rate": result.win_rate, "low": low, "high": high}
        )
        say(
            f"{name} constants against {tuner.opponent} as {config.side}: "
            f"{result.win_rate:.1%} ({low:.1%} to {high:.1%}, n {result.games})"
        )
    (file.parent / _EVALUATION).write_text(
        json.dumps({"seeds": _SUITE, "results": found}, indent=1) + "\n", encoding="utf-8"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab tune``."""
    add_options(parser, Config)
    parser.add_argument("--threads", type=int, default=usable_cores(), metavar="N", help="cores to use (all)")
    parser.add_argument(
        "--out", type=pathlib.Path, required=True, metavar="FOLDER", help="for model.zip, log.csv and evaluation.json"
    )


def run(args: argparse.Namespace) -> int:
    """Tune; return the exit code."""
    if args.threads < 1:
        raise ValueError(f"threads must be at least 1, not {args.threads}")
    file = tune(options_in(Config, args), args.out, args.threads, lambda line: print(line, flush=True))
    print(f"the agent is in {file}")
    return 0
