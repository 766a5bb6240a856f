"""The Gymnasium environment of one side."""

import copy
import pathlib
import pickle
import re
import subprocess
import sys
import types
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.utils.performance import benchmark_step
from stable_baselines3.common.env_checker import check_env as check_env_sb3
from support.choices import choose

import ctv_env
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.single import ILLEGAL_PENALTY, SingleSideEnv
from ctv_env.games import environments

IDS = environments()["ctv"]
SINGLE_SIDE_ID = IDS["campaign"]
ROOT = pathlib.Path(__file__).parents[2]


def make(**more):
    """The bare environment with small observations, against the random policy."""
    return gymnasium.make(SINGLE_SIDE_ID, **({"opponent": "random", "obs": "flat"} | more)).unwrapped


def play(env, steps=10**6, **reset):
    """Observation, reward and info of each step from a reset to the end, or of the first few."""
    obs, info = env.reset(**reset)
    history = [(obs, 0.0, info)]
    ended = False
    while not ended and len(history) <= steps:
        obs, reward, ended, truncated, info = env.step(choose(info["action_mask"], len(history)))
        assert not truncated
        history.append((obs, reward, info))
    return history


def same(one, two):
    """Whether two observations are equal."""
    return gymnasium.utils.env_checker.data_equivalence(one, two)


# -- conformance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("env_id", list(IDS.values()))
@pytest.mark.parametrize("more", [{}, {"obs": "flat", "dtype": "uint8"}, {"obs": "both", "mask_in_obs": True}], ids=str)
def test_gymnasium_finds_nothing_wrong(env_id, more):
    """The checker samples actions without masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id, opponent="random", **more).unwrapped, skip_render_check=True)


def test_gymnasium_finds_nothing_wrong_with_the_render_modes(monkeypatch):
    """The checker tries every mode by itself."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("ctv_env/Duel1937-v0", opponent="random").unwrapped)


@pytest.mark.parametrize("reward", ["vp", "win", "shaped"])
@pytest.mark.parametrize("illegal_action", ["terminate", "random"])
def test_nor_with_other_rewards_and_other_answers_to_illegal_actions(reward, illegal_action):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(reward=reward, illegal_action=illegal_action), skip_render_check=True)


def test_two_of_it_match():
    check_environments_match(make(), make(), num_steps=200, info_comparison="equivalence")


def test_it_can_be_timed():
    assert benchmark_step(make(), target_duration=0.1, seed=1) > 0


def test_stable_baselines_finds_nothing_wrong():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env_sb3(make(obs="flat"))
    with pytest.warns(UserWarning, match="image") as given:
        check_env_sb3(make(obs="planes"))
    # It takes every array with three axes for an image; there must be no other warning.
    assert all(re.search("image|unconventional shape", str(warning.message)) for warning in given)


def test_the_id_may_name_the_module_that_registers_it():
    code = "import gymnasium; print(gymnasium.make('ctv_env:ctv_env/Duel1937-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "ctv_env/Duel1937-v0"
    gymnasium.register_envs(ctv_env)  # the idiom that keeps linters quiet
    for scenario, env_id in IDS.items():
        env = gymnasium.make(env_id)
        env.reset(seed=1)
        assert env.unwrapped.game.tables.scenario == scenario


def test_it_is_registered_with_a_spec_that_can_be_written():
    env = gymnasium.make(SINGLE_SIDE_ID, side="republican", setup="placement")
    again = gymnasium.make(type(env.spec).from_json(env.spec.to_json()))
    again.reset(seed=1)
    assert again.unwrapped.side == "republican"
    assert env.spec.max_episode_steps == 37_800
    ctv_env.envs.register_all()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gymnasium.make_vec(SINGLE_SIDE_ID, 2, vectorization_mode="sync", obs="flat", opponent="random").close()


def test_masks_get_through_wrappers_by_gymnasiums_own_door():
    env = gymnasium.wrappers.TimeLimit(gymnasium.make(SINGLE_SIDE_ID, obs="flat", opponent="random"), 5)
    _, info = env.reset(seed=1)
    assert not hasattr(env, "action_masks")  # since Gymnasium 1.0 a wrapper hides what it does not define
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"]).all()
    env.set_wrapper_attr("illegal_action", "terminate")
    assert env.unwrapped.illegal_action == "terminate"
    assert env.step(468)[2]


