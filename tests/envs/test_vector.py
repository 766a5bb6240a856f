"""The vector environment: the same games as single environments, all autoreset modes, and a learner of both sides."""

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import iterate
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from support.choices import choose_each

from ctv_env.core.game import IllegalActionError
from ctv_env.envs.single import ILLEGAL_PENALTY, SingleSideEnv
from ctv_env.envs.vector import VectorEnv
from ctv_env.games import environments

N = 4
SIDES = ("nationalist", "republican")
DISABLED, NEXT_STEP, SAME_STEP = AutoresetMode.DISABLED, AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
SMALL = {"scenario": "last-stand", "opponent": "random", "side": "republican", "obs": "flat", "dtype": "uint8"}


def vector(mode=NEXT_STEP, n=N, **more):
    """Four small games against the random policy."""
    return VectorEnv(n, mode, **(SMALL | more))


def singles(mode=NEXT_STEP, n=N, **more):
    """The same games in single environments, by Gymnasium's own vector."""
    return SyncVectorEnv([lambda: SingleSideEnv(**(SMALL | more)) for _ in range(n)], autoreset_mode=mode)


def steps(env, count, seed=1):
    """A reset and a number of legal steps: observations, rewards, terminations, truncations, infos, actions."""
    nothing = np.zeros(N), np.zeros(N, bool), np.zeros(N, bool)
    obs, infos = env.reset(seed=seed)
    yield obs, *nothing, infos, None
    for step in range(count):
        masks = infos["action_mask"]
        actions = choose_each(masks, step)
        obs, rewards, ends, cuts, infos = env.step(actions)
        yield obs, rewards, ends, cuts, infos, actions
        if ends.any() and env.metadata["autoreset_mode"] == DISABLED:
            masks = infos["action_mask"]
            obs, infos = env.reset(options={"reset_mask": ends})
            yield obs, *nothing, infos, None
            # Gymnasium's own vector environment says nothing about the games that were not reset.
            infos["action_mask"] = np.where(infos["_action_mask"][:, None], infos["action_mask"], masks)


# -- the same games as the single environment ----------------------------------------------------------------------


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"side": "random", "reward": "shaped", "dtype": "float32"},
        {"side": "nationalist", "opponent": "staff", "obs": "both", "reward": "win"},
        {"scenario": "campaign", "obs": "planes", "dtype": "float32", "fog": False},
    ],
    ids=["small", "drawn side", "staff", "campaign"],
)
def test_it_plays_the_games_of_single_environments(mode, more):
    # One game of the campaign goes on for some 300 decisions.
    ours, theirs = vector(mode, **more), singles(mode, **more)
    assert ours.single_observation_space == theirs.single_observation_space
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    count, ends = 700 if more.get("scenario") == "campaign" else 400, 0
    for one, two in zip(steps(ours, count), steps(theirs, count), strict=True):
        assert data_equivalence(one[:4], two[:4], exact=True)
        compare_infos(one[4], two[4], mode, one[2])
        assert one[0] in ours.observation_space
        ends += one[2].sum()
    assert ends >= N


def compare_infos(ours, theirs, mode, ended):
    """What both tell is the same; Gymnasium's vector leaves rows that nobody filled at zero."""
    known = theirs["_action_mask"]
    assert (ours["action_mask"][known] == theirs["action_mask"][known]).all()
    assert (ours["turn"][known] == theirs["turn"][known]).all()
    assert [SIDES[side] for side in ours["side"][known]] == theirs["side"][known].tolist()
    if "reward_components" in theirs:
        paid = theirs["_reward_components"]
        for name in ("vp", "result", "potential"):
            assert (ours["reward_components"][name][paid] == theirs["reward_components"][name][paid]).all()
    where = "final_info" if mode == SAME_STEP else None
    assert (where in ours) == (where in theirs)
    compare_ends(ours.get(where, ours), theirs.get(where, theirs), ended)
    assert ("final_obs" in ours) == ("final_obs" in theirs)
    for i in np.flatnonzero(ended) if "final_obs" in ours else ():
        assert data_equivalence(ours["final_obs"][i], theirs["final_obs"][i], exact=True)


