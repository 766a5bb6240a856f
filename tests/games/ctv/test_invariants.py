"""Invariants at every node of every game: properties under random legal play, with all options and set-ups."""

import os
import pathlib
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
import yaml
from support.walks import pick, trace, walk

from ctv_env import new_game
from ctv_env.core.bitboard import as_rows
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.board import GRID
from ctv_env.games.ctv.loading.load import DATA_DIR
from ctv_env.games.ctv.model import codes as c
from ctv_env.games.ctv.model.state import DERIVED, STATE
from ctv_env.games.ctv.rules.pieces import rebuild

CASES = (
    {},
    {"edition": "it"},
    {"setup": "placement"},
    {"setup": "placement", "historical_setup": True, "edition": "it", "fog": False},
    {"air_combat": True, "dsg_reduction": True, "rivers": True},
    {"play_forced": False, "air_combat": True, "edition": "it"},
)
OUT_FOR_GOOD = (c.PLACE.ELIMINATED, c.PLACE.WITHDRAWN, c.PLACE.SURRENDERED)
# Fields of a combat, empty whenever none is being fought.
COMBAT_FIELDS = ("piece_role", "unit_lost", "unit_advanced", "owed_att", "owed_def", "result_att", "result_def",
                 "column_shift", "drm", "strength_att", "strength_def", "morale_result", "morale_step", "won_counted",
                 "hits", "cursor")  # fmt: skip
COMBAT_CELLS = ("target", "retreat_hex", "judged_hex", "unit_from", "piece")

MAP_DATA = yaml.safe_load((DATA_DIR / "map.yaml").read_text(encoding="utf-8"))


def cases(n_fast: int, n_slow: int):
    """Every case with a few seeds, and with many in the slow lane."""
    fast = [pytest.param(case, seed, id=f"{k}-{seed}") for k, case in enumerate(CASES) for seed in range(n_fast)]
    slow = [
        pytest.param(case, seed, id=f"{k}-{seed}", marks=pytest.mark.slow)
        for k, case in enumerate(CASES)
        for seed in range(n_fast, n_slow)
    ]
    return pytest.mark.parametrize(("options", "seed"), fast + slow)


# -- checks at a node --------------------------------------------------------------------------------------------------


def check_mask(game: Game) -> None:
    """Somebody can do something until the game is over; a die has six faces; forced nodes are played."""
    n_legal = int(game.action_mask().sum())
    if game.to_move is None:
        assert (game.node, n_legal) == ("OVER", 0)
        assert game.winner in ("nationalist", "republican")
    elif game.to_move == "chance":
        assert game.legal_actions() == [1, 2, 3, 4, 5, 6]
    else:
        assert n_legal >= (2 if game.tables.options["play_forced"] else 1)
        assert game.winner is None


def check_places(game: Game) -> None:
    """Every piece has one place; a ground unit stands on the map if and only if it has steps and a hex."""
    s, t = game.record, game.tables.record[0]
    on_map = s["piece_place"] == c.PLACE.MAP
    assert np.array_equal(on_map, s["piece_hex"] != c.NOWHERE)
    assert np.array_equal(on_map[: c.N_GROUND], s["unit_steps"] > 0)
    assert np.all(s["unit_steps"] <= t["steps"][: c.N_GROUND])
    assert np.array_equal(s["piece_place"] == c.PLACE.UNUSED, t["kind"] == c.KIND.NONE)
    assert np.array_equal(s["piece_place"] == c.PLACE.AIR_ABSENT, s["air_return"] > 0)
    off = ~on_map[: c.N_GROUND]
    for field in ("unit_dsg", "unit_supplied", "unit_attacked"):
        assert not s[field][off].any(), field
    assert s["unit_dsg"].min() >= 0
    assert s["unit_dsg"].max() <= 3
    trenches = s["piece_hex"][c.TRENCH :][on_map[c.TRENCH :]]
    assert sorted(trenches) == np.flatnonzero(s["cell_trench"]).tolist()


def check_stacks(game: Game) -> None:
    """Nobody stands with enemies, in the sea, or at twice the limit (5.1.1); who stands in a hex controls it."""
    s, t = game.record, game.tables.record[0]
    units = np.flatnonzero(s["piece_place"][: c.N_GROUND] == c.PLACE.MAP)
    cells, sides = s["piece_hex"][units], (units >= c.SIDE_SLOTS).astype(int)
    assert np.all(t["terrain"][cells] != c.TERRAIN.SEA)
    assert np.array_equal(s["cell_control"][cells], sides)
    sp = np.bincount(cells, t["sp"][units], c.CELLS)
    held = np.unique(cells)
    last = np.zeros(c.CELLS, int)  # points of the unit that may have come last, in the Italian edition (5.1.1)
    if t["edition"] == c.EDITION.IT:
        np.maximum.at(last, cells, t["sp"][units])
    assert np.all((sp - last)[held] < 2 * t["stack_limit"][held])
    hqs = cells[np.isin(t["kind"][units], (c.KIND.HQ_DIVISION, c.KIND.HQ_CORPS))]
    assert len(set(hqs.tolist())) == len(hqs)
    columns = np.flatnonzero(s["piece_place"][c.NAT_SC : c.END_SC] == c.PLACE.MAP) + c.NAT_SC
    at = s["piece_hex"][columns]
    assert len(set(at.tolist())) == len(at)
    assert np.count_nonzero(columns < c.REP_SC) <= 8
    for column, cell in zip(columns.tolist(), at.tolist(), strict=True):
        assert s["cell_ground"][cell] == 0 or s["cell_side"][cell] == int(column >= c.REP_SC)


