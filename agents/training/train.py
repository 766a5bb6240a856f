"""Masked PPO against named opponents: ``ctv train CONFIG [key=value ...]``.

From top to bottom: the games, the network, an optional warm start by imitation, stock ``MaskablePPO``, evaluation.
Configs are defined in ``config.py``, output files in ``runs.py``.
"""

import contextlib
import functools
import json
import pathlib
import time
import typing
from collections.abc import Iterator

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import LinearSchedule

from ctv_env.agents.base import dismiss
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.seeds import draw_seeds
from ctv_env.agents.learned.archive import CheckpointError, read
from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.checkpoint import OPTIMIZER, WEIGHTS, check, read_session, save
from ctv_env.agents.learned.network import extractor, set_optimizer, set_weights, weights_of
from ctv_env.agents.learned.policy import MaskedPolicy
from ctv_env.agents.learned.policy_agent import is_policy
from ctv_env.agents.registry import checkpoint_file, make_agent
from ctv_env.agents.reports.curve import draw_curve
from ctv_env.agents.reports.tables import markdown, verdict
from ctv_env.agents.training.candidate_ppo import CandidatePPO
from ctv_env.agents.training.candidate_warm_start import warm_up as imitate_by_candidates
from ctv_env.agents.training.config import FLAT_NETWORK, SELF, TrainConfig, WarmStart, resolved
from ctv_env.agents.training.flat_ppo import FlatPPO
from ctv_env.agents.training.guard import Guard
from ctv_env.agents.training.limits import Limits
from ctv_env.agents.training.pack import unpacked
from ctv_env.agents.training.progress import Progress, keep_rows, pairings
from ctv_env.agents.training.resume_state import restore
from ctv_env.agents.training.runs import Run, facts_of, identity
from ctv_env.agents.training.self_play import PastSelves
from ctv_env.agents.training.stagger import Stagger
from ctv_env.agents.training.warm_start import warm_up
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import DRAWN_SIDE, BatchGames, pick
from ctv_env.envs.sb3 import SB3VecEnv


class Training(typing.NamedTuple):
    """A run ready to start."""

    run: Run
    config: TrainConfig  # resolved
    model: MaskablePPO
    past: PastSelves
    session: dict[str, np.ndarray]  # of the checkpoint from which it is resumed; empty at the start
    seconds: float  # taken before it was resumed
    quiet: bool


def begin(config: TrainConfig, parent: pathlib.Path = pathlib.Path("runs"), quiet: bool = False) -> Training:
    """Create a new run, with its folder below ``parent``.

    Raises:
        ValueError: a name in the config is unknown to the game, or ``init_from`` does not fit; nothing has been
            written then.
    """
    config = resolved(config)
    if config.warm_start:
        pick("warm_start.teacher", config.warm_start.teacher, spec_of(config.game).policies)
    model = make_model(config)
    if config.init_from is not None:
        _initialize(model, config, config.init_from)
    _try_evaluation(config)
    run = Run.new(config, parent)
    say(quiet, f"run folder: {run.folder}")
    return Training(run, config, model, _past_selves(model, config), {}, 0.0, quiet)


def resume(path: pathlib.Path, quiet: bool = False) -> Training:
    """Restore a run from its newest checkpoint; it continues exactly as if it had not been stopped.

    Only opponents that are agents with a memory of their own, such as those that search, forget the games in progress.

    Args:
        path: its folder, or one of its checkpoints to go on from instead.
        quiet: print nothing.

    Raises:
        CheckpointError: no run folder, no checkpoint, or one that does not fit the current code or is damaged; the
            message names the checkpoint before it, if there is one.
    """
    run = Run.existing(path.parent.parent if path.is_file() else path)
    config = run.config()
    checkpoint = path if path.is_file() else run.latest()
    with _naming_previous(run, checkpoint):
        session = read_session(checkpoint)
    check(checkpoint, identity(config))
    model = make_model(config)
    past = _past_selves(model, config)
    with _naming_previous(run, checkpoint):
        set_weights(typing.cast(typing.Any, model.policy), read(checkpoint, WEIGHTS))
        set_optimizer(typing.cast(typing.Any, model.policy), read(checkpoint, OPTIMIZER))
        past.restore(session)
        seconds = restore(model, session)
    run.remove_parts()
    keep_rows(run.progress_file, model.num_timesteps)
    say(quiet, f"resuming {run.folder} after {model.num_timesteps:,} decisions")
    return Training(run, config, model, past, session, seconds, quiet)