def test_wrappers_count_episodes_and_cut_them_off():
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make(SINGLE_SIDE_ID, opponent="random", reward="win"))
    _, info = env.reset(seed=1)
    ended, step = False, 0
    while not ended:
        _, _, ended, truncated, info = env.step(choose(info["action_mask"], step))
        step += 1
    assert not truncated  # the last turn is an end by the rules
    assert (info["episode"]["l"], info["episode"]["r"]) == (info["decisions"], 1 if info["is_success"] else -1)
    env = gymnasium.wrappers.TimeLimit(make(), 3)
    _, info = env.reset(seed=1)
    for step in range(3):
        _, _, terminated, truncated, info = env.step(choose(info["action_mask"], step))
        assert info["action_mask"].any()
    assert (terminated, truncated) == (False, True)


def test_observations_of_several_arrays_can_be_flattened():
    env = gymnasium.wrappers.FlattenObservation(make(obs="planes"))
    obs, _ = env.reset(seed=1)
    assert obs in env.observation_space
    assert obs.shape == (sum(np.prod(space.shape) for space in make(obs="planes").observation_space.values()),)


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode)[:2])
def test_masks_are_never_empty_in_a_vector_of_environments(mode):
    env = gymnasium.make_vec(
        SINGLE_SIDE_ID, 2, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode},
        obs="flat", opponent="random", side="republican",
    )  # fmt: skip
    _, info = env.reset(seed=1)
    ends = 0
    for step in range(500):
        _, _, terminated, _, info = env.step(np.array([choose(mask, step) for mask in info["action_mask"]]))
        assert info["action_mask"].any(1).all()
        ends += terminated.sum()
    assert ends > 1


# -- seeds, copies, one truth --------------------------------------------------------------------------------------


def test_a_seed_alone_reproduces_this_game_and_the_ones_after_it():
    one, two = make(side="random"), make(side="random")
    two.reset(seed=99)
    for reset in ({"seed": 7}, {}, {}):
        first, second = play(one, 150, **reset), play(two, 150, **reset)
        assert same(first, second)
    assert not same(play(one, 20, seed=8)[0], first[0])


def test_without_a_seed_games_differ():
    histories = [play(make(), 300) for _ in range(3)]
    assert not (same(histories[0], histories[1]) and same(histories[1], histories[2]))


def test_it_plays_the_games_of_the_batch():
    env = make(side="random", reward="shaped")
    games = BatchGames(1, side="random", opponent="random", reward="shaped")
    seen = games.reset([12])
    for reset in ({"seed": 12}, {}, {}):
        history = play(env, **reset)
        for step, (obs, _, info) in enumerate(history[:-1]):
            assert (obs == seen[0]).all()
            assert (info["action_mask"] == games.masks[0]).all()
            seen, rewards, ends = games.step([choose(games.masks[0], step + 1)])
            assert rewards[0] == history[step + 1][1]
        assert ends[0]
        assert (games.final_observation(0) == history[-1][0]).all()
        assert games.episodes["final_length"][0] == history[-1][2]["decisions"] == len(history) - 1


