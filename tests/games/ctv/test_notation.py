"""Actions in words: numbers and names, what an action does, and why it is not legal."""

import re

import numpy as np
import pytest

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.core.notation import cited
from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model import reasons
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, FIRST_PIECE, N_ACTIONS, NODE, SIDE, Node
from ctv_env.games.ctv.model.reasons import REASONS
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.serialization.position import from_dict
from ctv_env.games.ctv.spec import SPEC
from ctv_env.games.ctv.text.notation import WORDINGS, decode, describe, encode, explain, hex_name

TABLES = load()


def record_of(**position):
    """The record of a sparse position."""
    return from_dict(position)[1][0]


MOVING = record_of(node="MOVE_TO", piece="LIT 1", pieces={"LIT 1": "2110"})


def test_every_action_has_a_name_and_comes_back_from_it():
    names = [decode(TABLES, action) for action in range(N_ACTIONS)]
    assert len(set(names)) == N_ACTIONS
    assert [encode(TABLES, kind, name) for kind, name in names] == list(range(N_ACTIONS))


def test_names_are_those_of_the_counters_and_the_map():
    assert decode(TABLES, DONE) == ("DONE", None)
    assert decode(TABLES, FIRST_PIECE + TABLES.piece_index["LIT 1"]) == ("PIECE", "LIT 1")
    assert decode(TABLES, np.int64(FIRST_HEX + TABLES.grid.cell("1406"))) == ("HEX", "1406")
    empty = TABLES.piece_names.index("")
    assert decode(TABLES, FIRST_PIECE + empty) == ("PIECE", f"slot {empty}")
    assert hex_name(TABLES, TABLES.grid.cell("1909")) == "1909 Puerto del Escudo"
    assert hex_name(TABLES, TABLES.grid.cell("2010")) == "2010"


@pytest.mark.parametrize("action", [-1, N_ACTIONS, True, 1.0, "1"])
def test_what_is_no_action_number_is_refused(action):
    with pytest.raises(ValueError, match=f"actions are whole numbers from 0 to {N_ACTIONS - 1}"):
        decode(TABLES, action)


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("MOVE", "LIT 1", "no kind of action 'MOVE': there are DONE, PIECE, HEX"),
        ("DONE", "LIT 1", "DONE names nothing"),
        ("PIECE", "LITT 1", r"no piece 'LITT 1': did you mean .*'LIT 1'"),
        ("PIECE", "slot 0", "no piece 'slot 0'"),
        ("PIECE", None, "no piece None"),
        ("HEX", "19", "not four digits RRCC"),
        ("HEX", "0909", r"outside the board 1001\.\.2620"),
        ("HEX", 1909, "a text of four digits RRCC"),
        ("HEX", "Reinossa", "Reinosa is 2006"),
    ],
)
def test_names_that_nothing_has_are_refused_with_what_would_be_right(kind, name, message):
    with pytest.raises(ValueError, match=message):
        encode(TABLES, kind, name)


def test_describe_tells_what_an_action_does_at_its_node():
    def words(record, kind, name=None):
        return describe(TABLES, record, encode(TABLES, kind, name))

    assert words(MOVING, "HEX", "1909") == "move LIT 1 to 1909 Puerto del Escudo"
    at_move = record_of(pieces={"LIT 1": "2110"})
    assert words(at_move, "PIECE", "LIT 1") == "choose LIT 1 to move"
    assert words(at_move, "DONE") == "end of the movement segment"
    pieces = {"LIT 1": "2110", "CLXX": "2010"}
    at_target = record_of(stage="NAT_COMBAT", pieces=pieces)
    assert words(at_target, "HEX", "2010") == "attack 2010"
    attackers = record_of(stage="NAT_COMBAT", node="ATTACKERS", target="2010", pieces=pieces)
    assert words(attackers, "PIECE", "LIT 1") == "LIT 1 attacks"
    assert words(attackers, "HEX", "2010") == "2010"  # not applicable: just its name
    weather = record_of(stage="WEATHER", turn=2)
    assert describe(TABLES, weather, 4) == "roll 4"


def test_every_decision_of_a_side_has_its_words():
    decisions = {node for node in Node if not node.name.endswith("_DIE")} - {Node.NONE, Node.OVER}
    assert decisions == set(WORDINGS)


@pytest.mark.whole_games
def test_every_legal_action_and_every_refusal_of_a_game_reads_well():
    states, scratch = records(1, STATE), records(1, SCRATCH)
    states[0]["rng"] = stream(5)
    tables = load(setup="placement", play_forced=False)
    SPEC.engine.start(states, 0, tables.record, scratch)
    rng = np.random.default_rng(5)
    seen = set()
    while states[0]["node"] != NODE.OVER:
        mask = scratch[0]["mask"].copy()
        seen.add(Node(int(states[0]["node"])))
        for action in rng.choice(N_ACTIONS, 3).tolist():
            code = int(SPEC.engine.reason(states, 0, tables.record, scratch, action))
            assert (code == 0) == bool(mask[action])
            assert (
                re.fullmatch(r"[A-Z0-9].*\((rules? [0-9].*|ruling R-.*)\)", explain(tables, states[0], code, action))
                or not code
            )
        action = int(rng.choice(np.flatnonzero(mask)))
        words = describe(tables, states[0], action)
        if states[0]["to_move"] == SIDE.CHANCE:
            assert words == f"roll {action}"
        else:
            assert words not in ("passing on", decode(tables, action)[1])
        SPEC.engine.step(states, 0, tables.record, scratch, action)
    assert {Node.PLACE, Node.MOVE_TO, Node.ATTACKERS, Node.SUPPORT_DEF, Node.LOSS_ATT, Node.RETREAT} <= seen


@pytest.mark.parametrize("code", range(len(REASONS)), ids=[name for name, *_ in REASONS])
def test_every_reason_is_a_sentence_with_its_rule(code):
    text = explain(TABLES, MOVING, code, encode(TABLES, "HEX", "1909"))
    _, rules, sentence = REASONS[code]
    assert ("1909 Puerto del Escudo" in text) == ("{what}" in sentence)
    assert "{" not in text
    assert text[0] == text[0].upper()
    assert text.endswith(f"({cited(rules)})") if rules else "(" not in text


def test_an_action_out_of_place_is_told_what_is_asked():
    text = explain(TABLES, MOVING, reasons.WHY.NOT_HERE, encode(TABLES, "PIECE", "CLXX"))
    assert text == "CLXX is not something this decision asks for; it asks for a hex for LIT 1 to move to (rule 3)"
    weather = record_of(stage="WEATHER", turn=2)
    assert "it asks for the face of a die, 1 to 6" in explain(TABLES, weather, reasons.WHY.NOT_HERE, 7)
    over = record_of(stage="GAME_OVER", turn=7, winner="republican")
    assert "the game is over" in explain(TABLES, over, reasons.WHY.NOT_HERE, 0)
