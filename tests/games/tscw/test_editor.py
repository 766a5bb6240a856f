"""Scenarios that are edited: what the loader says of a wrong one, and the edits that mend it."""

import pytest

from ctv_env.core.datafile import DataError
from ctv_env.core.editor import draft
from ctv_env.core.editor.draft import Edit, Problem
from ctv_env.games.tscw.guide.editor import EDITOR
from ctv_env.games.tscw.spec import SPEC


def after(*edits: Edit, scenario: str = "north-1937"):
    """The tables of an edited scenario, or the problem and the place to solve it."""
    texts = draft.edited(EDITOR, scenario, EDITOR.texts(scenario, None), edits)
    with draft.loaded(SPEC, texts, "mine") as tables:
        if not isinstance(tables, Problem):
            return tables
        trees = draft.trees_of(texts)
        spaces = {space.name for space in EDITOR.plan(SPEC.load(scenario)).spaces}
        return tables.message, *draft.locate(tables, draft.fields_of(EDITOR, trees), trees, spaces)


def units(scenario: str = "north-1937", **changes: str | None) -> Edit:
    """The edit that changes when Nationalist units come; None takes one out."""
    chosen = draft.trees_of(EDITOR.texts(scenario, None))["scenario"]["units"]["nationalist"] | changes
    return Edit("scenario/units/nationalist", "", {name: word for name, word in chosen.items() if word})


