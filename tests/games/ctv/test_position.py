"""Positions in words: complete, sparse, and refused if impossible."""

import json
import re
import shutil

import numpy as np
import pytest

from ctv_env.core.dice import stream
from ctv_env.core.fields import PositionError
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.load import DATA_DIR, load
from ctv_env.games.ctv.model import codes as c
from ctv_env.games.ctv.model.state import DERIVED, SCRATCH, STATE, STATE_FIELDS
from ctv_env.games.ctv.serialization import position
from ctv_env.games.ctv.serialization.fields import CHOICE_FIELDS, MOVE_FIELDS, TIME_FIELDS, UNIT_FIELDS
from ctv_env.games.ctv.serialization.position import KEYS, from_dict, to_dict
from ctv_env.games.ctv.spec import SPEC

TABLES = load()


def slot(name: str) -> int:
    """Slot of a piece."""
    return TABLES.piece_index[name]


def cell(code: str) -> int:
    """Cell of a hex."""
    return TABLES.grid.cell(code)


# -- complete ----------------------------------------------------------------------------------------------------------

ALL_RULES = {"setup": "placement", "air_combat": True, "dsg_reduction": True, "rivers": True, "play_forced": False}


@pytest.mark.whole_games
@pytest.mark.parametrize(
    ("options", "seeds"),
    [({}, (1, 2)), (ALL_RULES, (4,)), (ALL_RULES | {"edition": "it", "historical_setup": True}, (6,))],
    ids=["default", "all_options", "italian"],
)
def test_positions_of_random_games_come_back_byte_for_byte(options, seeds):
    tables = load(**options)
    seen: dict[int, int] = {}
    for seed in seeds:
        states, scratch = records(1, STATE), records(1, SCRATCH)
        states[0]["rng"] = stream(seed)
        SPEC.engine.start(states, 0, tables.record, scratch)
        rng = np.random.default_rng(seed)
        while states[0]["node"] != c.NODE.OVER:
            node = int(states[0]["node"])
            seen[node] = seen.get(node, 0) + 1
            if seen[node] < 12 or seen[node] % 23 == 0:
                written = json.loads(json.dumps(to_dict(tables, states[0])))
                tables_back, back = from_dict(written)
                assert tables_back is tables
                assert back.tobytes() == states.tobytes(), written
            stop = node == c.NODE.MOVE and rng.random() < 0.1
            action = c.DONE if stop else int(rng.choice(np.flatnonzero(scratch[0]["mask"])))
            SPEC.engine.step(states, 0, tables.record, scratch, action)
        _, back = from_dict(to_dict(tables, states[0]))
        assert back.tobytes() == states.tobytes()
    assert {
        c.NODE.MOVE_TO,
        c.NODE.ATTACKERS,
        c.NODE.SUPPORT_DEF,
        c.NODE.BOMBARD_DIE,
        c.NODE.ATTRITION_DIE,
        c.NODE.COMBAT_DIE,
    } <= set(seen)
    assert {
        c.NODE.LOSS_ATT,
        c.NODE.MORALE_DIE,
        c.NODE.RETREAT,
        c.NODE.ADVANCE,
        c.NODE.WITHDRAW,
        c.NODE.PLACE_SC,
    } <= set(seen)


def test_every_field_of_the_state_is_written_or_derived():
    written = {field.field for field in (*TIME_FIELDS, *CHOICE_FIELDS, *UNIT_FIELDS, *MOVE_FIELDS)}
    by_hand = {"rng", "piece_hex", "piece_place", "cell_control", "cell_trench"}
    assert written | by_hand | set(DERIVED) == {field.name for field in STATE_FIELDS}


def test_every_key_is_documented():
    keys = {*KEYS, "at", *(field.key for field in (*UNIT_FIELDS, *MOVE_FIELDS))}
    assert keys == {key for key in keys if f"``{key}``" in position.__doc__}
    documented = set(re.findall(r"^``(\w+)`` {2,}", position.__doc__, re.M))
    assert documented <= keys


def test_what_goes_without_saying_is_not_written():
    _, states = from_dict({"pieces": {"LIT 1": "2110", "CLXX": {"at": "2010", "steps": 1}, "DC": "eliminated"}})
    written = to_dict(TABLES, states[0])
    assert written["pieces"] == {"LIT 1": "2110", "CLXX": {"at": "2010", "steps": 1}, "DC": "eliminated"}
    assert written["control"] == {}
    head = {"game", "scenario", "options", "data_dir", "data", "rng"}
    time_keys = {"stage", "turn", "phasing", "node", "to_move", "weather", "morale"}
    assert set(written) == head | time_keys | {"pieces", "control"}


