"""A small load test; the large one is ``make load``."""

import sys

import pytest
from load.players import run


@pytest.mark.skipif(sys.platform != "linux", reason="needs 127.0.0.0/8, an address for each player")
def test_players_beside_slow_connections_while_the_server_is_killed_and_started_again(tmp_path):
    report = run(tmp_path, seconds=8, players=20, slow=300, searchers=0, scenario="duel")
    assert not report.problems
    assert len(report.waits) >= 20