@pytest.mark.parametrize(
    ("edit", "message", "field", "space"),
    [
        (Edit("units", "3706", ["SG", "5A"]), "SG stands in 3706, which is not Nationalist", "units", "3706"),
        (Edit("units", "3412", ["R-11"]), "R-11 is no unit of this scenario", "units", "3412"),
        (Edit("units", "3412", ["LT"]), "LT comes later", "units", "3412"),
        (Edit("units", "3412", ["AIR-LC"]), "AIR-LC is an air or naval unit", "units", "3412"),
        (Edit("units", "3412", ["1N"]), "1N stands in two hexes", "units", "3412"),
        (Edit("units", "3411", ["SG", "N-81"]), "SG stands in two hexes", "units", "3411"),
        (Edit("units", "3413", ["HQ-CTV", "RC", "HQ-NAV"]), "HQ-NAV stands in two hexes", "units", "3413"),
        (Edit("units", "3410", None), "SG begins the game, but has no hex", "units", ""),
        (Edit("units", "3709", ["SG"]), "3709 is not land on the board", "units", "3709"),
        (Edit("control", "3513", "R"), "HQ-NAV stands in 3513, which is not Nationalist", "units", "3513"),
        (Edit("terrain", "3710", None), "3710 is not land on the board", "charts.yaml/northern/Santander/centre", ""),
        (Edit("name", "3613", None), "the city in 3613 has no name", "name", "3613"),
        (
            Edit("scenario/last_turn", "", "6"),
            "turn 6, the last, is before turn 7, the first",
            "scenario/last_turn",
            "",
        ),
        (
            Edit("scenario/last_turn", "", "11"),
            "resource_points has no entry for turn 11",
            "scenario/resource_points",
            "",
        ),
        (Edit("scenario/units/nationalist", "", {"X": "start"}), "no counter 'X'", "scenario/units/nationalist", ""),
        (units(LT="now"), "units.nationalist.LT is now", "scenario/units/nationalist", ""),
        (Edit("charts.yaml/turns", "", {"1": "July 1936"}), "a turn is missing", "charts.yaml/turns", ""),
        (
            Edit("map.yaml/closed_sides", "", {"3410/3513": "a wall"}),
            "3410/3513 is no hexside",
            "map.yaml/closed_sides",
            "",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_what_is_wrong_is_said_in_words_at_its_place(edit, message, field, space):
    said, *place = after(edit)
    assert said.startswith(message)
    assert "; " in said
    assert place == [field, space]


def test_8_2_a_hex_holds_so_many_units_and_divisions():
    full = ["1N", "5N", "6N", "AGC", "J88", "SG"]
    elsewhere = Edit("units", "3410", None), Edit("units", "3511", None), Edit("units", "3412", ["HQ-NAV"])
    assert after(*elsewhere, Edit("units", "3513", full))[0].startswith("N-61 begins the game")
    said, *_ = after(*elsewhere, Edit("units", "3513", [*full, "N-61"]))
    assert said == "7 units stand in 3513; there can be 6 (8.2)"


def test_T_36_two_hqs_do_not_share_a_hex():
    edits = Edit("units", "3413", ["RC"]), Edit("units", "3513", ["HQ-NAV", "HQ-CTV", "1N", "5N", "6N", "AGC", "J88"])
    assert after(*edits)[0].startswith("2 HQs stand in 3513")


def test_15_25_3_parties_that_do_not_share_a_stack_are_parted():
    said, *place = after(Edit("units", "3219", ["LEN"]), Edit("units", "3118", ["MRX", "ASC"]), scenario="1937")
    assert said.startswith("the units in 3118 are of parties that do not share a stack")
    assert place == ["units", "3118"]


def test_a_unit_comes_later_or_is_moved():
    later = after(units(SG="8"), Edit("units", "3410", None))
    assert later.record["entry"][0][later.pieces.names.index("SG")] == 8
    moved = after(Edit("units", "3410", None), Edit("units", "3411", ["SG"]))
    assert moved.grid.code(moved.record["setup_cell"][0][moved.pieces.names.index("SG")]) == "3411"


def test_a_counter_joins_the_scenario():
    joined = after(units(**{"N-11": "start"}), Edit("units", "3412", ["N-11"]))
    assert "N-11" in joined.pieces.names


def test_sea_becomes_land_and_land_becomes_sea():
    land = after(Edit("terrain", "3709", "marsh"))
    cell = land.grid.cell("3709")
    assert land.record["land"][0][cell] == 1
    sea = after(Edit("terrain", "3411", None))
    assert sea.record["land"][0][sea.grid.cell("3411")] == 0


def test_a_river_and_a_railway_are_added_and_removed():
    trees = draft.trees_of(EDITOR.texts("north-1937", None))["map.yaml"]
    rivers = {side: name for side, name in trees["minor_rivers"].items() if side != "3611/3612"} | {"3404/3405": "Sil"}
    lines = trees["railways"] | {"mine": ["3404/3405"], "Langreo railway": []}
    new = after(Edit("map.yaml/minor_rivers", "", rivers), Edit("map.yaml/railways", "", lines))
    t, grid = new.record[0], new.grid
    one, other = grid.cell("3404"), grid.cell("3405")
    side = grid.neighbours[one].tolist().index(other)
    assert (t["river"][one, side], t["rail"][one, side]) == (1, 1)
    assert t["rail"][grid.cell("3608")][grid.neighbours[grid.cell("3608")].tolist().index(grid.cell("3707"))] == 0


def test_the_game_can_be_longer_and_shorter():
    assert after(Edit("scenario/last_turn", "", "7")).record["last_turn"][0] == 7
    rows = draft.trees_of(EDITOR.texts("north-1937", None))["scenario"]
    more = [
        Edit(f"scenario/{key}", "", rows[key] | {"11": rows[key]["10"]}) for key in ("resource_points", "transport")
    ]
    longer = after(Edit("scenario/last_turn", "", "11"), *more)
    assert longer.record["income"][0][11].tolist() == [6, 2, 0, 0]


def test_T_101_a_unit_bound_to_a_hex_needs_it_when_players_set_up(tmp_path):
    """OG is bound to Oviedo: if that is Republican, only the fixed deployment can be played."""
    garrison = Edit("units", "3606", ["HQ-GLC", "N-83", "OG", "MG"])
    edits = Edit("control", "3607", "R"), Edit("units", "3607", None), garrison
    draft.write(tmp_path, draft.edited(EDITOR, "north-1937", EDITOR.texts("north-1937", None), edits), "mine")
    SPEC.load("mine", tmp_path)
    with pytest.raises(DataError, match="OG must be set up in 3607, which is not Nationalist"):
        SPEC.load("mine", tmp_path, setup="placement")
