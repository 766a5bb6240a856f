"""The log in words: every event has its line, and every sum in it can be checked."""

import numpy as np
import pytest
from support.scene import act, done, roll, scene

from ctv_env import new_game
from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NODE, NOWHERE, Stage
from ctv_env.games.ctv.model.events import CAUSE, DRM, EVENTS
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.serialization.position import from_dict
from ctv_env.games.ctv.spec import SPEC
from ctv_env.games.ctv.text.log import HEADLINES, lines_of, words
from ctv_env.games.ctv.text.notation import encode

TABLES = load()
LIT_1, CEL, CLXX, AL_1, N_SC_1 = (TABLES.piece_index[name] for name in ("LIT 1", "Cel", "CLXX", "AL 1", "N SC 1"))
A, B, C = (TABLES.grid.cell(code) for code in ("2110", "2010", "1909"))


def log_of(*of_a_step) -> list[str]:
    """The log of these events."""
    return lines_of(TABLES, of_a_step)


def play(position: dict, *script) -> list[str]:
    """The log of a position played on: each entry is a die, None for DONE, a piece or a hex code."""
    tables, states = from_dict(position)
    scratch = records(1, SCRATCH)
    SPEC.engine.mask(states, 0, tables.record, scratch)
    log = []
    for entry in script:
        action = entry
        if not isinstance(entry, int):
            kind = "DONE" if entry is None else "HEX" if entry.isdigit() else "PIECE"
            action = encode(tables, kind, entry)
        assert scratch[0]["mask"][action], f"{entry} is illegal"
        SPEC.engine.step(states, 0, tables.record, scratch, action)
        log.append(scratch[0]["event"][: scratch[0]["n_event"]].copy())
    return words(tables, np.concatenate(log))


def test_only_some_stages_have_a_headline():
    lines = {stage: log_of(EVENTS.STAGE_BEGUN(stage, turn=2)) for stage in Stage}
    assert {stage for stage, line in lines.items() if line} == set(HEADLINES)
    assert lines[Stage.NAT_MOVEMENT] == ["-- Turn 2, Nationalist movement --"]


def test_no_events_no_lines():
    assert words(TABLES, np.empty((0, EVENTS.width), np.int16)) == []


LIT_AND_REINOSA = {"LIT 1": "2110", "CLXVI": "1909"}
NAVARRE = {"I N/1": "2112", "I N/2": "2113", "AL 1": "air_ready"}
BASQUES = dict(zip(("CLVII", "CLVIII", "CLXIII"), ("1418", "1417", "1408"), strict=True))


@pytest.mark.parametrize(
    ("node", "more", "die", "lines"),
    [
        ("WEATHER_DIE", {"weather": "rain"}, 5, ["  Weather: die 5 +1 after rain = 6: rain (rule 11.2)"]),
        ("WEATHER_DIE", {}, 5, ["  Weather: die 5: fair (rule 11.2)"]),
        (
            "OFFENSIVE_DIE",
            {},
            4,
            ["  Die 4, 5 or more needed: a Republican offensive elsewhere does not begin (rule 12.2)"],
        ),
        (
            "OFFENSIVE_DIE",
            {"turn": 4},
            4,
            ["  Die 4, 4 or more needed: a Republican offensive elsewhere begins (rule 12.2)"],
        ),
        ("OFFENSIVE_SUCCESS_DIE", {}, 6, ["  Die 6: infantry units that leave: 2, air units: 1 (rule 12.3)"]),
        ("BASQUE_DIE", {}, 5, ["  Die 5: the Basques fight on (rule 13.2)"]),
        (
            "BASQUE_DIE",
            {},
            4,
            [
                "  Die 4: the Basques surrender (rule 13.2)",
                "  CLVII leaves R1 in 1418 Castro-Urdiales (rule 13.3)",
                "  Surrendered: CLVII (rule 13.3)",
                "  CLVIII leaves R2 in 1417 (rule 13.3)",
                "  Surrendered: CLVIII (rule 13.3)",
                "  CLXIII leaves R3 in 1408 Torrelavega (rule 13.3)",
                "  Surrendered: CLXIII (rule 13.3)",
            ],
        ),
        ("FACTORY_DIE", {"turn": 5}, 3, ["  Die 3: the factory of 2006 Reinosa stands (rule 14.2)"]),
        ("FACTORY_DIE", {"turn": 5}, 4, ["  Die 4: the factory of 2006 Reinosa is demolished (rule 14.2)"]),
    ],
)
def test_a_die_of_the_turn_is_logged_with_what_it_needed_and_did(node, more, die, lines):
    side = "republican" if node in ("BASQUE_DIE", "FACTORY_DIE") else "nationalist"
    game = scene(LIT_AND_REINOSA | NAVARRE | BASQUES, node=node, side=side, **{"turn": 3} | more)
    roll(game, die)
    assert [line for line in game.log if not line.startswith("--")] == lines


