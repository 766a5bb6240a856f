"""The staff in whole games: legal at every node with every option, the same answer twice, stronger than greedy."""

import numpy as np
import pytest
from support.tscw_audit import FINDINGS, SOUND, audited_game

from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.loading.load import TscwTables, load
from ctv_env.games.tscw.model.codes import SIDE, Node
from ctv_env.games.tscw.policies import GREEDY, RANDOM, STAFF
from ctv_env.games.tscw.spec import SPEC

HIDDEN = {"fog": True, "chits": "closed", "air": "simultaneous"}
CASES = ({}, HIDDEN, {"setup": "placement", "play_forced": False, **HIDDEN})
CHANCES = {Node.EVENT_DRAW, Node.SANTONA_DIE, Node.COLUMN_DIE, Node.COMBAT_DIE}


def winners(n_games: int, scenario: str, players: tuple[int, int], **options) -> np.ndarray:
    """Winners, (n_games,), of audited games, which end at the first illegal position."""
    tables, scratch = load(scenario, **options), records(1, RULES.SCRATCH)
    scratch[0]["rng"] = stream(7, POLICY)
    found = np.zeros(n_games, np.int64)
    for seed in range(n_games):
        states = records(1, RULES.STATE)
        states[0]["rng"] = stream(seed)
        finding = audited_game(states, tables.record, scratch, np.array(players), np.zeros(2, np.int64))
        assert finding == SOUND, f"seed {seed}, {scenario}, {options}: {FINDINGS[finding]}"
        found[seed] = states[0]["winner"]
    return found


def decisions(tables: TscwTables, seed: int, follow: int = STAFF):
    """Yield the states and scratch of a game at every decision, ask the staff, and play on by the policy ``follow``."""
    states, scratch = records(1, RULES.STATE), records(1, RULES.SCRATCH)
    states[0]["rng"], t = stream(seed), tables.record[0]
    RULES.begin(states[0], t, scratch[0])
    while states[0]["to_move"] != SIDE.NOBODY:
        if states[0]["to_move"] == SIDE.CHANCE:
            action = int(RULES.draw_outcome(states[0], t))
        else:
            scratch[0]["rng"] = seed + int(states[0]["rng"]) % 1000
            action = SPEC.advise(states, 0, tables.record, scratch, STAFF)
            assert scratch[0]["mask"][action], Node(int(states[0]["node"]))
            yield states, scratch
            if follow != STAFF:
                action = SPEC.advise(states, 0, tables.record, scratch, follow)
        scratch[0]["n_event"] = 0
        RULES.take_step(states[0], t, scratch[0], action)


@pytest.mark.whole_games
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("scenario", ["north-1937", "1937"])
def test_staff_plays_sound_games_to_the_end_with_every_option(scenario, options):
    for players in ((STAFF, STAFF), (STAFF, RANDOM), (RANDOM, STAFF)):
        assert set(winners(6, scenario, players, **options).tolist()) <= {SIDE.NATIONALIST, SIDE.REPUBLICAN}


@pytest.mark.whole_games
def test_asking_leaves_the_position_alone_and_equal_positions_get_the_same_answer():
    for scenario, options in (("north-1937", {}), ("1937", HIDDEN)):
        tables = load(scenario, **options)
        for states, scratch in decisions(tables, 3):
            before = states[0].tobytes()
            answers = []
            for _ in range(2):
                scratch[0]["rng"] = 5
                answers.append(SPEC.advise(states, 0, tables.record, scratch, STAFF))
                scratch[0]["worth"] = 7  # what an earlier question left does not matter
            assert states[0].tobytes() == before, Node(int(states[0]["node"]))
            assert answers[0] == answers[1]
            RULES.fill_mask(states[0], tables.record[0], scratch[0])


@pytest.mark.whole_games
def test_staff_has_a_legal_answer_at_every_node():
    """Games of random and greedy players lead to every node; ``decisions`` asserts that the answer is legal."""
    met: set[int] = set()
    for scenario in ("north-1937", "1937"):
        for options in CASES:
            for seed in range(16):
                game = decisions(load(scenario, **options), seed, RANDOM if seed % 2 else GREEDY)
                met |= {int(states[0]["node"]) for states, _ in game}
    assert {Node(code).name for code in NODES if code not in CHANCES} - {Node(code).name for code in met} == {"OVER"}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["north-1937", "1937"])
def test_staff_beats_greedy_on_either_side(scenario):
    """It wins more often than greedy does from the same side against the same opponent."""
    base = np.mean(winners(200, scenario, (GREEDY, GREEDY)) == SIDE.NATIONALIST)
    as_n = np.mean(winners(200, scenario, (STAFF, GREEDY)) == SIDE.NATIONALIST)
    as_r = np.mean(winners(200, scenario, (GREEDY, STAFF)) == SIDE.NATIONALIST)
    assert as_n > base
    assert as_r <= base
