"""The peers' loops, with small stand-ins for their libraries: what is fetched at each decision, and what counts."""

import sys
import types
import typing

import numpy as np
import pytest

from ctv_env.bench import peers
from ctv_env.bench.peers import CHESS, CHUNK, catanatron, on_all, open_spiel, pettingzoo
from ctv_env.cli.main import main


@pytest.fixture
def library(monkeypatch):
    """Puts a stand-in among the modules."""

    def put(name: str, **contents):
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**contents))

    return put


class _Dice:
    """An OpenSpiel game of four moves: a die, a decision, a die, a decision."""

    seen: typing.ClassVar[list] = []
    looks = None

    def __init__(self):
        self.moves = 0

    def is_terminal(self):
        return self.moves == 4

    def is_chance_node(self):
        return self.moves % 2 == 0

    def chance_outcomes(self):
        return [(7, 0.0), (8, 1.0)]

    def legal_actions(self):
        return [3, 5]

    def current_player(self):
        return 1

    def observation_tensor(self, player):
        self.looks.append((self.moves, player))

    def apply_action(self, action):
        assert action in ((8,) if self.is_chance_node() else (3, 5))
        self.seen.append(action)
        self.moves += 1


@pytest.mark.parametrize("by_observer", [False, True])
def test_open_spiel_counts_decisions_and_looks_at_each(by_observer, library, monkeypatch):
    looks = []
    monkeypatch.setattr(_Dice, "looks", None if by_observer else looks)
    observer = types.SimpleNamespace(set_from=lambda state, player: looks.append((state.moves, player)))
    library("pyspiel", load_game=lambda name: types.SimpleNamespace(new_initial_state=_Dice))
    library("open_spiel.python.observation", make_observation=lambda game: observer)
    _Dice.seen = []
    assert open_spiel("dice", by_observer)() == CHUNK
    assert len(looks) == CHUNK
    assert set(looks) == {(1, 1), (3, 1)}
    assert sum(action != 8 for action in _Dice.seen) == CHUNK
    assert set(_Dice.seen) == {3, 5, 8}


class _Race:
    """A PettingZoo environment whose every third observation is of a finished game; action 2 alone is legal."""

    def __init__(self):
        self.steps, self.resets, self.looks, self.agent_selection = 0, 0, 0, "player_0"

    def reset(self, seed=None):
        self.resets += 1
        self.steps = 0

    def last(self):
        self.looks += 1
        return {"action_mask": np.array([0, 0, 1], np.int8)}, 0.0, self.steps == 3, False, {}

    def action_space(self, agent):
        return types.SimpleNamespace(sample=lambda mask: int(np.flatnonzero(mask)[0]))

    def step(self, action):
        assert action == 2
        assert self.steps < 3
        self.steps += 1


def test_pettingzoo_samples_by_the_mask_and_begins_anew(library):
    env = _Race()
    library("pettingzoo.classic.race_v0", env=lambda: env)
    assert pettingzoo("race_v0")() == CHUNK
    assert env.resets == 1 + (CHUNK - 1) // 3
    assert env.looks == CHUNK + env.resets - 1


class _Settlers:
    """A Catanatron game won after five decisions."""

    games = 0

    def __init__(self, players):
        assert players == [("player", "red"), ("player", "blue")]
        type(self).games += 1
        self.state = types.SimpleNamespace(num_turns=0, playable_actions=["roll"])

    def winning_color(self):
        return "red" if self.state.num_turns == 5 else None

    def execute(self, action, validate_action):
        assert action == "roll"
        self.state.num_turns += 1


def test_catanatron_plays_one_of_the_playable_actions_and_begins_anew(library):
    library("catanatron", Game=_Settlers, Player=lambda colour: ("player", colour), Color=["red", "blue"])
    library("catanatron.game", TURNS_LIMIT=1000)
    assert catanatron()() == CHUNK
    assert _Settlers.games == CHUNK // 5


def test_the_command_tells_a_missing_peer_as_a_mistake_of_use(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr("ctv_env.cli.bench.own", lambda cores, game: iter(()))
    monkeypatch.setattr("ctv_env.cli.bench.usable_cores", lambda: 1)
    assert main(["bench", "--peers", "--rounds", "1", "--seconds", "0"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "needs the package pyspiel: pip install 'ctv_env[bench]'" in error


def test_every_peer_is_measured_alone_and_on_all_cores():
    names = {m.name: m.processes for m in peers.peers(2)}
    assert names[CHESS] == 1
    assert names[on_all(CHESS, 2)] == 2
    assert len(names) == 12
    assert all(m.processes == 1 for m in peers.peers(1)), "one core is measured once"