def check_chains(game: Game) -> None:
    """Each ground unit on the map is found once in the list of its cell."""
    s = game.record
    found = []
    for cell in np.flatnonzero(s["cell_first"] != c.NOWHERE).tolist():
        unit = int(s["cell_first"][cell])
        while unit != c.NOWHERE:
            assert s["piece_hex"][unit] == cell
            found.append(unit)
            unit = int(s["unit_next"][unit])
    assert sorted(found) == np.flatnonzero(s["piece_place"][: c.N_GROUND] == c.PLACE.MAP).tolist()


def check_derived(game: Game) -> None:
    """The counts that are kept up piece by piece equal a recount."""
    twin = records(1, STATE)
    twin[0] = game.record
    rebuild(twin[0], game.tables.record[0])
    for field in DERIVED:
        assert np.array_equal(twin[0][field], game.record[field]), field


def check_rows(game: Game) -> None:
    """The sets of cells kept as bits are those of the arrays by cell."""
    s = game.record
    for side in (c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN):
        stands = (s["cell_side"] == side) & (s["cell_ground"] > 0)
        assert np.array_equal(s["unit_rows"][side], as_rows(GRID, stands))
        assert np.array_equal(s["zoc_rows"][side], as_rows(GRID, s["zoc"][side] > 0))


def check_memory(game: Game) -> None:
    """Only what is on the map is remembered, and nothing without fog (ruling R-64)."""
    s = game.record
    known = s["seen_turn"] > 0
    assert np.array_equal(known, s["seen_hex"] != c.NOWHERE)
    assert not known[s["piece_place"] != c.PLACE.MAP].any()
    assert not s["piece_seen"][s["piece_place"] != c.PLACE.MAP].any()
    assert game.tables.options["fog"] or not known.any()
    assert s["seen_turn"].max() <= max(game.turn, 0)
    units = known[: c.N_GROUND]
    assert np.array_equal(s["seen_steps"] > 0, units)
    assert np.all(s["unit_steps"][units] <= s["seen_steps"][units])
    assert not s["seen_dsg"][~units].any()


def recounted_vp(game: Game) -> int:
    """VP of the Nationalist by rule 14.1, out of the map file."""
    s, t = game.record, game.tables.record[0]
    total = 0
    for code, points in MAP_DATA["objectives"].items():
        lost = code == MAP_DATA["factory"] and not s["factory"]
        total += points * int(s["cell_control"][GRID.cell(str(code))] == c.SIDE.NATIONALIST and not lost)
    infantry = (t["kind"] == c.KIND.INFANTRY) & (t["is_breakdown"] == 0)
    infantry[: c.SIDE_SLOTS] = False
    return total + int(np.count_nonzero(infantry & (s["piece_place"] == c.PLACE.ELIMINATED)) >= 10)


def check_counts(game: Game) -> None:
    """Victory points, morale marker, turn."""
    assert game.score() == recounted_vp(game)
    assert 0 <= game.record["morale"] <= 5
    assert 0 <= game.turn <= 7


def check_clean(game: Game) -> None:
    """Between combats nothing is left of the last one, between movement segments no points are left."""
    s = game.record
    if game.node in ("MOVE", "TARGET", "WEATHER_DIE", "OVER"):
        for field in COMBAT_FIELDS:
            assert not np.any(s[field]), field
        for field in COMBAT_CELLS:
            assert np.all(s[field] == c.NOWHERE), field
    if not game.node.startswith("MOVE"):
        assert not s["piece_mp"].any()
        assert not s["piece_began_zoc"].any()


def check_change(before: np.void, game: Game) -> None:
    """Steps never rise and nobody comes back from the dead, but for those who come onto the map the first time."""
    now = game.record
    rose = np.flatnonzero(now["unit_steps"] > before["unit_steps"])
    assert np.all(before["piece_place"][rose] == c.PLACE.WAITING)
    gone = np.isin(before["piece_place"], OUT_FOR_GOOD)
    gone[c.NAT_SC : c.END_SC] = False  # a column that was used up may be received again (9.3)
    assert np.array_equal(before["piece_place"][gone], now["piece_place"][gone])
    assert now["turn"] >= before["turn"]
    assert now["factory"] <= before["factory"]


CHECKS = (
    check_mask,
    check_places,
    check_stacks,
    check_chains,
    check_derived,
    check_rows,
    check_memory,
    check_counts,
    check_clean,
)


