"""The log of a side tells what its arrays show (5.2, ruling R-56): whoever reads it could keep the arrays by hand."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from support.players import ask, copy_of
from support.scene import done, move, scene
from support.walks import pick

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.observation import Layout
from ctv_env.games.ctv.model.channels import GLOBALS, PIECES, PLANES
from ctv_env.games.ctv.model.codes import SIDE_NAMES, STAGE, TRENCH, Place
from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.observation.visible_events import is_open

SIDES = SIDE_NAMES[:2]
STATE = [PIECES.at(name) for name in ("row", "column", "steps", "dsg", "unsupplied")]
ON_MAP = PIECES.at("place") + Place.MAP
MARKERS = {  # numbers beside the map, and the events that change them
    "rain": ("WEATHER_DIE",),
    "morale": ("MORALE_MARKER",),
    "factory": ("FACTORY_DIE",),
    "offensive": ("OFFENSIVE_DIE",),
    "surrendered": ("SURRENDERED",),
}
CASES = (
    ({}, "random", 2),
    ({"edition": "it"}, "staff", 3),
    ({"air_combat": True, "dsg_reduction": True}, "staff", 7),
    ({"edition": "it", "play_forced": False}, "random", 5),
)


# -- what is told ------------------------------------------------------------------------------------------------------


class Reader:
    """What a side has read of a step, without the events of the kinds that are ``torn`` out."""

    def __init__(self, game: Game, side: str, n_new: int, torn: tuple[str, ...]):
        rows = game._events()
        readable = is_open(game.tables, rows, SIDES.index(side))
        new = EVENTS.read(rows[len(rows) - n_new :][readable[len(rows) - n_new :]])
        self.events = [event for event in new if type(event).__name__ not in torn]
        self.kinds = {type(event).__name__ for event in self.events}

    def named(self, field: str, kinds: tuple[str, ...] = ()) -> set[int]:
        """The numbers that events have in a field."""
        wanted = [event for event in self.events if not kinds or type(event).__name__ in kinds]
        return {getattr(event, field) for event in wanted if field in event._fields}

    @property
    def turn_ended(self) -> bool:
        """Whether a turn has ended, at which rule 3.D restores all units alike."""
        return STAGE.END_OF_TURN in self.named("stage", ("STAGE_BEGUN",))


def part(layout: Layout, name: str, array: np.ndarray) -> np.ndarray:
    """The numbers of a channel."""
    return array.take(layout.at(name), axis=len(layout.before))


def untold(before: dict, after: dict, reader: Reader) -> list[str]:
    """What has changed in the arrays of a side without being told."""
    return [*_pieces(before["pieces"], after["pieces"], reader), *_board(before, after, reader)]


def _pieces(before: np.ndarray, after: np.ndarray, reader: Reader) -> list[str]:
    """Known units that have moved, lost a step, supply or order, or left the map; units that came into sight.

    Not told is who went out of sight, and which piece a rule brings onto the map (9.3, 13.3).
    """
    if reader.turn_ended:
        return []
    known = [part(PIECES, "known", rows)[:TRENCH] == 1 for rows in (before, after)]
    there = [rows[:TRENCH, ON_MAP] == 1 for rows in (before, after)]
    differs = (before[:TRENCH, STATE] != after[:TRENCH, STATE]).any(axis=1)
    changed = known[0] & known[1] & there[0] & there[1] & differs
    gone = there[0] & ~there[1]
    in_sight = there[0] & ~known[0] & there[1] & known[1]
    named = reader.named("piece") | reader.named("brigade")
    silent = np.flatnonzero(changed | gone | in_sight).tolist()
    return [f"piece {p}" for p in silent if p not in named]


def _board(before: dict, after: dict, reader: Reader) -> list[str]:
    """Trenches, control, and the markers beside the map."""
    found = []
    for name, kinds in (("trench", ("TRENCH_REMOVED", "TRENCH_PLACED")), ("own_control", ("CONTROL",))):
        planes = [part(PLANES, name, arrays["planes"]).ravel() for arrays in (before, after)]
        changed = set(np.flatnonzero(planes[0] != planes[1]).tolist())
        found += [f"{name} {c}" for c in changed - reader.named("cell", kinds)]
    for name, kinds in MARKERS.items():
        differs = part(GLOBALS, name, before["globals"]) != part(GLOBALS, name, after["globals"])
        found += [name] if differs and not reader.kinds.intersection(kinds) else []
    return found


def both(game: Game, side: str) -> dict:
    return game.observation(side, "both")


def silent_changes(game: Game, player: str, seed: int, torn: tuple[str, ...] = ()) -> Iterator[str]:
    """Play ``game`` to its end; yield all changes that its sides see and do not read."""
    chooser = random.Random(seed)
    seen = {side: both(game, side) for side in SIDES}
    while game.to_move is not None:
        n = len(game._events())
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(pick(game, chooser) if player == "random" else ask(copy_of(game), game.tables))
        for side in SIDES:
            now = both(game, side)
            reader = Reader(game, side, len(game._events()) - n, torn)
            yield from (f"{side} on turn {game.turn}: {what}" for what in untold(seen[side], now, reader))
            seen[side] = now


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.whole_games
@pytest.mark.parametrize(("options", "player", "seed"), CASES, ids=range(len(CASES)))
def test_5_2_R_56_the_log_of_a_side_tells_what_its_arrays_show(options, player, seed):
    assert list(silent_changes(new_game(seed=seed, **options), player, seed)) == []


@pytest.mark.whole_games
def test_a_page_torn_out_of_the_log_is_missed():
    kinds = ("DEFENDER", "SUPPLY_CHANGED", "TRENCH_REMOVED", "CONTROL", "ELIMINATED", "STEP_LOSS", "MORALE_MARKER")
    for kind in (*kinds, "MOVED", "SUPPORT", "DISORGANISED", "WEATHER_DIE"):
        assert any(silent_changes(new_game(seed=7), "staff", 7, (kind,))), kind


# -- smallest cases ----------------------------------------------------------------------------------------------------

CUT_OFF = {"LIT 1": "2110", "LIT 2": "2008", "FIN 8": "2309", "CLXVII": "2109"}
"""All hexes around 2109 are in a Nationalist ZoC."""


def test_5_2_R_56_6_4_the_supply_of_a_unit_in_sight_is_told_to_both_sides():
    game = scene(CUT_OFF | {"CLXVI": ("2109", {"seen": True})}, node="TARGET", fog=True)
    done(game)
    assert "  Out of supply: CLXVI, CLXVII" in game.log_of("republican")
    assert "  Out of supply: CLXVI" in game.log_of("nationalist")


def test_10_7_R_56_a_trench_that_goes_as_a_nationalist_enters_is_told_to_both_sides():
    """The Italian edition."""
    game = scene({"LIT 1": "2110", "CLXX": "1909", "Trench 1": "2109"}, edition="it", fog=True)
    move(game, "LIT 1", "2109")
    for side in SIDES:
        assert any("trench in 2109" in line for line in game.log_of(side))


def test_5_2_R_56_10_2_the_log_names_the_defenders_as_they_are_uncovered():
    game = scene({"LIT 1": "2110", "CLXVI": "2109", "HQ XV": "2109", "CLXX": "2009"}, node="TARGET", fog=True)
    game.step(game.encode("HEX", "2109"))
    game.step(game.encode("PIECE", "LIT 1"))
    done(game)
    for side in SIDES:
        assert "  In 2109: HQ XV, CLXVI" in game.log_of(side)
        assert not any("CLXX" in line for line in game.log_of(side))
