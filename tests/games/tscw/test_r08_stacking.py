"""Chapter 8: limits of a stack, where a unit moves into it."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage


def refused(guest, hosts, mode=0, **more):
    """Why a unit may not join those in a hex next door."""
    game = scene(Stage.MOVEMENT_N, {"3413": hosts, "3412": guest}, **more)
    game.move(guest, mode)
    return game.refusal("HEX", "3413")


@pytest.mark.parametrize(
    ("guest", "hosts", "reason"),
    [
        ("3N", "1N 2N 4N AV 1/81", "LEGAL"),
        ("3N", "1N 2N 4N AV 1/81 C1", "STACK_FULL"),
        ("23M", "N-81 N-82 N-83", "LEGAL"),
        ("23M", "N-81 N-82 N-83 N-61", "TOO_MANY_DIVISIONS"),
        ("3N", "N-81 N-82 N-83 N-61", "LEGAL"),
        ("3N", "N-81 N-82 N-83 N-61 1N HQ-NAV", "LEGAL"),
        ("HQ-NAV", "1N 2N 4N AV 1/81 C1", "LEGAL"),
        ("HQ-NAV", "HQ-GLC", "TWO_HQS"),
    ],
)
def test_8_2_six_combat_units_four_of_them_divisions_and_one_hq(guest, hosts, reason):
    assert refused(guest, hosts) == reason


@pytest.mark.parametrize(
    ("guest", "host", "reason"),
    [("DRT", "LEN", "LEGAL"), ("DRT", "MRX", "PARTIES_DIFFER"), ("LEN", "MC-R", "LEGAL"), ("R-3", "MRX", "LEGAL")],
)
def test_8_3_15_25_3_parties_that_share_a_hex(guest, host, reason):
    game = scene(Stage.MOVEMENT_R, {"3120": guest, "3119": host}, scenario="1937")
    game.move(guest)
    assert game.refusal("HEX", "3119") == reason
