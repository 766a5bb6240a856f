"""A packed network that scores candidates: it plays as the one that was trained, without torch."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, read_identity, save
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.offline.data_set import DataSet
from ctv_env.agents.offline.imitate import train as imitate
from ctv_env.agents.offline.learner import Settings
from ctv_env.agents.offline.record_games import Recording, record_games
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.config import CANDIDATES, Evaluation
from ctv_env.agents.training.pack import pack
from ctv_env.agents.training.train import begin, finish
from ctv_env.envs.batch import BatchGames

WITHOUT_TORCH = """\
import sys
sys.modules["torch"] = None
from ctv_env import new_game
from ctv_env.agents.registry import make_agent
agent, game = make_agent(sys.argv[1], None, "duel", "nationalist"), new_game(seed=3, scenario="duel")
print(agent.act(game.observation(game.to_move, agent.observation, "float32"), game.action_mask(), {}))
"""


@pytest.fixture(scope="module")
def run(tiny, tmp_path_factory):
    """Folder of a run of ``ctv train``."""
    config = dataclasses.replace(
        tiny,
        network=CANDIDATES,
        scenario="duel",
        side="random",
        net=[16, 8],
        candidate_net=4,
        evaluation=Evaluation(opponents=[]),
    )
    training = begin(config, tmp_path_factory.mktemp("runs"), quiet=True)
    finish(training)
    return training.run.folder


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Folder of an agent that has learned from a data set."""
    folder = tmp_path_factory.mktemp("data")
    record_games(Recording("staff", "random", games=8), Setting("ctv", "duel"), folder / "tiny-v0", quiet=True)
    imitate([DataSet(folder / "tiny-v0")], Settings(epochs=1, minibatch=32), folder / "copy")
    return folder / "copy"


@pytest.fixture(params=["run", "copy"])
def trained(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def packed(trained, tmp_path):
    file = tmp_path / "packed.zip"
    pack(trained, "default", file)
    return file


def test_it_takes_the_actions_of_the_trained_network(trained, packed):
    ours = PolicyAgent(packed, None, "duel")
    theirs = PPOAgent(trained / "model.zip", None, "duel")
    games = BatchGames(64, scenario="duel", side="random", opponent="random", obs=ours.observation, dtype="float32")
    games.reset(list(range(64)))
    seen: set[int] = set()
    for _ in range(30):
        observations, masks = games.observation(), games.masks.copy()
        actions = ours.act_many(observations, masks)
        assert actions.tolist() == theirs.act_many(observations, masks).tolist()
        seen |= set(actions.tolist())
        games.step(actions)
    assert len(seen) > 5


def test_its_probabilities_are_those_of_the_trained_network(trained, packed):
    ours = PolicyAgent(packed, None, "duel")
    theirs = PPOAgent(trained / "model.zip", None, "duel")
    games = BatchGames(1, scenario="duel", side="nationalist", opponent="random", obs=ours.observation, dtype="float32")
    games.reset([0])
    observation = {name: array[0] for name, array in games.observation().items()}
    opinion = ours.explain(observation, games.masks[0], {})
    np.testing.assert_allclose(opinion.preferences, theirs.probabilities(observation, games.masks[0]), atol=1e-5)


def test_it_plays_where_there_is_no_torch(packed):
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH, packed], capture_output=True, text=True, check=True)
    assert done.stdout.strip().isdigit()


def test_it_says_how_it_came_about_and_keeps_no_more_than_it_plays_with(trained, packed):
    facts = read_facts(packed)
    assert facts["agent"] == "policy"
    assert {"identity", "command", "seconds", "training_data", "data", "versions"} <= facts.keys()
    assert not any("value" in name for name in read(packed, WEIGHTS))
    assert make_agent(str(packed), None, "duel", "nationalist").name == "packed"


def test_the_command_of_a_copy_is_the_one_that_made_it(copy):
    command = read_facts(copy / "model.zip")["command"]
    assert command.startswith("ctv lab imitate tiny-v0 --method bc --epochs 1 ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda weights: weights.pop("network.second.bias"), "network.of_action.weight must have the shape"),
        (lambda weights: weights.update({"network.score.bias": np.zeros(2)}), r"has the shape \(2,\)"),
        (lambda weights: weights.update({"network.second.bias": np.float32(1)}), r"network\.of_action\.weight must"),
        (
            lambda weights: weights.update({"network.summary.0.bias": np.float32(1)}),
            r"network\.summary\.0\.weight must",
        ),
        (lambda weights: weights["network.score.weight"].fill(np.nan), "holds numbers that are not finite"),
    ],
)
def test_damaged_weights_are_refused(copy, tmp_path, change, message):
    good, file = tmp_path / "good.zip", tmp_path / "bad.zip"
    pack(copy, "default", good)
    weights = {name: array.copy() for name, array in read(good, WEIGHTS).items()}
    change(weights)
    save(file, {"identity": read_identity(good), "agent": "policy"}, weights=weights)
    with pytest.raises(CheckpointError, match=f"cannot be used: .*{message}"):
        PolicyAgent(file, None, "duel")


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("network.score.weight", np.float32(1)),
        ("network.score.weight", np.zeros((0, 10**9), np.float32)),
        ("network.score.weight", np.zeros((1, 10**5), np.float32)),
        ("network.second.weight", np.zeros((3, 4), np.float32)),
        ("network.second.weight", None),
    ],
)
def test_damaged_weights_of_a_run_are_refused_before_a_network_is_made(run, tmp_path, name, array):
    facts, weights = read_facts(run / "model.zip"), dict(read(run / "model.zip", WEIGHTS))
    weights[name] = array
    save(tmp_path / "bad.zip", facts, weights={key: value for key, value in weights.items() if value is not None})
    with pytest.raises(CheckpointError, match=r"bad\.zip cannot be used: the weights of the checkpoint are damaged"):
        PPOAgent(tmp_path / "bad.zip", None, "duel")
