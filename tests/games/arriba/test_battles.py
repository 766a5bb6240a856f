"""Battles: which were fought, who won, and their map."""

import dataclasses
import types
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from support.arriba_battle import FIELD, attack, combat, lose, support
from support.arriba_scene import Scene, act, done, roll, yes

from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import Setting
from ctv_env.core.analysis import Battle
from ctv_env.core.replay.playback import Playback
from ctv_env.games.arriba import analysis
from ctv_env.games.arriba.drawing.picture import COLOURS
from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.codes import NO_UNIT, SIDE_NAMES
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.render.svg import svg

GOVERNMENT, REBEL = SIDE_NAMES[:2]
WON, HELD = Battle(FIELD, REBEL, REBEL), Battle(FIELD, REBEL, GOVERNMENT)


class Fought(Scene):
    """A scene that keeps every position, and whose dice all have the same result."""

    def __init__(self, scene: Scene, attacker: int, defender: int):
        super().__init__(scene.states, dataclasses.replace(scene.tables, record=scene.tables.record.copy()))
        self.t["crt_att"][:, :], self.t["crt_def"][:, :] = attacker, defender
        self.positions: list = []
        self.keep()

    def keep(self) -> None:
        self.positions.append(types.SimpleNamespace(record=self.s.copy(), tables=self.tables))

    def step(self, action: int) -> None:
        super().step(action)
        self.keep()

    @property
    def battles(self) -> list[Battle]:
        return [battle._replace(odds="") for battle in analysis.battles(iter(self.positions))]


def fought(attacker: str, defender: str, *, attacker_loses: int = 0, defender_loses: int = 0) -> Fought:
    return Fought(combat(attacker, defender), attacker_loses, defender_loses)


def strike(game: Fought, target: str = "1") -> None:
    attack(game, target=target)
    roll(game, 3)


# -- single battles ------------------------------------------------------------------------------------------------


def test_the_attacker_wins_if_no_unit_of_the_battlegroup_is_left():
    game = fought("field: 4 Nat b", "city: 2 PA b; field: PA b", defender_loses=2)
    strike(game, "city")
    assert game.battles == [], "it is not over"
    lose(game, "PA b")
    assert game.battles == []
    lose(game, "PA b")
    assert game.node == "ADVANCE"
    yes(game)
    assert game.battles == [WON], "others in the area do not matter"


def test_a_defender_who_is_left_with_a_unit_has_won():
    game = fought("field: 4 Nat b", "field: 2 PA b", attacker_loses=1, defender_loses=1)
    strike(game)
    lose(game, "Nat b", "PA b")
    assert game.battles == [HELD]


def test_a_division_that_is_reduced_is_still_there():
    game = fought("field: 4 Nat b", "field: PA d1", defender_loses=3)
    strike(game)
    lose(game, "PA d1")
    assert game.battles == [HELD]


def test_the_second_attack_of_a_breakthrough_is_a_battle_of_its_own():
    game = fought("field: 2 Nat b, 2 armour", "city: PA b; field: 2 PA b", defender_loses=1)
    strike(game, "city")
    lose(game, "PA b")
    assert game.battles == []
    yes(game)
    assert game.battles == [WON]
    if game.node == "BREAKTHROUGH_TARGET":
        act(game, "BG", "1")
    support(game)
    roll(game, 3)
    lose(game, "PA b")
    assert game.battles == [WON, HELD]


def test_asset_points_that_are_eliminated_without_a_die_are_no_battle():
    game = fought("field: Nat b", "field: armour, artillery")
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    done(game)
    assert game.battles == []


# -- whole games ---------------------------------------------------------------------------------------------------


def odds_by_the_table(column: int) -> str:
    """The odds of a column, as the combat table has them."""
    printed = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1")
    return "below 1:3" if column < 0 else "above 5:1" if column >= len(printed) else printed[column]


