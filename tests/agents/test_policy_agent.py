"""A packed policy: it plays as the network that was trained, without torch, and says how it came about."""

import dataclasses
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from support.lab import refusal

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import identity_of, save
from ctv_env.agents.learned.policy_agent import PolicyAgent, is_policy
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.config import Evaluation
from ctv_env.agents.training.pack import command_of, pack
from ctv_env.agents.training.runs import Run
from ctv_env.agents.training.train import begin, finish
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.loading.load import DATA_DIR

WITHOUT_TORCH = """\
import sys
sys.modules["torch"] = None
from ctv_env import new_game
from ctv_env.agents.registry import make_agent
agent, game = make_agent(sys.argv[1], None, None, "nationalist"), new_game(seed=3)
print(agent.act(game.observation(game.to_move, agent.observation, "float32"), game.action_mask(), {}))
"""


@pytest.fixture
def packed(tiny_run, tmp_path):
    file = tmp_path / "packed.zip"
    pack(tiny_run, "quick", file)
    return file


def test_it_takes_the_actions_of_the_trained_network(tiny_run, packed):
    ours, theirs = (
        agent(file, None, None) for agent, file in ((PolicyAgent, packed), (PPOAgent, tiny_run / "model.zip"))
    )
    random = np.random.default_rng(0)
    observations = random.random((200, *theirs.policy.observation_space.shape), np.float32)
    masks = (random.random((200, 469)) < 0.1).astype(np.int8)
    masks[:, 7] = 1
    actions = ours.act_many(observations, masks)
    assert actions.tolist() == theirs.act_many(observations, masks).tolist()
    assert len(set(actions.tolist())) > 20
    assert ours.act(observations[0], masks[0], {}) == actions[0]


def test_a_sample_follows_the_probabilities_and_only_its_seed(packed):
    best, sampling = (make_agent(str(packed), None, None, "nationalist", sample) for sample in (False, True))
    observation = np.random.default_rng(0).random(best._network._layers[0][0].shape[0], np.float32)
    mask = np.zeros(469, np.int8)
    mask[[3, 5, 8]] = 1
    wanted = best.explain(observation, mask, {}).preferences
    many, masks = np.repeat(observation[None], 20_000, axis=0), np.repeat(mask[None], 20_000, axis=0)
    sampling.reset(1)
    drawn = sampling.act_many(many, masks)
    assert np.abs(np.bincount(drawn, minlength=469) / 20_000 - wanted).max() < 0.02
    assert len(set(drawn)) == 3
    sampling.reset(1)
    assert sampling.act_many(many, masks).tolist() == drawn.tolist()
    sampling.reset(2)
    assert sampling.act_many(many, masks).tolist() != drawn.tolist()
    assert set(best.act_many(many, masks)) == {wanted.argmax()}


def test_it_plays_where_there_is_no_torch(tiny_run, packed):
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH, packed], capture_output=True, text=True, check=True)
    assert done.stdout.strip().isdigit()


def test_it_says_how_it_came_about_and_keeps_no_more_than_it_plays_with(tiny_run, packed):
    facts = read_facts(packed)
    assert facts["data"] == spec_of(None).load(None).data_hash
    assert {"identity", "config", "versions", "seconds", "training_data"} <= facts.keys()
    assert packed.stat().st_size < 0.7 * (tiny_run / "model.zip").stat().st_size
    assert is_policy(packed)
    assert not is_policy(tiny_run / "model.zip")
    assert make_agent(str(packed), None, None, "nationalist").name == "packed"


def test_its_command_leads_to_its_config(tiny_run, packed, tmp_path):
    words = read_facts(packed)["command"].split()
    assert words[:3] == ["ctv", "train", "quick"]
    changed = Run.existing(tiny_run).config()
    assert command_of(changed, "default") != command_of(changed, "quick")
    assert "total_steps=2048" in words
    assert "warm_start.decisions=512" in words
    assert "'net=[16]'" in words


def test_only_for_the_side_that_it_has_learned(packed):
    with pytest.raises(CheckpointError, match="has learned to play the nationalist, not the republican"):
        make_agent(str(packed), None, None, "republican")


def test_damaged_weights_are_refused(rewritten, tiny_run, tmp_path, packed):
    def cut(name, content):
        return None if name.endswith("1.bias.npy") else content

    file = rewritten(cut, packed)
    with pytest.raises(CheckpointError, match=r"altered\.zip cannot be used: the layers do not end in 469 numbers"):
        PolicyAgent(file, None, None)


def test_a_flat_network_of_several_arrays_is_neither_packed_nor_played(tiny_run, packed, tmp_path, monkeypatch):
    monkeypatch.setattr("ctv_env.agents.training.pack.is_vector", lambda layouts: False)
    with pytest.raises(CheckpointError, match="observes flat: a flat network can be packed only if"):
        pack(tiny_run, "quick", tmp_path / "no.zip")
    assert not (tmp_path / "no.zip").exists()
    planes = tmp_path / "planes.zip"
    identity = identity_of(None, None, "planes", "nationalist")
    save(planes, {"identity": identity, "agent": "policy"}, weights=read(packed, "weights"))
    with pytest.raises(CheckpointError, match=r"planes\.zip cannot be used: .* one vector, but it observes planes"):
        PolicyAgent(planes, None, None)


def test_it_was_made_by_the_versions_that_trained(tiny_run, rewritten, tmp_path):
    def older(name, content):
        return content.replace(b'"numpy": "', b'"numpy": "0.') if name.endswith(".json") else content

    for file in ("config.yaml", "progress.csv"):
        shutil.copy(tiny_run / file, tmp_path)
    rewritten(older, name="model.zip")
    pack(tmp_path, "quick", tmp_path / "packed.zip")
    assert read_facts(tmp_path / "packed.zip")["versions"]["numpy"] == f"0.{np.__version__}"


def test_a_run_on_ones_own_scenario_can_be_packed(tiny, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(DATA_DIR, data)
    (data / "scenarios" / "duel.yaml").rename(data / "scenarios" / "mine.yaml")
    config = dataclasses.replace(
        tiny, scenario="mine", options={"data_dir": str(data)}, warm_start=None, evaluation=Evaluation(opponents=[])
    )
    training = begin(config, tmp_path / "runs", quiet=True)
    finish(training)
    pack(training.run.folder, "quick", tmp_path / "packed.zip")
    agent = make_agent(str(tmp_path / "packed.zip"), None, "mine", "nationalist", options=config.options)
    assert isinstance(agent, PolicyAgent)


def _lost(run):
    (run / "progress.csv").unlink()


def _emptied(run):
    progress = run / "progress.csv"
    progress.write_text(progress.read_text().splitlines(keepends=True)[0])


@pytest.mark.parametrize(
    ("damage", "out", "message"),
    [
        (lambda run: (run / "config.yaml").unlink(), "no.zip", "is not a run folder"),
        (lambda run: None, "nowhere/no.zip", "nowhere"),
        (_lost, "no.zip", r"progress\.csv"),
        (_emptied, "no.zip", r"progress\.csv does not end with a row about an update"),
    ],
)
def test_what_cannot_be_packed_is_refused_in_words(damage, out, message, tiny_run, tmp_path, capsys):
    run = tmp_path / "run"
    shutil.copytree(tiny_run, run)
    damage(run)
    assert re.search(message, refusal(capsys, "pack", str(run), "--out", str(tmp_path / out)))
    assert not (tmp_path / out).exists()
