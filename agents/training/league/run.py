"""The run of a league: RLlib trains, the league keeps the results and deals out the opponents."""

import csv
import pathlib
import shutil
import time
import typing
from collections.abc import Mapping

from ctv_env.agents.training.league.algorithm import (
    NODES,
    RESULTS,
    layers_of,
    ppo_of,
    set_lineup,
    write_agent,
)
from ctv_env.agents.training.league.standings import standings
from ctv_env.agents.training.league.state import League
from ctv_env.agents.training.progress import keep_rows

if typing.TYPE_CHECKING:
    from ray.rllib.algorithms import Algorithm


class Row(typing.NamedTuple):
    """A row of ``progress.csv``."""

    iteration: int
    decisions: int  # of the learner since the start
    games: int  # that ended in this update
    wins: float
    members: int  # in the pool
    nodes: int  # of the cluster on which games were played
    seconds: float


def train(league: League, say: typing.Callable[[str], object] = print) -> None:
    """Train to the ``iterations`` of the config; Ray must be running.

    The league is saved after each update, so that it can be loaded and trained again whenever this is interrupted.
    """
    remove_leftovers(league)
    algorithm = ppo_of(league).build_algo()
    try:
        if league.checkpoint is not None:
            algorithm.restore_from_path(str((league.rllib_folder / league.checkpoint).absolute()))
        while league.iterations < league.config.iterations:
            say(_words(update(league, algorithm)))
    finally:
        algorithm.stop()


def update(league: League, algorithm: "Algorithm") -> Row:
    """Let the learner play and learn once, and save everything."""
    begun = time.perf_counter()
    set_lineup(algorithm, league.lineup())
    metrics = algorithm.train()["env_runners"]
    games, wins = record(league, metrics.get(RESULTS, {}))
    nodes = {node: int(number) for node, number in metrics[NODES].items() if number > 0}
    league.iterations += 1
    league.decisions += sum(nodes.values())
    layers = layers_of(algorithm)
    if league.snapshot_is_due():
        league.add_past(lambda file: write_agent(file, league, layers))
    _save(league, algorithm)
    write_agent(league.agent_file, league, layers)
    (league.folder / "standings.md").write_text(standings(league), encoding="utf-8")
    seconds = round(time.perf_counter() - begun, 1)
    row = Row(league.iterations, league.decisions, games, wins, len(league.members), len(nodes), seconds)
    _append(league.folder / "progress.csv", row)
    return row


def record(league: League, results: Mapping[str, Mapping[str, Mapping[str, float]]]) -> tuple[int, float]:
    """Add results, ``wins`` and ``games`` by member and side, to the league; return the games and the wins in all."""
    n_games, n_wins = 0, 0.0
    for member, its in results.items():
        for side, counts in its.items():
            if not counts["games"] > 0:  # RLlib returns NaN for a sum of nothing
                continue
            games, wins = int(counts["games"]), float(counts["wins"])
            league.payoffs.record(member, side, wins, games)
            n_games, n_wins = n_games + games, n_wins + wins
    return n_games, n_wins


def _save(league: League, algorithm: "Algorithm") -> None:
    """Save RLlib's state, then the league's, which names it; then remove all but this one and the one before."""
    before, name = league.checkpoint, f"{league.iterations:06d}"
    part = league.rllib_folder / ".part"
    algorithm.save_to_path(str(part.absolute()))
    part.rename(league.rllib_folder / name)
    league.checkpoint = name
    league.save()
    _remove_but(league.rllib_folder, {name, before})


def remove_leftovers(league: League) -> None:
    """Remove what an interrupted update has left: RLlib's checkpoints that the league does not name yet, and rows."""
    newer = {folder.name for folder in league.rllib_folder.iterdir() if folder.name > (league.checkpoint or "")}
    _remove_but(league.rllib_folder, {folder.name for folder in league.rllib_folder.iterdir()} - newer - {".part"})
    keep_rows(league.folder / "progress.csv", league.iterations)


def _remove_but(folder: pathlib.Path, names: typing.Container[str | None]) -> None:
    for inside in folder.iterdir():
        if inside.name not in names:
            shutil.rmtree(inside)


def _append(file: pathlib.Path, row: Row) -> None:
    is_new = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        if is_new:
            writer.writerow(row._fields)
        writer.writerow(row)


def _words(row: Row) -> str:
    rate = f"{row.wins / row.games:.0%} of {row.games} games won" if row.games else "no game ended"
    where = f" on {row.nodes} nodes" if row.nodes > 1 else ""
    return f"update {row.iteration}: {row.decisions:,} decisions{where}, {rate}, {row.members} in the pool"
