"""Chapter 3, set-up by the players: where a piece may begin, and what is kept free for those that follow (T-101)."""

import pytest
from naive_tscw.board import REGIONS, hexes
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_SETS_UP, R_SETS_UP = Stage.SETUP_N, Stage.SETUP_R
NORTH = {code: one["region"] for code, one in hexes().items() if one["region"] in REGIONS}


def placing(to_come, units=None, stage=R_SETS_UP, only="", **more):
    """The set-up of some pieces, while others stand already; of the northern hexes Republicans hold ``only`` these."""
    lost = " ".join(code for code in NORTH if code not in only.split()) if only else ""
    control = {"N": lost, "R": only} if only else {}
    game = scene(None, units or {}, setup="placement", control=control, **more)
    game.box(to_come, Where.DUE)
    return game.begin(stage)


def next_name(game):
    return game.tables.pieces.names[int(game.s["piece"])]


# -- hexes ----------------------------------------------------------------------------------------------------------


def test_3_3_T_101_a_unit_begins_in_a_hex_that_its_side_controls():
    game = placing("N-61", stage=N_SETS_UP)
    assert next_name(game) == "N-61"
    assert game.refusal("HEX", "3513") == "LEGAL"
    assert game.refusal("HEX", "3613") == "NOT_OWN_HEX"


def test_3_3_T_101_a_printed_hex_binds():
    game = placing("OG", stage=N_SETS_UP)
    assert game.legal() == {"3607"}
    assert game.refusal("HEX", "3513") == "NOT_ENTRY_HEX"


def test_3_3_T_101_the_limits_of_stacking_and_parties_hold():
    six = {"3707": "2A 3A 4A 5A AM1 CH"}
    assert placing("1A", six).refusal("HEX", "3707") == "STACK_FULL"
    four = {"3707": "2A 3A 4A 5A"}
    assert placing("1A", four).refusal("HEX", "3707") == "TOO_MANY_DIVISIONS"
    apart = placing("MRX", {"2918": "DRT", "2919": "R-3"}, scenario="1937")
    assert (apart.refusal("HEX", "2918"), apart.refusal("HEX", "2919")) == ("PARTIES_DIFFER", "LEGAL")


def test_3_3_13_10_T_101_northern_groups_begin_within_their_limit():
    two = {"3710": "2BA 3BA"}
    game = placing("4BA", two)
    assert game.refusal("HEX", "3711") == "BEYOND_REGION"
    assert game.refusal("HEX", "3613") == "LEGAL"
    assert placing("4BA", {"3710": "2BA"}).refusal("HEX", "3711") == "LEGAL"


def test_3_3_T_101_only_where_it_would_be_supplied_or_in_a_town():
    # All that is left of the north is Asturias without its ports: no source, so that only towns serve.
    game = placing("1A", only="3608 3609 3708 3706 3610")
    assert game.refusal("HEX", "3609") == "UNSUPPLIED_THERE"
    assert game.refusal("HEX", "3708") == "LEGAL"
    fed = placing("1A", only="3608 3609 3708 3706 3610 3707")
    assert fed.refusal("HEX", "3609") == "LEGAL"


def test_3_3_T_101_supply_is_judged_on_an_empty_enemy_side():
    # Nationalists all around Infiesto would cut it off; they set up later.
    game = placing("1A", {"3508": "N-81", "3509": "N-82", "3605": "N-83"})
    assert game.refusal("HEX", "3609") == "LEGAL"


def test_3_3_T_101_T_185_others_outside_the_north_hq_n_and_northern_units_in_it():
    for name in ("1A", "1S", "1BA", "HQ-N"):
        game = placing(name, scenario="1937")
        assert game.legal()
        assert {code in NORTH for code in game.legal()} == {True}, name
        assert game.refusal("HEX", "2712") == "NOT_OWN_HEX"
    for name in ("R-3", "HQ-CEN"):
        game = placing(name, scenario="1937")
        assert game.refusal("HEX", "2712") == "LEGAL"
        assert not set(NORTH) & game.legal(), name


