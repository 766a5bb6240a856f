"""Many games at once: seeds, threads, restarts, rewards that add up, and errors."""

import os
import signal

import numpy as np
import pytest
from support.choices import choose_each as choose

from ctv_env.core.game import IllegalActionError
from ctv_env.envs.batch import BatchGames

N = 6


def play(games, steps, seeds=None):
    """Rewards, ends and last observations of a number of steps from a reset."""
    games.reset(list(range(games.n)) if seeds is None else seeds)
    rewards, ends, seen = [], [], []
    for step in range(steps):
        obs, reward, end = games.step(choose(games.masks, step))
        rewards.append(reward.copy())
        ends.append(end)
        seen.append(obs.sum(1) if isinstance(obs, np.ndarray) else obs["planes"].sum((1, 2, 3)))
    return np.array(rewards), np.array(ends), np.array(seen)


def batch(**more):
    """Six games against the random policy."""
    return BatchGames(N, **({"opponent": "random"} | more))


def test_the_same_seeds_give_the_same_games_and_others_others():
    first, again, other = play(batch(), 700), play(batch(), 700), play(batch(), 700, range(50, 50 + N))
    for one, two in zip(first, again, strict=True):
        assert (one == two).all()
    assert (first[2] != other[2]).any()
    assert first[1].any()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_plays_on_with_threads_of_its_own():
    games = BatchGames(32, "duel", opponent="random", threads=2)
    games.reset(range(32))
    games.step(choose(games.masks, 0))
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # ends a child that waits for its parent's threads
        games.step(choose(games.masks, 1))
        games.close()
        os._exit(int(games.rows.sum()) % 251)
    games.step(choose(games.masks, 1))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == int(games.rows.sum()) % 251


def test_threads_do_not_matter():
    single, threaded = play(batch(), 400), play(batch(threads=4), 400)
    for one, two in zip(single, threaded, strict=True):
        assert (one == two).all()


@pytest.mark.parametrize("obs", ["flat", "planes"])
def test_observations_have_the_shapes_of_their_space(obs):
    games = batch(obs=obs)
    seen = games.reset()
    spaces = games.observation_space.spaces if obs == "planes" else {"flat": games.observation_space}
    arrays = seen if obs == "planes" else {"flat": seen}
    assert {name: array.shape for name, array in arrays.items()} == {n: (N, *s.shape) for n, s in spaces.items()}
    for name, array in arrays.items():
        assert all(spaces[name].contains(row) for row in array)


def test_masks_are_never_empty_and_games_go_on_after_an_end():
    games, ends = batch(), 0
    games.reset(range(N))
    for step in range(900):
        _, _, end = games.step(choose(games.masks, step))
        assert games.masks.any(1).all()
        for i in np.flatnonzero(end):
            ends += 1
            assert games.game(i).turn == 1
            assert games.episodes["length"][i] == games.episodes["total"][i] == 0
            assert games.episodes["final_length"][i] > 100
            assert games.final_observation(i).any()
    assert ends > N


def test_most_observations_are_renewed_not_written_anew():
    """The driver leaves the events of the last step to the game, which knows by them what has changed."""
    games, renewed, steps = batch(side="both", obs="planes"), 0, 200
    games.reset(range(N))
    for step in range(steps):
        games.episodes["has_map"] = 0  # set by whoever refills the row
        games.step(choose(games.masks, step))
        renewed += int((games.episodes["has_map"] == 0).sum())
    assert renewed > 0.6 * steps * N


def test_the_next_game_of_a_seed_has_other_dice_but_is_fixed_too():
    played = {}
    for games in (batch(side="nationalist"), batch(side="nationalist")):
        ends = play(games, 2600, [4] * N)[1]
        lengths = np.diff(np.flatnonzero(ends[:, 0]))
        assert len(lengths) >= 2
        played[games] = lengths.tolist()
        assert lengths[0] != lengths[1]
    first, second = played.values()
    assert first == second


def test_a_drawn_side_is_sometimes_one_and_sometimes_the_other():
    games = BatchGames(40, side="random", opponent="random")
    games.reset(range(40))
    assert 5 < games.episodes["learner"].sum() < 35
    for k, side in enumerate(games.spec.sides):
        games.set_side(side)
        games.reset()
        assert (games.episodes["learner"] == k).all()


