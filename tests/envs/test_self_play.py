"""Self-play in Stable-Baselines3: rewards, observations, and which opponent plays in which game."""

import numpy as np
import pytest
import torch
from gymnasium.utils.env_checker import data_equivalence
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from support.choices import choose_each, fight
from support.players import STAFF, scratch_of

from ctv_env.core.game import IllegalActionError
from ctv_env.core.playout import playout
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv

N = 6
SIDES = ("nationalist", "republican")
SEA = 468  # the last hex is never legal


class Fighter:
    """Plays on wherever it can; remembers the games in which it was asked."""

    def __init__(self):
        self.asked = 0

    def act_many(self, observations, masks):
        """Actions for masks (n, n_actions)."""
        self.asked += len(masks)
        return np.array([fight(mask, int(mask.sum())) for mask in masks])

    def act(self, observation, mask, info):
        """The same for one game."""
        return self.act_many(None, mask[None])[0]


def envs(opponent, **more):
    """Six small games."""
    return SB3VecEnv(N, opponent, **({"scenario": "last-stand", "side": "random", "reward": "win"} | more))


def play(env, steps, seed=1):
    """So many steps of a learner that plays on too: observations, rewards, ends, infos."""
    env.seed(seed)
    env.reset()
    for _ in range(steps):
        yield env.step(np.array([fight(mask, int(mask.sum())) for mask in get_action_masks(env)]))


class Adviser:
    """Plays as the compiled staff, with which either side wins at times."""

    env = None

    def advice(self, which):
        """Actions in the games ``which`` (bool), whoever is to move there."""
        actions = np.zeros(int(which.sum()), np.int64)
        games = self.env.games
        playout(games.spec.hooks()).advise(games.batch.states[which], games.batch.tables, scratch_of(1), STAFF, actions)
        return actions

    def act_many(self, observations, masks):
        """What the staff does in the games that wait for it."""
        return self.advice(self.env.games.batch.states["to_move"] == 1 - self.env.games.episodes["learner"])


def test_the_loser_gets_minus_one_whoever_moved_last():
    # PettingZoo's tutorial for SB3 pays the loser +1 if the winner moves last.
    adviser = Adviser()
    env = adviser.env = envs(adviser)
    env.seed(1)
    env.reset()
    results = set()
    for _ in range(1200):
        seats = env.games.episodes["learner"].copy()
        _, rewards, dones, infos = env.step(adviser.advice(np.ones(N, bool)))
        assert (rewards[~dones] == 0).all()
        for i in np.flatnonzero(dones):
            won = infos[i]["winner"] == SIDES[seats[i]]
            assert rewards[i] == infos[i]["episode"]["r"] == (1 if won else -1)
            assert infos[i]["is_success"] == won
            results.add((won, SIDES[seats[i]]))
    assert len(results) == 4  # won and lost, from either side


def test_it_plays_the_games_of_the_single_environment():
    env = envs(Fighter(), reward="shaped")
    env.seed(5)
    seen = env.reset()
    twins = [SingleSideEnv("last-stand", "random", Fighter(), "flat", reward="shaped") for _ in range(N)]
    for i, twin in enumerate(twins):
        assert (twin.reset(seed=5 + i)[0] == seen[i]).all()
    ends = 0
    for step in range(200):
        actions = choose_each(get_action_masks(env), step)
        seen, rewards, dones, infos = env.step(actions)
        ends += dones.sum()
        for i, twin in enumerate(twins):
            obs, reward, ended, _, info = twin.step(actions[i])
            assert (np.float32(reward), ended) == (rewards[i], dones[i])
            if ended:
                assert (infos[i]["terminal_observation"] == obs).all()
                assert infos[i]["winner"] == info["winner"]
                obs, _ = twin.reset()
            assert (seen[i] == obs).all()
            assert (twin.action_masks() == get_action_masks(env)[i]).all()
    assert ends > N


@pytest.mark.parametrize("obs", ["flat", "both"])
def test_the_learner_sees_with_the_eyes_of_its_own_seat(obs):
    env = envs(Fighter(), obs=obs)
    for seen, *_ in play(env, 60):
        for i in range(N):
            game, side = env.games.game(i), SIDES[env.games.episodes["learner"][i]]
            assert game.to_move == side
            row = {name: array[i] for name, array in seen.items()} if obs == "both" else seen[i]
            assert data_equivalence(row, game.observation(side, obs, "float32"))
            assert (get_action_masks(env)[i] == game.action_mask().astype(bool)).all()