def test_3_3_T_101_nationalists_begin_in_the_north_too():
    game = placing("N-61", stage=N_SETS_UP, scenario="1937")
    assert {"3607", "3513", "1305"} <= game.legal()


def test_3_3_T_102_what_is_set_up_is_fully_supplied_and_the_next_follows():
    game = placing("1A 2A")
    assert next_name(game) == "1A"
    game.s["supply"][game.piece("1A")] = 2
    game.act("HEX", "3707")
    assert (game.at("1A"), game.supply("1A"), next_name(game)) == ("3707", "full", "2A")
    assert game.said("SET_UP") != []
    game.act("HEX", "3707")
    assert game.stage != R_SETS_UP
    assert int(game.s["piece"]) == -1


def test_3_3_T_101_pieces_that_are_not_due_are_passed_over():
    game = placing("2A", {"3707": "1A"})
    assert next_name(game) == "2A"
    game.act("HEX", "3706")
    assert game.at("1A") == "3707"


# -- room for those bound to a hex ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "legal"), [("2N 3N 4N AV", True), ("2N 3N 4N AV C1", False)])
def test_3_3_T_101_the_last_place_of_oviedo_is_kept_for_its_garrison(there, legal):
    game = placing("1N OG", {"3607": there}, N_SETS_UP)
    assert next_name(game) == "1N"
    assert game.refusal("HEX", "3607") == ("LEGAL" if legal else "NO_ROOM_LEFT")
    assert game.refusal("HEX", "3513") == "LEGAL"


@pytest.mark.parametrize(("there", "legal"), [("2N 3N AV", True), ("2N 3N AV C1", False)])
def test_3_3_T_101_a_place_is_kept_for_each_of_two(there, legal):
    game = placing("1N 5N 6N", {"3513": there}, N_SETS_UP)
    assert game.refusal("HEX", "3513") == ("LEGAL" if legal else "NO_ROOM_LEFT")
    assert game.refusal("HEX", "3607") == "LEGAL"  # nobody waits for it


def test_3_3_T_101_who_is_bound_there_himself_takes_a_place():
    game = placing("5N 6N", {"3513": "2N 3N AV 4N"}, N_SETS_UP)
    assert next_name(game) == "5N"
    assert game.legal() == {"3513"}
    game.act("HEX", "3513")
    assert game.legal() == {"3513"}


def test_3_3_T_101_nothing_is_kept_for_units_that_stand_already_or_come_later():
    five = {"3607": "2N 3N 4N AV C1"}
    game = placing("1N", {**five, "3606": "OG"}, N_SETS_UP)
    assert game.refusal("HEX", "3607") == "LEGAL"
    gone = scene(None, five, setup="placement")
    gone.box("1N", Where.DUE)
    gone.box("OG", Where.LATER)
    assert gone.begin(N_SETS_UP).refusal("HEX", "3607") == "LEGAL"
    after = placing("N-81", {**five, "3606": "OG"}, N_SETS_UP)
    assert after.refusal("HEX", "3607") == "LEGAL"


def test_8_2_T_101_an_hq_takes_no_place():
    game = placing("HQ-NAV OG", {"3607": "2N 3N 4N AV C1"}, N_SETS_UP)
    assert next_name(game) == "HQ-NAV"
    assert game.refusal("HEX", "3607") == "LEGAL"


# -- room for the groups of the north ---------------------------------------------------------------------------------

PORTS = "3707 3710 3613"  # a hex of each region: six places each


def basques(n, first=2):
    """So many Basque brigades."""
    return " ".join(f"{k}BA" for k in range(first, first + n))


@pytest.mark.parametrize(("n", "legal"), [(7, True), (8, False)])
def test_13_10_T_101_a_place_of_another_region_is_kept_for_those_who_find_none_elsewhere(n, legal):
    # 1A in Bilbao leaves five places there; two Basque steps may go abroad.
    game = placing(f"1A {basques(n)}", only=PORTS)
    assert next_name(game) == "1A"
    assert game.refusal("HEX", "3613") == ("LEGAL" if legal else "NO_ROOM_LEFT")


