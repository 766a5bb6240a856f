"""The picture of a position: its content and layout, and what fog hides in it."""

import re
import shutil
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from support.scene import act, attack, roll, scene

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.games.ctv.drawing import board, stacks
from ctv_env.games.ctv.drawing.geometry import MAP_FRAME, RADIUS, centre, view
from ctv_env.games.ctv.drawing.palette import DROPS, LEGAL, SUN
from ctv_env.games.ctv.loading.load import DATA_DIR
from ctv_env.games.ctv.model.codes import N_ACTIONS, N_CELLS, PLACE

STACK = {"LIT 1": "2110", "LIT 2": "2110", "HQ LIT": "2110", "CLXVI": "2109", "HQ XV": "2109", "CLXX": "1909"}


def windows(game: Game, side: str | None = None, **more) -> list[ET.Element]:
    """The windows of a picture."""
    root = ET.fromstring(game.svg(side, **more))
    return [element for element in root if element.tag.endswith("svg")]


def with_data(game: Game, name: str, side: str | None = None, **more) -> dict[str, ET.Element]:
    """Windows by their hex, those that have ``data-name``."""
    return {e.get("data-space"): e for e in windows(game, side, **more) if e.get(f"data-{name}") is not None}


def marked(game: Game, mark: str, side: str | None = None, **more) -> set[str]:
    """Codes of the hexes that bear a mark."""
    return {e.get("data-space") for e in windows(game, side, **more) if e.get("data-mark") == mark}


def words(element: ET.Element) -> list[str]:
    """All texts in an element."""
    return [e.text for e in element.iter() if e.tag.endswith("text")]


def part(game: Game, name: str, side: str | None = None, **more) -> str:
    """The texts of a part of the margin."""
    return next(" | ".join(words(e)) for e in windows(game, side, **more) if e.get("data-part") == name)


# -- pieces --------------------------------------------------------------------------------------------------------


def test_every_piece_on_the_map_is_drawn_in_its_hex():
    game = new_game("ctv", seed=1)
    s, code = game.record, game.tables.grid.code
    wanted: dict[str, set[str]] = {}
    for p, name in enumerate(game.tables.piece_names[:108]):
        if name and s["piece_place"][p] == PLACE.MAP:
            wanted.setdefault(code(s["piece_hex"][p]), set()).add(name)
    drawn = {hexagon: set(e.get("data-pieces").split("|")) for hexagon, e in with_data(game, "pieces").items()}
    assert drawn == wanted


def test_a_stack_lies_over_the_middle_of_its_hex():
    game = scene(STACK)
    stack = with_data(game, "pieces")["2110"]
    x, y, width, height = (float(stack.get(name)) for name in ("x", "y", "width", "height"))
    left, top, seen, _ = view(game.tables)
    scale = MAP_FRAME[2] / seen
    cx, cy = centre(game.tables.grid.cell("2110"))
    assert x + width / 2 == pytest.approx(MAP_FRAME[0] + (cx - left) * scale, abs=0.02)
    assert y + height / 2 == pytest.approx(MAP_FRAME[1] + (cy - top) * scale, abs=0.02)


@pytest.mark.parametrize("height", [35.0, 44.0, 58.0, 120.0])
def test_a_stack_leaves_the_name_of_its_place_to_be_read(height):
    tables = scene(STACK).tables
    named = [c for c in range(N_CELLS) if board.name_top(tables, c) is not None]
    assert len(named) > 50
    for c in named:
        scale, down = stacks._place(tables, c, height)
        assert down + scale * height / 2 < board.name_top(tables, c)
        assert down - scale * height / 2 > -stacks.FAN / 2 - 1e-9
        assert scale > 0.3
    assert stacks._place(tables, tables.grid.cell("1901"), 35.0) == (1.0, 0.0)


def test_the_names_of_a_stack_can_all_be_read_and_its_pieces_are_counted():
    stack = words(with_data(scene(STACK), "pieces")["2110"])
    assert {"LIT 1", "LIT 2", "HQ LIT", "3"} <= set(stack)
    assert stack.count("5-4-8") == 2


def test_a_counter_shows_its_present_factors_and_its_state():
    state = {"steps": 1, "dsg": "DSG1", "supplied": False}
    game = scene({"LIT 1": ("2110", state), "CLXX": "2010"})
    element = with_data(game, "pieces")["2110"]
    assert {"3-2-8", "D1"} <= set(words(element))
    title = next(e.text for e in element.iter() if e.tag.endswith("title"))
    assert title == "2110 Soncillo\nLIT 1: Italian mechanised, 3-2-8, 1 of 2 steps, DSG1, out of supply"


