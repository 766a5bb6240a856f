"""The game in words: the log, actions, reasons, the position in text, the preview of a battle."""

import numpy as np
import pytest
from support.arriba_scene import act, action, class_of, scene

from ctv_env import new_game
from ctv_env.games.arriba.guide.odds import preview
from ctv_env.games.arriba.loading.load import TITLE, load
from ctv_env.games.arriba.model.codes import NO_UNIT, NOWHERE, RESULT, SIDE, Stage
from ctv_env.games.arriba.model.events import CAUSE, EVENTS
from ctv_env.games.arriba.text.log import column_name, words
from ctv_env.games.arriba.text.names import group_words, short_name, unit_name
from ctv_env.games.arriba.text.notation import describe, explain
from ctv_env.games.arriba.text.text_map import text_map


def told(*happened) -> list[str]:
    """The log of some events."""
    return words(load(), np.array([EVENTS.row(event) for event in happened], np.int16))


def area(name: str) -> int:
    return load().places.areas.index(name)


def test_the_name_of_the_game_says_that_its_charts_are_reconstructed():
    game = new_game("arriba", "rising", seed=1)
    assert game.spec.title == TITLE == "Arriba España, reconstructed charts"
    assert TITLE in game.svg()
    assert "reconstructed" in game.spec.ui().SUMMARY


def test_units_are_named_with_their_state():
    assert unit_name(class_of("PA d1+!")) == "Popular Army one-step division (improved, disrupted)"
    assert short_name(class_of("Col b!")) == "Col bde!"
    brigade, division = class_of("Bas b"), class_of("Bas d1")
    assert group_words((brigade, brigade, division, NO_UNIT), 1, 0) == (
        "2 Basque brigades, Basque one-step division, 1 armour AP"
    )
    assert group_words((), 0, 0) == "nothing"


def test_columns_beyond_the_table_have_their_odds():
    tables = load()
    assert [column_name(tables, k) for k in (-2, -1, 0, 7, 8, 9)] == ["1:5", "1:4", "1:3", "5:1", "7:1", "8:1"]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (EVENTS.STAGE_BEGUN(Stage.EVENTS, 3, 3), "== Turn 3, Jan-Mar 1937 =="),
        (EVENTS.STAGE_BEGUN(Stage.MOVEMENT_1, 3, SIDE.REBEL), "-- Turn 3, Rebels: movement --"),
        (EVENTS.STAGE_BEGUN(Stage.COUNTERATTACK_1, 3, SIDE.REBEL), "-- Turn 3, Government: counterattacks --"),
        (
            EVENTS.EVENT_DRAWN(3, 1, 1),
            "  Dice 3 and 1: Guernica: an air raid burns down the old Basque town (rule 4.1)",
        ),
        (EVENTS.EVENT_DRAWN(3, 1, 0), "  Dice 3 and 1: Guernica: does not occur (rule 4.1)"),
        (EVENTS.POWER_MOVED(1, 0, -2), "  France moves from neutral to the Government's box 2 of 3 (rule 5.3)"),
        (
            EVENTS.INFLUENCE_DIE(SIDE.REBEL, 2, 4, 2, 0, -1, 5, 0),
            "  The Rebels: Germany is influenced: die 4 +2 bought -1 backs the enemy = 5: no effect (rule 5.3.1)",
        ),
        (EVENTS.STRENGTH(SIDE.GOVERNMENT, 4, 3, 0, 6), "  The Government: 4 CF + 3 CF out of supply, halved = 6"),
        (EVENTS.STRENGTH(SIDE.REBEL, 8, 0, 1, 4), "  The Rebels: 8 CF, halved for want of an offensive = 4"),
        (EVENTS.COMBAT_DIE(6, 8, 9, 1, RESULT.ELIMINATION), "  Combat die 6, modified 8 on 8:1: 1/E"),
        (
            EVENTS.COMBAT_DIE(3, 3, 2, RESULT.EXCHANGE, RESULT.EXCHANGE),
            "  Combat die 3 on 1:1: X, exchange (rule 9.2)",
        ),
        (EVENTS.RESULT_ADJUSTED(0, RESULT.ELIMINATION), "  Attacker loses nothing, defender everything"),
        (EVENTS.HOLD_ROW(SIDE.REBEL, 5, 7, -2), "  The Rebels: 5 regions against 7: -2 support (rule 12.3)"),
        (EVENTS.HOLD_ROW(SIDE.GOVERNMENT, 1, 9, -8), "  The Government: 1 region against 9: -8 support (rule 12.3)"),
        (EVENTS.GAME_END(SIDE.GOVERNMENT), "The Government wins the war (rule 13)"),
        (EVENTS.GAME_END(SIDE.REBEL), "The Rebels win the war (rule 13)"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, tuple) else "",
)
def test_the_log_gives_dice_and_terms(event, line):
    assert told(event) == [line]