@pytest.mark.parametrize(
    ("abroad", "n", "legal"), [("1BA", 6, True), ("1BA", 7, False), ("1BA BM1", 5, True), ("1BA BM1", 6, False)]
)
def test_13_10_T_101_steps_that_are_abroad_already_count(abroad, n, legal):
    game = placing(f"1A {basques(n)}", {"3710": abroad}, only=PORTS)
    assert game.refusal("HEX", "3613") == ("LEGAL" if legal else "NO_ROOM_LEFT")


@pytest.mark.parametrize(("n", "legal"), [(7, True), (8, False)])
def test_13_10_T_101_a_unit_that_goes_abroad_takes_a_step_of_its_group(n, legal):
    # Bilbao takes six of those who follow, one more may go abroad besides 1BA.
    game = placing(f"1BA {basques(n)}", only=PORTS)
    assert next_name(game) == "1BA"
    assert game.refusal("HEX", "3710") == ("LEGAL" if legal else "NO_ROOM_LEFT")


@pytest.mark.parametrize(("n", "legal"), [(7, True), (8, False)])
def test_13_10_T_101_a_unit_at_home_takes_a_place_there(n, legal):
    game = placing(f"1BA {basques(n)}", only=PORTS)
    assert game.refusal("HEX", "3613") == ("LEGAL" if legal else "NO_ROOM_LEFT")


@pytest.mark.parametrize(("n", "legal"), [(6, True), (7, False)])
def test_13_10_T_101_who_goes_abroad_must_leave_a_place_there(n, legal):
    # Gijon and Santander have a place less each: one is left for Basques, none once 1BA has taken it.
    full = {"3707": "2A 3A 4A 5A CH AM1", "3710": "1S 2S 3S SE P"}
    game = placing(f"1BA {basques(n)}", full, only=PORTS)
    assert game.refusal("HEX", "3710") == ("LEGAL" if legal else "NO_ROOM_LEFT")


@pytest.mark.parametrize(("there", "legal"), [("1S 2S 3S", True), ("1S 2S 3S SE", False)])
def test_13_10_T_101_places_that_a_group_needs_itself_are_not_spare(there, legal):
    # Seven Basques are to come, one more than Bilbao takes; Gijon is full; SM2 needs a place in Santander.
    full = {"3707": "2A 3A 4A 5A CH AM1", "3710": there}
    game = placing(f"4S SM2 {basques(7, first=1)}", full, only=PORTS)
    assert next_name(game) == "4S"
    assert game.refusal("HEX", "3710") == ("LEGAL" if legal else "NO_ROOM_LEFT")


def test_13_10_T_101_the_last_unit_and_the_northern_hq_go_where_there_is_room():
    game = placing("9BA", {"3613": basques(5, first=1)}, only=PORTS)
    assert game.legal() == set(PORTS.split())
    hq = placing(f"HQ-N {basques(8, first=1)}", only=PORTS)
    assert next_name(hq) == "HQ-N"
    assert hq.legal() == set(PORTS.split())


def test_T_101_all_that_begins_in_the_north_finds_room_however_badly_placed():
    """Each unit as far from home as it may be: the room that is kept suffices to the end, without a dead end."""
    game = scene(None, {}, setup="placement")
    for p, name in enumerate(game.tables.pieces.names):
        if game.t["entry"][p] == 0 and game.t["ma"][0, p]:
            game.box(name, Where.DUE)
    game.begin(R_SETS_UP)
    home = {"A": "Asturias", "S": "Santander", "B": "Euskadi"}
    while game.node == "SETUP_PLACE" and game.stage == R_SETS_UP:
        name = next_name(game)
        region = home.get({"AE": "A", "CH": "A", "SE": "S", "P": "S"}.get(name, name.strip("0123456789")[:1]))
        found = sorted(game.legal(), key=lambda code: (NORTH[code] == region, code))
        assert found, name
        game.act("HEX", found[0])
    assert game.stage == N_SETS_UP


def test_13_10_T_68_T_101_a_group_whose_region_is_lost_begins_anywhere_in_the_north():
    game = placing("4BA", {"3710": "1BA 2BA 3BA"}, only="3710 3711 3707")
    assert game.legal() == {"3710", "3711", "3707"}