def test_a_withdrawal_is_logged_with_the_hex_that_it_empties():
    game = scene(LIT_AND_REINOSA | NAVARRE, node="WITHDRAW", turn=4, owed_infantry=1, owed_air=1)
    act(game, "PIECE", "I N/1", "AL 1")
    assert game.log[:2] == ["  I N/1 is withdrawn from 2112", "  AL 1 is withdrawn"]


def test_the_end_is_logged_with_winner_and_points():
    game = scene(LIT_AND_REINOSA, node="TARGET", side="republican", turn=7)
    done(game)
    assert game.log == [
        "-- End of turn 7 --",
        "The Republican wins: the Nationalist has 0 VP of 6 (rule 14.1)",
    ]


def test_the_dice_of_the_set_up_and_who_is_set_up_where_are_reported():
    game = new_game(seed=1, setup="placement", play_forced=False)
    roll(game, 5, 1, 1)
    act(game, "HEX", "1110")
    assert game.log == [
        "  Die 5 for CLIV, CLV, CLVI: a reserve, set up last (rule 4.1)",
        "  Die 1 for CLXXVI, CLXXVIII, CLXXIX, CLXXX: no reserve (rule 4.1)",
        "  Die 1 for CLXXXIII, CLXXXIV, CLXXXV: no reserve (rule 4.1)",
        "-- Set-up, Republican --",
        "  HQ XIV is set up in 1110",
    ]


def test_a_move_is_logged_with_its_path_cost_and_conquests():
    position = {"options": {"play_forced": False}, "pieces": {"FIN 8": "2110"}}
    assert play(position, "FIN 8", "2009") == [
        "FIN 8 moves 2110 Soncillo -> 2009 Arija via 2010 (2 MP)",
        "  Nationalist control: 2010, 2009 Arija",
    ]


COMBAT = {
    "turn": 1,
    "stage": "NAT_COMBAT",
    "morale": 1,
    "options": {"play_forced": False},
    "pieces": {
        "HQ CTV": "2011",
        "LIT 1": "2011",
        "LIT 2": {"at": "2011", "dsg": "DSG"},
        "FIN 8": "1912",
        "AL 1": "air_ready",
        "CLXX": {"at": "1911", "dsg": "DSG"},
        "CLXXI": "1911",
        "Trench 1": "1911",
    },
}
SUPPORTED = ("1911", "LIT 1", "LIT 2", "FIN 8", None, "AL 1", "HQ CTV", None, None, None, None)


def test_a_combat_is_logged_term_by_term():
    assert play(COMBAT, *SUPPORTED, 4, 1, 4, "FIN 8", 5, "1811", "CLXX", "LIT 1", "1911", None) == [
        "Attack on 1911 Estacas de Trueba",
        "  From 2011: LIT 1, LIT 2",
        "  From 1912: FIN 8",
        "  In 1911 Estacas de Trueba: CLXX, CLXXI",
        "  Support of the attack: AL 1, HQ CTV",
        "  Bombardment points: attack 3, defence 0: net 3 against the defenders (rule 9.4.2)",
        "  Bombardment of the defenders: die 4 -1 trench (rule 10.7) = 3, 4 or more needed: no effect",
        "  Attrition of AL 1: die 1: away until turn 3 (rule 9.1.1)",
        "  Attack out of 1912: 4",
        "  Attack out of 2011: 5 + half of 5 = 2 -> 7",
        "  Defence of 1911 Estacas de Trueba: (2 + half of 2 = 1) x 2 (mountain) -> 6",
        "  Odds: 4 + 7 = 11 to 6, column 3:2, first turn near the CTV HQ +1 (rule 4.4): 2:1",
        "  Die modifier +1: concentric attack 10.2.1",
        "  Die modifier -1: trench 10.7",
        "  Combat die 4 +1 -1 = 4 on 2:1: attacker loses 1, defender 1",
        "  FIN 8 loses a step",
        "  Morale of 1911 Estacas de Trueba: die 5 +1 marker +0 troops = 6: flight (rule 10.6)",
        "  CLXX loses a step",
        "  Retreat of CLXX, CLXXI: 1911 Estacas de Trueba -> 1811 Vega de Pas",
        "  Disorganised to DSG1: CLXX",
        "  Disorganised to DSG: CLXXI",
        "  The trench in 1911 Estacas de Trueba is removed (rule 10.7)",
        "  LIT 1 advances 2011 -> 1911 Estacas de Trueba",
        "  Nationalist control: 1911 Estacas de Trueba",
    ]