@contextlib.contextmanager
def _naming_previous(run: Run, checkpoint: pathlib.Path) -> Iterator[None]:
    """Add to errors about ``checkpoint`` which earlier one can be used instead."""
    try:
        yield
    except CheckpointError as error:
        message = f"{run.folder} cannot continue from {checkpoint.name}: {error}{run.offer(checkpoint)}"
        raise CheckpointError(message) from error


def make_model(config: TrainConfig) -> MaskablePPO:
    """Create a new network on new games."""
    config = resolved(config)
    torch.set_num_threads(config.torch_threads)
    env = SB3VecEnv(config.n_envs, illegal_action="raise", **_games_of(config))
    model = _algorithm(config, env)(
        env=env,
        learning_rate=LinearSchedule(config.learning_rate, config.learning_rate_end, 1.0),
        n_steps=config.n_steps,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.ent_coef,
        vf_coef=config.vf_coef,
        max_grad_norm=config.max_grad_norm,
        target_kl=config.target_kl,
        seed=config.seed,
        device="cpu",
    )
    env.seed(_seed(config, 0))  # MaskablePPO gives neighbouring seeds neighbouring, overlapping games
    return model


def _initialize(model: MaskablePPO, config: TrainConfig, name: str) -> None:
    """Give the model the network of another agent, by the path of its run folder or checkpoint."""
    file = checkpoint_file(name, spec_of(config.game))
    check(file, identity(config))
    weights = read(file, WEIGHTS)
    if is_policy(file):
        if config.value_updates == 0:
            raise CheckpointError(
                f"checkpoint {file} is packed, without a value: let one learn before the actions do, by value_updates "
                "of 1 or more"
            )
        weights = weights_of(model) | unpacked(weights)
    set_weights(typing.cast(typing.Any, model.policy), weights)


def _algorithm(config: TrainConfig, env: SB3VecEnv) -> typing.Callable[..., MaskablePPO]:
    """Return the constructor of the algorithm, with all that depends on the kind of network."""
    if config.network == FLAT_NETWORK:
        flat = {"net_arch": config.net, "features_extractor_class": extractor(env.observation_space)}
        return functools.partial(FlatPPO, MaskedPolicy, policy_kwargs=flat, value_updates=config.value_updates)
    games = env.games
    candidates = {
        "layouts": games.layouts,
        "actions": games.tables.actions,
        "widths": config.net,
        "candidate": config.candidate_net,
    }
    return functools.partial(
        CandidatePPO,
        CandidatePolicy,
        policy_kwargs=candidates,
        anchor=config.anchor,
        anchor_until=config.anchor_until,
        value_updates=config.value_updates,
    )


def _seed(config: TrainConfig, stream: int) -> int:
    """Return a seed of the run for one purpose."""
    return int(np.random.SeedSequence([config.seed, stream]).generate_state(1)[0])


def _opponents(config: TrainConfig) -> list[str]:
    """Return the opponent of each game."""
    opponents = config.opponents or []
    return [opponents[i % len(opponents)] for i in range(config.n_envs)]


def _try_evaluation(config: TrainConfig) -> None:
    """Make the agents of the evaluation once, so that mistakes show at once; raises as ``make_agent``."""
    wanted = config.evaluation
    for side in _sides_of(config):
        for place in spec_of(config.game).sides:
            for name in (wanted.references if place == side else wanted.opponents) or ():
                dismiss(make_agent(name, config.game, config.scenario, place, options=config.options))


def _past_selves(model: MaskablePPO, config: TrainConfig) -> PastSelves:
    return PastSelves(model, _opponents(config), config.snapshot_every, _seed(config, 2))


def _games_of(config: TrainConfig) -> dict:
    """Return arguments of ``SB3VecEnv``; before there is a learner, its teacher replaces its past selves."""
    stand_in = config.warm_start.teacher if config.warm_start else spec_of(config.game).policies[0]
    return {
        "scenario": config.scenario,
        "side": config.side,
        "opponent": [stand_in if name == SELF else name for name in _opponents(config)],
        "obs": config.observation,
        "dtype": "float32" if config.network == FLAT_NETWORK else "uint8",
        "reward": config.reward,
        "threads": config.env_threads,
        "game": config.game,
        **config.options,
    }


def warm_start(training: Training, settings: WarmStart) -> None:
    """Imitate a teacher."""
    begun = time.perf_counter()
    config = training.config
    say(training.quiet, f"warm start: {settings.decisions:,} decisions with advice from {settings.teacher} ...")
    policies = spec_of(config.game).policies
    inside = [name if name in policies else settings.teacher for name in _opponents(config)]
    games = BatchGames(config.n_envs, **(_games_of(config) | {"opponent": inside}))
    model, seed = training.model, _seed(config, 1)
    if isinstance(model, CandidatePPO):
        agreement = imitate_by_candidates(model.policy, games, settings, seed, config.vf_coef, config.max_grad_norm)
    else:
        agreement = warm_up(model, games, settings, seed)
    games.close()
    say(training.quiet, f"warm start: {agreement:.0%} learned in {time.perf_counter() - begun:.0f} s")


