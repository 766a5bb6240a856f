"""The PettingZoo environment: PettingZoo's checkers, and what they do not cover."""

import copy
import itertools
import pickle
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger
from support.choices import choose, fight

from ctv_env import new_game
from ctv_env.core.game import IllegalActionError
from ctv_env.envs.aec import GameAEC, env, ids, raw_env, register

AGENTS = ["nationalist_0", "republican_0"]
SMALL = {"scenario": "last-stand", "obs": "flat", "dtype": "uint8"}
ENV_ID = "ctv/santander1937-v0"
SEA = 468  # the last hex is never legal


def make(**more):
    """A small game, unwrapped, at its first decision."""
    made = raw_env(**(SMALL | more))
    made.reset(seed=1)
    return made


def play(game, chooser=choose):
    """Step ``game`` to the end of all its agents; yields who decides with what ``last`` says, before each step."""
    for step, agent in enumerate(game.agent_iter()):
        last = game.last()
        yield agent, last
        game.step(None if last[2] or last[3] else chooser(last[0]["action_mask"], step))


@pytest.fixture(autouse=True)
def strict():
    """Every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# -- PettingZoo's checkers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["campaign", "duel"])
@pytest.mark.parametrize("maker", [env, raw_env])
def test_pettingzoo_finds_nothing_wrong(scenario, maker):
    api_test(maker(scenario=scenario, obs="flat", mask_in_obs=False), num_cycles=1000)


@pytest.mark.parametrize("obs", ["flat", "planes", "pieces", "both"])
def test_it_dislikes_masks_in_the_observation_and_nothing_else(obs):
    # PettingZoo exempts its own games of this kind by name.
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        api_test(env(scenario="last-stand", obs=obs), num_cycles=1000)
    assert {str(warning.message) for warning in given} == {
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
        "Observation is not a NumPy array",
    }


def test_the_same_seed_gives_the_same_game():
    seed_test(env, num_cycles=500)
    seed_test(lambda: env(obs="flat", mask_in_obs=False), num_cycles=500)


def test_every_render_mode_works(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(
        lambda render_mode: env(**SMALL, render_mode=render_mode),
        {"svg": lambda text: text.startswith("<svg "), "ansi": lambda text: text.startswith("turn 6 of 7")},
    )


def test_it_is_fast_enough_to_be_timed(capsys):
    performance_benchmark(env(scenario="duel", obs="flat"))  # five seconds; numbers are for `ctv bench`
    assert "turns per second" in capsys.readouterr().out.lower()


def test_the_registry_makes_it():
    pytest.importorskip("pettingzoo", "1.27")  # the first with a registry
    assert ids()["ctv"] == ENV_ID
    made = pettingzoo.make("aec", ENV_ID, **SMALL)
    made.reset(seed=1)
    assert isinstance(made.unwrapped, GameAEC)
    assert made.metadata["name"] == "santander1937_v0"
    assert not made.metadata["is_parallelizable"]
    assert gymnasium.utils.env_checker.data_equivalence(made.last(), make().last())
    register()  # a second time: PettingZoo would warn


# -- masks, spaces, observations: not covered by the checkers ------------------------------------------------------


@pytest.mark.parametrize("scenario", ["last-stand", "campaign"])
def test_the_one_who_decides_has_the_legal_actions_and_the_other_none(scenario):
    # PettingZoo's api_test silently accepts an observation with a mask of zeros.
    game = make(scenario=scenario)
    for agent, (seen, _, terminated, truncated, _) in play(game):
        mask = seen["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (469,))
        (other,) = set(AGENTS) - {agent}
        if terminated or truncated:
            assert not mask.any()
            continue
        assert np.flatnonzero(mask).tolist() == game.game.legal_actions() != []
        assert not game.observe(other)["action_mask"].any()
        assert game.action_space(agent).sample(mask) in game.game.legal_actions()


def test_each_sees_by_his_own_observation():
    game = make(obs="pieces")
    for agent, _ in play(game):
        for one in game.agents:
            seen = game.observe(one)
            assert seen in game.observation_space(one)
            expected = game.game.observation(one.removesuffix("_0"), "pieces")
            assert all((seen["observation"][name] == array).all() for name, array in expected.items())
        if game.game.winner is None:
            assert agent == f"{game.game.to_move}_0"
    first, second = make(), make()
    assert (first.observe(AGENTS[0])["observation"] != second.observe(AGENTS[1])["observation"]).any()


def test_spaces_are_the_same_objects_at_each_call():
    for game in (make(), env(**SMALL)):
        for agent in AGENTS:
            assert game.observation_space(agent) is game.observation_space(agent)
            assert game.action_space(agent) is game.action_space(agent)
        # Sampling for one agent must not change what is sampled for the other.
        one, two = (game.action_space(agent) for agent in AGENTS)
        assert one == two
        assert one is not two


def test_the_mask_may_come_in_the_info_instead():
    game, twin = make(mask_in_obs=False), make()
    assert game.observation_space(AGENTS[0]) == twin.observation_space(AGENTS[0])["observation"]
    for step in range(100):
        for agent in AGENTS:
            expected = twin.observe(agent)
            assert (game.observe(agent) == expected["observation"]).all()
            assert (game.infos[agent]["action_mask"] == expected["action_mask"]).all()
        action = choose(game.last()[4]["action_mask"], step)
        game.step(action)
        twin.step(action)


def test_one_agent_may_decide_several_times_in_a_row():
    order = [agent for agent, _ in play(make())]
    assert sum(one == two for one, two in itertools.pairwise(order)) > 10
    assert set(order) == set(AGENTS)


def test_what_is_returned_is_not_written_to_again():
    game = make()
    seen = game.observe(game.agent_selection)
    kept = copy.deepcopy(seen)
    infos = copy.deepcopy(game.infos)
    held = game.infos
    for _ in zip(range(40), play(game), strict=False):
        pass
    assert gymnasium.utils.env_checker.data_equivalence(seen, kept)
    assert held == infos


# -- the game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"scenario": "last-stand"}, {"scenario": "campaign", "fog": False}], ids=str)
def test_it_is_the_game_of_the_rules_decision_for_decision(options):
    ours = make(**options)
    game = ours.game
    for step in range(10_000):
        assert ours.game.state_hash() == game.state_hash()
        if game.winner is not None:
            break
        seen, _, terminated, _, info = ours.last()
        assert not terminated
        assert (ours.agent_selection, info) == (f"{game.to_move}_0", {"node": game.node, "turn": game.turn})
        assert np.flatnonzero(seen["action_mask"]).tolist() == game.legal_actions()
        action = fight(seen["action_mask"], step)
        ours.step(action)
        game.step(action)
        while game.to_move == "chance":
            game.roll()
    assert all(ours.terminations.values())
    for agent in AGENTS:
        reported = {"winner": f"{game.winner}_0", "vp": game.score(), "decisions": step}
        assert ours.infos[agent] == {"node": "OVER", "turn": game.turn, **reported}


def test_new_game_with_the_same_seed_is_another_game_which_the_page_says():
    """The position is the same, the dice to come are not; how to get them is the test above."""
    ours, alone = make().game, new_game("ctv", SMALL["scenario"], seed=1)
    assert ours.state_hash() == alone.state_hash()
    assert ours.to_bytes() != alone.to_bytes()


def test_a_seed_decides_this_game_and_those_after_it():
    def story(game, seeds):
        hashes = []
        for seed in seeds:
            game.reset(seed=seed)
            hashes += [game.game.state_hash() for _ in zip(range(60), play(game), strict=False)]
        return hashes

    one, two = raw_env(**SMALL), raw_env(**SMALL)
    two.reset(seed=99)
    assert story(one, [7, None]) == story(two, [7, None]) != story(one, [8, None])


@pytest.mark.parametrize("reward", ["win", "vp", "shaped"])
def test_rewards_are_zero_sum_and_add_up(reward):
    results = set()
    for seed in range(12):
        game = raw_env(**SMALL, reward=reward)
        game.reset(seed=seed)
        first, start = game._seats._games.episodes["potential"][0], game.game.score()
        total, last_total = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
        for step, agent in enumerate(game.agent_iter()):
            seen, received, terminated, _, info = game.last()
            last_total[agent] += received  # what a learner gathers from last()
            if terminated:
                game.step(None)
                continue
            mover = agent
            game.step(fight(seen["action_mask"], step + seed))
            assert game.rewards[AGENTS[0]] == -game.rewards[AGENTS[1]]
            for one, value in game.rewards.items():
                total[one] += value
        sign = 1 if info["winner"] == AGENTS[0] else -1
        gained = (info["vp"] - start) / game._seats._games.tables.record["vp_to_win"][0]
        expected = {"win": sign, "vp": sign + gained, "shaped": sign - first}[reward]
        assert total[AGENTS[0]] == pytest.approx(expected, abs=1e-9)
        assert total[AGENTS[1]] == pytest.approx(-expected, abs=1e-9)
        assert last_total == pytest.approx(total)
        results.add((info["winner"], mover))
    # The loser is paid -1, whichever side decided last.
    assert len({winner == mover for winner, mover in results}) == 2
    assert len({winner for winner, _ in results}) == 2


def test_the_dead_step_with_none_and_then_there_is_nobody():
    game = make()
    for agent, (_, _, terminated, _, info) in play(game):
        if terminated:
            assert info["winner"] in AGENTS
            assert set(info) == {"node", "turn", "winner", "vp", "decisions"}
            assert game.agents == AGENTS[AGENTS.index(agent) :]
            with pytest.raises(ValueError, match="None"):
                game.step(0)
    assert game.agents == []
    for action in (None, 0):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"no game is in play: call reset\(\) first"):
            game.step(action)
    game.reset()
    assert game.agents == AGENTS


def test_a_step_before_the_first_reset_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"no game is in play: call reset\(\) first"):
        raw_env(**SMALL).step(0)


def test_the_wrapped_environment_warns_of_steps_after_the_end():
    game = env(**SMALL)
    game.reset(seed=1)
    for _ in play(game):
        pass
    EnvLogger.flush()
    EnvLogger.suppress_output()
    game.step(None)
    EnvLogger.unsuppress_output()
    assert "terminated" in str(EnvLogger.mqueue[-1])


# PettingZoo's max_cycles_test assumes agents that alternate strictly, counting a cycle for each turn of both, and
# samples without masks: here one side may decide many times in a row, and an illegal action ends the game.
@pytest.mark.parametrize("cycles", [1, 5, 40])
def test_max_cycles_truncates_after_so_many_decisions(cycles):
    for maker in (raw_env, env):
        game = maker(**SMALL, max_cycles=cycles)
        for _ in range(2):
            game.reset(seed=1)
            decisions, reported = 0, []
            for agent in game.agent_iter():
                seen, _, terminated, truncated, info = game.last()
                assert not terminated
                if truncated:
                    reported.append(agent)
                    assert "winner" not in info
                decisions += not truncated
                game.step(None if truncated else choose(seen["action_mask"], decisions))
            assert decisions == cycles
            assert sorted(reported) == AGENTS


def test_a_game_that_ends_with_its_last_cycle_is_over_not_cut_off():
    length = sum(1 for _, last in play(make()) if not last[2])
    game = make(max_cycles=length)
    *_, (_, last) = play(game)
    assert last[2:4] == (True, False)


def test_an_illegal_action_loses_in_the_wrapper_and_is_an_error_without():
    game = make()
    before = game.game.to_bytes()
    for action in (SEA, -1, 10**6, float(SEA), np.array([SEA])):
        with pytest.raises(IllegalActionError, match="nationalist_0: action"):
            game.step(action)
    assert game.game.to_bytes() == before
    assert game.rewards == dict.fromkeys(AGENTS, 0.0)
    wrapped = env(**SMALL)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(SEA)
    assert all(wrapped.terminations.values())
    assert not any(wrapped.truncations.values())
    for agent in wrapped.agent_iter():
        seen, reward, *_, info = wrapped.last()
        assert reward == (-1 if agent == loser else 1)
        assert not seen["action_mask"].any()
        assert info["winner"] != loser
        assert ("illegal_action" in info) == (agent == loser)
        wrapped.step(None)
    wrapped.reset(seed=1)
    wrapped.step(choose(wrapped.last()[0]["action_mask"], 0))
    assert not any(wrapped.terminations.values())


@pytest.mark.parametrize("maker", [raw_env, env])
def test_an_array_without_dimensions_is_an_action(maker):
    one, other = maker(**SMALL), make()
    one.reset(seed=1)
    for step in range(5):
        action = choose(other.last()[0]["action_mask"], step)
        one.step(np.array(action))
        other.step(action)
        assert one.unwrapped.game.to_bytes() == other.game.to_bytes()
    with pytest.raises(IllegalActionError) as as_array:
        other.step(np.array(SEA))
    with pytest.raises(IllegalActionError) as as_number:
        other.step(SEA)
    assert str(as_array.value) == str(as_number.value)


# -- copies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [raw_env, env])
@pytest.mark.parametrize("copier", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"])
def test_a_copy_goes_on_alike_and_apart(maker, copier):
    # EzPickle, which PettingZoo's own environments use, makes a new environment and forgets the game.
    game = maker(**SMALL)
    game.reset(seed=2)
    for _ in zip(range(50), play(game), strict=False):
        pass
    twin = copier(game)
    assert twin.unwrapped.game.state_hash() == game.unwrapped.game.state_hash() != make().game.state_hash()
    for step in range(200):
        before = twin.unwrapped.game.to_bytes()
        one, two = game.last(), twin.last()
        assert gymnasium.utils.env_checker.data_equivalence(one, two)
        if one[2]:
            break
        action = choose(one[0]["action_mask"], step)
        game.step(action)
        assert twin.unwrapped.game.to_bytes() == before
        twin.step(action)
    game.reset()
    twin.reset()
    assert game.unwrapped.game.to_bytes() == twin.unwrapped.game.to_bytes()  # and the dice of the next game too


# -- settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"obs": "pixels"}, "obs cannot be 'pixels'"),
        ({"reward": "gold"}, "reward cannot be 'gold'"),
        ({"render_mode": "pixels"}, "render_mode cannot be 'pixels'"),
        ({"mask_in_obs": False}, "mask_in_obs=False needs an observation of one array"),
        ({"max_cycles": 0}, "max_cycles must be None or a whole number from 1 up"),
        ({"scenario": "madrid"}, "no scenario 'madrid'"),
        ({"weather": "dry"}, "unknown keyword 'weather'"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(more, words):
    with pytest.raises(ValueError, match=words):
        raw_env(**more)


def test_reset_options_hold_for_one_game_and_foreign_ones_are_ignored():
    game = raw_env(**SMALL)
    game.reset(seed=1, options={"scenario": "duel", "edition": "it", "options": 1})
    assert (game.game.tables.scenario, game.game.tables.options["edition"]) == ("duel", "it")
    game.reset(seed=1)
    assert (game.game.tables.scenario, game.game.tables.options["edition"]) == ("last-stand", "en")
    with pytest.raises(ValueError, match="no scenario 'madrid'"):
        game.reset(options={"scenario": "madrid"})
    assert new_game(scenario="last-stand", seed=1).tables.scenario == game.game.tables.scenario


def test_rendering_without_a_mode_warns():
    with pytest.warns(UserWarning, match="render_mode"):
        assert make().render() is None
    assert make(render_mode="ansi").render().startswith("turn 6 of 7")
