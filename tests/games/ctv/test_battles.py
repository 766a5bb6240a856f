"""Battles: which were fought, who won, and their map."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from support.fights import FIELD, fight
from support.scene import scene

from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.games.ctv import analysis
from ctv_env.games.ctv.drawing import palette
from ctv_env.render.svg import svg

NATIONALIST, REPUBLICAN = "nationalist", "republican"
ATTACK = {"LIT 1": "2010", "LIT 2": "2010", "CLXX": FIELD}


def battles_from(game: Game, dice: dict[str, int], until: str = "TARGET", choice: int = -1) -> list[Battle]:
    """The battles of a game from here to a node; ``choice`` is the index of each legal action taken."""

    def positions():
        yield game
        while game.node != until:
            game.step(dice[game.node] if game.to_move == "chance" else game.legal_actions()[choice])
            yield game

    return list(analysis.battles(positions()))


def test_the_attacker_wins_a_hex_that_is_emptied():
    for choice in (0, -1):  # the defender stays where it is, or the attacker moves in
        game = fight(ATTACK, FIELD, ["LIT 1", "LIT 2"])
        battles = battles_from(game, {"COMBAT_DIE": 6, "MORALE_DIE": 6}, choice=choice)
        assert battles == [Battle(FIELD, NATIONALIST, NATIONALIST, "5:1")]
        assert any("column 5:1" in line for line in game.log)


def test_a_defender_who_stays_has_won():
    at = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108", "LIT 2": "2108"}
    game = fight(at, "2108", ["CLXXVI", "CLXXVII"], side=REPUBLICAN, morale=4)
    assert battles_from(game, {"COMBAT_DIE": 1, "MORALE_DIE": 1}) == [Battle("2108", REPUBLICAN, NATIONALIST, "1:2")]
    assert any("column 1:2" in line for line in game.log)


def test_a_battle_that_is_not_over_is_none_yet():
    game = fight(ATTACK, FIELD, ["LIT 1", "LIT 2"])
    assert battles_from(game, {"COMBAT_DIE": 6, "MORALE_DIE": 6}, until="ADVANCE") == []


def test_an_attack_that_ends_without_a_die_is_none():
    doomed = {"LIT 1": ("2108", {"dsg": "DSG2"}), "HQ CTV": "2108", "CLXX": FIELD, "HQ XV": "1909"}
    game = fight(doomed, FIELD, ["LIT 1"], defence=["HQ XV"])
    assert battles_from(game, {"BOMBARD_DIE": 5}) == []
    assert game.node == "TARGET"


# -- the map -------------------------------------------------------------------------------------------------------


def drawn(battles: Counter, games: int) -> ET.Element:
    return ET.fromstring(svg(analysis.battle_map(scene({}).tables, battles, games)))


def texts(root: ET.Element) -> list[str]:
    return [element.text for element in root.iter() if element.tag.endswith("text")]


@pytest.fixture
def counted():
    return Counter({
        Battle("2006", NATIONALIST, NATIONALIST): 6,
        Battle("2006", NATIONALIST, REPUBLICAN): 2,
        Battle("2006", REPUBLICAN, REPUBLICAN): 1,
        Battle(FIELD, REPUBLICAN, NATIONALIST): 3,
    })  # fmt: skip


def test_each_hex_bears_its_battles_and_who_won_them(counted):
    found = {e.get("data-hex"): e for e in drawn(counted, 4).iter() if e.get("data-battles")}
    assert {code: (e.get("data-battles"), e.get("data-nationalist")) for code, e in found.items()} == {
        "2006": ("9", "6"),
        FIELD: ("3", "3"),
    }
    reinosa = found["2006"]
    assert reinosa[0].text == "2006 Reinosa: 9 battles, 6 won by the Nationalist"
    bars = {e.get("fill"): float(e.get("width")) for e in reinosa.iter() if e.tag.endswith("rect")}
    assert bars[palette.SIDE[0]] == 2 * bars[palette.SIDE[1]]
    assert palette.SIDE[1] not in {e.get("fill") for e in found[FIELD].iter()}


def test_the_more_battles_the_fuller_the_colour(counted):
    heat = {}
    for e in drawn(counted, 4).iter():
        if e.get("data-hex"):
            heat[e.get("data-hex")] = next(float(p.get("fill-opacity")) for p in e.iter() if p.get("fill-opacity"))
    assert heat["2006"] > 2 * heat[FIELD] > 0


def test_the_margin_sums_up(counted):
    words = texts(drawn(counted, 4))
    assert {"4 GAMES", "12 battles, 3.0 a game"} <= set(words)
    assert {"Nationalist attacks: 8, 75% won", "Republican attacks: 4, 25% won"} <= set(words)
    listed = words[words.index("MOST FOUGHT FOR") :]
    assert listed[1:] == ["2006 Reinosa", "9", "2009 Arija", "3"]


def test_no_battle_at_all_is_a_map_too():
    assert "0 battles, 0.0 a game" in texts(drawn(Counter(), 1))
