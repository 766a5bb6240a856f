"""The table of nodes: complete, and consistent with play."""

import subprocess
import sys

import numpy as np
import pytest
from support.node_page import parts, table
from support.walks import walk

from ctv_env import new_game
from ctv_env.core.nodes import DIE
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.model.codes import N_ACTIONS, NODE, Node
from ctv_env.games.ctv.model.state import STATE

OPEN = {"play_forced": False, "setup": "placement", "air_combat": True}  # with every existing node


def test_every_node_is_declared_once_with_a_handler_and_words_for_each_decision():
    assert set(NODES) == set(Node) - {Node.NONE}
    assert all(kind.act for code, kind in NODES.items() if code != NODE.OVER)
    assert all(kind.words and kind.advice for kind in NODES.values() if kind.is_decision)


def test_dice_are_named_as_such():
    assert {kind.code for kind in NODES.values() if kind.asks == DIE} == {n for n in Node if n.name.endswith("_DIE")}


def test_fields_that_nodes_hold_are_fields_of_the_state():
    assert {field for kind in NODES.values() for field in kind.holds} <= set(STATE.names)


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", range(3))
def test_every_node_of_a_game_is_as_declared(seed):
    """Its stage, who decides, what may be named, and whether one can pass."""
    game = new_game(seed=seed, **OPEN)
    for _ in walk(game, seed):
        record = game.record
        kind = NODES[int(record["node"])]
        assert record["stage"] in kind.stages
        assert record["to_move"] == kind.decider.side(record), game.node
        if kind.is_decision:
            segments = {game.decode(action)[0] for action in game.legal_actions()}
            assert segments <= ({kind.asks, "DONE"} if kind.done else {kind.asks})


@pytest.mark.whole_games
def test_marking_finds_what_the_reasons_leave():
    """Faster ways to the mask say the same as asking of each action."""
    game = new_game(seed=4, **OPEN)
    quick = {kind.code.name for kind in NODES.values() if kind.mark}
    seen = set()
    for number, _ in enumerate(walk(game, 4)):
        if game.node in quick and (number % 10 == 0 or game.node not in seen):
            seen.add(game.node)
            allowed = [not game.explain_illegal(action) for action in range(N_ACTIONS)]
            assert np.array_equal(allowed, game.action_mask())
    assert seen == quick


def test_the_table_in_the_rules_page_is_up_to_date():
    assert parts("ctv")[1] == table("ctv"), "out of date: run `make rules-page`"


def test_the_table_needs_no_drawing():
    code = "import sys, ctv_env.games.ctv.engine.node_table; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not [name for name in done.split() if name.startswith("ctv_env.games.ctv.drawing")]