def finish(training: Training, record: pathlib.Path | None = None) -> None:
    """Train to the end of the config's budget, save the agent, plot its learning curve, evaluate it.

    Args:
        training: the run.
        record: folder in which to record the evaluation games; None for none.

    Raises:
        KeyboardInterrupt: the user has stopped the training; ``resume`` continues it.
    """
    run, config, model, quiet = training.run, training.config, training.model, training.quiet
    if (config.warm_start or config.init_from) and model.num_timesteps == 0:
        if config.warm_start:
            warm_start(training, config.warm_start)
        save(run.start_file, facts_of(config), weights=weights_of(model))
    learn(training)
    save(run.model_file, facts_of(config), weights=weights_of(model))
    title = f"{config.name}: {config.side} against {' and '.join(config.opponents or [])}"
    draw_curve(run.progress_file, run.folder / "learning_curve.png", title, spec_of(config.game).score)
    report = evaluate_run(run, config, record)
    say(quiet, f"\n{report}\nrun folder, with the agent and its learning curve: {run.folder}")


def learn(training: Training) -> None:
    """Run masked PPO until the budget is used up, with progress and checkpoints; raises as ``finish``."""
    run, config, model, past, session, seconds, quiet = training
    env = typing.cast(SB3VecEnv, model.env)
    games = env.games
    pairs = pairings(config, games.spec.sides)
    progress = Progress(
        run.progress_file, config.total_steps, games.spec, games.tables, seconds, quiet, _opponents(config), pairs
    )
    guard = Guard(model, progress, config.stop_when_worse)
    guard.restore(session)
    limits = Limits(run, facts_of(config), config.checkpoint_every, config.minutes, progress, past, guard)
    model.set_logger(configure(str(run.folder / "tensorboard"), ["tensorboard"]))
    decisions = model.num_timesteps
    first = [Stagger()] if config.stagger and decisions == 0 else []
    past.begin()
    if isinstance(model, CandidatePPO) and model.origin is None:
        model.remember_origin()
    model.learn(
        max(0, config.total_steps - decisions),
        callback=CallbackList([*first, progress, guard, past, limits]),
        reset_num_timesteps=decisions == 0,
    )
    env.close()
    if limits.interrupted:
        say(quiet, f"stopped after {model.num_timesteps:,} decisions; to continue: ctv train --resume {run.folder}")
        raise KeyboardInterrupt
    if guard.stop:
        say(quiet, f"stopped after {model.num_timesteps:,} decisions: {guard.stop}")
    rate = (model.num_timesteps - decisions) / max(progress.seconds - seconds, 1e-9)
    say(quiet, f"trained: {model.num_timesteps:,} decisions in {progress.seconds:.0f} s, {rate:,.0f} per second")


def evaluate_run(run: Run, config: TrainConfig, record: pathlib.Path | None) -> str:
    """Play the games of a resolved config's ``evaluation``; return the page.

    The page is written to ``evaluation.md``, the figures to ``evaluation.json``.
    """
    setting = _setting(config, record)
    wanted = config.evaluation
    seeds = draw_seeds(wanted.seed, wanted.games)
    results, verdicts = [], []
    for side in _sides_of(config):
        for opponent in wanted.opponents or ():
            learned, *references = (
                evaluate(agent, opponent, side, seeds, setting)[0]
                for agent in (str(run.model_file), *wanted.references)
            )
            results += [learned, *references]
            verdicts += [f"- {verdict(learned, reference)}\n" for reference in references]
    report = "\n".join([markdown(results), "".join(verdicts)])
    (run.folder / "evaluation.json").write_text(
        json.dumps([result.as_dict() for result in results], indent=2) + "\n", encoding="utf-8"
    )
    (run.folder / "evaluation.md").write_text(report, encoding="utf-8")
    return report


def _setting(config: TrainConfig, record: pathlib.Path | None = None) -> Setting:
    """Return where the games of the evaluation are played."""
    return Setting(config.game, config.scenario, config.options, config.env_threads, record=record)


def _sides_of(config: TrainConfig) -> tuple[str, ...]:
    """Return the sides that the learner plays."""
    return spec_of(config.game).sides if config.side == DRAWN_SIDE else (str(config.side),)


def say(quiet: bool, text: str) -> None:
    """Print a message unless the config is quiet."""
    if not quiet:
        print(text, flush=True)