def test_a_purchase_is_told_in_one_line_with_its_price():
    paid = EVENTS.EQUIPMENT_CHANGED(SIDE.GOVERNMENT, -1, CAUSE.PURCHASE, 4)
    placed = EVENTS.PLACED(SIDE.GOVERNMENT, class_of("POUM b"), area("barcelona"), CAUSE.PURCHASE)
    assert told(paid, placed) == ["  The Government: new POUM brigade in Barcelona: 1 EP, 4 left"]
    assert told(paid) == ["  Paid: 1 EP, 4 left"]
    free = placed._replace(cause=CAUSE.EVENT)
    assert told(free) == ["  The Government: new POUM brigade in Barcelona: random event (4.1)"]


def test_a_lift_of_asset_points_alone_names_them():
    lift = EVENTS.LIFTED(SIDE.REBEL, 2, area("cadiz"), area("malaga"), NOWHERE, 1, 2)
    assert told(lift) == ["  The Rebels: lift by sea (6.7.2) Cadiz -> Malaga: 1 armour AP, 2 artillery AP"]


def battle():
    """The Rebel names the target of an attack on Toledo."""
    game = scene(
        government={"toledo": "city: PA d1, 2 PA b; field: IB b+"},
        rebel={"toledo": "field: 2 Nat d1, artillery"},
        stage="COMBAT",
        side="rebel",
        ep=(0, 3),
    )
    act(game, "AREA", "toledo")
    act(game, "BG", "1")
    return game


def test_a_battlegroup_is_named_by_what_it_is_made_of():
    game = battle()
    assert game.node == "TARGET"
    city, field = (describe(game.tables, game.s, action(game, "BG", name)) for name in ("city", "1"))
    assert city == "attack Popular Army one-step division, 2 Popular Army brigades (in the city)" or city == (
        "attack 2 Popular Army brigades, Popular Army one-step division (in the city)"
    )
    assert field == "attack International brigade (improved) (no. 1 in the country)"
    assert describe(game.tables, game.s, action(game, "BG", "5")) == "attack battlegroup 5 in the country"


def test_the_log_of_an_attack_names_who_fights():
    game = battle()
    act(game, "BG", "city")
    w = game.scratch[0]
    assert words(game.tables, w["event"][: int(w["n_event"])]) == [
        "Toledo: attack (9.1) by the Rebels, battlegroup 1 in the country against the battlegroup in the city",
        "  The Rebels: 2 Nationalist one-step divisions, 1 artillery AP",
        "  The Government: 2 Popular Army brigades, Popular Army one-step division",
    ]


def test_a_reason_is_a_sentence_with_its_rule():
    game = battle()
    why = game.engine.reason(game.states, 0, game.tables.record, game.scratch, action(game, "BG", "5"))
    sentence = explain(game.tables, game.s, why, action(game, "BG", "5"))
    assert sentence == (
        "Battlegroup 5 in the country is no enemy battlegroup that can be attacked here (rule 9.1, ruling A-71)"
    )
    assert "it asks for an enemy battlegroup to attack" in explain(game.tables, game.s, 1, action(game, "YES"))


def test_the_position_in_text_shows_each_battlegroup_and_who_waits():
    game = scene(
        government={"toledo": "city: PA d1; pool: 2 PA b"},
        rebel={"toledo": "field: Nat d1, armour", "morocco": "pool: 3 Col b"},
        stage="MOVEMENT",
    )
    lines = text_map(game.tables, game.states, 0, 0).split("\n")
    assert "    Toledo: G city [PA div]; G waiting [2 PA bde]; R country [Nat div, 1 armour AP]" in lines
    assert "    Spanish Morocco: R waiting [3 Col bde]" in lines
    assert max(map(len, lines)) <= 100


def test_the_preview_of_a_battle_shows_each_face_of_the_die():
    game = new_game("arriba", "campaign", seed=3)
    assert preview(game, None) is None
    rng = np.random.default_rng(3)
    while game.node != "COMBAT_DIE":
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(int(rng.choice(game.legal_actions())))
    shown = preview(game, None)
    assert shown.chart.heads == ("1", "2", "3", "4", "5", "6")
    t, s = game.tables.record[0], game.record
    column = min(max(int(s["column"]), 0), 7)
    for face, cell in zip(range(1, 7), shown.chart.rows[0].cells, strict=True):
        row = min(max(face + int(s["drm"]), 0), 9)
        numbers = int(t["crt_att"][column, row]), int(t["crt_def"][column, row])
        wanted = (
            "X" if RESULT.EXCHANGE in numbers else "/".join("E" if n == RESULT.ELIMINATION else str(n) for n in numbers)
        )
        assert cell.text == wanted