def compare_ends(ours, theirs, ended):
    """Who has won, and how."""
    assert ("winner" in ours) == ("winner" in theirs) == bool(ended.any())
    if ended.any():
        for name in ("winner", "vp", "is_success", "decisions"):
            assert (ours[f"_{name}"] == ended).all()
            assert (theirs[f"_{name}"] == ended).all()
        for name in ("vp", "is_success", "decisions"):
            assert (ours[name][ended] == theirs[name][ended]).all()
        assert [SIDES[winner] for winner in ours["winner"][ended]] == theirs["winner"][ended].tolist()


def test_illegal_actions_cost_what_they_cost_in_single_environments():
    ours, theirs = vector(), singles()
    _, infos = ours.reset(seed=5)
    theirs.reset(seed=5)
    for step in range(150):
        actions = choose_each(infos["action_mask"], step)
        actions[step % N] = 468 if step % 3 else actions[step % N]  # the last hex is sea
        one, two = ours.step(actions), theirs.step(actions)
        assert data_equivalence(one[:4], two[:4], exact=True)
        infos = one[4]
        assert ("illegal_action" in infos) == ("illegal_action" in two[4])
        if "illegal_action" in infos:
            refused = infos["_illegal_action"]
            assert (refused == two[4]["_illegal_action"]).all()
            assert (one[1][refused] == ILLEGAL_PENALTY).all()


def test_the_side_that_is_refused_an_action_is_the_one_that_loses_by_it():
    env = vector(side="both")
    _, infos = env.reset(seed=5)
    seen = set()
    for step in range(100):
        actions = choose_each(infos["action_mask"], step)
        actions[step % N] = 468  # the last hex is sea
        sides = infos["side"]
        *_, infos = env.step(actions)
        refused = infos.get("illegal_action", np.zeros(N, bool))
        assert (infos["acted"][refused] == sides[refused]).all()
        seen |= set(sides[refused].tolist())
    assert seen == {0, 1}


def test_what_a_step_returns_is_the_caller_s_to_change():
    env, other = vector(), vector()
    infos = env.reset(seed=5)[1], other.reset(seed=5)[1]
    ended = 0
    for step in range(400):
        one, two = (
            each.step(choose_each(info["action_mask"], step)) for each, info in zip((env, other), infos, strict=True)
        )
        assert data_equivalence(one[:4], two[:4], exact=True)
        infos, ended = (one[4], two[4]), ended + int(one[2].sum())
        one[2][:] = False
    assert ended > 0


@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_registry_makes_it(mode):
    kwargs = {"autoreset_mode": mode, "threads": 1, **{name: SMALL[name] for name in ("opponent", "side")}}
    for env_id in environments()["ctv"].values():
        env = gymnasium.make_vec(env_id, 3, vectorization_mode="vector_entry_point", **kwargs)
        assert isinstance(env.unwrapped, VectorEnv)
        assert env.metadata["autoreset_mode"] == mode
        _, infos = env.reset(seed=1)
        env.step(choose_each(infos["action_mask"], 0))
        env.close()


def test_gymnasium_s_own_processes_share_its_observations():
    env = AsyncVectorEnv([lambda: SingleSideEnv(**(SMALL | {"obs": "planes"})) for _ in range(2)], shared_memory=True)
    twin = singles(n=2, obs="planes")
    obs, infos = env.reset(seed=3)
    other, _ = twin.reset(seed=3)
    for step in range(20):
        assert data_equivalence(obs, other)
        actions = choose_each(infos["action_mask"], step)
        obs, *_, infos = env.step(actions)
        other, *_ = twin.step(actions)
    env.close()


