"""Positions in words at every node: half-made choices that can be continued, and impossible ones."""

import copy

import pytest

from ctv_env.core.fields import PositionError
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model.state import SCRATCH
from ctv_env.games.ctv.serialization.position import from_dict, to_dict
from ctv_env.games.ctv.spec import SPEC
from ctv_env.games.ctv.text.notation import encode

TABLES = load()


def slot(name: str) -> int:
    """Slot of a piece."""
    return TABLES.piece_index[name]


def cell(code: str) -> int:
    """Cell of a hex."""
    return TABLES.grid.cell(code)


FIGHT = {
    "stage": "NAT_COMBAT",
    "target": "2010",
    "options": {"play_forced": False},
    "pieces": {
        "LIT 1": {"at": "2110", "role": "attacks"},
        "LIT 2": "2110",
        "CLXX": "2010",
        "CLXXI": "2010",
        "HQ XV": "1909",
        "HQ CTV": "2110",
        "AL 1": "air_ready",
        "N SC 1": "2110",
    },
}
ADVANCING = {"CLXX": "eliminated", "LIT 1": {"at": "2110", "role": "attacks", "from": "2110"}}
ATTACKERS_JUDGED = {
    "stage": "REP_COMBAT",
    "target": "2110",
    "morale": 4,
    "options": {"play_forced": False},
    "pieces": {"CLXX": {"at": "2010", "role": "attacks", "steps": 1, "lost": 1}, "LIT 1": "2110"},
}


def at(node: str, base: dict = FIGHT, **changes) -> dict:
    """A position of a combat at another node; ``pieces`` are added, other keys replaced."""
    pieces = base["pieces"] | changes.pop("pieces", {})
    return copy.deepcopy(base | {"node": node} | changes | {"pieces": pieces})


def test_an_attacker_attacks_from_where_it_stands_and_has_attacked_once_all_are_named():
    naming, named = (from_dict(at(node))[1][0] for node in ("ATTACKERS", "SUPPORT_ATT"))
    assert naming["unit_from"][slot("LIT 1")] == named["unit_from"][slot("LIT 1")] == cell("2110")
    assert naming["unit_attacked"][slot("LIT 1")] == 0
    assert named["unit_attacked"][slot("LIT 1")] == 1


def test_at_the_combat_die_the_odds_are_summed():
    s = from_dict(at("COMBAT_DIE"))[1][0]
    attack, defence = TABLES.record[0]["attack"], TABLES.record[0]["defence"]
    assert s["strength_att"] == attack[2, slot("LIT 1")]
    assert s["strength_def"] == defence[2, slot("CLXX")] + defence[2, slot("CLXXI")]


GOES_ON = {
    "attackers": (at("ATTACKERS"), ("PIECE", "LIT 2")),
    "support": (at("SUPPORT_ATT"), ("PIECE", "AL 1")),
    "support of the defence": (at("SUPPORT_DEF"), ("PIECE", "HQ XV")),
    "columns": (
        at("SUPPLY_COLUMN_ATT", pieces={"HQ CTV": {"at": "2110", "role": "supports"}}),
        ("PIECE", "N SC 1"),
    ),
    "combat die": (at("COMBAT_DIE"), 4),
    "bombardment": (at("BOMBARD_DIE", pieces={"AL 1": {"at": "air_used", "role": "supports"}}), 4),
    "attrition": (at("ATTRITION_DIE", pieces={"AL 1": {"at": "air_used", "role": "supports"}}), 1),
    "attacker's loss": (at("LOSS_ATT", owed_att=1), ("PIECE", "LIT 1")),
    "morale": (at("MORALE_DIE", owed_def=1), 6),
    "retreat": (at("RETREAT", owed_def=1), ("HEX", "1909")),
    "stand": (at("RETREAT", owed_def=1), ("DONE", None)),
    "flight": (at("RETREAT", owed_def=1, morale_result="flight"), ("HEX", "1909")),
    "defender's loss": (at("LOSS_DEF", owed_def=1, retreat_hex="1909"), ("PIECE", "CLXX")),
    "advance": (
        at(
            "ADVANCE",
            pieces=ADVANCING | {"CLXXI": "1909"},
        ),
        ("PIECE", "LIT 1"),
    ),
    "advance to": (
        at(
            "ADVANCE_TO",
            piece="LIT 1",
            result_def="B",
            pieces=ADVANCING | {"CLXXI": "1808"},
        ),
        ("HEX", "2009"),
    ),
    "morale of attackers": (at("MORALE_DIE", ATTACKERS_JUDGED, judged_hex="2010"), 6),
    "attackers go back": (
        at("RETREAT", ATTACKERS_JUDGED, judged_hex="2010", morale_step=2, morale_result="collapse"),
        ("HEX", "1909"),
    ),
    "move": ({"pieces": {"LIT 1": "2110"}}, ("PIECE", "LIT 1")),
    "move to": ({"node": "MOVE_TO", "piece": "LIT 1", "pieces": {"LIT 1": "2110"}}, ("HEX", "2010")),
    "withdrawal": (
        {"stage": "WITHDRAWAL", "turn": 4, "owed_infantry": 1, "pieces": {"FIN 8": "2110"}},
        ("PIECE", "FIN 8"),
    ),
    "new column": ({"stage": "NEW_COLUMN", "turn": 2, "pieces": {"HQ CTV": "2110"}}, ("HEX", "2110")),
    "battalions": (
        {
            "stage": "BREAKDOWNS",
            "turn": 3,
            "owed_battalions": 2,
            "pieces": {"CLVI": "1516", "CLX": "1815", "CLXI": "1816"},
        },
        ("PIECE", "CLX"),
    ),
    "weather": ({"stage": "WEATHER", "turn": 2}, 6),
    "offensive": ({"stage": "OFFENSIVE", "turn": 3}, 6),
    "reserve die": ({"stage": "SETUP_DICE", "cursor": 2}, 6),
    "armour die": ({"stage": "SETUP_ARMOUR"}, 6),
}


