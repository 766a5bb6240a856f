"""The machine that plays a table of nodes, by a ferry: goods are loaded, wind and tide decide where they go."""

import dataclasses
import enum

import numpy as np
import pytest

from ctv_env.core.actions import SegmentDeclaration, layout_of
from ctv_env.core.codes import codes
from ctv_env.core.dice import key_at, next_random
from ctv_env.core.fields import record_type
from ctv_env.core.jit import jit, records
from ctv_env.core.machine import machine
from ctv_env.core.nodes import DIE, Asked, Decider, NodeDeclaration, Outcomes, Wording, node_table
from ctv_env.core.terms import CHANCE, FIRST, NOBODY, Advice


class Node(enum.IntEnum):
    """Nodes, of which NONE is between two decisions."""

    NONE = 0
    LOAD = 1
    LENIENT = 2
    MARKED = 3
    BOUND = 4
    WIND = 5
    TIDE = 6
    OVER = 7


NODE = codes(Node)
WHY = codes(("LEGAL", "NOT_HERE", "NOT_DONE_YET", "ROTTEN", "TOO_HEAVY", "FOREIGN"))
STATE = record_type(
    (
        ("rng", np.uint64, (), "random stream"),
        *((name, np.int8, (), name) for name in ("node", "turn", "to_move", "winner", "die", "loaded", "tide")),
    )
)
TABLES = record_type(
    (
        ("n_goods", np.int8, (), "kinds of goods"),
        ("limit", np.int8, (), "the heaviest that can be loaded; its number is the weight of a good"),
        ("rotten", np.int8, (), "the good that nobody can load"),
        ("asked", np.int8, (), "the node of each turn"),
        ("play_forced", np.int8, (), "as the machine reads it"),
        ("keyed_dice", np.int8, (), "as the machine reads it"),
    )
)
SCRATCH = record_type(
    (
        ("rng", np.uint64, (), "random stream"),
        ("n_event", np.int8, (), "number of events"),
        ("event", np.int8, (1, 1), "events"),
        ("mask", np.int8, (20,), "mask"),
        ("n_legal", np.int8, (), "number of legal actions"),
        ("prepared", np.int8, (), "the node that was prepared last"),
    )
)
SEGMENTS = (
    SegmentDeclaration("STAY", 1),
    SegmentDeclaration("GOOD", "n_goods", first_thing=1),
    SegmentDeclaration("PORT", 3),
)


STAY, SMALL, ROTTEN, BIG, NEAR, FAR, ABROAD = range(7)  # actions with three goods
N_ACTIONS = 7


@jit
def begin(s, t):
    """Nothing is set up."""
    s.winner = NOBODY


@jit
def begin_next_stage(s, t, w):
    """A turn is a stage; after the second the game is over."""
    s.turn += 1
    s.node = t.asked if s.turn < 3 else NODE.OVER
    s.to_move = FIRST if s.turn < 3 else NOBODY


@jit
def prepare(s, w):
    """Note what is prepared."""
    w.prepared = s.node


@jit
def load(s, good):
    """Load a good, and wait for the wind."""
    s.loaded = good
    s.node, s.to_move = NODE.WIND, CHANCE


@jit
def sail(s, port):
    """Wait for the tide of a port."""
    s.loaded = 10 + port
    s.node, s.to_move = NODE.TIDE, CHANCE


@jit
def stay(s):
    """End the turn."""
    s.node = NODE.NONE


@jit
def blow(s, die):
    """A strong wind brings the tide."""
    if die > 4:
        s.node, s.to_move = NODE.TIDE, CHANCE


@jit
def rise(s, height):
    """Note the tide; the turn is over."""
    s.tide = height


@jit
def why_not_load(t, good):
    """Goods above the limit are too heavy."""
    return WHY.TOO_HEAVY if good > t.limit else WHY.LEGAL


@jit
def why_not_sail(port):
    """The third port is abroad."""
    return WHY.FOREIGN if port == 2 else WHY.LEGAL


@jit
def why_not_stay(s):
    """In the second turn something must be done."""
    return WHY.NOT_DONE_YET if s.turn == 2 else WHY.LEGAL


@jit
def why_not_there(t, good):
    """Rotten goods are loaded nowhere."""
    return WHY.ROTTEN if good == t.rotten else WHY.LEGAL


@jit
def mark_big(w):
    """Mark the third good, whatever it is."""
    w.mask[BIG] = 1
    return 1


@jit
def side_named(s):
    """The ports of the side that decides are named."""
    return s.to_move


@jit
def side_of_port(port):
    """The third port is the other side's."""
    return 1 if port == 2 else 0


@jit
def weight_of(s, height):
    """Weight of a tide: none of 0, and the higher the likelier."""
    return height


@jit
def number_of_event(s):
    """The place of an event is the turn."""
    return key_at(s, int(s.turn), 8) >> 1


@jit
def score(s, t):
    """No score."""
    return 0


