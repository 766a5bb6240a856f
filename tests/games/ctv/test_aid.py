"""The user interface of the game: odds by the rules' own sums, what a side may see, and words for every decision."""

import random

import numpy as np
import pytest
from support.scene import act, done, scene

from ctv_env import new_game
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.core.ui import BAD, EVEN, GOOD, Marks, PieceView
from ctv_env.games.ctv.model.codes import PLACE
from ctv_env.games.ctv.rules import r05_fog as fog
from ctv_env.games.ctv.text.notation import WORDINGS

SPEC = spec_of("ctv")
UI = SPEC.ui()
AT = {"LIT 1": "2110", "LIT 2": "2110", "CLXVI": "2109"}


def results(game, side) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in UI.preview(game, side).chart.rows]


def walk(scenario: str, seed: int, **options):
    """A game at random, at each of its nodes."""
    game, chooser = new_game("ctv", scenario, seed, **options), random.Random(seed)
    while game.to_move is not None:
        yield game
        if game.to_move == CHANCE_NAME:
            game.roll()
        else:
            game.step(chooser.choice(game.legal_actions()))


# -- odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "options"), [("escudo", {}), ("escudo", {"edition": "it", "rivers": True})])
def test_10_2_the_odds_before_the_die_are_those_of_the_combat(scenario, options):
    """At the combat die: sums, modifiers and results match what the engine then logs and does, for every face."""
    compared = 0
    for seed in range(2):
        for game in walk(scenario, seed, fog=False, **options):
            if game.node != "COMBAT_DIE":
                continue
            preview = UI.preview(game, None)
            (row,) = preview.chart.rows
            assert preview.chart.heads == ("1", "2", "3", "4", "5", "6")
            told = [line.strip() for line in game.log]
            assert all(term in told for term in preview.terms)
            for face in range(1, 7):
                twin = game.clone()
                twin.step(face)
                line = next(line for line in reversed(twin.log) if "Combat die" in line)
                cell = row.cells[face - 1]
                if cell.text == "B":
                    assert cell.mood == GOOD
                    assert line.endswith("B, breakthrough (rule 10.4.1)")
                else:
                    attacker, defender = cell.text.split("/")
                    assert cell.mood == (GOOD if defender > attacker else BAD if attacker > defender else EVEN)
                    assert line.endswith(f"attacker loses {attacker}, defender {defender}")
            compared += 1
    assert compared > 5


def test_10_2_the_odds_while_attackers_are_named_judge_their_supply():
    """LIT 1 has been surrounded since the last check: its attack counts half, as it will when all are named (6.3)."""
    ring = {"CLXVI": "2109", "CLXVII": "2111", "CLXVIII": "2011", "CLXIX": "2211"}
    game = scene({"LIT 1": "2110"} | ring, node="TARGET")
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    before, preview = game.to_bytes(), UI.preview(game, 0)
    assert preview.terms[0] == "Attack out of 2110 Soncillo: half of 5 = 2"
    assert game.to_bytes() == before  # a preview, not an action


def test_5_2_unseen_defenders_are_guessed_by_those_that_are_out_of_view():
    """Two counters in fog with defences 3 and 1: 2 on the average, 3 at most; the true one is not told."""
    game = scene(AT | {"HQ XIV": "1508"}, node="TARGET", fog=True)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1", "LIT 2")
    preview = UI.preview(game, 0)
    t, index = game.tables.record[0], game.tables.piece_index
    factors = [int(t["defence"][int(t["steps"][index[name]]), index[name]]) for name in ("CLXVI", "HQ XIV")]
    assert f"1 counter unseen there: about {np.mean(factors):.1f} defence factors, at most {max(factors)}" in (
        preview.notes
    )
    assert [row.label for row in preview.chart.rows] == [
        "if they have average strength",
        "if the strongest unseen units are there",
    ]
    assert not any("trench" in line for line in (*preview.terms, *preview.notes))  # 2109 has none, for all to see