# -- masks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("side", ["republican", "both"])
def test_masks_are_in_every_info_and_never_empty(mode, side):
    env, ends, idle = vector(mode, side=side), 0, np.zeros(N, bool)
    for obs, _, ended, cuts, infos, _ in steps(env, 300):
        mask = infos["action_mask"]
        assert (mask.dtype, mask.shape) == (np.int8, (N, 469))
        assert infos["_action_mask"].all()
        assert mask.any(1).all()
        assert (env.action_masks() == mask.astype(bool)).all()
        assert not cuts.any()
        assert obs in env.observation_space
        if mode != SAME_STEP and ended.any():
            assert mask[ended].sum(1).tolist() == mask[ended, 0].tolist() == [1] * int(ended.sum())  # DONE alone
        # The batched space is a MultiDiscrete, which samples with a tuple of masks.
        action = env.action_space.sample(mask=tuple(mask))
        assert mask[np.arange(N), action].all()
        ends += ended.sum()
        idle |= ended
    assert ends > N
    assert idle.any()


def test_drawn_actions_are_legal_and_as_likely_as_each_other():
    env = vector()
    _, infos = env.reset(seed=1)
    counts = np.zeros((N, 469))
    for _ in range(4000):
        counts[np.arange(N), env.draw_actions()] += 1
    for mask, count in zip(infos["action_mask"], counts, strict=True):
        assert set(np.flatnonzero(count)) == set(np.flatnonzero(mask))
        mean = 4000 / mask.sum()
        assert (abs(count[mask == 1] - mean) < 6 * mean**0.5).all()


def test_the_seeds_of_a_reset_repeat_the_drawn_actions():
    def drawn(env, seed) -> list[list[int]]:
        env.reset(seed=seed)
        actions = []
        for _ in range(40):
            actions.append(env.draw_actions().tolist())
            env.step(env.draw_actions())
        return actions

    env = vector()
    assert drawn(env, 5) == drawn(env, 5) == drawn(vector(), 5) != drawn(env, 6)


# -- resets --------------------------------------------------------------------------------------------------------


def test_the_step_after_an_end_opens_the_next_game_whatever_the_action():
    env, seen = vector(), 0
    before = np.zeros(N, bool)
    for _, rewards, ended, _, infos, actions in steps(env, 300):
        if before.any():
            assert (rewards[before] == 0).all()
            assert not ended[before].any()
            assert (actions[before] == 0).all()  # the only legal action at an end
            assert not any(infos["reward_components"][name][before].any() for name in ("vp", "result", "potential"))
            seen += 1
        before = ended
    assert seen
    env, ends = vector(), np.zeros(N, bool)
    _, infos = env.reset(seed=1)
    for step in range(300):
        _, rewards, now, _, infos = env.step(np.where(ends, 468, choose_each(infos["action_mask"], step)))
        assert "illegal_action" not in infos
        ends = now


def test_reset_mask_begins_the_chosen_games_alone():
    env = vector(DISABLED)
    env.reset(seed=1)
    for step in range(10):
        env.step(choose_each(env.action_masks(), step))
    states, streams = env.games.batch.states.copy(), env.games.episodes["rng"].copy()
    chosen = np.array([True, False, False, True])
    _, infos = env.reset(seed=30, options={"reset_mask": chosen})
    assert (env.games.batch.states[~chosen] == states[~chosen]).all()
    assert (env.games.episodes["rng"][~chosen] == streams[~chosen]).all()  # nor are they seeded
    assert infos["action_mask"].any(1).all()
    fresh = vector(DISABLED)
    fresh.reset(seed=30)
    assert (env.games.batch.states[chosen] == fresh.games.batch.states[chosen]).all()


def test_a_finished_game_must_be_reset_where_nothing_resets_it():
    env = vector(DISABLED)
    _, infos = env.reset(seed=1)
    ended = np.zeros(N, bool)
    while not ended.any():
        _, _, ended, _, infos = env.step(choose_each(infos["action_mask"], 0))
    with pytest.raises(gymnasium.error.ResetNeeded, match=f"game {int(np.flatnonzero(ended)[0])} is not in play"):
        env.step(choose_each(infos["action_mask"], 0))
    env.reset(options={"reset_mask": ended})
    env.step(choose_each(env.action_masks(), 0))