SIDE, LUCK = Decider("side", lambda s: FIRST), Decider("chance", lambda s: CHANCE)
NOBODY_AT_ALL = Decider("nobody", lambda s: NOBODY)
LOAD = NodeDeclaration(
    Node.LOAD,
    (1,),
    SIDE,
    asks="GOOD",
    act=load,
    why_not=why_not_load,
    also={"PORT": Asked(sail, why_not_sail)},
    done=stay,
    why_not_done=why_not_stay,
    prepare=prepare,
    words=Wording("a good", "load {what}", "stay"),
    advice=Advice("Load?", "Load a good.", "Stay"),
)
LENIENT = dataclasses.replace(LOAD, code=Node.LENIENT, also={"PORT": Asked(sail, why_not_load)})
MARKED = dataclasses.replace(LOAD, code=Node.MARKED, mark=mark_big)
BOUND = dataclasses.replace(
    LOAD,
    code=Node.BOUND,
    also={},
    done=None,
    why_not_done=None,
    words=Wording("a good", "load {what}"),
    advice=Advice("Load!", "Load a good."),
)
WIND = NodeDeclaration(Node.WIND, (1,), LUCK, asks=DIE, act=blow)
TIDE = NodeDeclaration(Node.TIDE, (1,), LUCK, asks=DIE, act=rise, outcomes=Outcomes(4, weight_of))
OVER = NodeDeclaration(Node.OVER, (2,), NOBODY_AT_ALL)


def declared(*nodes: NodeDeclaration, **others):
    """The machine of these nodes."""
    given = {
        "records": (STATE, TABLES, SCRATCH),
        "segments": SEGMENTS,
        "nodes": node_table(nodes, (node.code for node in nodes)),
        "reasons": WHY,
        "begin": begin,
        "begin_next_stage": begin_next_stage,
        "score": score,
        "number_of_event": number_of_event,
        "why_not_there": {"GOOD": why_not_there},
        "sides": {"PORT": (side_named, side_of_port)},
    }
    return machine(__name__, **given | others)


RULES = declared(LOAD, LENIENT, MARKED, BOUND, WIND, TIDE, OVER)


class Ferry:
    """A game that has begun."""

    def __init__(self, **tables: int):
        self.states, self.tables, self.scratch = records(1, STATE), records(1, TABLES), records(1, SCRATCH)
        self.s, self.t, self.w = self.states[0], self.tables[0], self.scratch[0]
        for name, value in {
            "n_goods": 3,
            "limit": 2,
            "rotten": 2,
            "asked": NODE.LOAD,
            "play_forced": 1,
            **tables,
        }.items():
            self.t[name] = value
        self.s["rng"] = 5
        RULES.begin(self.s, self.t, self.w)

    def step(self, action: int) -> int:
        """Apply an action or an outcome; return the node that follows."""
        RULES.take_step(self.s, self.t, self.w, action)
        return int(self.s["node"])

    def why_not(self, action: int) -> int:
        return int(RULES.why_not(self.s, self.t, self.w, action))

    def legal(self) -> list[int]:
        return np.flatnonzero(self.w["mask"]).tolist()


def test_a_game_begins_with_the_first_node_of_the_first_stage():
    game = Ferry()
    assert (int(game.s["turn"]), int(game.s["node"]), int(game.w["prepared"])) == (1, NODE.LOAD, NODE.LOAD)


def test_the_segments_are_laid_out_as_the_action_space_says():
    layout = layout_of(SEGMENTS, n_goods=3)
    assert (layout.n, layout.idle, layout.first("PORT")) == (int(RULES.n_actions(Ferry().t)), 0, NEAR)
    with pytest.raises(ValueError, match="sizes of segments that are not given: n_goods"):
        layout_of(SEGMENTS)


def test_mask_and_reasons_agree_and_the_number_of_actions_is_noted():
    game = Ferry()
    reasons = [game.why_not(action) for action in range(-1, N_ACTIONS + 1)]
    good = [WHY.LEGAL, WHY.ROTTEN, WHY.TOO_HEAVY]
    port = [WHY.LEGAL, WHY.LEGAL, WHY.FOREIGN]
    assert reasons == [WHY.NOT_HERE, WHY.LEGAL, *good, *port, WHY.NOT_HERE]
    assert game.legal() == [STAY, SMALL, NEAR, FAR]
    assert int(game.w["n_legal"]) == 4


def test_a_check_for_all_nodes_comes_before_that_of_the_node():
    assert Ferry(rotten=3).why_not(BIG) == WHY.ROTTEN


def test_the_mask_does_not_ask_for_things_of_the_other_side():
    game = Ferry(asked=NODE.LENIENT)
    assert game.legal() == [STAY, SMALL, NEAR, FAR]
    assert game.why_not(ABROAD) == WHY.LEGAL


def test_a_mark_replaces_the_mask_of_the_things_that_are_named():
    assert Ferry(asked=NODE.MARKED).legal() == [STAY, BIG]


def test_things_are_named_by_their_numbers():
    game = Ferry()
    assert (game.step(SMALL), int(game.s["loaded"])) == (NODE.WIND, 1)
    game = Ferry()
    assert (game.step(FAR), int(game.s["loaded"])) == (NODE.TIDE, 11)


