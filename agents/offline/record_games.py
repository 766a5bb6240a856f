"""Records games of an agent as a data set in Minari's format, on all cores.

``ctv lab record-games rollout staff --games 1000 --seed 1 --out data/games-v0``
"""

import argparse
import copy
import importlib.metadata
import os
import pathlib
import platform
import typing

import gymnasium
import tqdm

from ctv_env import __version__
from ctv_env.agents.evaluation.agent_pool import AgentPool
from ctv_env.agents.evaluation.evaluate import seats
from ctv_env.agents.evaluation.fingerprint import identity_of_agent, place_of
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.results import BOTH
from ctv_env.agents.evaluation.seeds import draw_seeds
from ctv_env.agents.learned.checkpoint import identity_of
from ctv_env.agents.offline.data_set import writing
from ctv_env.agents.offline.recorder import Job, Task, record
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.config import CANDIDATES, observation_for
from ctv_env.core.host import usable_cores
from ctv_env.core.spec import reference_of
from ctv_env.envs import REGISTERED
from ctv_env.envs.batch import DRAWN_SIDE

PACKAGES = ("gymnasium", "h5py", "numba", "numpy")


class Recording(typing.NamedTuple):
    """What to record.

    Attributes:
        agent: whose decisions are kept.
        opponent: on the other side.
        side: of the agent, or ``BOTH``.
        games: number of games; half of them on each side with ``BOTH``, on the same seeds.  An agent that plays itself
            is recorded on both sides of every game.
        seed: from which the seeds of the games are drawn.
        observation: kind of observation; None for the one that suits the candidate network.
        stand_in: agent that decides in place of ``agent`` on a ``share`` of its turns; its decisions are kept, but not
            marked as taught.  None for none.
        share: of the turns, 0 to 1.
    """

    agent: str
    opponent: str
    side: str = BOTH
    games: int = 400
    seed: int = 0
    observation: str | None = None
    stand_in: str | None = None
    share: float = 0.5


def record_games(
    recording: Recording, setting: Setting, folder: pathlib.Path, quiet: bool = False
) -> tuple[int, int, float]:
    """Play games and write them to a data set.

    Args:
        recording: what to record.
        setting: where to play; ``threads`` is the number of processes, which does not change the data.
        folder: of the data set, to create; its name is that of the data set, such as ``games-v0``.
        quiet: show no progress.

    Returns:
        Number of episodes, of decisions, and the share of the episodes that were won.

    Raises:
        ValueError: an unknown agent, side, scenario, option or observation, a wrong number, or (as ``DataSetError``) a
            folder that exists or has a name that Minari does not take.  Nothing is written then.
        ForfeitError: an agent gives up.
        ChildProcessError: a process was ended from outside.
    """
    jobs = _jobs(recording, setting)
    kind = recording.observation or observation_for(CANDIDATES, setting.tables)
    facts = _facts(recording, setting, kind, jobs)
    task = Task(setting, kind, recording.stand_in, recording.share if recording.stand_in else 0.0)
    layouts, n_actions = setting.tables.observations[kind], setting.tables.actions.n
    episodes, decisions, won = 0, 0, 0
    with writing(folder, layouts, n_actions, facts) as add:
        for played in tqdm.tqdm(record(task, jobs), total=len(jobs), unit=" games", disable=quiet):
            for episode in played:
                add(episode)
                episodes, decisions, won = episodes + 1, decisions + episode.n, won + (episode.result > 0)
    return episodes, decisions, won / max(episodes, 1)