@pytest.mark.parametrize("mode", AutoresetMode)
def test_step_before_reset_is_refused(mode):
    with pytest.raises(gymnasium.error.ResetNeeded):
        vector(mode).step(np.zeros(N, int))


@pytest.mark.parametrize(
    "mask", [[True] * N, np.ones(N, np.int8), np.zeros(N, bool), np.ones(N + 1, bool), None], ids=str
)
def test_a_wrong_reset_mask_is_refused(mask):
    with pytest.raises(ValueError, match="reset_mask must be an array of 4 bools"):
        vector(DISABLED).reset(options={"reset_mask": mask})


def test_seeds_may_be_one_number_a_list_or_none():
    one, two, other = vector(), vector(), vector()
    one.reset(seed=7)
    two.reset(seed=[7, 8, 9, 10])
    other.reset(seed=[7, None, None, 10])
    assert (one.games.batch.states == two.games.batch.states).all()
    assert (one.games.batch.states == other.games.batch.states).tolist() == [True, False, False, True]
    one.reset()
    two.reset(seed=None)
    assert (one.games.batch.states == two.games.batch.states).all()  # the next games of the same seeds
    with pytest.raises(ValueError, match="4 games need 4 seeds, not 2"):
        one.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="a seed is a whole number"):
        one.reset(seed=[-1, 2, 3, 4])
    with pytest.raises(ValueError, match="reset option cannot be 'scenario'"):
        one.reset(options={"scenario": "duel"})


# -- settings ------------------------------------------------------------------------------------------------------


def test_threads_do_not_change_the_games():
    n, runs = 64, []
    for threads in (1, 2, 4):
        env = vector(SAME_STEP, n, threads=threads, opponent=["random", "staff"] * (n // 2))
        assert env.games.threads == threads
        obs, infos = env.reset(seed=1)
        run = [obs]
        for step in range(150):
            run.append(env.step(choose_each(infos["action_mask"], step)))
            infos = run[-1][4]
        runs.append(run)
        env.close()
    assert data_equivalence(runs[0], runs[1], exact=True)
    assert data_equivalence(runs[0], runs[2], exact=True)


@pytest.mark.parametrize("obs", ["flat", "planes"])
def test_without_copies_the_arrays_are_overwritten_and_with_them_kept(obs):
    for copy in (True, False):
        env = vector(copy=copy, obs=obs, dtype="float32", threads=1)
        seen, infos = env.reset(seed=1)
        held = [*iterate(env.observation_space, seen), infos["action_mask"]]
        before = [np.copy(row) if not isinstance(row, dict) else {k: v.copy() for k, v in row.items()} for row in held]
        for step in range(40):
            later, *_, infos = env.step(choose_each(infos["action_mask"], step))
        assert data_equivalence(held, before) == copy
        twin = vector(obs=obs, dtype="float32", threads=1)
        other, infos = twin.reset(seed=1)
        for step in range(40):
            other, *_, infos = twin.step(choose_each(infos["action_mask"], step))
        assert data_equivalence(later, other)


def test_an_illegal_action_may_raise_and_then_no_game_has_moved():
    env = vector(illegal_action="raise")
    _, infos = env.reset(seed=1)
    before = env.games.batch.states.tobytes()
    actions = choose_each(infos["action_mask"], 0)
    actions[2] = 468
    with pytest.raises(IllegalActionError, match=r"action 468 of game 2 is illegal: \w+"):
        env.step(actions)
    assert env.games.batch.states.tobytes() == before
    with pytest.raises(TypeError, match=r"game 0: an action must be a whole number.*not 0\.5"):
        env.step(np.full(4, 0.5))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"illegal_action": "resign"}, "illegal_action cannot be 'resign': it is one of 'penalize', 'raise'"),
        ({"max_episode_steps": 0}, "max_episode_steps must be None or a whole number from 1 up, not 0"),
        ({"render_mode": "ansi"}, "render_mode must be None"),
        ({"opponent": "model.zip"}, r"no agent 'model\.zip'"),
        ({"side": "red"}, "side cannot be 'red'"),
        ({"side": "both", "opponent": "expectimax"}, "side 'both' leaves nothing to an opponent"),
        ({"weather": "dry"}, "unknown keyword 'weather'"),
        ({"mode": "later"}, "'later' is not a valid AutoresetMode"),
    ],
)
def test_a_wrong_setting_is_refused_in_words(more, words):
    with pytest.raises(ValueError, match=words):
        vector(**more)