def middle(legal):
    """The middle one of the legal actions: seldom to pass on."""
    return int(legal[len(legal) // 2])


class Middle:
    """Always does what is in the middle of the legal actions."""

    def act(self, observation, mask, info):
        """The middle of the legal actions."""
        return middle(np.flatnonzero(mask))


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_it_plays_the_games_of_the_rules(side):
    env = make(side=side, opponent=Middle())
    _, info = env.reset(seed=4)
    game = env.game
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(middle(np.flatnonzero(info["action_mask"])))
        game.step(middle(game.legal_actions()))
        while game.to_move not in (side, None):
            game.roll() if game.to_move == "chance" else game.step(middle(game.legal_actions()))
        assert env.game.state_hash() == game.state_hash()
    assert info["winner"] == game.winner


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_alike_and_apart(copier):
    env = make(opponent="random")
    info = play(env, 100, seed=5)[-1][2]
    twin = copier(env)
    for step in range(60):
        action = choose(info["action_mask"], step)
        before = twin.game.state_hash()
        one = env.step(action)
        assert twin.game.state_hash() == before
        assert same(one, twin.step(action))
        info = one[4]


# -- masks, infos, rewards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_masks_agree_everywhere_and_are_never_empty(side):
    env = make(side=side)
    obs, info = env.reset(seed=6)
    ended = False
    while not ended:
        mask = info["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (469,))
        assert (env.action_masks() == mask.astype(bool)).all()
        assert np.flatnonzero(mask).tolist() == env.game.legal_actions()
        assert env.game.to_move == side == info["side"]
        assert obs in env.observation_space
        obs, _, ended, _, info = env.step(env.action_space.sample(mask))
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    assert env.action_space.sample(info["action_mask"]) == 0
    assert obs in env.observation_space


def test_the_end_is_reported():
    env = make(side="republican", reward="win")
    history = play(env, seed=3)
    last = history[-1][2]
    assert {"winner", "vp", "is_success", "decisions", "reward_components", "node", "turn", "side"} < set(last)
    assert last["node"] == "OVER"
    assert last["decisions"] == len(history) - 1
    assert last["is_success"] == (last["winner"] == "republican")
    assert [reward for _, reward, _ in history if reward] == [1.0 if last["is_success"] else -1.0]
    assert last["vp"] == env.game.score()
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(0)


@pytest.mark.parametrize(("reward", "parts"), [("vp", "vp"), ("win", ""), ("shaped", "potential")])
def test_the_components_make_the_reward(reward, parts):
    history = play(make(reward=reward), seed=2)[1:]
    for _, value, info in history:
        components = info["reward_components"]
        assert value == pytest.approx(components["result"] + (components[parts] if parts else 0))
    assert any(info["reward_components"]["vp"] for _, _, info in history)
    reckoned = any(info["reward_components"]["potential"] for _, _, info in history)
    assert reckoned == (reward == "shaped")  # it takes time: only where it is rewarded


@pytest.mark.parametrize("reward", ["vp", "win", "shaped"])
@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_rewards_add_up_to_what_the_reward_says(reward, side):
    sign = 1 if side == "nationalist" else -1
    for seed in range(6):
        env = make(reward=reward, side=side, scenario="last-stand")
        env.reset(seed=seed)
        start, potential = env.game.score(), sign * env.games.episodes["potential"][0]
        history = play(env, seed=seed)
        last = history[-1][2]
        won = 1 if last["winner"] == side else -1
        assert last["is_success"] == (won == 1)
        gained = sign * (last["vp"] - start) / env.games.tables.record["vp_to_win"][0]
        expected = {"win": won, "vp": won + gained, "shaped": won - potential}[reward]
        assert sum(value for _, value, _ in history) == pytest.approx(expected, abs=1e-9)
        for name, whole in (("result", won), ("vp", gained), ("potential", -potential)):
            parts = [info["reward_components"][name] for _, _, info in history[1:]]
            assert sum(parts) == pytest.approx(whole, abs=1e-9)


def test_a_reset_without_a_seed_does_not_seed_again():
    env = make()
    env.reset(seed=5)
    first = env.np_random.bit_generator.state
    second = [env.reset()[1] and env.game.to_bytes() for _ in range(2)]
    assert env.np_random.bit_generator.state == first
    assert second[0] != second[1]


def test_step_before_reset_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        make().step(0)


# -- illegal actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [61, 468, 469, -1, np.int64(10**9)])
def test_an_illegal_action_costs_a_little_and_changes_nothing(action):
    env = make()
    obs, info = env.reset(seed=1)
    before = env.game.to_bytes()
    seen, reward, terminated, truncated, after = env.step(action)
    assert (reward, terminated, truncated) == (ILLEGAL_PENALTY, False, False)
    assert env.game.to_bytes() == before
    assert same(seen, obs)
    assert (after["action_mask"] == info["action_mask"]).all()
    assert len(after["illegal_action"]) > 10
    assert "illegal_action" not in env.step(choose(after["action_mask"], 0))[4]


def test_an_illegal_action_may_raise():
    env = make(illegal_action="raise")
    _, info = env.reset(seed=1)
    before = env.game.to_bytes()
    with pytest.raises(IllegalActionError, match=r"action 468 is illegal: \w+"):
        env.step(468)
    assert env.game.to_bytes() == before
    env.step(choose(info["action_mask"], 0))


def test_an_illegal_action_may_lose_the_game():
    env = make(illegal_action="terminate", side="republican", mask_in_obs=True)
    env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(468)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["winner"] == "nationalist"
    assert not info["is_success"]
    assert info["illegal_action"]
    for mask in (info["action_mask"], seen["action_mask"], env.action_masks()):
        assert np.flatnonzero(mask).tolist() == [0]  # DONE, the idle action
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    env.step(int(np.flatnonzero(env.action_masks())[0]))


@pytest.mark.parametrize("action", ["0", None, 1.5, True, [0], np.array([0.5])])
def test_an_action_that_is_no_number_is_an_error(action):
    env = make()
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action must be a whole number"):
        env.step(action)


def test_an_array_of_one_number_is_an_action():
    env, twin = make(), make()
    _, info = env.reset(seed=1)
    twin.reset(seed=1)
    action = choose(info["action_mask"], 3)
    assert same(env.step(np.array([action])), twin.step(np.int32(action)))


# -- settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"side": "italian"}, "side cannot be 'italian': it is one of"),
        ({"opponent": "stockfish"}, "no agent 'stockfish': .* allowed are random, greedy, staff, "),
        ({"opponent": 3}, "object with act"),
        ({"obs": "pixels"}, "obs cannot be 'pixels'"),
        ({"reward": "money"}, "reward cannot be 'money'"),
        ({"illegal_action": "ignore"}, "illegal_action cannot be 'ignore'"),
        ({"render_mode": "pixels"}, "render_mode cannot be 'pixels'"),
        ({"scenario": "madrid"}, "no scenario 'madrid'"),
        ({"edition": "fr"}, "edition cannot be 'fr'"),
        ({"fog": 1}, "fog cannot be 1"),
        ({"oponent": "random"}, "unknown keyword 'oponent'; did you mean 'opponent'"),
        ({"weather": "dry"}, "unknown keyword 'weather'"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(more, words):
    with pytest.raises(ValueError, match=words):
        SingleSideEnv(**more)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sides": "republican"}, "reset option cannot be 'sides'.*did you mean 'side'"),
        ({"side": "italian"}, "side cannot be 'italian'"),
        ({"scenario": "madrid"}, "no scenario 'madrid'"),
        ({"opponent": "stockfish"}, "no agent 'stockfish'"),
        ({"edition": "fr"}, "edition cannot be"),
    ],
)
def test_a_wrong_reset_option_is_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        make().reset(options=options)


@pytest.mark.parametrize("seed", [-1, 0.5, "x"])
def test_a_wrong_seed_is_refused(seed):
    with pytest.raises((ValueError, gymnasium.error.Error), match=r"(?i)seed"):
        make().reset(seed=seed)


def test_reset_options_hold_for_one_game():
    env = make(side="nationalist", opponent="random")
    env.reset(seed=1, options={"side": "republican", "edition": "it", "opponent": Middle()})
    assert (env.side, env.game.tables.options["edition"]) == ("republican", "it")
    assert isinstance(env.opponent, Middle)
    env.reset()
    assert (env.side, env.game.tables.options["edition"], env.opponent) == ("nationalist", "en", "random")


def test_rules_options_reach_the_game():
    env = make(setup="placement", fog=False)
    env.reset(seed=1)
    assert env.game.turn == 0
    assert env.game.tables.options["fog"] is False


# -- opponents that are objects ------------------------------------------------------------------------------------


class Witness:
    """Notes what an opponent is given."""

    def __init__(self):
        self.given, self.seeds = [], []

    def reset(self, seed):
        """Before a game."""
        self.seeds.append(seed)

    def act(self, observation, mask, info):
        """The last legal action."""
        self.given.append((observation, mask, info))
        return np.flatnonzero(mask)[-1]


def test_an_object_plays_the_other_side_by_its_own_observation():
    witness = Witness()
    env = make(side="republican", opponent=witness, obs="flat")
    play(env, 30, seed=2)
    assert witness.given
    for observation, mask, info in witness.given:
        assert info["side"] == info["view"].side == info["view"].to_move == "nationalist"
        assert np.flatnonzero(mask).tolist() == info["view"].legal_actions()
        assert (observation == info["view"].observation("flat", "float32")).all()
        assert {"node", "turn"} < set(info)
    play(env, 3, seed=2)
    assert witness.seeds[0] == witness.seeds[1]


@pytest.mark.parametrize("wanted", ["flat", "pieces", None])
def test_an_object_may_say_which_array_it_wants(wanted):
    witness = Witness()
    witness.observation = wanted
    play(make(side="republican", opponent=witness), 3, seed=2)
    seen, _, info = witness.given[0]
    assert same(seen, info["view"].observation(wanted, "float32") if wanted else None)


def test_an_object_that_breaks_the_rules_is_reported():
    class Cheat:
        def act(self, observation, mask, info):
            return 468

    with pytest.raises(IllegalActionError, match="action 468 of game 0 is illegal"):
        make(side="republican", opponent=Cheat()).reset(seed=1)


# -- rendering -----------------------------------------------------------------------------------------------------


def test_the_text_map_fits_and_shows_the_position():
    env = make(render_mode="ansi", side="republican")
    env.reset(seed=1)
    text = env.render()
    lines = text.splitlines()
    assert max(map(len, lines)) <= 100
    assert lines[0].startswith("turn 1 of 7   fair   morale marker 0   0 of 6 VP")
    row = next(line for line in lines if line.startswith("12 "))
    column = lines[1].index("11")
    assert row[column] == "#"  # Santander
    assert row[column + 1] in "rR"
    assert row[column + 3] == "*"
    assert isinstance(env.game, Game)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert make().render() is None


def duel(render_mode: str, side: str = "nationalist"):
    env = gymnasium.make("ctv_env/Duel1937-v0", side=side, opponent="random", render_mode=render_mode)
    env.reset(seed=1)
    return env


def test_text_is_coloured_for_a_terminal_only(monkeypatch):
    env = duel("ansi")
    plain = env.render()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "\x1b[" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", env.render()) == plain != env.render()


def test_pixels_are_those_of_the_learners_observation():
    env = duel("rgb_array")
    image = env.render()
    assert (image.shape, image.dtype) == ((720, 960, 3), np.uint8)
    assert (env.render() == image).all()
    assert (duel("rgb_array", "republican").render() != image).any()


def test_svg_is_that_of_the_learners_observation():
    """Whose log is what the last step brought."""
    text = duel("svg").render()
    assert text.startswith("<svg ")
    assert "seen by the nationalist" in text
    assert "CLXXX" not in text
    assert "CLXXX" in duel("svg", "republican").render()


def test_what_has_moved_since_the_last_picture_has_an_arrow():
    env = gymnasium.make("ctv_env/Escudo1937-v0", render_mode="svg")
    env.reset(seed=1)
    for action in (("PIECE", "N SC 3"), ("HEX", "2411")):
        assert 'data-mark="move"' not in env.render()
        env.step(env.unwrapped.game.encode(*action))
    assert 'data-mark="move" data-from="2111" data-to="2411"' in env.render()
    assert 'data-mark="move"' not in env.render()
    env.step(env.unwrapped.game.encode("PIECE", "N SC 2"))
    env.reset(seed=1)
    assert 'data-mark="move"' not in env.render()


def test_a_window_is_renewed_at_every_step(monkeypatch):
    shown = []
    monkeypatch.setattr("ctv_env.render.window.Screen.show", lambda screen, image: shown.append(image))
    env = duel("human")
    env.step(env.action_space.sample(env.unwrapped.action_masks().astype(np.int8)))
    assert len(shown) == 2
    assert shown[0].shape == (960, 1280, 3)
    assert env.render() is None


def test_gymnasium_records_a_video(monkeypatch, tmp_path):
    """Its recorder takes a mode that gives arrays, and the rate from the metadata; here without a codec."""
    videos = []

    class Clip:
        def __init__(self, frames, fps):
            self.video = (frames, fps)

        def write_videofile(self, path, logger):
            videos.append(self.video)

    module = types.ModuleType("moviepy.video.io.ImageSequenceClip")
    module.ImageSequenceClip = Clip
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    env = gymnasium.wrappers.RecordVideo(duel("rgb_array"), str(tmp_path), episode_trigger=lambda episode: True)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    env.close()
    ((frames, fps),) = videos
    assert (len(frames), fps) == (4, 4)
    assert {frame.shape for frame in frames} == {(720, 960, 3)}


def test_the_text_map_hides_whom_the_enemy_has_in_hand():
    class Looks(Middle):
        def act(self, observation, mask, info):
            if info["node"] == "MOVE_TO":
                maps.append(env.games.text_map(0))
            return int(np.flatnonzero(mask)[-1])

    for fog in (True, False):
        maps = []
        env = make(side="republican", opponent=Looks(), render_mode="ansi", fog=fog)
        env.reset(seed=1)
        assert maps
        assert all((">" in text.split("~ sea")[0]) == (not fog) for text in maps)
