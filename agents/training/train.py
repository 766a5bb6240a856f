"""Masked PPO against scripted opponents: ``ctv train CONFIG [key=value ...]``.

From top to bottom: the games, the network, an optional warm start by imitation, stock ``MaskablePPO``, evaluation.
What a run is, is said in ``config.py``; what it leaves behind, in ``runs.py``.
"""

import json
import pathlib
import time
import typing

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.logger import configure
from stable_baselines3.common.torch_layers import CombinedExtractor, FlattenExtractor
from stable_baselines3.common.utils import LinearSchedule

from agents.evaluation.evaluate import evaluate
from agents.evaluation.records import Setting
from agents.evaluation.seeds import draw_seeds
from agents.learned.checkpoint import check, read_session, save
from agents.learned.policy import MaskedPolicy
from agents.reports.curve import draw_curve
from agents.reports.tables import markdown, verdict
from agents.training.config import SELF, TrainConfig, WarmStart, resolved
from agents.training.limits import Limits
from agents.training.progress import Progress, keep_rows
from agents.training.resume_state import restore
from agents.training.runs import Run, identity
from agents.training.self_play import PastSelves
from agents.training.warm_start import warm_up
from ctv_env.envs.batch import DRAWN_SIDE, BatchGames, pick
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.games import spec_of


class Training(typing.NamedTuple):
    """A run ready to go."""

    run: Run
    config: TrainConfig  # resolved
    model: MaskablePPO
    past: PastSelves
    seconds: float  # that it took before it was resumed
    quiet: bool


def begin(config: TrainConfig, parent: pathlib.Path = pathlib.Path("runs"), quiet: bool = False) -> Training:
    """A new run, with its folder below ``parent``.

    Raises:
        ValueError: a name in the config is unknown to the game; nothing has been written then.
    """
    config = resolved(config)
    policies = spec_of(config.game).policies
    names = {
        "warm_start.teacher": [config.warm_start.teacher] if config.warm_start else [],
        "evaluation.opponents": config.evaluation.opponents,
        "evaluation.references": config.evaluation.references,
    }
    for key, wanted in names.items():
        for policy in wanted or ():
            pick(key, policy, policies)
    model = make_model(config)
    run = Run.new(config, parent)
    say(quiet, f"run folder: {run.folder}")
    return Training(run, config, model, _past_selves(model, config), 0.0, quiet)


def resume(folder: pathlib.Path, quiet: bool = False) -> Training:
    """A run as its newest checkpoint left it; it goes on exactly as if it had not been stopped.

    Raises:
        CheckpointError: no run folder, no checkpoint, or one that does not fit the code of today.
    """
    run = Run.existing(folder)
    config = run.config()
    checkpoint = run.latest()
    check(checkpoint, identity(config))
    model = make_model(config)
    model.set_parameters(str(checkpoint), device="cpu")
    past, session = _past_selves(model, config), read_session(checkpoint)
    past.restore(session)
    seconds = restore(model, session)
    keep_rows(run.progress_file, model.num_timesteps)
    say(quiet, f"resuming {folder} after {model.num_timesteps:,} decisions")
    return Training(run, config, model, past, seconds, quiet)


def make_model(config: TrainConfig) -> MaskablePPO:
    """A new network on new games."""
    config = resolved(config)
    torch.set_num_threads(config.torch_threads)
    env = SB3VecEnv(config.n_envs, **_games_of(config))
    several_arrays = isinstance(env.observation_space, gymnasium.spaces.Dict)
    model = MaskablePPO(
        MaskedPolicy,
        env,
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
        policy_kwargs={
            "net_arch": config.net,
            "features_extractor_class": CombinedExtractor if several_arrays else FlattenExtractor,
        },
        seed=config.seed,
        device="cpu",
    )
    env.seed(_seed(config, 0))  # MaskablePPO gives neighbouring seeds neighbouring, overlapping games
    return model


def _seed(config: TrainConfig, stream: int) -> int:
    """A seed of the run for one purpose."""
    return int(np.random.SeedSequence([config.seed, stream]).generate_state(1)[0])


def _opponents(config: TrainConfig) -> list[str]:
    """The opponent of each game."""
    opponents = config.opponents or []
    return [opponents[i % len(opponents)] for i in range(config.n_envs)]


def _past_selves(model: MaskablePPO, config: TrainConfig) -> PastSelves:
    return PastSelves(model, _opponents(config), config.snapshot_every, _seed(config, 2))


