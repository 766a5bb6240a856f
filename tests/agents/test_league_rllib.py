"""Leagues with RLlib: training, export, resuming, an exploiter, and a cluster of two nodes.

Ray is imported by fixtures, so that these tests can be collected without it, and excluded by their marker.
"""

import csv
import importlib
import logging

import numpy as np
import pytest
from support.lab import lab

from ctv_env.agents.learned.archive import read
from ctv_env.agents.learned.checkpoint import WEIGHTS
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.training.league.config import read_config
from ctv_env.agents.training.league.env import LeagueEnv
from ctv_env.agents.training.league.state import League

pytestmark = pytest.mark.rllib

TINY = ["scenario=duel", "decisions=200", "minibatch=50", "epochs=1", "net=[16, 8]", "games=4"]


@pytest.fixture(scope="module")
def run():
    """The module ``league.run``, with Ray running in a cluster of this process's own."""
    importlib.import_module("torch").set_num_threads(1)
    ray = importlib.import_module("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield importlib.import_module("ctv_env.agents.training.league.run")
    ray.shutdown()


def rows_of(league):
    return list(csv.DictReader((league.folder / "progress.csv").read_text().splitlines()))


def test_a_league_trains_saves_and_goes_on(run, tmp_path):
    league = League.create(tmp_path, read_config([*TINY, "iterations=2", "snapshot_every=2"]))
    words = []
    run.train(league, words.append)
    assert len(words) == 2
    assert [member.name for member in league.members] == ["random", "greedy", "staff", "past-0001"]
    assert sum(games.games for *_, games in league.payoffs) == sum(int(row["games"]) for row in rows_of(league)) > 0
    assert {side for _, _, side, _ in league.payoffs} == set(league.sides)
    assert league.decisions >= 400
    assert "past-0001" in (tmp_path / "standings.md").read_text()

    (tmp_path / "rllib" / "000003").mkdir()  # an update that was interrupted
    with (tmp_path / "progress.csv").open("a") as file:
        file.write("3,600,1,1.0,4,1,1.0\n\0\0\0")  # a crash has cut short what follows
    again = League.load(tmp_path, ["iterations=4"])
    run.train(again, words.append)
    assert again.iterations == 4
    assert [int(row["iteration"]) for row in rows_of(again)] == [1, 2, 3, 4]
    assert sorted(folder.name for folder in (tmp_path / "rllib").iterdir()) == ["000003", "000004"]
    assert [member.name for member in again.members][-1] == "past-0002"
    assert any(member == "past-0001" for k, member, _, _ in again.payoffs if k == 1)


def test_the_network_goes_on_from_where_it_was(run, tmp_path):
    algorithm = importlib.import_module("ctv_env.agents.training.league.algorithm")
    league = League.create(tmp_path, read_config([*TINY, "iterations=1"]))
    run.train(league, lambda words: None)
    before = read(league.agent_file, WEIGHTS)["0.weight"]
    new = algorithm.ppo_of(League.load(tmp_path)).build_algo()
    fresh = algorithm.layers_of(new)
    assert (before != fresh["0.weight"]).any()
    new.restore_from_path(str(tmp_path / "rllib" / "000001"))
    assert (before == algorithm.layers_of(new)["0.weight"]).all()
    new.stop()


def test_the_exported_agent_decides_as_the_network_of_rllib(run, tmp_path):
    torch = importlib.import_module("torch")
    algorithm = importlib.import_module("ctv_env.agents.training.league.algorithm")
    league = League.create(tmp_path, read_config(TINY))
    learner = algorithm.ppo_of(league).build_algo()
    algorithm.write_agent(league.agent_file, league, algorithm.layers_of(learner))
    agent, module = PolicyAgent(league.agent_file, None, "duel"), learner.get_module()
    env = LeagueEnv(learner.config.env_config)
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        one = {name: torch.from_numpy(array[None]) for name, array in seen.items()}
        with torch.no_grad():
            logits = module.forward_inference({"obs": one})["action_dist_inputs"][0]
        action = agent.act(seen["observations"], seen["action_mask"], {})
        assert action == int(logits.argmax())
        legal = np.flatnonzero(seen["action_mask"])
        seen, _, ended, _, _ = env.step(int(np.random.default_rng(len(legal)).choice(legal)))
        if ended:
            seen, _ = env.reset()
    learner.stop()


def test_sums_of_nothing_are_no_games(run, tmp_path):
    league = League.create(tmp_path, read_config(TINY))
    nothing = {"wins": float("nan"), "games": float("nan")}
    results = {"staff": {"nationalist": nothing, "republican": {"wins": 1.5, "games": 2.0}}, "random": {}}
    assert run.record(league, results) == (2, 1.5)
    assert list(league.payoffs) == [(0, "staff", "republican", (1.5, 2))]


def test_an_exploiter_meets_the_main_agent_alone_and_joins_its_league(run, tmp_path):
    main = League.create(tmp_path / "main", read_config([*TINY, "iterations=1"]))
    run.train(main, lambda words: None)
    against = f"against={main.agent_file}"
    changes = [*TINY, "iterations=2", "snapshot_every=1", "role=exploiter", against]
    exploiter = League.create(tmp_path / "exploiter", read_config(changes))
    run.train(exploiter, lambda words: None)
    assert {member for _, member, _, _ in exploiter.payoffs} == {"agent"}
    assert [member.name for member in exploiter.members] == ["agent"]
    main.add(str(exploiter.agent_file))
    assert "agent" in {entry.member for entry in main.lineup().entries["nationalist"]}


@pytest.mark.slow
def test_a_cluster_of_two_nodes_plays_on_both_and_the_league_goes_on(tmp_path):
    ray = importlib.import_module("ray")
    cluster_utils = importlib.import_module("ray.cluster_utils")
    ray.shutdown()
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        where = [str(tmp_path), "--address", cluster.address]
        lab("league", *where, *TINY, "iterations=2", "snapshot_every=1", "env_runners=2")
        lab("league", *where, "iterations=3", "--add", "expectimax")
    finally:
        ray.shutdown()
        cluster.shutdown()
    league = League.load(tmp_path)
    assert [row["nodes"] for row in rows_of(league)] == ["2", "2", "2"]
    names = [member.name for member in league.members]
    assert names == ["random", "greedy", "staff", "past-0001", "past-0002", "expectimax", "past-0003"]
    assert league.decisions >= 3 * 200
