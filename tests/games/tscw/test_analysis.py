"""The course of a game for reports: ports that fall for good, and what the Republicans take."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core.analysis import Landmark
from ctv_env.core.bitboard import put
from ctv_env.games.tscw import analysis
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import SIDE

PORTS = (Landmark("Bilbao", "8", 8), Landmark("Santander", "9", 9), Landmark("Gijon", "10", 10))
BRUNETE, BELCHITE = "Brunete lost by the Nationalists", "Belchite lost by the Nationalists"


def ends_of(scenario: str, held: dict[str, str]):
    """Ends of turns 1 to 10, of which turns 7 to 10 are played: by hex, who holds it then, as in ``NRNN``."""
    tables = load(scenario)
    ends = np.repeat(new_game("tscw", scenario, seed=1)._states, 10)
    ends["turn"] = [*[0] * 6, 7, 8, 9, 10]
    for code, holders in held.items():
        cell = tables.places.cell(code)
        for turn, holder in enumerate(holders, 7):
            for side, letter in ((SIDE.NATIONALIST, "N"), (SIDE.REPUBLICAN, "R")):
                put(ends[turn - 1]["control_rows"][side], tables.grid.columns, cell, holder == letter)
    return ends, tables


def landmark_of(scenario: str, name: str, held: dict[str, str]) -> int:
    ends, tables = ends_of(scenario, held)
    names = [mark.name for mark in analysis.landmarks(tables)]
    return analysis.summary(ends, tables).landmarks[names.index(name)]


def test_what_the_republicans_took_is_on_the_whole_map_only_and_has_no_part_in_the_distance():
    assert analysis.landmarks(load("north-1937")) == PORTS
    taken = (Landmark(BRUNETE, "9", None), Landmark(BELCHITE, "10", None))
    assert analysis.landmarks(load("1937")) == (*PORTS, *taken)


@pytest.mark.parametrize(("held", "turn"), [("RRRR", 0), ("RNRR", 0), ("RNRN", 10), ("NRNN", 9), ("NNNN", 7)])
def test_a_port_falls_when_it_is_held_to_the_end(held, turn):
    assert landmark_of("north-1937", "Bilbao", {"3613": held}) == turn


@pytest.mark.parametrize(("held", "turn"), [("NNNN", 0), ("NNNR", 10), ("NRNN", 8), ("RRRR", 7)])
@pytest.mark.parametrize(("name", "code"), [(BRUNETE, "2711"), (BELCHITE, "2917")])
def test_a_place_is_lost_at_the_first_end_of_a_turn_at_which_the_republicans_hold_it(name, code, held, turn):
    assert landmark_of("1937", name, {code: held}) == turn


def test_steps_lost_are_those_at_the_end():
    ends, tables = ends_of("north-1937", {})
    ends["steps_lost"][:, SIDE.NATIONALIST], ends["steps_lost"][:, SIDE.REPUBLICAN] = range(10), range(0, 20, 2)
    assert analysis.summary(ends, tables).losses == (9, 18)
