"""The compiled driver of many games: it plays and shows the same as single games, and its rewards add up."""

import numpy as np
import pytest
from conformance.subjects import SUBJECTS, Subject

from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.observation import DTYPES
from ctv_env.core.terms import CHANCE_NAME, FIRST, NOBODY
from ctv_env.envs.batch import BatchGames

N = 3
KINDS = [(subject, kind) for subject in SUBJECTS for kind in subject.tables.observations]


def batch(subject: Subject, n: int = N, **settings) -> BatchGames:
    """Games just begun, against the random policy unless told otherwise."""
    games = BatchGames(n, subject.scenario, game=subject.game, **({"opponent": "random"} | settings))
    games.reset(range(n))
    return games


def choose(games: BatchGames, chooser: np.random.Generator) -> np.ndarray:
    """A legal action of each game."""
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in games.masks])


def rolled(game: Game) -> Game:
    """The game, with chance decided as far as it is due."""
    while game.to_move == CHANCE_NAME:
        game.roll()
    return game


def one_of(seen, i: int):
    """What the ``i``-th of many observations shows."""
    return {name: array[i] for name, array in seen.items()} if isinstance(seen, dict) else seen[i]


def same(one, other) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("subject", "kind"), KINDS, ids=str)
def test_the_batch_plays_and_shows_what_single_games_do(subject, kind, dtype):
    """The rows, which are mostly updated instead of refilled, are compared too."""
    games, chooser = batch(subject, side="both", obs=kind, dtype=dtype, autoreset=False), np.random.default_rng(0)
    twins, over = [games.game(i).clone() for i in range(N)], np.zeros(N, bool)
    for _ in range(150):
        actions = choose(games, chooser)
        for i in np.flatnonzero(~over):
            assert np.array_equal(games.masks[i], twins[i].action_mask())
            assert same(one_of(games.observation(), i), twins[i].observation(twins[i].to_move, kind, dtype))
            twins[i].step(actions[i])
            rolled(twins[i])
        if over.all():
            break
        if over.any():
            actions = np.where(over, games.tables.actions.idle, actions)
            _step_some(games, actions, ~over)
        else:
            games.step(actions)
        for i in np.flatnonzero(~over):
            assert games.game(i).state_hash() == twins[i].state_hash()
        over |= np.array([twin.to_move is None for twin in twins])


def _step_some(games: BatchGames, actions: np.ndarray, which: np.ndarray) -> None:
    """A step of some of the games."""
    from ctv_env.core.batch import ACT, REPORT

    games.batch.actions[:] = actions
    games.run(np.where(which, ACT | REPORT, 0))


@pytest.mark.parametrize(("subject", "kind"), KINDS, ids=str)
def test_some_games_can_be_seen_in_another_way_than_that_of_the_learners(subject, kind):
    games, chooser = batch(subject, side="both", dtype="uint8"), np.random.default_rng(6)
    for _ in range(20):
        before = games.rows.copy()
        seen = games.observation_as(kind, [2, 0])
        for k, i in enumerate((2, 0)):
            expected = games.game(i).observation(games.game(i).to_move, kind, "float32")
            assert same(one_of(seen, k), expected)
        arrays = seen.values() if isinstance(seen, dict) else [seen]
        assert all(array.dtype == np.float32 and len(array) == 2 for array in arrays)
        assert np.array_equal(before, games.rows)
        games.step(choose(games, chooser))


def test_a_compiled_opponent_plays_as_it_would_advise(subject):
    """Whatever it draws: all that it does is legal, and the game goes from decision to decision of the learner."""
    for opponent in subject.spec.policies:
        games, chooser = batch(subject, side=subject.spec.sides[1], opponent=opponent), np.random.default_rng(1)
        for _ in range(30):
            for i in range(N):
                game = games.game(i)
                assert game.to_move == games.spec.sides[1]
                assert np.array_equal(games.masks[i], game.action_mask())
                assert same(one_of(games.observation(), i), game.observation(game.to_move, games.obs, games.dtype))
            games.step(choose(games, chooser))