def by_the_log(playback: Playback) -> list[Battle]:
    """The battles of a replayed game as its log tells them: who is engaged, and who is destroyed."""
    areas, found = playback.game.tables.places.areas, []
    area, side, target, lost, odds = 0, 0, 0, 0, ""

    def close():
        if odds:
            winner = SIDE_NAMES[side if lost >= target else 1 - side]
            found.append(Battle(areas[area], SIDE_NAMES[side], winner, odds))

    for event in EVENTS.read(playback.game._events()):
        if isinstance(event, EVENTS.ATTACKED):
            close()
            area, side, target, lost, odds = event.area, event.side, 0, 0, ""
        elif isinstance(event, EVENTS.ENGAGED) and event.side != side:
            target = sum(0 <= unit < NO_UNIT for unit in event[1:5])
        elif isinstance(event, EVENTS.COMBAT_DIE):
            odds = odds_by_the_table(event.column)
        elif isinstance(event, EVENTS.UNIT_LOST) and event.side != side and event.into == NO_UNIT:
            lost += 1
    close()
    return found


@pytest.mark.whole_games
def test_the_battles_of_games_are_those_of_their_logs(tmp_path):
    with Arena(Setting("arriba", "first-year", record=tmp_path)) as arena:
        for _ in arena.play([("greedy", "staff")], [1, 2, 3]):
            pass
    found = []
    for file in sorted(tmp_path.iterdir()):
        playback = Playback(file)
        battles = list(analysis.battles(playback.game for _ in playback))
        assert battles == by_the_log(playback)
        found += battles
    assert {(battle.attacker, battle.attacker == battle.winner) for battle in found} >= {
        (GOVERNMENT, True),
        (REBEL, True),
        (REBEL, False),
    }


# -- the map -------------------------------------------------------------------------------------------------------


def drawn(battles: Counter, games: int) -> ET.Element:
    return ET.fromstring(svg(analysis.battle_map(load(), battles, games)))


def texts(root: ET.Element) -> list[str]:
    return [element.text for element in root.iter() if element.tag.endswith("text")]


@pytest.fixture
def counted():
    return Counter({
        Battle("teruel", GOVERNMENT, GOVERNMENT): 6,
        Battle("teruel", GOVERNMENT, REBEL): 2,
        Battle("teruel", REBEL, REBEL): 1,
        Battle("la_coruna", REBEL, REBEL): 3,
    })  # fmt: skip


def test_each_area_bears_its_battles_and_who_won_them(counted):
    found = {e.get("data-area"): e for e in drawn(counted, 4).iter() if e.get("data-battles")}
    assert {area: (e.get("data-battles"), e.get("data-government")) for area, e in found.items()} == {
        "teruel": ("9", "6"),
        "la_coruna": ("3", "0"),
    }
    assert found["teruel"][0].text == "Teruel: 9 battles, 6 won by the Government"
    bars = {e.get("fill"): float(e.get("width")) for e in found["teruel"].iter() if e.tag.endswith("rect")}
    assert bars[COLOURS[0]] == 2 * bars[COLOURS[1]]
    assert COLOURS[0] not in {e.get("fill") for e in found["la_coruna"].iter()}


def test_the_more_battles_the_fuller_the_colour(counted):
    heat = {}
    for e in drawn(counted, 4).iter():
        if e.get("data-battles"):
            heat[e.get("data-area")] = next(float(p.get("fill-opacity")) for p in e.iter() if p.get("fill-opacity"))
    assert heat["teruel"] > 2 * heat["la_coruna"] > 0


def test_the_margin_sums_up(counted):
    words = texts(drawn(counted, 4))
    assert {"4 GAMES", "12 battles, 3.0 a game"} <= set(words)
    assert {"Government attacks: 8, 75% won", "Rebels attacks: 4, 100% won"} <= set(words)
    listed = words[words.index("MOST FOUGHT FOR") :]
    assert listed[1:] == ["Teruel", "9", "Corunna", "3"]


def test_no_battle_at_all_is_a_map_too():
    assert "0 battles, 0.0 a game" in texts(drawn(Counter(), 1))
