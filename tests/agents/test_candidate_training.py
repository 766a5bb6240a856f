"""Training of the network that scores candidates: imitation, PPO, the anchor, checkpoints and resuming."""

import dataclasses
import shutil
import signal

import numpy as np
import pytest
import torch

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidates import choose
from ctv_env.agents.learned.checkpoint import OPTIMIZER, SESSION, WEIGHTS, save
from ctv_env.agents.learned.gather import Gathered
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.agents.training.candidate_ppo import CandidatePPO, advantages_of
from ctv_env.agents.training.candidate_warm_start import collect, imitate
from ctv_env.agents.training.config import CANDIDATES, Evaluation, WarmStart, resolved
from ctv_env.agents.training.decisions import join
from ctv_env.agents.training.progress import Progress
from ctv_env.agents.training.train import begin, finish, make_model, resume
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames


@pytest.fixture(scope="module")
def config(tiny):
    """A tiny run on the smallest scenario, both sides, half of it against itself."""
    return dataclasses.replace(
        tiny,
        network=CANDIDATES,
        scenario="duel",
        side="random",
        opponents=["staff", "self"],
        net=[16, 8],
        candidate_net=4,
        anchor=0.1,
        anchor_until=4096,
        value_updates=1,
        evaluation=Evaluation(opponents=["random"], references=[], games=2),
    )


@pytest.fixture(scope="module")
def run(config, tmp_path_factory):
    """Folder of a finished run."""
    training = begin(config, tmp_path_factory.mktemp("runs"), quiet=True)
    finish(training)
    return training.run.folder


def _weights(file):
    return read(file, WEIGHTS)


def test_a_run_can_start_from_the_network_of_another(config, run, tmp_path):
    further = dataclasses.replace(config, init_from=str(run), warm_start=None, total_steps=256)
    training = begin(further, tmp_path, quiet=True)
    finish(training)
    begun, old = _weights(training.run.start_file), _weights(run / "model.zip")
    assert begun.keys() == old.keys()
    for name, array in old.items():
        np.testing.assert_array_equal(begun[name], array)
    ended = _weights(training.run.model_file)
    assert any((ended[name] != array).any() for name, array in old.items())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "escudo"}, "its scenario is duel, here it is escudo"),
        ({"net": [16]}, "those of another network"),
        ({"init_from": "runs/none"}, "no agent 'runs/none'"),
    ],
)
def test_a_network_that_does_not_fit_is_refused_before_anything_is_written(config, run, tmp_path, changes, message):
    wanted = dataclasses.replace(config, **{"init_from": str(run), "warm_start": None, **changes})
    with pytest.raises(ValueError, match=message):
        begin(wanted, tmp_path, quiet=True)
    assert not list(tmp_path.iterdir())


def test_it_learns_and_its_agent_plays(config, run):
    start, end = _weights(run / "start.zip"), _weights(run / "model.zip")
    assert set(start) == set(end)
    assert not all(np.array_equal(start[name], end[name]) for name in start)
    agent = PPOAgent(run / "model.zip", "ctv", "duel")
    assert agent.observation == resolved(config).observation == "advised"
    game = new_game("ctv", scenario="duel", seed=1)
    play(game, {"nationalist": agent, "republican": UniformAgent()}, seed=1)
    assert game.to_move is None
    seen, mask = new_game("ctv", scenario="duel", seed=1), None
    while seen.to_move == "chance":
        seen.roll()
    mask = seen.action_mask()
    p = agent.probabilities(seen.observation(seen.to_move, "advised", "float32"), mask)
    assert p.sum() == pytest.approx(1.0, abs=1e-5)
    assert (p[mask == 0] == 0).all()


def test_a_run_that_was_interrupted_ends_exactly_as_one_that_was_not(config, run, tmp_path, monkeypatch):
    training = begin(dataclasses.replace(config, checkpoint_every=10**6), tmp_path, quiet=True)
    rollout_ends = Progress._on_rollout_end

    def ask_to_end(progress):
        rollout_ends(progress)
        if progress.num_timesteps == 1024:
            signal.raise_signal(signal.SIGTERM)  # as a batch system does; Ctrl-C is another module's

    monkeypatch.setattr(Progress, "_on_rollout_end", ask_to_end)
    with pytest.raises(KeyboardInterrupt):
        finish(training)
    monkeypatch.undo()
    finish(resume(training.run.folder, quiet=True))
    expected, found = _weights(run / "model.zip"), _weights(training.run.folder / "model.zip")
    for name, weights in expected.items():
        assert np.array_equal(weights, found[name]), name


def test_the_progress_tells_sides_and_opponents_apart(run):
    header = (run / "progress.csv").read_text().splitlines()[0].split(",")
    assert [name for name in header if name.startswith("win_rate_")] == [
        *(f"win_rate_nationalist_v_{name}" for name in ("staff", "self")),
        *(f"win_rate_republican_v_{name}" for name in ("staff", "self")),
    ]


