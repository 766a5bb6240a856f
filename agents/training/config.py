"""The config of a training run: the keys of ``configs/train/*.yaml``, each declared and explained here."""

import dataclasses
import pathlib
import re
from collections.abc import Sequence

from ctv_env.agents.training.common import CommonConfig, check_options
from ctv_env.agents.training.plain_yaml import PlainYamlError, load
from ctv_env.agents.training.settings import ConfigError, apply_change, key, read
from ctv_env.core.datafile import one_of
from ctv_env.core.quote import quoted
from ctv_env.core.spec import reference_of, spec_of
from ctv_env.core.terms import Tables
from ctv_env.envs.batch import DRAWN_SIDE

FLAT_NETWORK, CANDIDATES = "flat", "candidates"
"""Values of ``network``."""
SELF = "self"
"""Name of an opponent: frozen copies of the learner."""


@dataclasses.dataclass(frozen=True)
class WarmStart:
    """Imitation of a scripted policy before reinforcement learning."""

    teacher: str | None = key(None, "compiled policy to imitate; none for the game's strongest")
    decisions: int = key(200_000, "decisions with the teacher's advice, in all rounds together", low=1)
    rounds: int = key(2, "the teacher plays the first; the network the others, labelled by the teacher", low=1)
    epochs: int = key(2, "passes over all decisions so far, after each round", low=1)
    minibatch: int = key(256, "decisions in a gradient step of the imitation", low=1)
    learning_rate: float = key(1e-3, "of the imitation, falling to 0 in each round", low=0.0)
    sharpness: float = key(
        2.0, "factor of the logits at the end: uncertain imitation should not become exploration", low=0.0
    )


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """Games played after training, with seeds that training never uses."""

    opponents: list[str] | None = key(
        None, "opponents, by name; none for the game's weakest and strongest compiled policy"
    )
    references: list[str] = key(["random"], "agents that play the same games in its place, for comparison")
    games: int = key(400, "games against each opponent", low=1)
    seed: int = key(10_000_019, "seed of these games; the same seed gives the same dice", low=0)


@dataclasses.dataclass(frozen=True)
class TrainConfig(CommonConfig):
    """A training run of masked PPO against named opponents, or against itself."""

    name: str = key("ppo", "the run's folder is runs/NAME-TIME")
    side: str | None = key(None, "side of the learner, or 'random', drawn for each game; none for the first side")
    opponents: list[str] | None = key(
        None,
        "agents of the other side, by name as for `ctv evaluate`, or 'self': past selves; dealt out among the games; "
        "in a warm start the teacher plays for all but compiled policies; none for the game's strongest policy",
    )
    snapshot_every: int = key(20_000, "decisions of the learner between two copies of it, for opponent 'self'", low=1)
    observation: str | None = key(None, "kind of observation; none for the game's first single vector, else its first")
    total_steps: int = key(1_000_000, "decisions of the learner in the whole run", low=1)
    minutes: float | None = key(None, "time limit; none for no limit", low=0.0)
    n_envs: int = key(128, "games played at a time", low=1)
    n_steps: int = key(64, "decisions in each game between two updates", low=2)
    stagger: bool = key(False, "let the network first play the games on, so that an update sees all stages of the game")
    env_threads: int = key(2, "threads that step the games", low=1)
    torch_threads: int = key(1, "threads of the network; more than one is slow on a busy machine", low=1)
    learning_rate: float = key(3e-4, "at the start", low=0.0)
    learning_rate_end: float = key(3e-5, "at the last step; linear in between", low=0.0)
    epochs: int = key(2, "passes over the decisions of an update", low=1)
    minibatch: int = key(1024, "decisions in a gradient step", low=2)
    target_kl: float | None = key(None, "ends the epochs of an update early; none for never", low=0.0)
    network: str = key(
        FLAT_NETWORK,
        "flat: one vector in, a number for each action out; candidates: scores each legal action by its own features",
        among=(FLAT_NETWORK, CANDIDATES),
    )
    net: list[int] = key([256, 256], "widths of the hidden layers; of candidates, those of the whole position", low=1)
    candidate_net: int = key(64, "width of the two hidden layers of an action, with network candidates", low=1)
    anchor: float = key(0.0, "weight of the divergence from the network after the warm start (candidates)", low=0.0)
    anchor_until: int = key(0, "decisions after which that weight has fallen to 0, linearly", low=0)
    value_updates: int = key(0, "updates at the start in which only the value learns", low=0)
    stop_when_worse: bool = key(True, "stop when the win rate falls significantly below that of the first update")
    checkpoint_every: int = key(500_000, "decisions between two checkpoints", low=1)
    init_from: str | None = key(None, "run folder or checkpoint from whose network to start, instead of a warm start")
    warm_start: WarmStart | None = dataclasses.field(default=None)
    evaluation: Evaluation = dataclasses.field(default_factory=Evaluation)


_OF_CANDIDATES = ("candidate_net", "anchor", "anchor_until")  # only that network uses them

