"""Self-play training: copies are frozen, new ones are added, old ones dropped, and a resumed run restores them."""

import dataclasses
import json
import signal

import numpy as np
import pytest
import torch

from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.training.config import SELF, Evaluation, read_config
from ctv_env.agents.training.progress import Progress
from ctv_env.agents.training.self_play import PastSelf, PastSelves
from ctv_env.agents.training.settings import ConfigError
from ctv_env.agents.training.train import begin, finish, make_model, resume


@pytest.fixture(scope="module")
def config(tiny):
    """Four small games, three of them against past selves, a new one after every update."""
    return dataclasses.replace(
        tiny, scenario="last-stand", side="random", opponents=[SELF, SELF, "random", SELF], snapshot_every=512,
        warm_start=None, evaluation=Evaluation(opponents=["random"], references=[], games=2),
    )  # fmt: skip


@pytest.fixture
def model(config):
    return make_model(config)


def _weights(model) -> torch.Tensor:
    return torch.nn.utils.parameters_to_vector(model.policy.parameters()).detach()


def test_a_copy_stays_as_it_was(model):
    copy, before = PastSelf(model.policy, 7), _weights(model).numpy().copy()
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter += 1
    assert (copy.weights == before).all()
    assert copy.decisions == 7
    other = PastSelf(model.policy, 8)
    other.weights = before
    assert (other.weights == before).all()
    assert (_weights(model).numpy() != before).any()


def test_copying_leaves_the_dice_of_the_training_alone(model):
    state = torch.get_rng_state()
    PastSelf(model.policy, 0)
    assert torch.equal(torch.get_rng_state(), state)


def test_a_copy_plays_by_the_probabilities_of_the_learner_and_only_legally(model):
    n, rng = 4000, np.random.default_rng(1)
    seen = np.repeat(model.env.reset()[:1], n, axis=0)
    mask = np.zeros(469, np.int8)
    mask[rng.choice(469, 5, replace=False)] = 1
    torch.manual_seed(1)
    actions = PastSelf(model.policy, 0).act_many(seen, np.repeat(mask[None], n, axis=0))
    expected = model.policy.get_distribution(torch.from_numpy(seen[:1]), mask[None]).log_probabilities.exp()
    found = np.bincount(actions, minlength=469) / n
    assert (found[mask == 0] == 0).all()
    assert found == pytest.approx(expected[0].detach().numpy(), abs=5 * 0.5 / n**0.5)  # five standard deviations


def test_a_run_against_itself_deals_out_its_last_copies(config, tmp_path, monkeypatch):
    seen = []
    on_step = PastSelves._on_step

    def note(past):
        on_step(past)
        seen.append((past.model.num_timesteps, [getattr(one, "decisions", one) for one in past._env.players]))
        return True

    monkeypatch.setattr(PastSelves, "_on_step", note)
    training = begin(dataclasses.replace(config, total_steps=4096), tmp_path, quiet=True)
    finish(training)
    assert [copy.decisions for copy in training.past._kept] == [2048, 2560, 3072, 3584]
    assert all(players[2] == "random" for _, players in seen)
    mine = [players[:2] + players[3:] for _, players in seen]
    assert mine[0] == [0, 0, 0]
    assert all(age <= now for (now, _), ages in zip(seen, mine, strict=True) for age in ages)
    assert len({age for ages in mine for age in ages}) > 3
    assert json.loads((training.run.folder / "evaluation.json").read_text())


def test_games_draw_among_the_copies(model):
    past = PastSelves(model, [SELF] * 4, 10, seed=3)
    past.begin()
    for model.num_timesteps in (10, 20, 30, 40, 50):
        past._copy()
    drawn = set()
    for model.num_timesteps in range(60, 100):
        past._deal()
        drawn |= {one.decisions for one in model.env.wanted}
    assert drawn == {20, 30, 40, 50}


def test_the_first_opponent_is_the_learner_after_its_warm_start(config, tiny, tmp_path):
    small = dataclasses.replace(tiny.warm_start, decisions=64)
    training = begin(dataclasses.replace(config, warm_start=small, total_steps=64), tmp_path, quiet=True)
    fresh = _weights(training.model).numpy().copy()
    begun = training.past.begin

    def noting():
        assert (_weights(training.model).numpy() != fresh).any()
        begun()
        assert (training.past._kept[0].weights == _weights(training.model).numpy()).all()

    training.past.begin = noting
    finish(training)
    assert training.past._kept


def test_a_run_that_was_interrupted_ends_exactly_as_one_that_was_not(config, tmp_path, monkeypatch):
    config = dataclasses.replace(config, checkpoint_every=10**6, evaluation=Evaluation(opponents=[]))
    whole = begin(config, tmp_path, quiet=True)
    finish(whole)
    rollout_ends = Progress._on_rollout_end

    def press_ctrl_c(progress):
        rollout_ends(progress)
        if progress.num_timesteps == 1024:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "_on_rollout_end", press_ctrl_c)
    stopped = begin(config, tmp_path, quiet=True)
    with pytest.raises(KeyboardInterrupt):
        finish(stopped)
    monkeypatch.undo()
    resumed = resume(stopped.run.folder, quiet=True)
    assert [copy.decisions for copy in resumed.past._kept] == [0, 512, 1024]
    for copy, original in zip(resumed.past._kept, stopped.past._kept, strict=True):
        assert (copy.weights == original.weights).all()
    assert (resumed.past._kept[0].weights != resumed.past._kept[1].weights).any()
    finish(resumed)
    assert torch.equal(_weights(resumed.model), _weights(whole.model))


def test_without_itself_among_the_opponents_nothing_is_copied(tiny):
    past = PastSelves(make_model(tiny), ["random"] * 4, 1, seed=1)
    past.begin()
    past._on_rollout_start()
    assert past._kept == []
    assert past.session() == {}
    past.restore({})


def test_a_checkpoint_of_it_is_an_agent_for_either_side(config, tmp_path):
    training = begin(dataclasses.replace(config, total_steps=512), tmp_path, quiet=True)
    finish(training)
    assert PPOAgent(training.run.model_file, "ctv", "last-stand").policy.action_space.n == 469
    results = json.loads((training.run.folder / "evaluation.json").read_text())
    assert [result["side"] for result in results] == ["nationalist", "republican"]


def test_a_learner_of_one_side_cannot_be_its_own_opponent(tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text("{opponents: [self, random], side: nationalist}")
    with pytest.raises(ConfigError, match=r"'self' plays the other side.*side: random"):
        read_config(file)