@pytest.mark.parametrize("game", ["arriba", "toygame.spec:SPEC"])
def test_every_game_has_it(game, config, tmp_path):
    other = dataclasses.replace(config, game=game, scenario=None, opponents=None, total_steps=256, n_steps=32)
    other = dataclasses.replace(other, checkpoint_every=256, evaluation=Evaluation(games=1))
    training = begin(dataclasses.replace(other, warm_start=WarmStart(decisions=128)), tmp_path, quiet=True)
    finish(training)
    assert training.run.model_file.is_file()


def test_imitation_of_a_teacher_is_learned():
    torch.manual_seed(0)
    games = BatchGames(16, game="ctv", scenario="duel", obs="advised", dtype="uint8", side="nationalist")
    model = make_candidates(games)
    lessons = collect(games, 60, "staff", 1)
    settings = WarmStart(epochs=6, minibatch=64, learning_rate=3e-3)
    before = agreement(model, lessons)
    imitate(model, [lessons], settings, 0, 0.5, 0.5)
    assert agreement(model, lessons) > max(0.8, before + 0.1)


def make_candidates(games):
    return CandidatePolicy(
        games.observation_space, games.action_space, lambda _: 1e-3, games.layouts, games.tables.actions, [32, 16], 16
    )


def agreement(policy, lessons) -> float:
    """The part of the lessons at which the policy's most likely action is the advised one."""
    with torch.no_grad():
        scores = policy.scores(lessons.decisions.gathered)
    chosen = choose(scores, sample=False) - scores.starts
    return float((chosen.numpy() == lessons.decisions.chosen).mean())


def test_the_advice_of_lessons_is_that_of_the_teacher():
    games = BatchGames(4, game="ctv", scenario="duel", obs="advised", dtype="uint8", side="nationalist")
    lessons = collect(games, 3, "staff", 5)
    again = BatchGames(4, game="ctv", scenario="duel", obs="advised", dtype="uint8", side="nationalist")
    again.reset([5, 6, 7, 8])
    actions = np.empty(4, np.int64)
    scratch = games.batch.scratch
    playout(games.spec.hooks()).advise(
        again.batch.states, again.batch.tables, scratch, games.spec.policies.index("staff"), actions
    )
    advised = lessons.decisions.gathered.actions[lessons.decisions.starts + lessons.decisions.chosen]
    assert advised[:4].tolist() == actions.tolist()


def test_selected_decisions_are_those_that_were_joined():
    def part(counts, first):
        m = sum(counts)
        numbers = np.arange(first, first + m)
        return Gathered(
            np.full((len(counts), 2), first, np.uint8),
            numbers[:, None].astype(np.uint8),
            np.concatenate([np.arange(count) for count in counts]).astype(np.int16),
            np.array(counts),
        )

    decisions = join([part([2, 3], 0), part([1, 4], 5)], np.array([1, 2, 0, 3]))
    assert decisions.chosen.tolist() == [1, 2, 0, 3]
    gathered, places = decisions.select(np.array([3, 0]))
    assert gathered.features.ravel().tolist() == [6, 7, 8, 9, 0, 1]
    assert places.tolist() == [6, 7, 8, 9, 0, 1]
    assert gathered.counts.tolist() == [4, 2]
    assert gathered.context[:, 0].tolist() == [5, 0]


def test_advantages_end_with_a_game():
    rewards = np.array([[1.0], [2.0], [4.0]], np.float32)
    values = np.array([[0.5], [1.0], [2.0]], np.float32)
    ends = np.array([[False], [True], [False]])
    found = advantages_of(rewards, values, ends, np.array([8.0], np.float32), 1.0, 0.5)
    last = 4 + 8 - 2
    second = 2 - 1
    first = 1 + 1 - 0.5 + 0.5 * second
    assert found.ravel().tolist() == [first, second, last]


def test_the_anchor_fades(config):
    model = make_model(config)
    assert isinstance(model, CandidatePPO)
    weights = []
    for model.num_timesteps in (0, 1024, 4096, 9999):
        weights.append(model.anchor_weight)
    assert weights == [0.1, pytest.approx(0.075), 0.0, 0.0]


def test_an_anchored_run_without_its_anchor_cannot_be_resumed(config, run, tmp_path):
    copy = shutil.copytree(run, tmp_path / "copy")
    file = copy / "checkpoints" / "decisions-000002048.zip"
    session = read(file, SESSION)
    del session["origin"]
    save(file, read_facts(file), weights=_weights(file), optimizer=read(file, OPTIMIZER), session=session)
    with pytest.raises(CheckpointError, match="it lacks the network with which the training began"):
        resume(copy, quiet=True)