# -- sparse ------------------------------------------------------------------------------------------------------------


def test_an_empty_position_is_the_start_of_the_nationalist_movement():
    tables, states = from_dict({})
    s = states[0]
    assert tables is TABLES
    assert (s["stage"], s["node"], s["turn"], s["to_move"]) == (
        c.STAGE.NAT_MOVEMENT,
        c.NODE.MOVE,
        1,
        c.SIDE.NATIONALIST,
    )
    assert s["factory"] == 1
    assert s["winner"] == c.SIDE.NOBODY
    assert s["rng"] == stream(0)
    assert (s["cell_control"] == tables.record[0]["start_control"]).all()
    present = tables.record[0]["kind"] != c.KIND.NONE
    assert (s["piece_place"] == np.where(present, c.PLACE.WAITING, c.PLACE.UNUSED)).all()


def test_null_stands_for_nothing():
    nothing = dict.fromkeys(("piece", "target", "retreat_hex", "judged_hex", "winner", "data_dir"))
    assert from_dict(nothing)[1].tobytes() == from_dict({})[1].tobytes()


def test_pieces_stand_full_supplied_and_in_control_with_all_their_movement():
    pieces = {"LIT 1": "2010", "LIT 2": {"at": "2110", "dsg": "DSG"}, "FIN 8": {"at": "2011", "mp": 1.5}}
    s = from_dict({"pieces": pieces | {"CLXX": "1909"}})[1][0]
    t = TABLES.record[0]
    assert s["unit_steps"][slot("LIT 1")] == t["steps"][slot("LIT 1")]
    assert s["unit_supplied"][slot("LIT 1")] == 1
    assert s["cell_control"][cell("2010")] == c.SIDE.NATIONALIST
    assert s["piece_mp"][slot("LIT 1")] == 2 * t["move_mp"][slot("LIT 1")]
    assert s["piece_mp"][slot("LIT 2")] == 2 * ((t["move_mp"][slot("LIT 2")] + 1) // 2)
    assert s["piece_mp"][slot("FIN 8")] == 3
    assert s["piece_mp"][slot("CLXX")] == 0
    assert s["piece_began_zoc"][slot("LIT 1")] == 1
    assert s["zoc"][c.SIDE.REPUBLICAN, cell("2010")] == 1
    assert s["cell_ground"][cell("2010")] == 1


def test_control_may_be_stated_against_the_defaults():
    position = {"pieces": {"LIT 1": "2010"}, "control": {"republican": ["2010", "2110"], "nationalist": ["1211"]}}
    control = from_dict(position)[1][0]["cell_control"]
    assert [control[cell(code)] for code in ("2010", "2110", "1211")] == [
        c.SIDE.REPUBLICAN,
        c.SIDE.REPUBLICAN,
        c.SIDE.NATIONALIST,
    ]


def test_the_stream_comes_from_the_seed_or_as_it_is():
    assert from_dict({"seed": 7})[1][0]["rng"] == stream(7)
    assert from_dict({"rng": "0xff"})[1][0]["rng"] == 255


def test_options_and_own_data_are_loaded(tmp_path):
    folder = shutil.copytree(DATA_DIR, tmp_path / "data")
    tables, states = from_dict({"options": {"edition": "it"}, "data_dir": str(folder)})
    assert tables.options["edition"] == "it"
    written = to_dict(tables, states[0])
    assert written["data_dir"] == str(folder)
    assert from_dict(written)[1].tobytes() == states.tobytes()
    with pytest.raises(ValueError, match="no option 'editon'"):
        from_dict({"options": {"editon": "it"}})
    with pytest.raises(ValueError, match="no scenario 'campain'"):
        from_dict({"scenario": "campain"})


def test_the_set_up_knows_what_comes_next():
    _, states = from_dict({"stage": "SETUP_NATIONALIST", "pieces": {"HQ CTV": "2110"}})
    order = TABLES.record[0]["order"][1]
    assert states[0]["cursor"] == 1
    assert states[0]["piece"] == order[1]
    _, states = from_dict({"stage": "SETUP_TRENCHES", "pieces": {"CLXX": "2010", "CLXXI": "1909", "Trench 1": "2010"}})
    assert states[0]["piece"] == slot("Trench 2")
    assert states[0]["cell_trench"][cell("2010")] == 1


def test_two_armour_units_that_met_in_a_retreat_may_stand_together():
    s = from_dict({"stage": "REP_MOVEMENT", "pieces": {"FT-17": "1909", "BA-6": "1909"}})[1][0]
    assert s["cell_ground"][cell("1909")] == 2


# -- refused -----------------------------------------------------------------------------------------------------------

SEEN = {"last_hex": "2009", "last_turn": 1, "last_steps": 1, "steps": 1}
REFUSED = [
    # what is remembered
    *(
        (
            {"options": {"fog": fog}, "turn": 2, "pieces": {"CLXVI": {"at": at} | SEEN | change}},
            f"pieces.CLXVI.{key}",
            words,
        )
        for fog, at, change, key, words in (
            (True, "2009", {"last_hex": None}, "last_hex", "name the hex"),
            (True, "2009", {"last_turn": 0}, "last_turn", "1 to 2"),
            (True, "2009", {"last_turn": 3}, "last_turn", "1 to 2"),
            (True, "2009", {"last_steps": 0}, "last_steps", "1 to"),
            (False, "2009", {}, "last_turn", "no fog"),
            (True, "eliminated", {"steps": 0}, "last_turn", "not on the map"),
        )
    ),
    # what cannot be read
    ({"turns": 1}, "turns", "did you mean 'turn'"),
    ({"game": "chess"}, "game", "must be 'ctv'"),
    ({"options": []}, "options", "a mapping"),
    ({"data": "abc"}, "data", "other game data"),
    ({"data_dir": 3}, "data_dir", "path of a folder"),
    ({"seed": -1}, "seed", "whole number from 0"),
    ({"seed": 1, "rng": "0x1"}, "seed", "give one of the two"),
    ({"rng": "0x0"}, "rng", "not all 0"),
    ({"rng": 12}, "rng", "16 hex digits"),
    ({"stage": "NAT_MOVMENT"}, "stage", "did you mean 'NAT_MOVEMENT'"),
    ({"stage": "END_OF_TURN"}, "stage", "none of its words"),
    ({"node": "MOVES"}, "node", "did you mean 'MOVE'"),
    ({"weather": "snow"}, "weather", "allowed are fair, rain"),
    ({"morale": 6}, "morale", "from 0 to 5"),
    ({"morale": True}, "morale", "whole number"),
    ({"factory": 1}, "factory", "true or false"),
    ({"reserve": [4]}, "reserve", "groups 1, 2, 3"),
    ({"hits": [1]}, "hits", "a list of 2"),
    ({"winner": "chance"}, "winner", "allowed are nationalist, republican, null"),
    ({"target": "1001"}, "target", "sea hex"),
    ({"target": "0101"}, "target", "outside the board"),
    ({"target": ["2010"]}, "target", "four digits"),
    ({"piece": "LIT 9"}, "piece", "did you mean"),
    ({"piece": ["LIT 1"]}, "piece", "name of a piece"),
    ({"piece": f"slot {TABLES.piece_names.index('')}"}, "piece", "is empty"),
    ({"pieces": ["LIT 1"]}, "pieces", "a mapping"),
    ({"pieces": {"LITT 1": "2110"}}, "pieces.LITT 1", "did you mean"),
    ({"pieces": {"LIT 1": {"steps": 1}}}, "pieces.LIT 1.at", "a hex code or the word of a place"),
    ({"pieces": {"LIT 1": "1001"}}, "pieces.LIT 1.at", "sea hex"),
    ({"pieces": {"LIT 1": "9999"}}, "pieces.LIT 1.at", "outside the board"),
    ({"pieces": {"LIT 1": "eliminatd"}}, "pieces.LIT 1.at", "did you mean 'eliminated'"),
    ({"pieces": {"LIT 1": {"at": "2110", "step": 1}}}, "pieces.LIT 1.step", "did you mean 'steps'"),
    ({"pieces": {"LIT 1": {"at": "2110", "mp": 1.3}}}, "pieces.LIT 1.mp", "steps of 0.5"),
    ({"pieces": {"LIT 1": {"at": "2110", "dsg": 1}}}, "pieces.LIT 1.dsg", "allowed are none, DSG, DSG1, DSG2"),
    ({"pieces": {"N SC 1": {"at": "2110", "steps": 1}}}, "pieces.N SC 1.steps", "this kind of piece does not have it"),
    ({"control": {"spain": []}}, "control.spain", "nationalist, republican"),
    ({"control": {"republican": "2010"}}, "control.republican", "a list of hex codes"),
    ({"control": {"republican": ["1001"]}}, "control.republican", "sea hex"),
    ({"control": {"republican": ["2010"], "nationalist": ["2010"]}}, "control.nationalist", "two owners"),
    # time
    ({"turn": 0}, "turn", "it must be 1 to 7"),
    ({"turn": 8}, "turn", "it must be 1 to 7"),
    ({"stage": "SETUP_ARMOUR", "turn": 1}, "turn", "it must be 0"),
    ({"node": "TARGET"}, "node", "it must be MOVE, MOVE_TO"),
    ({"stage": "SETUP_DICE", "node": "PLACE"}, "node", "it must be RESERVE_DIE"),
    ({"phasing": "republican"}, "phasing", "here it must be 'nationalist'"),
    ({"to_move": "republican"}, "to_move", "here it must be 'nationalist'"),
    ({"offensive_turn": 2}, "offensive_turn", "it must be 0 to 1"),
    ({"winner": "republican"}, "winner", "it is for OVER"),
    ({"stage": "GAME_OVER", "turn": 7}, "winner", "nobody has won"),
    # the map
    ({"pieces": {"LIT 1": "2010", "CLXX": "2010"}}, "pieces.CLXX.at", "holds LIT 1 of the other side"),
    ({"pieces": {"LIT 1": "2010", "R SC 1": "2010"}}, "pieces.R SC 1.at", "holds LIT 1 of the other side"),
    ({"pieces": {"HQ CTV": "2110", "HQ LIT": "2110"}}, "pieces.HQ LIT.at", "a second HQ in 2110"),
    ({"pieces": {"N SC 1": "2110", "R SC 1": "2110"}}, "pieces.R SC 1.at", "a second supply column"),
    ({"pieces": {"Trench 1": "2010", "Trench 2": "2010"}}, "pieces.Trench 2.at", "a second trench"),
    (
        {"pieces": {name: "2210" for name in ("LIT 1", "LIT 2", "FIN 8", "FIN 10")}},
        "pieces.FIN 10.at",
        r"8 stacking points in 2210; .*fewer than 8 \(5.1.1\)",
    ),
    ({"pieces": {"LIT 1": "air_ready"}}, "pieces.LIT 1.at", "it must be waiting, a hex, eliminated, withdrawn"),
    ({"pieces": {"AL 1": "2110"}}, "pieces.AL 1.at", "it must be waiting, air_ready"),
    ({"pieces": {"N SC 1": "withdrawn"}}, "pieces.N SC 1.at", "waiting, a hex, eliminated"),
    ({"pieces": {"Trench 1": "air_used"}}, "pieces.Trench 1.at", "waiting, a hex, eliminated"),
    ({"pieces": {"CLXX": "surrendered"}}, "pieces.CLXX.at", "it must be waiting, a hex, eliminated"),
    ({"pieces": {"DC": "withdrawn"}}, "pieces.DC.at", "it must be"),
    ({"pieces": {"LIT 1": {"at": "2110", "steps": 0}}}, "pieces.LIT 1.steps", "it must be 1 to 2"),
    ({"pieces": {"Ar": {"at": "2110", "steps": 2}}}, "pieces.Ar.steps", "it must be 1 to 1"),
    ({"pieces": {"LIT 1": {"at": "eliminated", "steps": 1}}}, "pieces.LIT 1.steps", "not on the map"),
    ({"pieces": {"LIT 1": {"at": "waiting", "seen": True}}}, "pieces.LIT 1.seen", "not on the map"),
    (
        {"pieces": {"LIT 1": {"at": "2110", "dsg": "DSG2", "supplied": False}}},
        "pieces.LIT 1.dsg",
        "would be eliminated",
    ),
    ({"pieces": {"LIT 1": {"at": "2110", "mp": 8.5}}}, "pieces.LIT 1.mp", "it must be 0 to 8"),
    ({"pieces": {"LIT 1": {"at": "2110", "dsg": "DSG", "mp": 5}}}, "pieces.LIT 1.mp", "it must be 0 to 4"),
    ({"pieces": {"CLXX": {"at": "2010", "mp": 1}}}, "pieces.CLXX.mp", "it must be 0 to 0"),
    ({"pieces": {"AL 1": {"at": "air_absent"}}}, "pieces.AL 1.return", "it must be 2 to 3"),
    ({"pieces": {"AL 1": {"at": "air_ready", "return": 2}}}, "pieces.AL 1.return", "only an absent air unit"),
]


@pytest.mark.parametrize(("written", "key", "message"), REFUSED)
def test_what_cannot_be_is_refused_by_key_with_what_would_be_right(written, key, message):
    with pytest.raises(PositionError, match=message) as caught:
        from_dict(written)
    assert caught.value.key == key
    assert str(caught.value).startswith(f"{key}: ")


def test_what_is_no_mapping_is_refused():
    with pytest.raises(PositionError, match=r"position: .* is not a mapping"):
        from_dict(["LIT 1"])