def _games_of(config: TrainConfig) -> dict:
    """Arguments of ``BatchGames``; before there is a learner, its teacher stands in for its past selves."""
    stand_in = config.warm_start.teacher if config.warm_start else spec_of(config.game).policies[0]
    return {
        "scenario": config.scenario,
        "side": config.side,
        "opponent": [stand_in if name == SELF else name for name in _opponents(config)],
        "obs": config.observation,
        "reward": config.reward,
        "threads": config.env_threads,
        "game": config.game,
        **config.options,
    }


def warm_start(training: Training, settings: WarmStart) -> None:
    """Imitate a teacher."""
    begun = time.perf_counter()
    config = training.config
    say(training.quiet, f"warm start: {settings.decisions:,} decisions with advice of {settings.teacher} ...")
    games = BatchGames(config.n_envs, **_games_of(config))
    agreement = warm_up(training.model, games, settings, _seed(config, 1))
    games.close()
    say(training.quiet, f"warm start: {agreement:.0%} learned in {time.perf_counter() - begun:.0f} s")


def finish(training: Training, record: pathlib.Path | None = None) -> None:
    """Train to the end of the config's budget, save the agent, draw its learning curve, evaluate it.

    Args:
        training: the run.
        record: folder in which the games of the evaluation are recorded; None for none.

    Raises:
        KeyboardInterrupt: the user has stopped the training; ``resume`` goes on from there.
    """
    run, config, model, quiet = training.run, training.config, training.model, training.quiet
    if config.warm_start and model.num_timesteps == 0:
        warm_start(training, config.warm_start)
    learn(training)
    save(model, run.model_file, identity(config))
    title = f"{config.name}: {config.side} against {' and '.join(config.opponents or [])}"
    draw_curve(run.progress_file, run.folder / "learning_curve.png", title, spec_of(config.game).score)
    report = evaluate_run(run, config, record)
    say(quiet, f"\n{report}\nall of it, with the agent and its learning curve, is in {run.folder}")


def learn(training: Training) -> None:
    """Masked PPO until the budget is used up, with progress and checkpoints; raises as ``finish``."""
    run, config, model, past, seconds, quiet = training
    env = typing.cast(SB3VecEnv, model.env)
    games = env.games
    progress = Progress(run.progress_file, config.total_steps, games.spec, games.tables, seconds, quiet)
    limits = Limits(run, identity(config), config.checkpoint_every, config.minutes, progress, past)
    model.set_logger(configure(str(run.folder / "tensorboard"), ["tensorboard"]))
    decisions = model.num_timesteps
    past.begin()
    model.learn(
        max(0, config.total_steps - decisions),
        callback=CallbackList([progress, past, limits]),
        reset_num_timesteps=decisions == 0,
    )
    env.close()
    if limits.interrupted:
        say(quiet, f"stopped after {model.num_timesteps:,} decisions; to go on: ctv train --resume {run.folder}")
        raise KeyboardInterrupt
    rate = (model.num_timesteps - decisions) / max(progress.seconds - seconds, 1e-9)
    say(quiet, f"trained: {model.num_timesteps:,} decisions in {progress.seconds:.0f} s, {rate:,.0f} a second")


def evaluate_run(run: Run, config: TrainConfig, record: pathlib.Path | None) -> str:
    """Play the games of a resolved config's ``evaluation``; returns the page.

    It is written to ``evaluation.md``, the figures to ``evaluation.json``.
    """
    setting = Setting(config.game, config.scenario, config.options, config.env_threads, record=record)
    wanted = config.evaluation
    seeds = draw_seeds(wanted.seed, wanted.games)
    sides = setting.spec.sides if config.side == DRAWN_SIDE else (str(config.side),)
    results, verdicts = [], []
    for side in sides:
        for opponent in wanted.opponents or ():
            learned, *references = (
                evaluate(agent, opponent, side, seeds, setting)[0]
                for agent in (str(run.model_file), *wanted.references)
            )
            results += [learned, *references]
            verdicts += [f"- {verdict(learned, reference)}\n" for reference in references]
    report = "\n".join([markdown(results), "".join(verdicts)])
    (run.folder / "evaluation.json").write_text(json.dumps([result.as_dict() for result in results], indent=2) + "\n")
    (run.folder / "evaluation.md").write_text(report)
    return report


def say(quiet: bool, text: str) -> None:
    """Tell the user, unless he wants it quiet."""
    if not quiet:
        print(text, flush=True)
