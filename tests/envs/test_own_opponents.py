"""Opponents by name that are no compiled policies: in one game, in many, in those of Stable-Baselines3."""

import copy
import pathlib
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from support.choices import choose, choose_each
from support.own_agents import BOLD, PLAYER, write

from ctv_env import agents
from ctv_env.agents.registry import make_agent
from ctv_env.core.game import IllegalActionError
from ctv_env.envs.many_opponents import ManyOpponents
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

N = 3
SMALL = {"scenario": "escudo", "side": "random", "reward": "shaped"}
PROGRAM = f"program:{sys.executable} {pathlib.Path(agents.__file__).parent / 'examples' / 'random_player.py'}"


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> pathlib.Path:
    """A file with agents."""
    return write(tmp_path_factory.mktemp("agents") / "own.py", PLAYER + SEEING)


SEEING = """

class Seeing(Own):
    observation = "pieces"

    def act(self, observation, mask, info):
        seen = info["view"].observation("pieces", "float32")
        assert seen.keys() == observation.keys()
        assert all((seen[name] == observation[name]).all() for name in seen)
        assert {"side", "node", "turn"} < info.keys()
        return super().act(observation, mask, info)


class SeeingMany(Seeing):
    def act_many(self, observations, masks):
        assert all(len(array) == len(masks) for array in observations.values())
        assert all(array.dtype == "float32" for array in observations.values())
        return masks.argmax(axis=1)


class Sick(Own):
    def reset(self, seed):
        raise ConnectionError("no network")


class Cheat(Own):
    def act(self, observation, mask, info):
        return int(mask.argmin())
"""


def episode(env: gymnasium.Env, seed: int) -> list[tuple]:
    """A game: observation, reward, end and info of every step."""
    _, info = env.reset(seed=seed)
    steps: list[tuple] = []
    while not steps or not steps[-1][2]:
        steps.append(env.step(choose(info["action_mask"], len(steps))))
        info = steps[-1][4]
    return steps


def test_the_same_class_by_name_and_as_an_object_plays_the_same_games(file):
    agent = make_agent(f"{file}:Own", "ctv", "escudo", "republican")
    one, other = (gymnasium.make("ctv_env/Escudo1937-v0", opponent=name) for name in (f"{file}:Own", agent))
    for seed in (1, 2):
        assert data_equivalence(episode(one, seed), episode(other, seed))
    assert len(agent.games) == 2
    assert agent.games[0] != agent.games[1]


@pytest.mark.parametrize("name", ["expectimax", "mcts:2", PROGRAM])
def test_every_agent_that_has_a_name_can_be_an_opponent(name):
    env = SingleSideEnv("duel", opponent=name)
    assert episode(env, 3)[-1][2]
    env.close()


def test_the_opponent_of_a_game_may_be_named_anew_and_of_a_drawn_side_each_has_its_own(file):
    env = SingleSideEnv("duel", "random", opponent=f"{file}:Own")
    sides = set()
    for seed in range(6):
        episode(env, seed)
        sides.add(env.side)
    assert len(sides) == 2
    env.reset(seed=1, options={"opponent": BOLD})
    assert [agent.name for agent in env._players.values()] == ["bold", "bold"]


def test_a_copy_of_an_environment_has_its_opponent_with_all_that_it_remembers(file):
    env = SingleSideEnv("escudo", opponent=f"{file}:Own")
    _, info = env.reset(seed=4)
    for step in range(20):
        *_, info = env.step(choose(info["action_mask"], step))
    twin = copy.deepcopy(env)
    for step in range(20):
        one, other = (each.step(choose(info["action_mask"], step)) for each in (env, twin))
        assert data_equivalence(one, other)
        info = one[4]
    assert data_equivalence(episode(env, 5), episode(twin, 5))


# -- many games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("kind", ["Own", "Seeing"])
def test_the_vector_plays_the_games_of_single_environments(mode, kind, file):
    settings = SMALL | {"opponent": f"{file}:{kind}", "obs": "flat"}
    ours = VectorEnv(N, mode, **settings)
    theirs = SyncVectorEnv([lambda: SingleSideEnv(**settings) for _ in range(N)], autoreset_mode=mode)
    (seen, infos), (other, _) = ours.reset(seed=1), theirs.reset(seed=1)
    ends = 0
    for step in range(250):
        assert data_equivalence(seen, other)
        actions = choose_each(infos["action_mask"], step)
        seen, *result, infos = ours.step(actions)
        other, *wanted, other_infos = theirs.step(actions)
        assert data_equivalence(result, wanted)
        assert (infos["action_mask"] == other_infos["action_mask"]).all()
        ends += result[1].sum()
        if mode == AutoresetMode.SAME_STEP and result[1].any():
            first = int(np.flatnonzero(result[1])[0])
            assert (infos["final_obs"][first] == other_infos["final_obs"][first]).all()
    assert ends >= N


