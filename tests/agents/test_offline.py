"""Data sets of recorded games, and agents that learn from them without playing."""

import json
import shutil
from types import SimpleNamespace

import gymnasium
import h5py
import numpy as np
import pytest
from support.lab import lab, refusal

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.seeds import draw_seeds
from ctv_env.agents.learned.archive import read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, read_identity
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.offline import data_set, learner
from ctv_env.agents.offline import imitate as imitating
from ctv_env.agents.offline import record_games as recording
from ctv_env.agents.offline.data_set import DataSet, DataSetError
from ctv_env.agents.offline.imitate import train
from ctv_env.agents.offline.learner import Settings, learn
from ctv_env.agents.offline.record_games import Recording, record_games
from ctv_env.agents.offline.recorder import Task, Witness
from ctv_env.agents.registry import make_agent
from ctv_env.core import registry
from ctv_env.core.observation import split
from ctv_env.core.view import View
from ctv_env.envs.single import SingleSideEnv

DUEL = Setting("ctv", "duel")
STAFF = Recording("staff", "random", games=12, seed=3)
SIDES = ("nationalist", "republican")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small data set; read only."""
    made = tmp_path_factory.mktemp("data") / "duel-staff-v0"
    record_games(STAFF, DUEL, made, quiet=True)
    return made


@pytest.fixture
def copied(folder, tmp_path):
    """A copy of it, whose metadata are changed by a function."""

    def make(change=lambda metadata: None):
        copy = shutil.copytree(folder, tmp_path / "copy-v0")
        file = copy / "data" / "metadata.json"
        metadata = json.loads(file.read_text())
        change(metadata)
        file.write_text(json.dumps(metadata))
        return copy

    return make


def files(folder):
    return sorted(path.name for path in folder.rglob("*"))


# -- recording -----------------------------------------------------------------------------------------------------


def test_a_data_set_holds_the_decisions_of_the_agent_on_both_sides_of_each_seed(folder):
    data = DataSet(folder)
    episodes = list(data)
    assert len(data) == len(episodes) == 12
    assert data.steps == sum(episode.n for episode in episodes) > 20
    assert [(episode.seed, episode.side) for episode in episodes] == [
        (seed, side) for seed in draw_seeds(3, 6) for side in SIDES
    ]
    assert all(episode.taught.all() for episode in episodes)
    assert data[3].seed == episodes[3].seed


def test_an_episode_is_the_game_as_it_would_be_played_without_recording(folder):
    episode = DataSet(folder)[2]
    game = new_game("ctv", "duel", episode.seed)
    agents = {side: make_agent("random", "ctv", "duel", side) for side in SIDES}
    agents[episode.side] = make_agent("staff", "ctv", "duel", episode.side)
    seen = []

    def note(now):
        if now.to_move == episode.side:
            arrays = now.observation(episode.side, "advised")
            seen.append((np.concatenate([array.ravel() for array in arrays.values()]), now.action_mask()))
        return False

    play(game, agents, episode.seed, until=note)
    assert len(seen) == episode.n
    for k, (row, mask) in enumerate(seen):
        assert np.array_equal(row, episode.rows[k])
        assert np.array_equal(mask, episode.masks[k])
    assert episode.result == (1 if game.winner == episode.side else -1)
    assert np.flatnonzero(episode.masks[-1]).tolist() == [game.tables.actions.idle]


def test_the_observations_are_those_of_the_environment_that_the_metadata_name(folder):
    metadata = json.loads((folder / "data" / "metadata.json").read_text())
    spec = json.loads(metadata["env_spec"])
    assert spec["id"] == "ctv_env/Duel1937-v0"
    assert "mask_in_obs" not in gymnasium.spec(spec["id"]).kwargs  # the registry is left as it was
    env = SingleSideEnv(**spec["kwargs"])
    stored = json.loads(metadata["observation_space"])["subspaces"]
    assert {name: tuple(box["shape"]) for name, box in stored.items()} == {
        name: box.shape for name, box in env.observation_space.spaces.items()
    }
    data = DataSet(folder)
    arrays = split(data[0].rows, data.layouts)
    seen, _ = env.reset(seed=1)
    assert {name: array[0].shape for name, array in arrays.items()} | {"action_mask": (469,)} == {
        name: array.shape for name, array in seen.items()
    }
    env.close()


def test_the_number_of_processes_does_not_change_the_data(folder, tmp_path):
    record_games(STAFF, DUEL._replace(threads=2), tmp_path / "again-v0", quiet=True)
    assert DataSet(tmp_path / "again-v0").facts["sha256"] == DataSet(folder).facts["sha256"]
    record_games(STAFF._replace(seed=4), DUEL, tmp_path / "other-v0", quiet=True)
    assert DataSet(tmp_path / "other-v0").facts["sha256"] != DataSet(folder).facts["sha256"]


def test_an_agent_against_itself_is_recorded_on_both_sides_of_every_game(tmp_path):
    record_games(Recording("staff", "staff", games=3, observation="flat"), DUEL, tmp_path / "self-v0", quiet=True)
    episodes = list(DataSet(tmp_path / "self-v0"))
    assert [episode.side for episode in episodes] == [*SIDES] * 3
    assert all(one.result == -two.result for one, two in zip(episodes[::2], episodes[1::2], strict=True))


def test_the_decisions_of_a_stand_in_are_kept_but_not_taught(tmp_path):
    asked = Recording("staff", "random", side="nationalist", games=20, stand_in="random", share=0.5)
    record_games(asked, DUEL._replace(scenario="last-stand"), tmp_path / "mixed-v0", quiet=True)
    episodes = list(DataSet(tmp_path / "mixed-v0"))
    taught = np.concatenate([episode.taught for episode in episodes])
    assert 0.2 < taught.mean() < 0.8
    changes = [np.count_nonzero(np.diff(episode.taught.astype(int))) for episode in episodes]
    assert 0 < np.mean(changes) < 6  # by turns, not by decisions


@pytest.mark.parametrize("game", [pytest.param("arriba", marks=pytest.mark.slow), "toygame.spec:SPEC"])
def test_every_game_has_it(game, tmp_path):
    setting = Setting(game)
    policy = setting.spec.policies[-1]
    record_games(Recording(policy, policy, games=1), setting, tmp_path / "games-v0", quiet=True)
    file, _ = train([DataSet(tmp_path / "games-v0")], Settings(epochs=1, net=(8,), candidate_net=4), tmp_path / "run")
    assert PPOAgent(file, game, None).side == "random"


@pytest.mark.parametrize(
    ("change", "name", "message"),
    [
        ({"agent": "nobody"}, "a-v0", "no agent 'nobody'"),
        ({"side": "left"}, "a-v0", "no side 'left'; it is nationalist, republican or both"),
        ({"games": 3}, "a-v0", "games must be even"),
        ({"games": 0}, "a-v0", "games must be at least 1"),
        ({"seed": -1}, "a-v0", "seed at least 0"),
        ({"stand_in": "random", "share": 1.5}, "a-v0", "share from 0 to 1"),
        ({"stand_in": "random", "share": -0.5}, "a-v0", "share from 0 to 1"),
        ({"observation": "smell"}, "a-v0", "observation cannot be 'smell'"),
        ({"stand_in": "nobody"}, "a-v0", "no agent 'nobody'"),
        ({}, "games", "ends in a version, such as games-v0"),
    ],
)
def test_a_wrong_request_is_an_error_before_the_first_game(change, name, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        record_games(STAFF._replace(**change), DUEL, tmp_path / name, quiet=True)
    assert files(tmp_path) == []


def test_what_is_there_is_not_overwritten_and_an_error_leaves_nothing(folder, tmp_path, monkeypatch):
    with pytest.raises(DataSetError, match="exists already"):
        record_games(STAFF, DUEL, folder, quiet=True)
    monkeypatch.setattr(recording, "record", lambda task, jobs: iter([None]))
    with pytest.raises(TypeError):
        record_games(STAFF, DUEL, tmp_path / "a-v0", quiet=True)
    assert files(tmp_path) == []


def test_what_a_recording_left_that_was_ended_from_outside_is_removed(tmp_path):
    left = tmp_path / ".a-v0.part" / "data"
    left.mkdir(parents=True)
    (left / "left.hdf5").write_text("half of a data set")
    record_games(STAFF._replace(games=2), DUEL, tmp_path / "a-v0", quiet=True)
    assert files(tmp_path) == ["a-v0", "data", "main_data.hdf5", "metadata.json"]


def at_decision():
    """A game of the duel in which a side decides."""
    game = new_game("ctv", "duel", 1)
    while game.to_move not in SIDES:
        game.roll()
    return game


@pytest.mark.parametrize(("winner", "result"), [("own", 1.0), ("enemy", -1.0), (None, 0.0)])
def test_a_draw_is_neither_won_nor_lost(winner, result):
    game = at_decision()
    side = game.to_move
    witness = Witness(make_agent("staff", "ctv", "duel", side), None, Task(DUEL, "flat"))
    witness.reset(1)
    witness.act(None, game.action_mask(), {"view": View(game, side)})
    winners = {"own": side, "enemy": SIDES[1 - SIDES.index(side)], None: None}
    over = SimpleNamespace(winner=winners[winner], tables=game.tables, observation=game.observation)
    assert witness.episode(over, side, 1).result == result


def test_agent_and_stand_in_begin_a_game_with_its_seed():
    seeds = []
    agent, stand_in = (
        SimpleNamespace(name=name, reset=lambda seed, name=name: seeds.append((name, seed))) for name in ("a", "b")
    )
    Witness(agent, stand_in, Task(DUEL, "flat", "b", 0.5)).reset(7)
    assert sorted(seeds) == [("a", 7), ("b", 7)]


# -- reading -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("ctv_env"), "is a data set of something else"),
        (lambda data: data["ctv_env"].pop("sha256"), "lacks entries"),
        (lambda data: data["ctv_env"].update(format=2), "is not of format 1"),
        (lambda data: data["ctv_env"]["identity"].update(rules="0"), "its rules version is 0, here it is"),
        (lambda data: data["ctv_env"]["identity"].update(actions="f" * 16), "its action layout is ffff"),
        (lambda data: data["ctv_env"]["identity"].update(observations="f" * 16), "its observation layout is ffff"),
        (lambda data: data["ctv_env"]["identity"].update(game="chess"), "no game 'chess'"),
        (lambda data: data["ctv_env"]["identity"].update(game="os:path"), "no game 'os:path'"),
        (lambda data: data["ctv_env"]["identity"].update(scenario="moon"), "moon"),
        (lambda data: data["ctv_env"].update(options={"taste": "sweet"}), "taste"),
        (lambda data: data["ctv_env"].update(sha256="0" * 64), "is damaged, or was changed"),
        (lambda data: data.update(total_episodes=13), None),
    ],
)
def test_a_data_set_that_does_not_fit_is_refused_in_words(change, message, copied):
    copy = copied(change)
    if message is None:
        with pytest.raises(DataSetError, match="is damaged"):
            list(DataSet(copy))
    else:
        with pytest.raises(DataSetError, match=message):
            DataSet(copy)


def test_a_damaged_file_is_refused_in_words(copied, tmp_path):
    copy = copied()
    file = copy / "data" / "main_data.hdf5"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255
    file.write_bytes(content)
    with pytest.raises(DataSetError, match="is damaged, or was changed"):
        DataSet(copy)
    file.unlink()
    with pytest.raises(DataSetError, match=r"lacks main_data\.hdf5"):
        DataSet(copy)
    (copy / "data" / "metadata.json").write_text("{")
    with pytest.raises(DataSetError, match="cannot be read"):
        DataSet(copy)
    with pytest.raises(DataSetError, match="is not a data set"):
        DataSet(tmp_path)


def put(group, name, change):
    """Replace an array by what ``change`` makes of it."""
    array = change(group[name][()])
    del group[name]
    group[name] = array


def cut(group, name):
    put(group, name, lambda array: array[:-1])


def empty(group):
    for name in ("actions", "rewards"):
        put(group, name, lambda array: array[:0])
    for name in ("infos/taught", *(f"observations/{one}" for one in group["observations"])):
        put(group, name, lambda array: array[:1])


def begin_with(group, action):
    """Let the first action be another one, which the mask allows if it has a place for it."""
    group["actions"][0] = action
    if action < 469:
        group["observations/action_mask"][0, action] = 1


def forbid_the_first(group):
    group["observations/action_mask"][0, group["actions"][0]] = 0


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(empty, id="no decision"),
        pytest.param(lambda group: put(group, "actions", np.int32), id="kind of actions"),
        pytest.param(lambda group: cut(group, "observations/action_mask"), id="number of masks"),
        pytest.param(lambda group: put(group, "rewards", lambda array: np.append(0, array)), id="number of rewards"),
        pytest.param(lambda group: cut(group, "infos/taught"), id="number of marks"),
        pytest.param(lambda group: put(group, f"observations/{seen(group)}", np.int16), id="kind of observations"),
        pytest.param(lambda group: cut(group, f"observations/{seen(group)}"), id="number of observations"),
        pytest.param(lambda group: begin_with(group, -1), id="negative action"),
        pytest.param(lambda group: begin_with(group, 469), id="unknown action"),
        pytest.param(forbid_the_first, id="illegal action"),
        pytest.param(lambda group: put(group, "rewards", lambda array: array / 2), id="half a result"),
        pytest.param(lambda group: group.attrs.update(side="left"), id="unknown side"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused_in_words(change, copied):
    copy = copied()
    file, metadata = copy / "data" / "main_data.hdf5", copy / "data" / "metadata.json"
    with h5py.File(file, "r+") as arrays:
        change(arrays["episode_0"])
    facts = json.loads(metadata.read_text())
    facts["ctv_env"]["sha256"] = data_set._hash(file)
    metadata.write_text(json.dumps(facts))
    data = DataSet(copy)
    with pytest.raises(DataSetError, match="is damaged: the arrays of episode 0 do not fit together"):
        data[0]
    assert data[1].n > 0


def seen(group):
    """The name of an observation."""
    return next(name for name in group["observations"] if name != "action_mask")


# -- learning ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """More games, in which the staff plays itself; read only."""
    made = tmp_path_factory.mktemp("data") / "many-v0"
    record_games(Recording("staff", "staff", games=150, seed=1), DUEL, made, quiet=True)
    return made


@pytest.mark.parametrize("method", learner.METHODS)
def test_an_agent_that_learned_from_games_plays_as_in_them(method, many, tmp_path):
    settings = Settings(method, epochs=6, learning_rate=3e-3, minibatch=64, net=(32, 16), candidate_net=16)
    file, findings = train([DataSet(many)], settings, tmp_path / "run")
    assert findings.agreement > 0.75
    assert 0 < findings.unseen < findings.decisions
    assert read_identity(file)["side"] == "random"
    assert read_facts(file)["data_sets"] == {"many-v0": DataSet(many).facts["sha256"]}
    agents = {side: make_agent(str(tmp_path / "run"), "ctv", "duel", side) for side in SIDES}
    game = new_game("ctv", "duel", 1)
    play(game, agents, 1)
    assert game.to_move is None


def test_an_agent_names_all_data_sets_that_it_learned_from(folder, tmp_path, monkeypatch):
    other = tmp_path / "other" / folder.name
    record_games(STAFF._replace(seed=4), DUEL, other, quiet=True)
    monkeypatch.chdir(folder)
    data_sets = [DataSet("."), DataSet(other)]
    file, _ = train(data_sets, Settings(epochs=1, net=(8,), candidate_net=4), tmp_path / "run")
    first, second = (data.facts["sha256"] for data in data_sets)
    facts = read_facts(file)
    assert facts["data_sets"] == {folder.name: first, f"{folder.name}-{second[:12]}": second}
    assert f"imitate {folder.name} {folder.name}-{second[:12]} --method" in facts["command"]


def test_one_seed_in_ten_is_kept_for_the_test_and_not_learned_from(many, monkeypatch):
    given = []
    monkeypatch.setattr(learner, "imitate", lambda policy, lessons, *more: given.extend(lessons))
    _, findings = learn([DataSet(many)], Settings(net=(8,), candidate_net=4))
    decisions = {kept: sum(one.n for one in DataSet(many) if (one.seed % 10 == 0) == kept) for kept in (False, True)}
    assert (findings.decisions, findings.unseen) == (decisions[False], decisions[True])
    assert sum(len(one.returns) for one in given) == decisions[False]
    assert decisions[True] > 0


def test_advantages_weigh_what_is_imitated_once_the_value_has_learned(many, monkeypatch):
    calls = []
    monkeypatch.setattr(
        learner, "imitate", lambda policy, lessons, how, seed, vf_coef, norm: calls.append((lessons[0], vf_coef))
    )
    learn([DataSet(many)], Settings("awr", net=(8,), candidate_net=4))
    (first, value), (second, no_value) = calls
    assert not first.weights.any()
    assert second.weights[second.returns > 0].mean() > 3 * second.weights[second.returns < 0].mean() > 0
    assert (value > 0, no_value) == (True, 0)


@pytest.mark.parametrize(("share", "explained"), [(1.0, 1.0), (0.5, 0.75), (0.0, 0.0), (-1.0, -3.0)])
def test_the_value_explains_what_is_left_without_the_variance_of_its_errors(share, explained, monkeypatch):
    lessons = SimpleNamespace(returns=np.array([1.0, -1, 1, -1]), weights=np.array([1.0, 1, 0, 1]))
    right = np.array([True, False, False, True])
    monkeypatch.setattr(learner, "_answers", lambda policy, one: (share * one.returns, right))
    found = learner._findings(None, [lessons], [lessons])
    assert found == (3, 3, pytest.approx(2 / 3), pytest.approx(explained))


def test_the_same_settings_learn_the_same(folder):
    settings = Settings(epochs=1, net=(8,), candidate_net=4, seed=5)
    weights = [learn([DataSet(folder)], settings)[0].state_dict() for _ in range(2)]
    assert all(bool((weights[0][name] == weights[1][name]).all()) for name in weights[0])


def test_results_that_do_not_vary_are_not_explained(many):
    data = DataSet(many)
    policy = learner.new_policy(data, Settings(net=(8,), candidate_net=4))
    (lessons,) = learner._lessons(list(learner._gathered(data, policy.plan)))
    varied, alike = (
        learner._findings(policy, [lessons], [lessons._replace(returns=returns)])
        for returns in (lessons.returns, np.ones_like(lessons.returns))
    )
    assert np.isfinite(varied.explained)
    assert str(varied).endswith("% of the variance of the results")
    assert np.isnan(alike.explained)
    assert str(alike).endswith("% as recorded")


def test_games_that_end_better_than_expected_count_more(many):
    data = DataSet(many)
    policy = learner.new_policy(data, Settings(net=(8,), candidate_net=4))
    (lessons,) = learner._lessons(list(learner._gathered(data, policy.plan)))
    untaught = lessons.weights.copy()
    untaught[::3] = 0
    weighted = learner._by_advantage(policy, lessons._replace(weights=untaught), 1.0)
    values, _ = learner._answers(policy, lessons)
    expected = np.exp(lessons.returns - values) * untaught
    expected *= np.count_nonzero(untaught) / expected.sum()
    assert weighted.weights == pytest.approx(expected, rel=1e-4)
    assert weighted.weights[lessons.returns > 0].mean() > 3 * weighted.weights[lessons.returns < 0].mean()


def test_what_a_stand_in_did_is_not_imitated(tmp_path):
    asked = Recording("staff", "random", games=4, stand_in="random", share=1.0)
    record_games(asked, DUEL, tmp_path / "none-v0", quiet=True)
    policy, findings = learn([DataSet(tmp_path / "none-v0")], Settings(epochs=1, net=(8,), candidate_net=4))
    assert findings.decisions == 0
    assert str(findings) == "learned from 0 decisions; too few games to keep some for a test"
    assert not policy.network.score.weight.any()  # as it was at the start
    assert policy.network.value[-1].bias.any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "magic"}, "method must be one of bc, awr, not 'magic'"),
        ({"epochs": 0}, "epochs must be above 0"),
        ({"temperature": -1.0}, "temperature must be above 0"),
        ({"seed": -1}, "seed must not be negative"),
    ],
)
def test_a_wrong_setting_is_an_error(change, message, folder, tmp_path):
    with pytest.raises(ValueError, match=message):
        train([DataSet(folder)], Settings()._replace(**change), tmp_path / "run")
    assert files(tmp_path) == []


def test_data_sets_of_different_games_are_not_mixed(folder, tmp_path):
    record_games(STAFF._replace(games=2), Setting("ctv", "last-stand"), tmp_path / "b-v0", quiet=True)
    with pytest.raises(DataSetError, match="differ in game, scenario, options or observation"):
        learn([DataSet(folder), DataSet(tmp_path / "b-v0")], Settings())


def test_a_game_of_your_own_is_named_to_learn_from_its_data_sets(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    policy = Setting("toygame.spec:SPEC").spec.policies[-1]
    record_games(Recording(policy, policy, games=1), Setting("toygame.spec:SPEC"), tmp_path / "toy-v0", quiet=True)
    monkeypatch.setattr(registry, "_elsewhere", {})  # as in a new process
    words = ["imitate", "toy-v0", "--epochs", "1", "--out", "run"]
    assert "no game 'toy'" in refusal(capsys, *words)
    lab(*words, "--game", "toygame.spec:SPEC")
    assert "the agent is in run/model.zip" in capsys.readouterr().out


def test_data_sets_of_either_side_go_together_but_not_those_with_other_options(folder):
    facts = DataSet(folder).facts
    first, side, options = (
        SimpleNamespace(folder=folder, facts={**facts, **change})
        for change in ({}, {"identity": {**facts["identity"], "side": SIDES[0]}}, {"options": {"dice": "keyed"}})
    )
    learner.check_alike([first, side])
    with pytest.raises(DataSetError, match="differ in game, scenario, options or observation"):
        learner.check_alike([first, options])


def test_an_agent_that_learned_from_one_side_plays_that_side(tmp_path):
    for side in SIDES:
        record_games(STAFF._replace(side=side, games=2), DUEL, tmp_path / f"{side}-v0", quiet=True)
    sets = [DataSet(tmp_path / f"{side}-v0") for side in SIDES]
    settings = Settings(epochs=1, net=(8,), candidate_net=4)
    for name, given, expected in (("one", sets[:1], SIDES[0]), ("two", sets[1:], SIDES[1]), ("both", sets, "random")):
        imitating.save_agent(tmp_path / name, learner.new_policy(sets[0], settings), given, settings, 0.0)
        assert read_identity(tmp_path / name)["side"] == expected


def test_the_command_lines_record_learn_and_report_errors(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = [
        "record-games",
        "staff",
        "random",
        "--scenario",
        "duel",
        "--games",
        "4",
        "--threads",
        "1",
        "--out",
        "games-v0",
    ]
    lab(*words)
    assert "4 episodes with" in capsys.readouterr().out
    assert "error: games-v0 exists already" in refusal(capsys, *words)
    lab("imitate", "games-v0", "--epochs", "1", "--out", "run")
    assert "the agent is in run/model.zip" in capsys.readouterr().out
    assert read(tmp_path / "run" / "model.zip", WEIGHTS)
    assert "error: nothing is not a data set" in refusal(capsys, "imitate", "nothing", "--out", "run")