@pytest.mark.parametrize("name", GOES_ON)
def test_a_position_at_any_node_goes_on(name):
    written, choice = GOES_ON[name]
    tables, states = from_dict(written)
    scratch = records(1, SCRATCH)
    SPEC.engine.mask(states, 0, tables.record, scratch)
    action = choice if isinstance(choice, int) else encode(tables, *choice)
    assert scratch[0]["mask"][action]
    _, back = from_dict(to_dict(tables, states[0]))
    assert back.tobytes() == states.tobytes()
    SPEC.engine.step(states, 0, tables.record, scratch, action)
    _, back = from_dict(to_dict(tables, states[0]))
    assert back.tobytes() == states.tobytes()


SUPPORTED = {"AL 1": {"at": "air_used", "role": "supports"}}

SURROUNDED = {"HQ XV": "waiting", "LIT 2": "1909", "FIN 8": "1910", "FIN 10": "2009", "R9M": "2109", "Ar": "2011"}

REFUSED = [
    # half-made choices
    ({"node": "MOVE_TO", "pieces": {"LIT 1": "2110"}}, "piece", "nothing at MOVE_TO; .*nationalist unit or column"),
    ({"node": "MOVE_TO", "piece": "LIT 1"}, "piece", "on the map"),
    ({"node": "MOVE_TO", "piece": "AL 1", "pieces": {"AL 1": "air_ready"}}, "piece", "on the map"),
    ({"node": "MOVE_TO", "piece": "CLXX", "pieces": {"CLXX": "2010"}}, "piece", "a nationalist unit"),
    (
        {"node": "MOVE_TO", "piece": "LIT 1", "pieces": {"LIT 1": {"at": "2110", "mp": 0}}},
        "node",
        "nothing is legal at MOVE_TO",
    ),
    ({"piece": "LIT 1", "pieces": {"LIT 1": "2110"}}, "piece", "it is for PLACE, PLACE_TRENCH, PLACE_SC, MOVE_TO"),
    ({"target": "2010", "pieces": {"CLXX": "2010"}}, "target", "it is for ATTACKERS"),
    ({"stage": "NAT_COMBAT", "pieces": {"LIT 1": {"at": "2110", "mp": 1}}}, "pieces.LIT 1.mp", "it is for MOVE"),
    ({"pieces": {"LIT 1": {"at": "2110", "lost": 1}}}, "pieces.LIT 1.lost", "leave it out"),
    ({"owed_infantry": 1}, "owed_infantry", "it is for WITHDRAW"),
    ({"stage": "WITHDRAWAL", "turn": 4, "owed_infantry": 1}, "owed_infantry", "there are 0"),
    ({"stage": "WITHDRAWAL", "turn": 4, "owed_air": 1}, "owed_air", "there are 0"),
    ({"stage": "WITHDRAWAL", "turn": 4}, "node", "nothing is legal at WITHDRAW"),
    ({"stage": "BREAKDOWNS", "owed_battalions": 1}, "owed_battalions", "0 are unnamed"),
    (
        {"stage": "BREAKDOWNS", "owed_battalions": 1, "pieces": {"CLXX": {"at": "2010", "role": "leaves_battalion"}}},
        "pieces.CLXX.role",
        "only Basque brigades",
    ),
    ({"stage": "NEW_COLUMN", "turn": 2}, "node", "nothing is legal at PLACE_SC"),
    ({"stage": "SETUP_NATIONALIST", "piece": "LIT 1"}, "piece", "here it must be 'HQ CTV'"),
    ({"stage": "SETUP_NATIONALIST", "cursor": 3}, "cursor", "here it must be 0"),
    ({"stage": "SETUP_DICE", "cursor": 4}, "cursor", "1 to 3"),
    ({"stage": "OFFENSIVE", "turn": 2}, "node", "OFFENSIVE_DIE without a roll"),
    # combat
    (at("ATTACKERS", target=None), "pieces.LIT 1.from", "not beside the target"),
    (at("ATTACKERS", target=None, pieces={"LIT 1": "2110"}), "target", "the hex under attack"),
    (at("ATTACKERS", pieces={"CLXX": "1909", "CLXXI": "1909"}), "target", "no defender is there"),
    (at("SUPPORT_ATT", pieces={"LIT 1": "2110"}), "pieces", "nobody attacks at SUPPORT_ATT"),
    (
        at("SUPPORT_ATT", pieces={"LIT 1": {"at": "eliminated", "role": "attacks", "from": "2110"}}),
        "pieces",
        "no attacker is left",
    ),
    (at("SUPPORT_ATT", pieces={"LIT 1": {"at": "2210", "role": "attacks"}}), "pieces.LIT 1.from", "not beside"),
    (
        at("SUPPORT_ATT", pieces={"LIT 1": {"at": "2110", "role": "attacks", "from": "2011"}}),
        "pieces.LIT 1.from",
        "it stands elsewhere",
    ),
    (at("SUPPORT_ATT", pieces={"LIT 2": {"at": "2110", "from": "2110"}}), "pieces.LIT 2.from", "does not attack"),
    (at("SUPPORT_ATT", pieces={"CLXX": {"at": "2010", "role": "attacks"}}), "pieces.CLXX.role", "phasing side"),
    (at("SUPPORT_ATT", pieces={"HQ CTV": {"at": "2110", "role": "attacks"}}), "pieces.HQ CTV.role", "combat units"),
    (at("SUPPORT_ATT", pieces={"LIT 2": {"at": "2110", "role": "supports"}}), "pieces.LIT 2.role", "only HQs, air"),
    (at("ATTACKERS", pieces=SUPPORTED), "pieces.AL 1.role", "once the attackers are named"),
    (at("SUPPORT_ATT", pieces={"AL 1": {"at": "air_ready", "role": "supports"}}), "pieces.AL 1.at", "air_used"),
    (
        at("SUPPORT_DEF", pieces={"HQ CTV": {"at": "2110", "role": "supports", "used": False}}),
        "pieces.HQ CTV.used",
        "it must be true",
    ),
    (at("COMBAT_DIE", pieces={"N SC 1": {"at": "2110", "role": "supports"}}), "pieces.N SC 1.role", "used up"),
    (
        at("LOSS_ATT", owed_att=1, pieces={"LIT 2": {"at": "2110", "role": "fell_back", "from": "2110"}}),
        "pieces.LIT 2.role",
        "fell back",
    ),
    (at("COMBAT_DIE", drm=3), "drm", "here it must be"),
    (at("COMBAT_DIE", strength_att=99), "strength_att", "here it must be"),
    (at("SUPPORT_ATT", strength_att=9), "strength_att", "leave it out"),
    (at("BOMBARD_DIE"), "node", "equal points"),
    (at("ATTRITION_DIE"), "cursor", "no air unit that supports"),
    (at("ATTRITION_DIE", cursor=3, pieces=SUPPORTED), "cursor", "name of a piece"),
    (at("AIR_COMBAT_DIE", pieces=SUPPORTED), "node", "no air combat"),
    (at("LOSS_ATT"), "owed_att", "it must be 1 or more"),
    (at("LOSS_DEF"), "owed_def", "it must be 1 or more"),
    (at("MORALE_DIE"), "owed_def", "it must be 1 or more"),
    (at("RETREAT"), "owed_def", "it must be 1 or more"),
    (at("LOSS_DEF", owed_def=1, result_def="X"), "result_def", "whole number"),
    (at("RETREAT", owed_def=1, judged_hex="2110"), "owed_def", "the attackers are judged first"),
    (at("RETREAT", judged_hex="2110"), "judged_hex", "Nationalists have no morale"),
    (at("RETREAT", judged_hex="2210"), "judged_hex", "not next to the target"),
    (at("MORALE_DIE", ATTACKERS_JUDGED, owed_def=1), "node", "MORALE_DIE for Nationalists"),
    (at("MORALE_DIE", ATTACKERS_JUDGED, judged_hex="2011"), "judged_hex", "no attacker there has lost a step"),
    (at("ADVANCE"), "pieces.LIT 1.from", "not beside the target"),
    (
        at("ADVANCE", pieces={"LIT 1": {"at": "2110", "role": "attacks", "from": "2110"}}),
        "target",
        "defenders are left there",
    ),
    (
        at(
            "ADVANCE_TO",
            piece="LIT 2",
            pieces=ADVANCING | {"CLXXI": "1909"},
        ),
        "piece",
        "an attacker on the map",
    ),
    (
        at(
            "RETREAT",
            owed_def=1,
            morale_result="flight",
            pieces={
                "LIT 2": "1909",
                "HQ XV": "waiting",
                "FIN 8": "1910",
                "FIN 10": "2009",
                "R9M": "2109",
                "Ar": "2011",
            },
        ),
        "node",
        "nothing is legal at RETREAT",
    ),
]


@pytest.mark.parametrize(("written", "key", "message"), REFUSED)
def test_what_cannot_be_is_refused_by_key_with_what_would_be_right(written, key, message):
    with pytest.raises(PositionError, match=message) as caught:
        from_dict(written)
    assert caught.value.key == key
    assert str(caught.value).startswith(f"{key}: ")