@pytest.mark.parametrize("kind_of_reward", range(3))
@pytest.mark.parametrize("side", [0, 1])
def test_rewards_add_up_to_what_has_come_of_the_game(side, kind_of_reward, subject):
    spec = subject.spec
    name = (spec.score.key, "win", "shaped")[kind_of_reward]
    games, chooser = batch(subject, side=spec.sides[side], reward=name, autoreset=False), np.random.default_rng(2)
    sign = 1 if side == FIRST else -1
    scores, potential = [games.game(i).score() for i in range(N)], games.episodes["potential"].copy()
    totals, over = np.zeros(N), np.zeros(N, bool)
    while not over.all():
        actions = np.where(over, games.tables.actions.idle, choose(games, chooser))
        _step_some(games, actions, ~over)
        totals += np.where(over, 0.0, games.episodes["reward"])
        over |= games.episodes["done"] != 0
    for i in range(N):
        end = games.game(i)
        result = {None: 0, spec.sides[side]: 1, spec.sides[1 - side]: -1}[end.winner]
        parts = {
            spec.score.key: sign * (end.score() - scores[i]) / spec.score.scale(subject.tables),
            "win": 0.0,
            "shaped": -sign * potential[i],
        }
        assert totals[i] == pytest.approx(result + parts[name])
        assert games.episodes["final_total"][i] == pytest.approx(totals[i])
        assert games.episodes["final_score"][i] == end.score()
        assert games.episodes["final_winner"][i] == (NOBODY if end.winner is None else spec.sides.index(end.winner))


def test_at_the_end_the_idle_action_alone_is_marked(subject):
    games, chooser, over = batch(subject, 1, autoreset=False), np.random.default_rng(3), False
    while not over:
        _, _, (over,) = games.step(choose(games, chooser))
    assert np.flatnonzero(games.masks[0]).tolist() == [subject.tables.actions.idle]


def test_the_next_game_begins_where_one_has_ended(subject):
    games, chooser = batch(subject), np.random.default_rng(4)
    ends = np.zeros(N, int)
    while ends.min() < 2:
        seen, _, done = games.step(choose(games, chooser))
        ends += done
        for i in np.flatnonzero(done):
            side = games.spec.sides[games.episodes["learner"][i]]
            game = games.game(i)
            assert game.to_move == side
            assert same(one_of(seen, i), game.observation(side, games.obs, games.dtype))
            final = games.final_observation(i)
            assert all(np.isfinite(array).all() for array in (final.values() if isinstance(final, dict) else [final]))
            assert games.episodes["length"][i] == 0
            assert games.episodes["final_length"][i] > 0


def test_the_same_seeds_give_the_same_games_with_any_number_of_threads(subject):
    scores = []
    for threads in (1, 2):
        games, chooser = batch(subject, 40, threads=threads), np.random.default_rng(5)
        for _ in range(10):
            games.step(choose(games, chooser))
        scores.append(games.rows.tobytes())
        games.close()
    assert scores[0] == scores[1]


def test_an_illegal_action_moves_no_game(subject):
    games = batch(subject)
    before = games.batch.states.tobytes()
    illegal = np.array([np.flatnonzero(mask == 0)[0] for mask in games.masks])
    with pytest.raises(IllegalActionError, match="game 0 is illegal: "):
        games.step(illegal)
    assert games.batch.states.tobytes() == before


def test_unknown_names_are_refused_with_what_there_is(subject):
    settings = {"side": "referee", "opponent": "nobody", "obs": "smells", "dtype": "int64", "reward": "bananas"}
    for name, wrong in settings.items():
        with pytest.raises(ValueError, match=wrong):
            batch(subject, **{name: wrong})


def test_actions_drawn_are_legal(subject):
    games = batch(subject)
    for _ in range(20):
        actions = games.draw_actions()
        assert games.legal(actions).all()
        games.step(actions)