def test_gymnasium_s_statistics_count_whole_games():
    env = RecordEpisodeStatistics(vector(reward="win"))
    _, infos = env.reset(seed=1)
    found = []
    for step in range(400):
        _, _, ended, _, infos = env.step(choose_each(infos["action_mask"], step))
        if ended.any():
            found += zip(
                infos["episode"]["r"][ended], infos["episode"]["l"][ended], infos["decisions"][ended], strict=True
            )
    assert len(found) > N
    for total, length, decisions in found:
        assert total in (-1, 1)
        assert length == decisions


# -- rewards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["vp", "win", "shaped"])
@pytest.mark.parametrize("side", ["nationalist", "republican", "random"])
def test_rewards_add_up_to_what_the_reward_says(reward, side):
    env = vector(SAME_STEP, side=side, reward=reward)
    needed = float(env.games.tables.record["vp_to_win"][0])
    first = total = None
    games = 0
    for _, rewards, ended, _, infos, _ in steps(env, 400):
        learner = env.games.episodes["learner"]
        now = np.where(learner == 0, 1, -1) * env.games.episodes["potential"]
        if total is None:
            first, total, start_vp = now, np.zeros(N), env.games.episodes["score"] * 1.0
            continue
        total += rewards
        for i in np.flatnonzero(ended):
            won = 1 if infos["final_info"]["is_success"][i] else -1
            sign = 1 if (infos["final_info"]["winner"][i] == 0) == (won == 1) else -1
            gained = sign * (infos["final_info"]["vp"][i] - start_vp[i]) / needed
            expected = {"win": won, "vp": gained + won, "shaped": won - first[i]}[reward]
            assert total[i] == pytest.approx(expected, abs=1e-9)
            first[i], total[i], start_vp[i] = now[i], 0.0, env.games.episodes["score"][i]
            games += 1
    assert games > N


# -- both sides for one learner ------------------------------------------------------------------------------------


def both(mode=SAME_STEP, **more):
    """Games in which the learner plays both sides."""
    return vector(mode, side="both", **more)


@pytest.mark.parametrize("reward", ["vp", "win", "shaped"])
def test_rewards_are_those_of_the_side_that_acted(reward):
    env = both(reward=reward)
    before, total, last_by_loser, last_by_winner, changes = None, np.zeros(N), 0, 0, 0
    for _, rewards, ended, _, infos, _ in steps(env, 900):
        if before is None:
            first, start_vp = env.games.episodes["potential"].copy(), env.games.episodes["score"] * 1.0
        else:
            assert (infos["acted"] == before).all()
            changes += (infos["side"] != before).sum()
            total += np.where(infos["acted"] == 0, 1, -1) * rewards  # as the first side sees it
            for i in np.flatnonzero(ended):
                winner = infos["final_info"]["winner"][i]
                won = 1 if winner == 0 else -1
                assert infos["reward_components"]["result"][i] == (1 if infos["acted"][i] == winner else -1)
                last_by_winner += infos["acted"][i] == winner
                last_by_loser += infos["acted"][i] != winner
                gained = (infos["final_info"]["vp"][i] - start_vp[i]) / env.games.tables.record["vp_to_win"][0]
                expected = {"win": won, "vp": won + gained, "shaped": won - first[i]}[reward]
                assert total[i] == pytest.approx(expected, abs=1e-9)
                total[i], first[i] = 0.0, env.games.episodes["potential"][i]
                start_vp[i] = env.games.episodes["score"][i]
        before = infos["side"].copy()
    assert changes
    assert last_by_winner
    assert last_by_loser