def test_passing_goes_on_to_the_next_stage_and_may_be_forbidden():
    game = Ferry()
    assert (game.step(STAY), int(game.s["turn"])) == (NODE.LOAD, 2)
    assert (game.legal(), game.why_not(STAY)) == ([SMALL, NEAR, FAR], WHY.NOT_DONE_YET)


def test_without_a_function_for_passing_nobody_passes_and_other_segments_are_not_asked():
    game = Ferry(asked=NODE.BOUND, limit=3)
    assert game.legal() == [SMALL, BIG]
    assert [game.why_not(action) for action in (STAY, NEAR)] == [WHY.NOT_DONE_YET, WHY.NOT_HERE]


def test_the_game_ends_where_nothing_is_asked():
    game = Ferry()
    game.step(STAY)
    game.step(SMALL)
    assert (game.step(2), game.legal(), game.why_not(STAY)) == (NODE.OVER, [], WHY.NOT_HERE)


@pytest.mark.parametrize(("forced", "node"), [(1, NODE.WIND), (0, NODE.BOUND)])
def test_forced_moves_are_played_unless_an_option_says_otherwise(forced, node):
    game = Ferry(asked=NODE.BOUND, play_forced=forced)
    assert int(game.s["node"]) == node
    assert (int(game.s["loaded"]) == SMALL) == (forced == 1)


def test_a_die_has_six_faces_and_the_last_one_is_kept():
    game = Ferry()
    game.step(SMALL)
    assert game.legal() == [1, 2, 3, 4, 5, 6]
    assert [game.why_not(face) for face in (0, 1, 6, 7)] == [WHY.NOT_HERE, WHY.LEGAL, WHY.LEGAL, WHY.NOT_HERE]
    assert [int(RULES.outcome_of(game.s, game.t, number)) for number in range(12)] == [1, 2, 3, 4, 5, 6] * 2
    assert (game.step(5), int(game.s["die"])) == (NODE.TIDE, 5)


def test_outcomes_are_drawn_by_their_weights():
    game = Ferry()
    game.step(NEAR)
    assert game.legal() == [1, 2, 3]
    assert [int(RULES.weight(game.s, game.t, outcome)) for outcome in (-1, 0, 1, 2, 3, 4)] == [0, 0, 1, 2, 3, 0]
    assert [game.why_not(height) for height in (0, 3, 4)] == [WHY.NOT_HERE, WHY.LEGAL, WHY.NOT_HERE]
    assert [int(RULES.outcome_of(game.s, game.t, number)) for number in range(6)] == [1, 2, 2, 3, 3, 3]
    assert (game.step(3), int(game.s["tide"]), int(game.s["turn"])) == (NODE.LOAD, 3, 2)


def test_without_a_die_chance_goes_by_the_stream_of_the_game():
    game, other = Ferry(), Ferry()
    game.step(SMALL)
    drawn = [int(RULES.draw_outcome(game.s, game.t)) for _ in range(20)]
    assert drawn == [1 + int(next_random(other.s)) % 6 for _ in range(20)]


def test_keyed_dice_depend_on_the_event_and_not_on_what_was_rolled_before():
    few, many = Ferry(keyed_dice=1), Ferry(keyed_dice=1)
    for game, n in ((few, 2), (many, 9)):
        game.step(SMALL)
        game.drawn = [int(RULES.draw_outcome(game.s, game.t)) for _ in range(n)]
    assert few.drawn == many.drawn[:2]
    for game in (few, many):
        game.s["turn"] = 2
        game.drawn = [int(RULES.draw_outcome(game.s, game.t)) for _ in range(30)]
    assert few.drawn == many.drawn
    assert set(few.drawn) == {1, 2, 3, 4, 5, 6}


def test_a_segment_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="node LOAD is about segment 'GODO': there are GOOD, PORT"):
        declared(dataclasses.replace(LOAD, asks="GODO"), WIND, TIDE, OVER)
    with pytest.raises(ValueError, match="a check is about segment 'STAY': there are GOOD, PORT"):
        declared(LOAD, WIND, TIDE, OVER, sides={"STAY": (side_named, side_of_port)})


@pytest.mark.parametrize("nodes", [(LOAD, WIND, TIDE), (LOAD, OVER, dataclasses.replace(OVER, code=Node.NONE))])
def test_one_node_is_the_last(nodes):
    with pytest.raises(ValueError, match="one node asks nothing, at the end of the game, not"):
        declared(*nodes)


@pytest.mark.parametrize(
    ("which", "field", "record"), [(1, "play_forced", "tables"), (1, "keyed_dice", "tables"), (2, "n_legal", "scratch")]
)
def test_a_field_that_a_record_lacks_is_named(which, field, record):
    given = [STATE, TABLES, SCRATCH]
    given[which] = np.dtype([(name, given[which][name]) for name in given[which].names if name != field])
    with pytest.raises(ValueError, match=f"the {record} record has no field '{field}'"):
        declared(LOAD, WIND, TIDE, OVER, records=tuple(given))
