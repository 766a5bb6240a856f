"""The small scenarios: the same rules on a part of the board, with fewer pieces and turns."""

import shutil

import gymnasium
import numpy as np
import pytest
from support.audit import FINDINGS, SOUND, audited_game
from support.scene import control, done, roll, unit
from support.walks import walk

import ctv_env  # noqa: F401  registers the environments
from ctv_env import new_game
from ctv_env.core.datafile import DataError
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.loading.load import DATA_DIR, load
from ctv_env.games.ctv.model import codes as c
from ctv_env.games.ctv.policies import RANDOM, STAFF

SMALL = ("duel", "escudo", "last-stand", "reinosa")
N_PIECES_IN_PLAY = {"duel": 5, "escudo": 38, "last-stand": 47, "reinosa": 41}


def land(tables) -> set[str]:
    return {tables.grid.code(cell) for cell in np.flatnonzero(tables.record[0]["terrain"])}


@pytest.mark.parametrize("name", SMALL)
def test_what_is_not_on_the_board_is_closed_and_what_is_not_named_is_no_piece(name):
    tables, whole = load(name), load("campaign")
    t, w = tables.record[0], whole.record[0]
    outside = t["terrain"] == c.TERRAIN.SEA
    assert land(tables) < land(whole)
    assert (t["nbr"][outside] == c.OFF).all()
    assert not np.isin(t["nbr"], np.flatnonzero(outside[: c.OFF])).any()
    assert not (t["road"] & (t["nbr"] == c.OFF)).any()
    for field, empty in (("start_control", c.SIDE.NOBODY), ("source", 0), ("vp", 0), ("start_trench", 0)):
        assert (t[field][outside] == empty).all()
    inside = ~outside
    assert (t["terrain"][inside] == w["terrain"][inside]).all()
    assert len(tables.piece_index) == N_PIECES_IN_PLAY[name] == np.count_nonzero(t["kind"])
    state = new_game(scenario=name, seed=1).record
    assert ((state["piece_place"] == c.PLACE.UNUSED) == (t["kind"] == c.KIND.NONE)).all()
    for piece, slot in tables.piece_index.items():
        assert slot == whole.piece_index[piece]
        assert (t["attack"][:, slot] == w["attack"][:, slot]).all()


@pytest.mark.whole_games
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("options", [{}, {"edition": "it", "air_combat": True, "dsg_reduction": True, "rivers": True}])
def test_games_run_to_the_end_and_no_piece_is_lost_or_doubled(name, options):
    spec, tables = spec_of("ctv"), load(name, **options)
    scratch, winners = records(1, spec.scratch), set()
    scratch[0]["rng"] = stream(0, POLICY)
    for seed in range(60):
        states = records(1, spec.state)
        states[0]["rng"] = stream(seed)
        player = (RANDOM, STAFF)[seed % 2]
        players = np.array([player, player])
        finding = audited_game(states, tables.record, scratch, players, np.zeros(2, np.int64))
        assert finding == SOUND, f"seed {seed}: {FINDINGS[finding]}"
        assert tables.record[0]["start_turn"] <= states[0]["turn"] <= tables.record[0]["n_turns"]
        winners.add(int(states[0]["winner"]))
    assert winners == {c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN}


@pytest.mark.whole_games
@pytest.mark.parametrize("name", SMALL)
def test_positions_are_written_and_read_and_saved(name):
    game = new_game(scenario=name, seed=3)
    for number, _ in enumerate(walk(game, 3)):
        if number % 20 == 0:
            assert Game.from_dict(game.to_dict()).state_hash() == game.state_hash()
            assert Game.from_bytes(game.to_bytes()).state_hash() == game.state_hash()


def test_the_first_turn_has_no_weather_die_and_the_next_has():
    game = new_game(scenario="reinosa", seed=1, play_forced=False)
    assert (game.turn, game.node, game.record["weather"]) == (2, "PLACE_SC", c.WEATHER.FAIR)
    while game.turn == 2:
        done(game) if 0 in game.legal_actions() else game.step(game.legal_actions()[0])
    assert (game.turn, game.node) == (3, "WEATHER_DIE")
    roll(game, 1)
    assert game.node == "OFFENSIVE_DIE"


def test_a_scenario_says_what_the_weather_of_its_first_turn_is(tmp_path):
    shutil.copytree(DATA_DIR, tmp_path / "data")
    file = tmp_path / "data" / "scenarios" / "reinosa.yaml"
    assert file.read_text().count("weather: fair") == 1
    file.write_text(file.read_text().replace("weather: fair", "weather: rain"))
    assert new_game(scenario="reinosa", data_dir=tmp_path / "data").record["weather"] == c.WEATHER.RAIN
    assert new_game(scenario="reinosa").record["weather"] == c.WEATHER.FAIR