def test_5_2_what_is_seen_is_no_longer_guessed():
    game = scene(AT, node="TARGET", fog=True)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    assert len(results(game, 0)) == 2
    done(game)
    assert len(results(game, 0)) == 1
    assert not any("unseen" in note for note in UI.preview(game, 0).notes)


def test_4_4_the_shift_near_an_unseen_CTV_HQ_is_not_told_to_the_defender():
    game = scene(AT | {"HQ CTV": "2211"}, node="TARGET", turn=1, fog=True)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    done(game)
    assert "rule 4.4" in UI.preview(game, 0).terms[-1]
    defender = UI.preview(game, 1)
    assert not any("rule 4.4" in term for term in defender.terms)
    assert any("rule 4.4" in note for note in defender.notes)


def test_10_7_R_56_a_trench_counts_in_the_odds_before_its_units_are_seen():
    game = new_game("ctv", "escudo", 1)
    done(game)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    for side in (0, 1):
        preview = UI.preview(game, side)
        assert any("trench" in term for term in preview.terms)
        assert not any("trench" in note for note in preview.notes)


def test_there_are_no_odds_outside_a_fight():
    assert UI.preview(new_game(seed=1), 0) is None
    game = scene(AT, node="TARGET")
    act(game, "HEX", "2109")
    assert UI.preview(game, 0) is None  # no attacker is named yet


# -- what a side sees ------------------------------------------------------------------------------------------------


def test_R_56_the_stacks_show_every_counter_and_no_face_of_those_out_of_view():
    for number, game in enumerate(walk("escudo", 6)):
        if number % 5:
            continue
        on_map = int((game.record["piece_place"][:108] == PLACE.MAP).sum())
        for side in (0, 1):
            pieces = [piece for stack in UI.stacks(game, side).values() for piece in stack.pieces]
            assert len(pieces) == on_map
            hidden = [piece for piece in pieces if not piece.known]
            state, t = game._states[0], game.tables.record[0]
            named = {piece.name for piece in pieces if piece.known}
            on_view = [p for p in range(108) if state["piece_place"][p] == PLACE.MAP and fog.knows(state, t, side, p)]
            assert named == {game.tables.piece_names[p] for p in on_view}
            assert all(piece == PieceView(1 - side) for piece in hidden)
        assert all(piece.known for stack in UI.stacks(game, None).values() for piece in stack.pieces)


def test_5_2_R_63_a_lone_supply_column_is_called_one_and_shows_no_face():
    game = scene({"LIT 1": "2110", "R SC 1": "2109", "CLXVI": "2009", "N SC 1": "2211"}, fog=True)
    stacks = UI.stacks(game, 0)
    assert (stacks["2109"].pieces, stacks["2109"].notes) == ((PieceView(1),), ("only a supply column (R-63)",))
    assert (stacks["2009"].notes, stacks["2211"].notes) == ((), ())
    drawn = game.svg("nationalist")
    assert "a Republican supply column" in drawn
    assert "R SC 1" not in drawn


def test_5_2_R_56_a_trench_is_shown_to_both_sides():
    game = new_game("ctv", "escudo", 1)
    assert [UI.stacks(game, side)["2109"].notes for side in (0, 1, None)] == [("a trench",)] * 3


def test_a_piece_is_described_by_its_present_step_and_state():
    at = {"LIT 1": ("2110", {"steps": 1, "dsg": "DSG", "supplied": False}), "R SC 1": "1508"}
    stacks = UI.stacks(scene(at), None)
    (piece,) = stacks["2110"].pieces
    assert (piece.kind, piece.notes) == ("Italian mechanised", ("1 of 2 steps", "DSG", "out of supply"))
    assert stacks["1508"].pieces[0].kind == "supply column"