def test_a_vector_without_autoreset_goes_on_where_it_is_reset(file):
    env = VectorEnv(N, AutoresetMode.DISABLED, scenario="duel", opponent=f"{file}:Own")
    twin = SingleSideEnv("duel", opponent=f"{file}:Own")
    _, infos = env.reset(seed=1)
    _, info = twin.reset(seed=1)
    games = 0
    while games < 3:
        assert (infos["action_mask"][0] == info["action_mask"]).all()
        _, _, ended, _, infos = env.step(choose_each(infos["action_mask"], games))
        *_, info = twin.step(choose(info["action_mask"], games))
        if ended.any():
            _, infos = env.reset(options={"reset_mask": ended})
        if ended[0]:
            games += 1
            _, info = twin.reset()


def test_sb3_plays_the_games_of_single_environments(file):
    settings = SMALL | {"opponent": f"{file}:Own", "obs": "flat"}
    env = SB3VecEnv(N, **settings)
    twins = [SingleSideEnv(**settings) for _ in range(N)]
    env.seed(5)
    seen = env.reset()
    assert all((twin.reset(seed=5 + i)[0] == seen[i]).all() for i, twin in enumerate(twins))
    ends = 0
    for step in range(250):
        actions = choose_each(env.action_masks(), step)
        seen, rewards, dones, _ = env.step(actions)
        for i, twin in enumerate(twins):
            obs, reward, ended, _, _ = twin.step(actions[i])
            assert (np.float32(reward), ended) == (rewards[i], dones[i])
            assert (seen[i] == (twin.reset()[0] if ended else obs)).all()
        ends += dones.sum()
    assert ends >= N


@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
@pytest.mark.parametrize("kind", ["Many", "SeeingMany"])
def test_an_agent_that_decides_for_many_games_is_asked_for_them_at_once(make, kind, file):
    env = make(N, opponent=f"{file}:{kind}", scenario="duel", side="republican", obs="flat", dtype="uint8")
    env.reset()
    before = agent_of(env).games.copy()
    for step in range(30):
        env.step(choose_each(env.action_masks(), step))
    assert agent_of(env).games == before  # reset once, for all
    assert len(before) == 1


def agent_of(env):
    """The agent that plays in the first game."""
    opponents = env.opponents if isinstance(env, SB3VecEnv) else env._opponents
    return opponents._player(0)


@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
def test_compiled_and_named_opponents_and_objects_may_be_mixed(make, file):
    class First:
        def act_many(self, observations, masks):
            return masks.argmax(axis=1)

    env = make(4, opponent=["random", f"{file}:Own", First(), BOLD], scenario="duel")
    env.reset()
    for step in range(40):
        env.step(choose_each(env.action_masks(), step))
    outside = env.games.episodes["policy"][np.arange(4), 1 - env.games.episodes["learner"]] < 0
    assert outside.tolist() == [False, True, True, True]
    env.close()


@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
def test_an_illegal_action_of_an_opponent_by_name_is_reported(make, file):
    with pytest.raises(IllegalActionError, match=r"the opponent of game 0: action \d+ is illegal: \w+"):
        make(N, opponent=f"{file}:Cheat", scenario="duel", side="republican").reset()


@pytest.mark.parametrize("fails", [0, 5])
@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
def test_nobody_plays_on_for_an_opponent_that_failed(make, fails):
    class Weary:
        calls, is_weary = 0, True

        def act_many(self, observations, masks):
            self.calls += 1
            if self.calls > fails and self.is_weary:
                raise ConnectionError("no network")
            return masks.argmax(axis=1)

    opponent = Weary()
    env = make(N, opponent=opponent, scenario="duel", side="republican")

    def play():
        env.reset()
        for step in range(40):
            env.step(choose_each(env.action_masks(), step))

    with pytest.raises(ConnectionError):
        play()
    for _ in range(2):
        with pytest.raises(gymnasium.error.ResetNeeded, match="an opponent has failed: call reset"):
            env.step(np.zeros(N, int))
    opponent.is_weary = False
    play()
    env.close()


@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
def test_nobody_plays_for_an_opponent_that_could_not_begin(make, file):
    env = make(N, opponent=f"{file}:Sick", scenario="duel")
    with pytest.raises(ConnectionError):
        env.reset()
    with pytest.raises(gymnasium.error.ResetNeeded, match="an opponent has failed: call reset"):
        env.step(np.zeros(N, int))


def test_compiled_opponents_cost_one_call_a_step(monkeypatch):
    """Only others are asked, and for them the driver stops in between."""
    monkeypatch.setattr(ManyOpponents, "answer", None)
    env = VectorEnv(N, opponent=["random", "staff", "greedy"], scenario="duel")
    _, infos = env.reset(seed=1)
    for step in range(20):
        *_, infos = env.step(choose_each(infos["action_mask"], step))


@pytest.mark.parametrize("make", [SB3VecEnv, VectorEnv])
def test_an_object_that_decides_for_one_game_only_is_refused_where_there_are_many(make):
    class One:
        def act(self, observation, mask, info):
            return int(mask.argmax())

    with pytest.raises(ValueError, match=r"the name of an agent or an object with act_many\(observations, masks\)"):
        make(N, opponent=One())