def test_odds_beyond_the_table_and_a_row_beyond_its_end_are_reported():
    pieces = {"BA-6": {"at": "1911", "dsg": "DSG"}, "LIT 1": "1912"}
    position = {"stage": "REP_COMBAT", "options": {"play_forced": False}, "pieces": pieces}
    lines = play(position, "1912", "BA-6", None, None, None, None, None, 1)
    assert lines[4:] == [
        "  Attack out of 1911 Estacas de Trueba: half of 1 = 0",
        "  Defence of 1912: 4 x 2 (mountain) -> 8",
        "  Odds: 1 to 8, never below 1 (ruling R-07), column below 1:2",
        "  Die modifier -1: odds beyond the table 10.2",
        "  Combat die 1 -1 = 0 on 1:2: attacker loses 3, defender 0",
    ]
    odds = EVENTS.ODDS(attack=1, defence=8, column=-1, shift=0, after=-1)
    beyond = EVENTS.DIE_MODIFIER(DRM.BEYOND, value=-2)
    (*_, result) = log_of(odds, beyond, EVENTS.COMBAT_RESULT(die=1, modified=0, column=0, attacker=3, defender=0))
    assert result == "  Combat die 1 -2 = -1, held to the table's 0 on 1:2: attacker loses 3, defender 0"


def test_a_strength_that_is_rounded_says_so():
    hill = TABLES.grid.cell("2309")
    strength = EVENTS.STRENGTH(side=1, cell=hill, whole=3, halved=0, half=0, multiplier=3, result=5)
    odds = EVENTS.ODDS(attack=4, defence=5, column=0, shift=0, after=0)
    assert log_of(strength, odds)[0] == "  Defence of 2309: 3 x 1.5 (hill) -> 5, rounded up"


def test_the_combat_die_says_where_it_leads_when_its_modifiers_were_logged_before():
    result = EVENTS.COMBAT_RESULT(die=4, modified=3, column=2, attacker=1, defender=1)
    assert log_of(result) == ["  Combat die 4, modified 3 on 3:2: attacker loses 1, defender 1"]
    odds = EVENTS.ODDS(attack=9, defence=6, column=2, shift=0, after=2)
    trench = EVENTS.DIE_MODIFIER(DRM.TRENCH, value=-1)
    assert log_of(odds, trench, result)[-1] == "  Combat die 4 -1 = 3 on 3:2: attacker loses 1, defender 1"


def test_a_breakthrough_is_called_so():
    (line,) = log_of(EVENTS.COMBAT_RESULT(die=6, modified=6, column=8, attacker=0, defender=BREAKTHROUGH))
    assert line == "  Combat die 6 on 7:1: B, breakthrough (rule 10.4.1)"


def test_neighbours_that_list_the_same_thing_are_joined():
    """Whether the enemy sees a unit makes no line of its own."""
    changes = ((LIT_1, 0, 0), (CEL, 0, 1), (CLXX, 1, 0))
    supply = [EVENTS.SUPPLY_CHANGED(piece, supplied, seen) for piece, supplied, seen in changes]
    assert log_of(*supply) == ["  Out of supply: LIT 1, Cel", "  In supply: CLXX"]


def test_hexes_passed_belong_to_their_own_move():
    moves = (
        EVENTS.MOVED(LIT_1, start=A, goal=C, half_mp=7),
        EVENTS.THROUGH(LIT_1, B),
        EVENTS.ELIMINATED(N_SC_1, B, CAUSE.OVERRUN),
        EVENTS.ADVANCED(CEL, start=A, goal=B),
    )
    assert log_of(*moves) == [
        "LIT 1 moves 2110 Soncillo -> 1909 Puerto del Escudo via 2010 (3.5 MP)",
        "  N SC 1 is eliminated in 2010: the enemy entered its hex (rule 9.3)",
        "  Cel advances 2110 Soncillo -> 2010",
    ]


def test_pieces_without_a_hex_are_reported_without_one():
    lost = EVENTS.ELIMINATED(AL_1, NOWHERE, CAUSE.AIR_COMBAT)
    lines = log_of(EVENTS.WITHDRAWN(AL_1, NOWHERE), lost)
    assert lines == ["  AL 1 is withdrawn", "  AL 1 is eliminated: air combat (rule 15.1)"]


@pytest.mark.whole_games
def test_the_log_of_a_whole_game_is_the_same_in_one_go_but_for_sums_and_joins():
    states, scratch = records(1, STATE), records(1, SCRATCH)
    states[0]["rng"] = stream(3)
    SPEC.engine.start(states, 0, TABLES.record, scratch)
    rng = np.random.default_rng(3)
    steps = [scratch[0]["event"][: scratch[0]["n_event"]].copy()]
    while states[0]["node"] != NODE.OVER:
        action = int(rng.choice(np.flatnonzero(scratch[0]["mask"])))
        SPEC.engine.step(states, 0, TABLES.record, scratch, action)
        steps.append(scratch[0]["event"][: scratch[0]["n_event"]].copy())
    whole = words(TABLES, np.concatenate(steps))
    single = [line for step in steps for line in words(TABLES, step)]
    assert len(whole) <= len(single)
    assert whole[0] == "== Turn 1 =="
    assert whole[-1].startswith("The Republican wins")
    morale = [line for line in single if line.startswith("  Morale of")]
    assert morale == [line for line in whole if line.startswith("  Morale of")]