def test_R_56_naming_attackers_reveals_their_target_only_when_all_are_named():
    game = scene(AT, node="TARGET", fog=True)
    act(game, "HEX", "2109")
    before = game.clone()
    act(game, "PIECE", "LIT 1")
    assert not UI.reveals(before, game, 0)
    assert UI.reveals(before, game, 1)
    done(game)
    assert UI.reveals(before, game, 0)


# -- words -----------------------------------------------------------------------------------------------------------


def test_every_decision_is_explained_and_passing_too_where_one_can():
    for node, wording in WORDINGS.items():
        advice = SPEC.nodes[node].advice
        assert advice.title
        assert advice.meaning
        assert bool(advice.done) == (wording.done is not None), node


def test_the_combat_die_is_awaited_and_no_other_node():
    assert [kind.name for kind in SPEC.nodes if kind.awaited] == ["COMBAT_DIE"]


def test_a_die_is_told_by_what_it_decides():
    game = new_game("ctv", "escudo", 1)
    while game.to_move != CHANCE_NAME:
        game.step(game.legal_actions()[0])
    for side in (0, 1, None):
        told = UI.outcome(game, 3, side)
        assert (told.result, told.pips) == ("3", (3,))
        assert told.what == game.node.removesuffix("_DIE").replace("_", " ").lower()


def test_what_is_clicked_where_nothing_can_be_done():
    game = scene(AT, node="TARGET")
    assert UI.asked_at(game, "2110", 0) == [game.encode("HEX", "2110")]  # the choice of a hex
    act(game, "HEX", "2109")
    pieces = [game.encode("PIECE", name) for name in ("LIT 1", "LIT 2")]
    assert sorted(UI.asked_at(game, "2110", 0)) == sorted(pieces)  # the choice of a piece
    assert UI.asked_at(game, "1508", 0) == [game.encode("HEX", "1508")]
    with pytest.raises(ValueError, match="9999"):
        UI.asked_at(game, "9999", 0)


def test_the_marks_are_of_the_choice_half_made():
    game = scene(AT, node="TARGET")
    assert UI.marks(game, 0) == Marks()
    act(game, "HEX", "2109")
    assert UI.marks(game, 0) == Marks(target="2109")


def test_an_action_is_clicked_where_its_piece_stands():
    game = scene(AT | {"AL 1": "air_ready"}, node="TARGET")
    places = {name: UI.space_of(game, game.encode("PIECE", name)) for name in ("LIT 1", "AL 1")}
    assert places == {"LIT 1": "2110", "AL 1": None}
    assert UI.space_of(game, game.encode("HEX", "2109")) == "2109"
    assert UI.space_of(game, game.encode("DONE")) is None


def test_what_lies_beside_the_map_is_reported_in_words():
    at = {"AL 1": "air_ready", "AL 2": "air_used", "AL 3": ("air_absent", {"return": 4}), "CLXVI": "eliminated"}
    told = dict(UI.beside(scene(at | {"LIT 1": "2110"}), 0))
    assert told["Nationalist aircraft"] == "AL 1 ready, AL 2 has flown, AL 3 away until turn 4"
    assert told["Republican losses"] == "CLXVI"
    assert told["Republican aircraft"] == told["Nationalist losses"] == "none"


def test_R_65_5_2_that_attackers_are_overstacked_by_unseen_pieces_is_told_when_the_die_is_due():
    standing = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "1908") | {"CLXX": "2009", "HQ XV": "2010"}
    game = scene(standing, node="TARGET", fog=True)
    act(game, "HEX", "2009")
    act(game, "PIECE", "LIT 1")
    done(game)
    terms = [UI.preview(game, side).terms[0] for side in (0, 1, None)]
    assert terms == [f"Attack out of 1908: {strength}" for strength in ("half of 5 = 2", "5", "half of 5 = 2")]
    while game.node != "COMBAT_DIE":
        done(game)
    assert UI.preview(game, 1).terms[0] == "Attack out of 1908: half of 5 = 2"
