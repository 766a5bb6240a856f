"""One rule of what is an action, in every interface: what is one plays, anything else is refused in words."""

import decimal
import enum
import importlib

import numpy as np
import pytest
import torch

from ctv_env import new_game
from ctv_env.core.action_numbers import whole_number, whole_numbers
from ctv_env.core.game import IllegalActionError
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.envs.aec import env as wrapped_aec
from ctv_env.envs.aec import raw_env
from ctv_env.envs.parallel import parallel_env
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

DUEL = {"scenario": "duel"}


FORMS = {
    "int": int,
    "IntEnum": lambda n: enum.IntEnum("Move", {"IT": n}).IT,
    "int8": lambda n: np.int16(n),
    "uint64": np.uint64,
    "float": float,
    "float32": np.float32,
    "0-d": np.array,
    "1-d": lambda n: np.array([n]),
    "float 2-d": lambda n: np.array([[float(n)]]),
    "object": lambda n: np.array([n], object),
    "tensor": torch.tensor,
    "tensor 1-d": lambda n: torch.tensor([n]),
    "float tensor": lambda n: torch.tensor(float(n)),
    "bfloat16": lambda n: torch.tensor([n], dtype=torch.bfloat16),
    "with gradient": lambda n: torch.tensor(float(n), requires_grad=True),
}
WRONG = {
    "bool": True,
    "numpy bool": np.bool_(True),
    "bool tensor": torch.tensor(True),
    "text": "3",
    "None": None,
    "fraction": 2.5,
    "fraction in an array": np.array([2.5]),
    "nan": float("nan"),
    "infinite": torch.tensor(float("inf")),
    "complex": 3 + 0j,
    "two": np.array([0, 1]),
    "two in a tensor": torch.tensor([0, 1]),
    "none": np.array([]),
    "list": [3],
    "no data": torch.tensor(3, device="meta"),
    "decimal": decimal.Decimal("3.5"),
    "dictionary": {"item": 3},
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_whole_number_in_any_form(form):
    assert whole_number(form(3)) == 3
    assert type(whole_number(form(3))) is int


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_anything_else_is_refused_in_words(wrong):
    with pytest.raises(TypeError, match="an action must be a whole number, or an array of one, not "):
        whole_number(wrong)


class Player:
    """An interface as the tests use it: the first position, its legal action, and a step in a form.

    Args:
        env: the environment.
        play: (env, action) -> None.
        game: (env) -> its game.
    """

    def __init__(self, env, play, game):
        self.env, self._play, self._game = env, play, game

    @property
    def legal(self):
        return self.game.legal_actions()[-1]

    @property
    def game(self):
        return self._game(self.env)

    def step(self, action):
        self._play(self.env, action)


def _single():
    env = SingleSideEnv(**DUEL, opponent="random", illegal_action="raise")
    env.reset(seed=1)
    return Player(env, lambda env, action: env.step(action), lambda env: env.game)


def _vector():
    env = VectorEnv(1, **DUEL, opponent="random", illegal_action="raise")
    env.reset(seed=1)
    return Player(env, lambda env, action: env.step([action]), lambda env: env.games.game(0))


def _sb3():
    env = SB3VecEnv(1, **DUEL, illegal_action="raise", side="nationalist", opponent="random")
    env.seed(1)
    env.reset()
    return Player(env, lambda env, action: env.step([action]), lambda env: env.games.game(0))


def _aec(make):
    env = make(**DUEL)
    env.reset(seed=1)
    return Player(env, lambda env, action: env.step(action), lambda env: env.unwrapped.game)


def _parallel():
    env = parallel_env(**DUEL)
    env.reset(seed=1)
    return Player(env, lambda env, action: env.step(dict.fromkeys(env.agents, action)), lambda env: env.game)


def _game():
    game = new_game("ctv", "duel", 1)
    while game.to_move == "chance":
        game.roll()
    return Player(game, lambda game, action: game.step(action), lambda game: game)


def _record(tmp_path):
    return Player(RecordedGame(_game().env, tmp_path / "game.jsonl", {}), lambda g, a: g.step(a), lambda g: g)


PLAYERS = {
    "single": _single,
    "vector": _vector,
    "sb3": _sb3,
    "raw aec": lambda: _aec(raw_env),
    "aec": lambda: _aec(wrapped_aec),
    "parallel": _parallel,
    "game": _game,
}


@pytest.fixture(params=[*PLAYERS, "record"])
def player(request, tmp_path):
    return _record(tmp_path) if request.param == "record" else PLAYERS[request.param]()


def _check_forms(make, forms):
    twin = make()
    twin.step(twin.legal)
    for name, form in forms.items():
        one = make()
        one.step(form(one.legal))
        assert one.game.state_hash() == twin.game.state_hash(), name


@pytest.mark.parametrize("name", PLAYERS)
def test_every_form_plays_the_same_move_everywhere(name):
    exact = {form: make for form, make in FORMS.items() if form not in ("int8", "bfloat16")}  # too narrow for it
    _check_forms(PLAYERS[name], exact)


def test_every_form_is_recorded_as_the_same_number(tmp_path):
    lines = []
    for k, form in enumerate(FORMS.values()):
        player = _record(tmp_path / str(k)) if (tmp_path / str(k)).mkdir() is None else None
        player.step(form(player.legal) if k != list(FORMS).index("bfloat16") else player.legal)
        player.env.close()
        lines.append((tmp_path / str(k) / "game.jsonl").read_text().splitlines()[1])
    assert len(set(lines)) == 1


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_nothing_else_moves_or_ends_a_game(player, wrong):
    if isinstance(wrong, list) and isinstance(player.env, VectorEnv | SB3VecEnv):
        wrong = [3, 3]  # the rows of a column would be arrays of one
    before = player.game.to_bytes()
    with pytest.raises((TypeError, ValueError), match=r"whole number|actions must be"):
        player.step(wrong)
    assert player.game.to_bytes() == before
    player.step(player.legal)
    assert player.game.to_bytes() != before


@pytest.mark.openspiel
def test_openspiel_has_the_same_rule():
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("ctv_env.envs.openspiel")
    first = pyspiel.load_game("python_ctv(scenario=duel)").new_initial_state()
    action = first.legal_actions()[-1]
    after = first.child(action)
    for form in FORMS.values():
        state = first.clone()
        state.apply_action(form(action))
        assert str(state) == str(after)
    for wrong in WRONG.values():
        state = first.clone()
        with pytest.raises(TypeError, match="whole number"):
            state.apply_action(wrong)
        assert str(state) == str(first)


@pytest.mark.rllib
def test_rllib_has_the_same_rule():
    make = importlib.import_module("ctv_env.envs.rllib").RLlibEnv

    def player():
        env = make(DUEL)
        env.reset(seed=1)
        return Player(env, lambda env, action: env.step({env._to_look()[0]: action}), lambda env: env._seats.game)

    _check_forms(player, {"tensor 1-d": FORMS["tensor 1-d"], "float": float})
    with pytest.raises(TypeError, match="whole number"):
        player().step("3")


# -- many at a time ------------------------------------------------------------------------------------------------

N = 3
SOME = [2, 0, 5]
TOGETHER = {
    "list": list,
    "tuple": tuple,
    "floats": lambda a: np.array(a, np.float32),
    "column": lambda a: np.array(a)[:, None],
    "objects": lambda a: np.array(a, object),
    "tensor": torch.tensor,
    "float tensor": lambda a: torch.tensor(a, dtype=torch.float64, requires_grad=True),
    "bfloat16": lambda a: torch.tensor(a, dtype=torch.bfloat16),
    "list of tensors": lambda a: [torch.tensor([one]) for one in a],
    "list with gradients": lambda a: [torch.tensor(float(one), requires_grad=True) for one in a],
}


@pytest.mark.parametrize("form", TOGETHER.values(), ids=TOGETHER)
def test_actions_of_many_games_in_any_form(form):
    numbers = whole_numbers(form(SOME), N)
    assert numbers.dtype == np.int64
    assert numbers.tolist() == SOME


@pytest.mark.parametrize(
    "wrong", [[1.0, 2.5, 0.0], [1.0, np.nan, 0.0], torch.tensor([True] * N), ["1", "2", "3"], [1, None, 2]], ids=str
)
def test_the_first_that_is_no_number_is_named(wrong):
    with pytest.raises(TypeError, match=r"game [01]: an action must be a whole number"):
        whole_numbers(wrong, N)


@pytest.mark.parametrize("wrong", [[1, 2], [[1, 2]] * N, 1, torch.tensor(1), []], ids=str)
def test_a_wrong_number_of_actions_is_refused(wrong):
    with pytest.raises(ValueError, match="actions must be 3 whole numbers"):
        whole_numbers(wrong, N)


def test_numbers_too_large_for_an_array_are_illegal_not_wrapped_around():
    env = VectorEnv(2, **DUEL, opponent="random", illegal_action="raise")
    env.reset(seed=1)
    for huge in (1e300, 2**70, -(2**70)):
        with pytest.raises(IllegalActionError, match="of game 0 is illegal"):
            env.step([huge, huge])