def test_both_sides_of_one_seed_get_the_same_dice():
    streams = {side: play_none(side).batch.states["rng"].tolist() for side in ("nationalist", "republican")}
    assert streams["nationalist"] == streams["republican"]


def play_none(side):
    """Games at their first decisions: the deployment is fixed and the Nationalist begins, so no die was rolled."""
    games = BatchGames(N, side=side, opponent="random")
    games.leave_opponents_outside()
    games.reset(range(N))
    return games


# -- rewards -------------------------------------------------------------------------------------------------------


def finished(reward, side):
    """Sums of rewards of whole games, with the first side's potential at the first decision and how the games ended."""
    games = batch(reward=reward, side=side)
    games.reset(range(N))
    first, total, found = games.episodes["potential"].copy(), np.zeros(N), []
    for step in range(900):
        _, rewards, ends = games.step(choose(games.masks, step))
        total += rewards
        for i in np.flatnonzero(ends):
            episode = games.episodes[i].copy()
            assert total[i] == pytest.approx(episode["final_total"])
            won = 1 if episode["final_winner"] == episode["final_learner"] else -1
            found.append((total[i], first[i], int(episode["final_score"]), won))
            total[i] = 0
            first[i] = games.episodes["potential"][i]
    assert len(found) > N
    return found


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_vp_rewards_add_up_to_the_margin_and_the_result(side):
    games = finished("vp", side)
    for total, _, vp, won in games:
        assert total == pytest.approx((vp if side == "nationalist" else -vp) / 6 + won)
    assert any(vp for _, _, vp, _ in games)


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_shaping_telescopes_to_minus_the_first_potential(side):
    sign = 1 if side == "nationalist" else -1
    for total, first, _, won in finished("shaped", side):
        assert total == pytest.approx(won - sign * first, abs=1e-9)
        assert first != 0


def test_win_rewards_are_the_result_alone():
    assert all(total == won for total, _, _, won in finished("win", "random"))


# -- opponents -----------------------------------------------------------------------------------------------------


def test_a_new_opponent_comes_with_the_next_game():
    games = batch(side="nationalist")
    games.reset(range(N))
    games.set_opponent("staff")
    code = games.spec.policies.index("staff")
    assert (games.episodes["policy"][:, 1] != code).all()
    games.reset()
    assert (games.episodes["policy"][:, 1] == code).all()
    games.set_opponent(["random"] * 2 + ["staff"] * 4)
    games.reset()
    assert (games.episodes["policy"][:, 1] == code).tolist() == [False] * 2 + [True] * 4


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"side": "italian"}, "side cannot be 'italian': it is one of 'nationalist', 'republican', 'random'"),
        ({"opponent": "staffs"}, "opponent cannot be 'staffs'.*did you mean 'staff'"),
        ({"opponent": ["random"]}, "6 names"),
        ({"obs": "pixels"}, "obs cannot be 'pixels'"),
        ({"reward": "money"}, "reward cannot be 'money'"),
        ({"threads": 0}, "threads must be a whole number from 1 up"),
        ({"scenario": "madrid"}, "no scenario 'madrid'"),
        ({"weather": "dry"}, "unknown keyword 'weather'"),
        ({"game": "chess"}, "no game 'chess'"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(more, words):
    with pytest.raises(ValueError, match=words):
        batch(**more)


@pytest.mark.parametrize("seeds", [[1], [-1] * N, [0.5] * N])
def test_wrong_seeds_are_refused(seeds):
    with pytest.raises(ValueError, match="seed"):
        batch().reset(seeds)


@pytest.mark.parametrize("action", [61, 10**6, -1])
def test_an_illegal_action_moves_no_game(action):
    games = batch(side="nationalist")
    games.reset(range(N))
    actions = choose(games.masks, 0)
    before = games.batch.states.tobytes()
    actions[3] = action
    assert action not in np.flatnonzero(games.masks[3])
    with pytest.raises(IllegalActionError, match=rf"action {action} of game 3 is illegal: \w+"):
        games.step(actions)
    assert games.batch.states.tobytes() == before


@pytest.mark.parametrize("actions", [[0] * 5, [0] * 7, 0, [[0, 0]] * N])
def test_actions_of_a_wrong_kind_are_refused(actions):
    games = batch()
    games.reset()
    with pytest.raises(ValueError, match="actions must be 6 whole numbers"):
        games.step(actions)
