"""Determinization (5.2, R-56, R-57): whatever is redrawn, the asking side sees the same, bit for bit."""

import random

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.knowledge import all_arrays, knowledge
from support.players import ask, copy_of
from support.positions import positions
from support.scene import act, attack, done, scene, unit
from support.walks import pick, walk

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.games.ctv.model import codes as c

SIDES = ("nationalist", "republican")
CASES = ({}, {"setup": "placement", "edition": "it"}, {"air_combat": True, "play_forced": False})
ALL_CASES = (
    *CASES,
    {"edition": "it", "dsg_reduction": True, "play_forced": False},
    {"setup": "placement", "historical_setup": True, "rivers": True},
    {"scenario": "escudo", "edition": "it"},
    {"scenario": "reinosa"},
    {"scenario": "last-stand", "edition": "it"},
    {"scenario": "duel"},
)


@pytest.mark.whole_games
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("side", SIDES)
def test_R_56_R_57_5_2_a_side_sees_the_same_in_every_determinization(side, options):
    rng, changed = np.random.default_rng(3), 0
    game = new_game(seed=11, **options)
    for k, _ in enumerate(walk(game, 11)):
        if k % 9:
            continue
        twin = game.determinize(side, rng)
        assert knowledge(twin, side) == knowledge(game, side), game
        assert twin.log == []  # it would describe the true position
        changed += twin.state_hash() != game.state_hash()
    assert changed > 30


def drawn(game: Game, side: str, rng: np.random.Generator) -> Game:
    """A determinization, which ``from_dict`` takes back, refusing the inconsistent, and which looks the same."""
    twin = game.determinize(side, rng)
    assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash(), game.to_dict()
    assert all_arrays(twin, side) == all_arrays(game, side), game.to_dict()
    assert twin.text(side) == game.text(side)
    if game.to_move == side:
        assert twin.legal_actions() == game.legal_actions(), game.to_dict()
    return twin


def each_node(game: Game, player: str, seed: int):
    """Play ``game`` on, at random or by the staff; yield at every node."""
    chooser = random.Random(seed)
    while game.to_move is not None:
        yield
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(pick(game, chooser) if player == "random" else ask(copy_of(game), game.tables))


def drawn_on_the_way(game: Game, player: str, seed: int, every: int) -> Game:
    """Play ``game`` on and determinize it for both sides at every so many nodes; the last determinization."""
    rng = np.random.default_rng(seed)
    for k, _ in enumerate(each_node(game, player, seed)):
        if k % every == 0:
            for side in SIDES:
                twin = drawn(game, side, rng)
    return twin


@pytest.mark.whole_games
@pytest.mark.parametrize("player", ["random", "staff"])
@pytest.mark.parametrize("options", ALL_CASES, ids=range(len(ALL_CASES)))
def test_5_2_R_56_9_5_1_every_determinization_is_allowed_and_looks_the_same(options, player):
    twin = drawn_on_the_way(new_game("ctv", seed=4, **options), player, seed=4, every=40)
    for _ in walk(twin, 1):
        pass
    assert twin.winner


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "staff"])
@pytest.mark.parametrize("options", ALL_CASES, ids=range(len(ALL_CASES)))
def test_many_determinizations_are_allowed_and_look_the_same(options, player):
    for seed in range(20):
        drawn_on_the_way(new_game("ctv", seed=seed, **options), player, seed, every=10)