def _jobs(recording: Recording, setting: Setting) -> list[Job]:
    """Return the games of a recording; raises as ``record_games``."""
    sides = setting.spec.sides
    if recording.side not in (*sides, BOTH):
        raise ValueError(f"no side {recording.side!r}; it is {', '.join(sides)} or {BOTH}")
    places = sides if recording.side == BOTH else (recording.side,)
    if recording.games < 1 or recording.seed < 0 or not 0 <= recording.share <= 1:
        raise ValueError("games must be at least 1, seed at least 0, and share from 0 to 1")
    if recording.agent == recording.opponent:
        seeds = draw_seeds(recording.seed, recording.games)
        return [Job((recording.agent, recording.opponent), places, seed) for seed in seeds]
    if recording.games % len(places):
        raise ValueError(f"games must be even, since each seed is played twice, not {recording.games}")
    return [
        Job(seats(recording.agent, recording.opponent, place, sides), (place,), seed)
        for seed in draw_seeds(recording.seed, recording.games // len(places))
        for place in places
    ]


def _facts(recording: Recording, setting: Setting, kind: str, jobs: list[Job]) -> dict[str, typing.Any]:
    """Return what the metadata says about a recording; raises as ``record_games``."""
    spec, options = setting.spec, {name: _plain(value) for name, value in setting.options.items()}
    side = DRAWN_SIDE if recording.side == BOTH else recording.side
    identity = identity_of(setting.game, setting.scenario, kind, side, setting.options)
    pool = AgentPool(setting)
    agents = {}
    for job in jobs[:2]:
        for place, agent in pool.agents(job.seats).items():
            name = job.seats[spec.sides.index(place)]
            agents[f"{name}, {place}"] = identity_of_agent(name, agent, setting)
    if recording.stand_in is not None:
        for place in {place for job in jobs[:2] for place in job.recorded}:
            stand_in = make_agent(recording.stand_in, setting.game, setting.scenario, place, options=setting.options)
            name = f"stand-in {recording.stand_in}, {place}"
            agents[name] = identity_of_agent(recording.stand_in, stand_in, setting)
    pool.dismiss()
    return {
        "identity": identity,
        "options": options,
        "place": place_of(setting),
        "data": setting.tables.data_hash,
        "recording": recording._asdict(),
        "agents": agents,
        "versions": {"python": platform.python_version(), "ctv_env": __version__, **_versions()},
        "metadata": _minari_entries(recording, setting, kind, side, options),
    }


def _plain(value: typing.Any) -> typing.Any:
    return value if isinstance(value, str | bool) else os.fspath(value)


def _versions() -> dict[str, str]:
    return {name: importlib.metadata.version(name) for name in PACKAGES}


def _minari_entries(
    recording: Recording, setting: Setting, kind: str, side: str, options: dict[str, typing.Any]
) -> dict[str, typing.Any]:
    """Return entries of Minari's own metadata: who played, and the environment in which an agent sees the same."""
    entries: dict[str, typing.Any] = {"algorithm_name": recording.agent, "author": ["ctv_env"]}
    entries["requirements"] = [f"ctv_env=={__version__}"]
    name = REGISTERED.get(reference_of(setting.spec), {}).get(setting.tables.scenario)
    if name is not None:
        env = copy.copy(gymnasium.spec(name))  # the registry keeps its own
        env.kwargs = {
            **env.kwargs,
            **options,
            "side": side,
            "opponent": recording.opponent,
            "obs": kind,
            "dtype": "uint8",
            "reward": "win",
            "mask_in_obs": True,
        }
        entries["env_spec"] = env.to_json()
    return entries


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab record-games``."""
    base = Recording("", "")
    parser.add_argument("agent", help="whose decisions are kept, by name as for `ctv evaluate`")
    parser.add_argument(
        "opponent", help="on the other side; may be the agent itself, which is then recorded twice a game"
    )
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="to create, such as games-v0")
    parser.add_argument("--game", help="name of the game (the first)")
    parser.add_argument("--scenario", help="name of the scenario (the game's first)")
    parser.add_argument("--side", default=base.side, help=f"side of the agent, or {BOTH} ({base.side})")
    parser.add_argument("--games", type=int, default=base.games, help=f"number of games ({base.games})")
    parser.add_argument("--seed", type=int, default=base.seed, help=f"determines the games ({base.seed})")
    parser.add_argument("--observation", help="kind of observation (the one with advice, if the game has one)")
    parser.add_argument("--stand-in", help="decides in place of the agent on some turns, to lead it elsewhere")
    parser.add_argument("--share", type=float, default=base.share, help=f"of its turns on which it does ({base.share})")
    parser.add_argument("--threads", type=int, default=usable_cores(), help="processes (one per core)")


def run(args: argparse.Namespace) -> int:
    """Record; return the exit code."""
    recording = Recording(**{name: getattr(args, name) for name in Recording._fields})
    setting = Setting(args.game, args.scenario, threads=max(1, args.threads))
    episodes, decisions, rate = record_games(recording, setting, args.out)
    print(f"{episodes:,} episodes with {decisions:,} decisions, {rate:.1%} won, in {args.out}")
    return 0