_SHIPPED = pathlib.Path(__file__).parents[2] / "configs" / "train"


def named_configs() -> dict[str, pathlib.Path]:
    """Return the config files of the package by name."""
    return {file.stem: file for file in sorted(_SHIPPED.glob("*.yaml"))}


def summary(file: pathlib.Path) -> str:
    """Return the comment in the first line of a config."""
    return file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def config_file(config: str) -> pathlib.Path:
    """Return the file of a config: ``config`` itself, or the named one if it has neither a folder nor a suffix.

    Raises:
        ConfigError: no config of that name comes with the package; the message lists those that do.
    """
    path, named = pathlib.Path(config), named_configs()
    if path.suffix or path.name != config:
        return path
    if config not in named:
        raise ConfigError(f"no config {config!r}; {one_of(config, named)}, or the path of a YAML file")
    return named[config]


def read_config(file: str | pathlib.Path, changes: Sequence[str] = ()) -> TrainConfig:
    """Read a config from a YAML file; omitted keys have their defaults.

    Args:
        file: the YAML file.
        changes: ``"key=value"`` each, a nested key with dots (``"evaluation.games=50"``), values as in YAML.

    Raises:
        ConfigError: no such file, invalid YAML, an unknown key or a wrong value.
    """
    try:
        data = load(pathlib.Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"config {file} cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"config {file} is not a text: it must be YAML in UTF-8") from error
    except PlainYamlError as error:
        raise ConfigError(f"config {file} is not valid YAML: {error}") from error
    data = {} if data is None else data
    if isinstance(data, dict):
        for change in changes:
            apply_change(data, change)
    config = read(TrainConfig, data)
    if not re.fullmatch(r"[\w.-]{1,100}", config.name) or config.name.startswith("."):
        raise ConfigError(f"name must be up to 100 letters, digits, '_', '-' and '.', not {quoted(config.name)}")
    check_options(config.options)
    if config.opponents is not None and not config.opponents:
        raise ConfigError("opponents must name at least one agent")
    if SELF in (config.opponents or ()) and config.side != DRAWN_SIDE:
        raise ConfigError(f"opponent 'self' plays the other side, which the learner must learn too: side: {DRAWN_SIDE}")
    if config.init_from is not None and config.warm_start is not None:
        raise ConfigError("init_from starts from a trained network, so it excludes warm_start: set one of them to null")
    _check_network(config)
    rollout = config.n_envs * config.n_steps
    if config.minibatch > rollout:
        raise ConfigError(f"minibatch {config.minibatch} is more than n_envs * n_steps = {rollout}")
    return config


def _check_network(config: TrainConfig) -> None:
    """Raise a ConfigError for settings that the network would not use."""
    usual = TrainConfig()
    unused = [name for name in _OF_CANDIDATES if getattr(config, name) != getattr(usual, name)]
    if config.network == FLAT_NETWORK and unused:
        raise ConfigError(f"{', '.join(unused)} has no effect with network: {FLAT_NETWORK}; set network: {CANDIDATES}")
    if (config.anchor > 0) != (config.anchor_until > 0):
        raise ConfigError("anchor and anchor_until belong together: give both, or leave both at 0")


def resolved(config: TrainConfig) -> TrainConfig:
    """Return ``config`` with every none that stands for a default of its game replaced by the name.

    Raises:
        ValueError: no such game, scenario or option.
    """
    spec = spec_of(config.game)
    tables = spec.load(config.scenario, **config.options)
    weakest, strongest = spec.policies[0], spec.policies[-1]
    warm_start, evaluation = config.warm_start, config.evaluation
    if warm_start is not None and warm_start.teacher is None:
        warm_start = dataclasses.replace(warm_start, teacher=strongest)
    if evaluation.opponents is None:
        evaluation = dataclasses.replace(evaluation, opponents=list(dict.fromkeys((weakest, strongest))))
    return dataclasses.replace(
        config,
        game=reference_of(spec),
        scenario=tables.scenario,
        side=config.side or spec.sides[0],
        opponents=config.opponents or [strongest],
        observation=config.observation or observation_for(config.network, tables),
        warm_start=warm_start,
        evaluation=evaluation,
    )


def observation_for(network: str, tables: Tables) -> str:
    """Return the kind of observation that suits a network best."""
    if network == FLAT_NETWORK:
        return _vector_kind(tables)
    by_action = (
        kind
        for kind, layouts in tables.observations.items()
        if any(layout.before == (tables.actions.n,) for layout in layouts)
    )
    return next(by_action, max(tables.observations, key=lambda kind: len(tables.observations[kind])))


def _vector_kind(tables: Tables) -> str:
    """Return the first kind of observation that is a single vector, else the first."""
    vectors = (kind for kind, (one, *more) in tables.observations.items() if not more and len(one.shape) == 1)
    return next(vectors, next(iter(tables.observations)))


def as_dict(config: TrainConfig) -> dict:
    """Return plain data that ``read`` converts back to ``config``."""
    return dataclasses.asdict(config)