@settings(
    max_examples=15, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
@hypothesis.seed(2)
@given(data=positions(), seed=st.integers(0, 2**16))
def test_5_2_R_56_9_5_1_so_is_every_one_of_a_made_up_position(data, seed):
    """Many of their units are disorganised, and many out of supply."""
    data["options"]["fog"] = True
    game = Game.from_dict(data)
    for side in SIDES:
        for k in range(4):
            drawn(game, side, np.random.default_rng(seed + k))


def pieces_in(game: Game) -> np.ndarray:
    """Ground units and supply columns in each cell."""
    return game.record["cell_ground"] + (game.record["cell_sc"] != c.NOWHERE)


@pytest.mark.whole_games
def test_own_pieces_and_open_facts_stay():
    rng, game = np.random.default_rng(1), new_game(seed=2)
    for k, _ in enumerate(walk(game, 2)):
        if k % 25:
            continue
        twin = game.determinize("nationalist", rng)
        for field in ("cell_control", "cell_side", "morale", "factory", "turn"):
            assert np.array_equal(twin.record[field], game.record[field]), field
        assert np.array_equal(pieces_in(twin), pieces_in(game))
        own = slice(0, c.SIDE_SLOTS)
        for field in ("piece_hex", "unit_steps", "unit_dsg", "unit_supplied"):
            assert np.array_equal(twin.record[field][own], game.record[field][own]), field
        assert np.array_equal(twin.record["zoc"] > 0, game.record["zoc"] > 0)
        seen = game.record["piece_seen"] == 1
        assert np.array_equal(twin.record["piece_hex"][seen], game.record["piece_hex"][seen])


def test_everybody_comes_to_stand_anywhere_that_is_possible():
    """Over many draws each hidden brigade is found in more than one hex, steps and disorganisation move too."""
    rng = np.random.default_rng(8)
    game = scene(
        {"CLXVI": ("1209", {"steps": 1}), "CLXVII": "1309", "CLXVIII": ("1409", {"dsg": "DSG"}), "R SC 1": "1309"}
        | {"FIN 8": "2010"},
        fog=True,
    )
    found: dict = {}
    for _ in range(60):
        twin = game.determinize("nationalist", rng)
        for name in ("CLXVI", "CLXVII", "CLXVIII", "FIN 8"):
            here = unit(twin, name)
            found.setdefault(name, set()).add((here.at, here.steps, here.dsg))
    assert {place[0] for place in found["CLXVI"]} == {"1209", "1309", "1409"}
    assert len({place[1] for place in found["CLXVII"]}) == 2
    assert len({place[2] for place in found["CLXVII"]}) == 2
    assert len(found["FIN 8"]) == 1


def test_R_08_9_5_1_a_unit_at_the_last_level_of_disorder_is_never_put_out_of_supply():
    """CLXX at DSG2 and CLXIX out of supply cannot change places: CLXX would be eliminated."""
    at = {"CLXX": ("1911", {"dsg": "DSG2"}), "CLXIX": ("1209", {"supplied": False})}
    game = scene(at, turn=3, fog=True)
    for seed in range(30):
        twin = game.determinize("nationalist", np.random.default_rng(seed))
        assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash()
        assert (unit(twin, "CLXX").at, unit(twin, "CLXX").supplied) == ("1911", True)


def test_R_08_9_5_1_nor_by_an_exchange_with_a_supply_column():
    """In 1209, out of supply, CLXX would be eliminated; CLXXI may come there."""
    at = {"CLXX": ("1911", {"dsg": "DSG2"}), "CLXXI": "1911", "CLXIX": ("1209", {"supplied": False}), "R SC 1": "1209"}
    game, places = scene(at, turn=3, fog=True), set()
    for seed in range(60):
        twin = game.determinize("nationalist", np.random.default_rng(seed))
        assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash()
        for name in ("CLXX", "CLXXI"):
            places.add((name, unit(twin, name).at, unit(twin, name).dsg))
    assert ("CLXX", "1209", 3) not in places
    assert ("CLXXI", "1209", 0) in places


def test_4_4_R_56_the_CTV_HQ_stays_where_it_has_shifted_the_odds():
    """On turn 1 an HQ within two hexes of 2109 shifts them; HQ N stands further away."""
    at = {"LIT 1": "2110", "CLXVI": "2109", "HQ CTV": "2111", "HQ N": "2206", "I N/1": "2206", "FIN 8": "2111"}
    game = scene(at, node="TARGET", turn=1, fog=True)
    attack(game, "2109", ["LIT 1"])
    assert game.node == "COMBAT_DIE"
    for seed in range(20):
        twin = drawn(game, "republican", np.random.default_rng(seed))
        assert unit(twin, "HQ CTV").at == "2111"


@pytest.mark.whole_games
def test_R_57_while_reserves_are_set_up_the_ZoCs_of_the_others_stay():
    """The ZoCs of the reserves set up so far are as unseen as they are (4.3.1)."""
    game, chooser, rng = new_game(seed=3, setup="placement"), random.Random(4), np.random.default_rng(4)
    while game.turn == 0:
        if game.to_move == "chance":
            game.step(6)
            continue
        if game.record["stage"] == c.STAGE.SETUP_RESERVES:
            drawn(game, "nationalist", rng)
        game.step(chooser.choice(game.legal_actions()))


def test_R_56_no_unseen_unit_comes_under_attack_once_the_defenders_are_uncovered():
    """Beside CLXVI only the column is hidden; while attackers are named, a unit may be there in its place."""
    at = {"LIT 1": "2110", "CLXVI": "2109", "R SC 1": "2109", "CLXX": "1909", "CLXXI": "1909"}
    game = scene(at, node="TARGET", fog=True)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    assert len({unit(drawn(game, "nationalist", np.random.default_rng(k)), "R SC 1").at for k in range(20)}) == 2
    done(game)
    while game.node != "COMBAT_DIE":
        done(game)
    for seed in range(20):
        assert unit(drawn(game, "nationalist", np.random.default_rng(seed)), "R SC 1").at == "2109"


def test_R_56_who_has_attacked_or_bombarded_was_seen_and_stays_the_one():
    at = {"HQ XIV": ("1209", {"used": True}), "HQ XV": "1309", "CLXVI": ("1409", {"attacked": True}), "CLXVII": "1410"}
    game, places = scene(at | {"LIT 1": "2110"}, node="TARGET", side="republican", fog=True), set()
    for seed in range(20):
        twin = game.determinize("nationalist", np.random.default_rng(seed))
        assert [unit(twin, name).used for name in ("HQ XIV", "HQ XV")] == [True, False]
        assert [unit(twin, name).attacked for name in ("CLXVI", "CLXVII")] == [True, False]
        places |= {(name, unit(twin, name).at) for name in at}
    assert len(places) > 4


def test_without_fog_nothing_is_redrawn_but_the_dice():
    game = new_game(seed=3, fog=False)
    twin = game.determinize("republican", np.random.default_rng(0))
    assert twin.state_hash() == game.state_hash()
    assert twin.record["rng"] != game.record["rng"]


def test_the_same_generator_gives_the_same_draw_and_the_game_stays():
    game = new_game(seed=3)
    raw = game.to_bytes()
    one, two, other = (game.determinize("republican", np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.to_bytes() == two.to_bytes() != other.to_bytes()
    assert game.to_bytes() == raw


def test_an_unknown_side_is_refused():
    with pytest.raises(ValueError, match="no side 'chance'; the sides are nationalist, republican"):
        new_game(seed=1).determinize("chance", np.random.default_rng(0))