def test_a_piece_without_movement_points_is_shown_as_done():
    fresh, moved = (scene({"LIT 1": ("2110", {"mp": mp}), "CLXX": "1909"}).svg() for mp in (8, 0))
    assert "done" not in fresh
    assert "1: Italian mechanised, 5-4-8, 2 of 2 steps, done" in moved


# -- fog -------------------------------------------------------------------------------------------------------------


def test_5_2_of_hidden_pieces_only_their_number_is_reported():
    game = scene(STACK, fog=True)
    hidden = with_data(game, "pieces", "nationalist")["2109"]
    assert hidden.get("data-pieces") == "|"
    assert words(hidden) == ["?", "?", "2"]
    assert "CLXVI" not in game.svg("nationalist")
    assert "CLXVI" in game.svg("republican")
    assert "CLXVI" in game.svg()


def test_R_56_a_piece_that_has_fought_is_shown():
    pieces = STACK | {"CLXVI": ("2109", {"seen": True})}
    drawn = with_data(scene(pieces, fog=True), "pieces", "nationalist")["2109"].get("data-pieces")
    assert drawn == "|CLXVI"


MEMORY = {"last_hex": "2009", "last_turn": 1, "last_steps": 1, "steps": 1}


@pytest.mark.parametrize(
    ("side", "more", "tags"),
    [
        ("nationalist", {}, {"2009": ["CLXX", "T1"]}),
        ("nationalist", {"LIT 2": "2009"}, {}),  # it is certainly no longer there
        ("nationalist", {"CLXX": ("1909", MEMORY | {"seen": True})}, {}),
        ("republican", {}, {}),
        (None, {}, {}),
    ],
)
def test_R_64_where_a_hidden_piece_was_seen_last_is_drawn(side, more, tags):
    game = scene({"LIT 1": "2110", "CLXX": ("1909", MEMORY)} | more, fog=True)
    found = {e.get("data-space"): words(e) for e in windows(game, side) if e.get("data-mark") == "seen"}
    assert found == tags


def test_5_2_positions_that_a_side_cannot_tell_apart_look_the_same():
    game = new_game("ctv", seed=3)
    dice = np.random.default_rng(3)
    for k in range(300):
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(int(dice.choice(game.legal_actions())))
        if k % 60:
            continue
        silent = game.clone_for_search(0)
        for side in game.spec.sides:
            twin = game.determinize(side, dice)
            layers = ("zoc", "supply")
            assert twin.svg(side, layers) == silent.svg(side, layers)


def test_5_2_the_log_tells_nothing_of_hidden_pieces():
    game = scene(STACK | {"CLXIX": "1908"}, side="republican", fog=True)
    act(game, "PIECE", "CLXIX")
    assert "CLXIX" not in game.svg("nationalist")  # in hand
    act(game, "HEX", "1907")
    assert any("CLXIX" in line for line in game.log)
    assert "CLXIX" in part(game, "log", "republican")
    assert "CLXIX" not in game.svg("nationalist")
    assert not [e for e in windows(game, "nationalist") if e.get("data-mark") == "move"]


def test_5_2_R_56_trenches_are_drawn_for_both_sides_in_empty_hexes_too():
    game = scene(STACK | {"Trench 1": "2109", "Trench 2": "1909"}, fog=True)
    for side in ("nationalist", "republican"):
        assert marked(game, "trench", side) == {"2109", "1909"}


def test_the_choice_of_the_other_side_is_not_shown():
    game = scene(STACK, fog=True)
    assert not marked(game, "legal", "nationalist")
    act(game, "PIECE", "LIT 1")
    assert marked(game, "legal", "nationalist") == marked(game, "legal") != set()
    assert not marked(game, "legal", "republican")
    assert "LIT 1" not in game.svg("republican")


# -- decisions and events --------------------------------------------------------------------------------------------


def test_the_hexes_that_may_be_named_are_marked():
    game = scene(STACK)
    act(game, "PIECE", "LIT 1")
    hexes = {name for kind, name in map(game.decode, game.legal_actions()) if kind == "HEX"}
    assert marked(game, "legal") == hexes


def test_the_faces_of_a_die_are_no_pieces():
    pieces = {"HQ CTV": "2110", "CLXX": "1909"}  # the first slot, which is action 1
    moves, rolls = (
        ET.tostring(with_data(scene(pieces, node=node), "pieces")["2110"]).decode() for node in ("MOVE", "WEATHER_DIE")
    )
    assert LEGAL in moves
    assert LEGAL not in rolls