# -- the properties ----------------------------------------------------------------------------------------------------


@pytest.mark.whole_games
@cases(1, 25)
def test_3_14_1_every_node_of_a_game_is_sound(options, seed):
    game = new_game(seed=seed, **options)
    before = game.record.copy()
    for _ in walk(game, seed):
        for check in CHECKS:
            check(game)
        check_change(before, game)
        before = game.record.copy()
    assert game.to_move is None


@pytest.mark.whole_games
@cases(1, 5)
def test_exactly_the_masked_actions_are_accepted(options, seed):
    """At every thirtieth node: illegal ones are refused in words and change nothing, legal ones need none."""
    game, chooser = new_game(seed=seed, **options), random.Random(seed)
    for k, _ in enumerate(walk(game, seed)):
        if k % 30:
            continue
        raw, mask = game.to_bytes(), game.action_mask()
        for action in range(len(mask)):
            assert bool(game.explain_illegal(action)) == (not mask[action])
        for action in chooser.sample(np.flatnonzero(mask == 0).tolist(), 10):
            with pytest.raises(IllegalActionError, match=r"illegal|over"):
                game.step(action)
        assert game.to_bytes() == raw
        assert np.array_equal(game.action_mask(), mask)
        for action in chooser.sample(game.legal_actions(), min(5, int(mask.sum()))):
            game.clone().step(action)
        assert game.to_bytes() == raw


@pytest.mark.whole_games
@cases(1, 5)
def test_the_same_seed_and_actions_give_the_same_positions(options, seed):
    assert trace(seed, **options) == trace(seed, **options)
    assert trace(seed, **options) != trace(seed + 1000, **options)


def _traced_elsewhere(seed: int, options: dict, **environment) -> str:
    """The trace of a game played in a new process."""
    root = pathlib.Path(__file__).parents[3]
    script = f"from support.walks import trace; print(trace({seed}, **{options!r}))"
    paths = os.pathsep.join((str(root), str(root / "tests")))
    settings = os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "77"} | environment
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=settings, check=True)
    return done.stdout.strip()


@pytest.mark.whole_games
def test_another_process_plays_the_same_game():
    options = CASES[3]
    assert _traced_elsewhere(4, options) == trace(4, **options)


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_compiled_and_interpreted_rules_play_the_same_game(options):
    assert _traced_elsewhere(5, options, NUMBA_DISABLE_JIT="1") == _traced_elsewhere(5, options, NUMBA_DISABLE_JIT="0")


def _play_on(game: Game, seed: int, n_nodes: int = 15) -> list[str]:
    """Hashes of the next nodes of random play."""
    return [game.state_hash() for _, _ in zip(walk(game, seed), range(n_nodes), strict=False)]


@pytest.mark.whole_games
@cases(1, 5)
def test_copies_and_saves_go_on_as_the_game_would(options, seed):
    game = new_game(seed=seed, **options)
    for k, _ in enumerate(walk(game, seed)):
        if k % 40:
            continue
        copies = [game.clone(), Game.from_bytes(game.to_bytes()), pickle.loads(pickle.dumps(game))]
        copies.append(Game.from_dict(game.to_dict()))
        futures = []
        for copy in copies:
            assert copy.to_bytes() == game.to_bytes()
            assert np.array_equal(copy.action_mask(), game.action_mask())
            futures.append(_play_on(copy, k))
        raw = game.to_bytes()
        assert all(future == futures[0] for future in futures)
        assert game.to_bytes() == raw


@pytest.mark.whole_games
@cases(1, 5)
def test_a_copy_for_search_has_other_dice_and_leaves_the_game_alone(options, seed):
    game = new_game(seed=seed, **options)
    n_same = n_compared = 0
    for k, _ in enumerate(walk(game, seed)):
        if k % 60 or game.to_move is None:
            continue
        raw = game.to_bytes()
        searcher, other = game.clone_for_search(k + 1), game.clone_for_search(k + 1)
        assert searcher.state_hash() == game.state_hash()
        assert searcher.log == []
        assert _play_on(searcher, k, 60) == _play_on(other, k, 60)
        dice = _dice(game.clone(), 12)
        if len(dice) == 12:
            n_compared += 1
            n_same += dice == _dice(game.clone_for_search(k + 1), 12)
        assert game.to_bytes() == raw
    assert n_compared > 5
    assert n_same == 0


def test_a_copy_for_search_with_the_seed_of_the_game_does_not_see_its_dice_either():
    game = new_game(seed=7)
    assert _dice(game.clone_for_search(7), 20) != _dice(game.clone(), 20)


def _dice(game: Game, n: int) -> list[int]:
    """The next ``n`` dice of random play."""
    chooser, dice = random.Random(0), []
    while len(dice) < n and game.to_move is not None:
        if game.to_move == "chance":
            dice.append(game.roll())
        else:
            game.step(pick(game, chooser))
    return dice