def test_each_sees_with_the_eyes_of_the_side_to_move():
    env = both(obs="pieces")
    seen = set()
    for obs, *_, infos, _ in steps(env, 120):
        for i in range(N):
            game = env.games.game(i)
            side = SIDES[infos["side"][i]]
            assert game.to_move == side
            expected = game.observation(side, "pieces")
            assert all((obs[name][i] == array).all() for name, array in expected.items())
            assert (infos["action_mask"][i] == game.action_mask()).all()
            seen.add(side)
    assert seen == set(SIDES)


def returns(history, signed):
    """Return of the side to act at each step, by the recursion of a value that bootstraps.

    Args:
        history: (side that acts, reward for it) of each step of one game, in order.
        signed: whether the value of the next state is turned round where the other side acts there.
    """
    values, later, later_side = [], 0.0, None
    for side, reward in reversed(history):
        turned = signed and later_side not in (None, side)
        later = reward + (-later if turned else later)
        values.append(later)
        later_side = side
    return values[::-1]


def test_values_must_be_turned_round_where_the_side_changes():
    """A learner of both seats that forgets the sign believes that it wins what the other side wins."""
    env, history, found = both(reward="win"), [[] for _ in range(N)], {True: 0, False: 0}
    before = None
    for _, rewards, ended, _, infos, _ in steps(env, 600):
        if before is not None:
            for i in range(N):
                history[i].append((int(infos["acted"][i]), rewards[i]))
                if ended[i]:
                    winner = infos["final_info"]["winner"][i]
                    truth = [1.0 if side == winner else -1.0 for side, _ in history[i]]
                    assert returns(history[i], signed=True) == truth
                    found[returns(history[i], signed=False) == truth] += 1
                    history[i] = []
        before = infos["side"]
    assert found[False] > found[True]


def test_a_table_of_values_learns_the_right_sign():
    """TD(0) over the duel's turns of both sides: the Nationalist, who nearly always loses here, learns to expect it."""
    env = both(scenario="duel", reward="win", opponent="random")
    values = np.zeros(2)  # one state for each side to move
    _, infos = env.reset(seed=1)
    for step in range(1500):
        side = infos["side"].copy()
        _, rewards, ended, _, infos = env.step(choose_each(infos["action_mask"], step))
        assert (infos["acted"] == side).all()
        turned = np.where(infos["side"] == side, 1, -1)
        target = rewards + np.where(ended, 0.0, turned * values[infos["side"]])
        np.add.at(values, side, 0.02 * (target - values[side]))
    assert values[0] < -0.5
    assert values[1] > 0.5


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_memory_of_observations_that_nobody_holds_is_used_again(dtype):
    env = vector(obs="planes", dtype=dtype, threads=1)
    env.reset(seed=1)
    addresses = {env.step(env.draw_actions())[0]["planes"].ctypes.data for _ in range(20)}
    assert len(addresses) <= 3


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_observations_stay_as_they_were_while_a_view_or_a_tensor_of_them_is_held(dtype):
    env = vector(obs="planes", dtype=dtype, threads=1)
    seen, _ = env.reset(seed=1)
    held = []
    for k in range(20):
        planes = seen["planes"]
        held.append((torch.from_numpy(planes).numpy() if k % 2 else planes[1:, ..., :2].T, planes.copy()))
        del planes
        seen = env.step(env.draw_actions())[0]
    for k, (one, before) in enumerate(held):
        assert np.array_equal(one, before if k % 2 else before[1:, ..., :2].T)


def test_float_observations_are_whole_when_every_action_is_refused():
    env = vector(obs="planes", dtype="float32", threads=1)
    seen, infos = env.reset(seed=1)
    illegal = np.argmin(infos["action_mask"], axis=1)
    for _ in range(6):
        again = env.step(illegal)[0]
        assert data_equivalence(seen, again)