def test_an_attack_is_shown_with_its_target_its_arrows_and_its_odds():
    game = scene({"LIT 1": "2110", "LIT 2": "2210", "CLXVI": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1", "LIT 2"])
    assert game.node == "COMBAT_DIE"
    assert marked(game, "target") == {"2109"}
    arrows = {(e.get("data-from"), e.get("data-to")) for e in windows(game) if e.get("data-mark") == "attack"}
    assert arrows == {("2110", "2109"), ("2210", "2109")}
    strengths = f"{game.record['strength_att']} | {game.record['strength_def']} | column "
    assert strengths in part(game, "combat")


def test_the_last_combat_is_shown_until_the_next():
    game = scene({"LIT 1": "2110", "LIT 2": "2210", "CLXVI": "2109", "CLXX": "2310"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    roll(game, 6)
    while game.node not in ("TARGET", "OVER"):
        if game.to_move == "chance":
            roll(game, 1)
        else:
            game.step(game.legal_actions()[0])
    assert marked(game, "combat") == {"2109"}
    assert "LAST COMBAT | 2109" in part(game, "combat")
    act(game, "HEX", "2310")
    assert marked(game, "combat") == set()
    assert "COMBAT | 2310" in part(game, "combat")


def test_the_last_move_is_shown_as_an_arrow():
    game = scene(STACK)
    act(game, "PIECE", "LIT 2")
    act(game, "HEX", "2112")
    arrow = next(e for e in windows(game) if e.get("data-mark") == "move")
    assert (arrow.get("data-from"), arrow.get("data-to")) == ("2110", "2112")


def test_the_margin_says_turn_decision_points_and_morale():
    game = scene(STACK, turn=3, morale=2, weather="rain")
    assert part(game, "decision") == "Nationalist | decides on a piece to move | Nationalist Movement"
    assert "0 of 6" in part(game, "victory")
    assert part(game, "turns").split(" | ") == ["TURN", "1", "2", "3", "4", "5", "6", "7"]


def test_air_units_are_shown_in_their_boxes():
    game = scene({"LIT 1": "2110", "AL 1": "air_ready", "AL 2": "air_used", "FARE 1": ("air_absent", {"return": 4})})
    assert part(game, "air") == "AIR UNITS | AL 1 | AL 2 | flown | FARE 1 | turn 4"


def test_14_1_objectives_bear_their_points():
    game = scene(STACK)
    stars = {e.get("data-space"): words(e) for e in windows(game) if e.get("data-mark") == "objective"}
    assert stars == {"1211": ["3"], "2006": ["1"], "1408": ["1"], "1215": ["1"], "1418": ["1"]}


def test_14_2_a_demolished_factory_is_worth_nothing():
    game = scene(STACK, factory=False)
    reinosa = next(e for e in windows(game) if e.get("data-mark") == "objective" and e.get("data-space") == "2006")
    assert words(reinosa) == ["0"]
    assert "The factory of Reinosa is demolished" in part(game, "losses")
    assert "factory" not in part(new_game("ctv", "duel", seed=1), "losses")


def test_10_8_a_hex_that_changes_hands_changes_its_tint_and_the_front():
    before, after = (scene(STACK, control={"nationalist": codes}) for codes in ([], ["2009"]))
    changed = [a for a, b in zip(windows(before), windows(after), strict=True) if ET.tostring(a) != ET.tostring(b)]
    rows = {round(float(element.get("viewBox").split()[1])) for element in changed}
    assert rows == {round(centre(before.tables.grid.cell(code))[1] - RADIUS - 22) for code in ("1901", "2001", "2101")}


def test_the_weather_of_the_turn_is_shown():
    fair, rain = (
        next(ET.tostring(e).decode() for e in windows(scene(STACK, weather=weather)) if e.get("data-part") == "turns")
        for weather in ("fair", "rain")
    )
    assert (SUN in fair, DROPS in fair) == (True, False)
    assert (SUN in rain, DROPS in rain) == (False, True)


def test_5_2_moves_of_hidden_pieces_have_no_arrow():
    game = scene(STACK, side="republican", fog=True)
    before = game.record.copy()
    act(game, "PIECE", "CLXX")
    act(game, "HEX", "1809")
    more = {"before": before}
    arrows = {
        side: [
            window.data
            for window in game.spec.pictures()
            .draw(game.tables, game._states, 0, game._scratch, game.action_mask(), game._events()[:0], side, **more)
            .windows
            if ("mark", "move") in window.data
        ]
        for side in game.spec.sides
    }
    assert arrows == {"nationalist": [], "republican": [(("mark", "move"), ("from", "1909"), ("to", "1809"))]}


def test_the_end_of_a_game_is_reported():
    game = scene(STACK, node="OVER", winner="republican", turn=7)
    assert part(game, "decision").startswith("Republican victory | The game is over.")


@pytest.mark.parametrize("scenario", ["campaign", "duel", "escudo", "last-stand", "reinosa"])
def test_every_stack_of_a_scenario_lies_within_the_frame_of_the_map(scenario):
    left, top, width, height = MAP_FRAME
    for element in with_data(new_game("ctv", scenario, seed=1), "pieces").values():
        x, y, w, h = (float(element.get(name)) for name in ("x", "y", "width", "height"))
        assert left <= x + w / 2 <= left + width
        assert top <= y + h / 2 <= top + height


def test_a_position_in_set_up_can_be_drawn():
    game = new_game("ctv", seed=1, setup="placement")
    while game.to_move == "chance":
        game.roll()
    assert marked(game, "legal", "republican")
    assert "HQ" not in part(game, "decision", "nationalist")


# -- layers ----------------------------------------------------------------------------------------------------------


def test_7_1_the_layer_of_zones_of_control():
    game = scene({"LIT 1": "2112", "CLXX": "1508"})
    zoc = {game.tables.grid.code(c) for c in np.flatnonzero(game.record["zoc"][0])}
    assert marked(game, "zoc nationalist", layers=["zoc"]) == zoc
    assert marked(game, "zoc republican", layers=["zoc"])
    assert not marked(game, "zoc nationalist")


def test_6_2_the_layer_of_supply_is_the_own_one_in_fog():
    game = scene({"LIT 1": "2112", "CLXX": "1508"}, fog=True)
    assert "2613" in marked(game, "supply nationalist", layers="supply")
    assert "1301" in marked(game, "supply republican", layers="supply")
    assert not marked(game, "supply republican", "nationalist", layers="supply")


def test_a_policy_is_drawn_where_its_hexes_and_pieces_are():
    game = scene(STACK)
    policy = np.zeros(N_ACTIONS)
    policy[game.encode("PIECE", "LIT 1")] = 0.5
    policy[game.encode("PIECE", "HQ LIT")] = 0.25
    policy[game.encode("DONE")] = 0.25
    shown = {e.get("data-space"): words(e) for e in windows(game, policy=policy) if e.get("data-mark") == "policy"}
    assert shown == {"2110": ["75%"]}
    assert "pass 25%" in part(game, "decision", policy=policy)


def test_a_value_is_drawn_in_the_margin():
    assert "Value -0.25" in part(scene(STACK), "victory", value=-0.25)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"layers": ["zocs"]}, "no layer 'zocs'; allowed are zoc, supply"),
        ({"policy": [1.0]}, "policy must be 469 probabilities"),
        ({"policy": np.full(N_ACTIONS, 0.5)}, "policy must be 469 probabilities"),
        ({"side": "nobody"}, "no side 'nobody'"),
    ],
)
def test_wrong_wishes_are_refused(more, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        scene(STACK).svg(**more)


# -- the document ------------------------------------------------------------------------------------------------------


def test_the_same_position_gives_the_same_document():
    game = new_game("ctv", seed=1)
    assert game.svg() == new_game("ctv", seed=1).svg() == game._repr_svg_()
    assert Game.from_bytes(game.to_bytes()).svg() == game.clone_for_search(1).svg()  # both without a log


def test_drawing_changes_nothing_in_the_game():
    game = scene(STACK)
    before, mask = game.state_hash(), game.action_mask()
    game.svg("nationalist", ("zoc", "supply"))
    assert game.state_hash() == before
    assert (game.action_mask() == mask).all()


def test_a_map_of_its_own_is_drawn_with_its_own_names(tmp_path):
    shutil.copytree(DATA_DIR, tmp_path / "data")
    file = tmp_path / "data" / "map.yaml"
    file.write_text(file.read_text().replace("2006: Reinosa", "2006: 'R & <b>'"))
    svg = new_game("ctv", seed=1, data_dir=str(tmp_path / "data")).svg()
    assert "R &amp; &lt;b&gt;" in svg
    ET.fromstring(svg)