def test_start_of_the_last_stand():
    game = new_game(scenario="last-stand", seed=1)
    assert (game.turn, int(game.record["morale"]), game.score()) == (6, 3, 0)
    assert (unit(game, "CLXXVIII").steps, unit(game, "CLXXX").steps) == (1, 2)
    assert (unit(game, "R1").at, unit(game, "AL 1").at) == ("waiting", "air_ready")
    assert (control(game, "1507"), control(game, "1408")) == ("nationalist", "republican")
    assert game.tables.record[0]["factory_cell"] == c.OFF
    assert "1909 Puerto del Escudo" not in game.tables.town_names.values()


def test_4_4_holds_in_the_escudo_and_offensives_are_played_where_the_scenario_says():
    escudo, reinosa = load("escudo"), load("reinosa")
    assert escudo.record[0]["ctv_hq"] == escudo.piece_index["HQ CTV"]
    assert reinosa.record[0]["kind"][reinosa.record[0]["ctv_hq"]] == c.KIND.NONE
    assert not escudo.record[0]["offensive_from"].any()
    assert reinosa.record[0]["offensive_from"][:6].tolist() == [0, 0, 0, 5, 4, 1]


def test_a_piece_that_is_not_in_play_is_unknown():
    game = new_game(scenario="duel", seed=1)
    with pytest.raises(ValueError, match="no piece 'LIT 2'"):
        game.encode("PIECE", "LIT 2")
    with pytest.raises(ValueError, match="LIT 2"):
        Game.from_dict({"scenario": "duel", "pieces": {"LIT 2": "1210"}})


def test_a_fixed_set_up_cannot_be_placed():
    with pytest.raises(ValueError, match="scenario 'duel' has a fixed set-up: its option setup must be 'historical'"):
        new_game(scenario="duel", setup="placement")


@pytest.mark.parametrize("name", SMALL)
def test_the_environment_keeps_its_spaces(name):
    campaign = gymnasium.make("ctv_env/Santander1937-v0")
    env = gymnasium.make("ctv_env/Santander1937-v0", scenario=name)
    assert env.action_space == campaign.action_space
    assert env.observation_space == campaign.observation_space
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


WRONG = [
    ("duel", "12: [9, 11]", "12: [11, 9]", "row 12 is empty"),
    ("duel", "12: [9, 11]", "27: [9, 11]", "key '27' in part.board"),
    ("duel", "12: [9, 11]", "12: [9, 10]", "hex 1211 is sea or not on the board of this scenario"),
    ("duel", "nationalist: [1209, 1210]", "nationalist: [1209]", "hex 1210 is in enemy hands"),
    (
        "duel",
        "nationalist: [1209, 1210]",
        "nationalist: [1209, 1210, 1209]",
        "hex 1209 is already in nationalist hands",
    ),
    ("duel", "republican: []\n  supply", "republican: [1211]\n  supply", "hex 1211 is already in republican hands"),
    ("duel", "nationalist: [1209]\n", "nationalist: [1211]\n", "source 1211 is in enemy hands at the start"),
    ("duel", "nationalist: [1209]\n", "nationalist: [1620]\n", "hex 1620 is sea or not on the board of this scenario"),
    ("duel", "nationalist: [1209]\n", "nationalist: []\n", "LIT 1 in 1210 is out of supply"),
    ("duel", "1210: [LIT 1]", "1210: [LIT 1, LIT 2, FIN 10, R9M]", "LIT 1 in 1210 is in a stack of 8 SP"),
    ("duel", "reduced: [CLXXX]", "reduced: [DC]", "'DC' does not have two steps"),
    ("duel", "reduced: [CLXXX]", "reduced: [CLXX]", "'CLXX' does not have two steps"),
    ("duel", "air: []", "air: [LIT 2]", "'LIT 2' is not an air unit"),
    ("duel", "air: []", "air: [AL 1, AL 1]", "'AL 1' is named twice"),
    ("duel", "columns_to_come: []", "columns_to_come: [R SC 1]", "'R SC 1' is not a supply column to come"),
    ("duel", "{turn: 7,", "{turn: 8,", "turn 8 is later than the last"),
    ("duel", "weather: fair", "weather: snow", "part.start.weather is snow"),
    ("duel", "  reduced: [CLXXX]\n", "", "part lacks the key 'reduced'"),
    ("duel", "offensive_elsewhere: false", "ofensive: false", "unknown key 'ofensive' in part"),
]


@pytest.mark.parametrize(("scenario", "old", "new", "problem"), WRONG)
def test_a_wrong_scenario_is_refused_with_its_name(tmp_path, scenario, old, new, problem):
    (tmp_path / "scenarios").mkdir()
    for name in ("map.yaml", "units.yaml", "tables.yaml", f"scenarios/{scenario}.yaml"):
        (tmp_path / name).write_text((DATA_DIR / name).read_text())
    file = tmp_path / f"scenarios/{scenario}.yaml"
    assert file.read_text().count(old) == 1
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(DataError) as caught:
        load(scenario, tmp_path)
    assert problem in caught.value.problem
    assert caught.value.file == file
    assert caught.value.line > 1