class Witness(Fighter):
    """Checks what it is given against the games themselves."""

    env = None

    def act_many(self, observations, masks):
        """As a fighter."""
        games = self.env.games
        other = 1 - games.episodes["learner"]
        (its,) = np.nonzero((games.batch.states["to_move"] == other) & (self.env.players == self))
        assert len(its) == len(masks) > 0
        for k, i in enumerate(its):
            game = games.game(i)
            row = {name: array[k] for name, array in observations.items()}
            assert data_equivalence(row, game.observation(SIDES[other[i]], "pieces", "float32"))
            assert np.flatnonzero(masks[k]).tolist() == game.legal_actions()
        return super().act_many(observations, masks)


def test_the_opponent_is_asked_with_its_own_observation_and_mask_alone():
    witness, other = Witness(), Witness()
    env = envs([witness, other] * 3, obs="pieces")
    witness.env = other.env = env
    for _ in play(env, 120):
        pass
    assert witness.asked > 100
    assert other.asked > 100


@pytest.mark.parametrize("action", [SEA, -1, 10**6])
def test_an_illegal_answer_is_an_error_that_names_the_opponent(action):
    class Cheat(Fighter):
        def act_many(self, observations, masks):
            return np.full(len(masks), action)

    env = envs(["random"] * 3 + [Cheat()] + ["random"] * 2, side="republican")
    with pytest.raises(IllegalActionError, match=f"the opponent of game 3: action {action} is illegal"):
        env.reset()


def test_seats_are_swapped_by_lot():
    env, seats = envs(Fighter()), [set() for _ in range(N)]
    for *_, dones, _ in play(env, 1500):
        for i in np.flatnonzero(dones):
            seats[i].add(int(env.games.episodes["final_learner"][i]))
    assert all(seat == {0, 1} for seat in seats)


def test_every_game_that_begins_after_the_change_has_the_new_opponent():
    old, new = Fighter(), Fighter()
    env, changed, begun = envs(old), 30, np.zeros(N, bool)
    for step, (_, _, dones, _) in enumerate(play(env, 400)):
        if step == changed:
            env.set_opponent(new)
            assert (env.players == old).all()  # games in play are played to their ends
        if step > changed:
            begun |= dones
            assert (env.players[begun] == new).all()
            assert (env.players[~begun] == old).all()
        if begun.all():
            before = old.asked
    assert begun.all()
    assert old.asked == before
    assert new.asked
    env.env_method("set_opponent", "random")
    env.reset()
    assert (env.players == "random").all()


def test_names_and_objects_may_be_mixed():
    fighter = Fighter()
    env = envs(["random", fighter, "staff"] * 2)
    for _ in play(env, 50):
        pass
    policies, seats = env.games.episodes["policy"], env.games.episodes["learner"]
    names = env.games.spec.policies
    for i, wanted in enumerate(["random", None, "staff"] * 2):
        code = policies[i, 1 - seats[i]]
        assert (names[code] if code >= 0 else None) == wanted
    assert fighter.asked


@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        ("stockfish", "no agent 'stockfish'"),
        (7, r"an opponent is the name of an agent or an object with act_many\(observations, masks\), not 7"),
        (["random"], "6 names"),
    ],
)
def test_wrong_opponents_are_refused(opponent, words):
    with pytest.raises(ValueError, match=words):
        envs(opponent)


def test_one_seat_for_a_learner():
    with pytest.raises(ValueError, match="side cannot be 'both'"):
        envs("random", side="both")


def test_maskable_ppo_learns_against_an_object():
    torch.set_num_threads(1)  # more threads would wait for each other
    env = envs(Fighter(), reward="shaped")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=16, batch_size=48, n_epochs=1, seed=1, policy_kwargs={"net_arch": [8]}
    )
    before = [weights.detach().clone() for weights in model.policy.parameters()]
    model.learn(2 * 16 * N)
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    assert env.players[0].asked
