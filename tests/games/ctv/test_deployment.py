"""Set-up in the tables record: its order, and a slow second check of the fixed deployment (ruling R-55)."""

import collections

import numpy as np

from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model import codes as c

TABLES = load()
T = TABLES.record[0]
GRID = TABLES.grid
SIDES = (c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN)


def slots(where) -> list[int]:
    return [int(slot) for slot in np.flatnonzero(where)]


def side_of(slot: int) -> int:
    if slot < c.N_GROUND:
        return slot // c.SIDE_SLOTS
    return c.SIDE.NATIONALIST if slot < c.REP_SC else c.SIDE.REPUBLICAN


def open_neighbours(code: str) -> set[str]:
    return {GRID.code(other) for other in T["nbr"][GRID.cell(code)] if other != c.OFF}


def order(row: int) -> list[str]:
    return [TABLES.piece_names[slot] for slot in T["order"][row] if slot != c.NOWHERE]


def test_order_of_republican_set_up_puts_the_free_after_the_basques():
    names = order(0)
    assert names[:2] == ["HQ XIV", "HQ XV"]
    assert names[-6:] == ["CLXXVII", "DC", "FT-17", "BA-6", "T-N", "R SC 1"]
    spec = [int(T["setup_rule"][TABLES.piece_index[name]]) for name in names[2:-1]]
    assert spec == [c.SETUP.BASQUE_ZONE] * 12 + [c.SETUP.FRONT] * 17 + [c.SETUP.ANYWHERE] * 5
    assert " ".join(order(2)) == "CLIV CLV CLVI CLXXVI CLXXVIII CLXXIX CLXXX CLXXXIII CLXXXIV CLXXXV"
    groups = [int(T["reserve_group"][TABLES.piece_index[name]]) for name in order(2)]
    assert groups == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


def test_order_of_nationalist_set_up():
    nations = [int(T["nation"][TABLES.piece_index[name]]) for name in order(1)[7:-4]]
    assert nations == [c.NATION.ITALIAN] * 10 + [c.NATION.ITALO_SPANISH] * 3 + [c.NATION.SPANISH] * 26
    assert all(name.startswith("HQ") for name in order(1)[:7])
    assert order(1)[-4:] == ["N SC 1", "N SC 2", "N SC 3", "N SC 4"]


def test_only_option_15_2_binds_the_italians():
    italian_ground = slots((T["nation"] == c.NATION.ITALIAN) & (np.arange(c.N_PIECES) < c.N_GROUND))
    historical = load(historical_setup=True).record[0]
    assert slots(historical["setup_rule"] == c.SETUP.CTV_ZONE) == italian_ground
    assert not (T["setup_rule"] == c.SETUP.CTV_ZONE).any()


def stacks() -> dict[int, list[int]]:
    """Ground units and columns of the fixed deployment by cell."""
    found = collections.defaultdict(list)
    for slot in range(c.END_SC):
        if T["start_hex"][slot] != c.NOWHERE:
            found[int(T["start_hex"][slot])].append(slot)
    return found


def touched(codes: set[str]) -> set[str]:
    return codes.union(*(open_neighbours(code) for code in codes))


def combat_hexes(side: int, without_reserves: bool = False) -> set[str]:
    return {
        GRID.code(here)
        for here, pieces in stacks().items()
        for slot in pieces
        if side_of(slot) == side and T["is_combat"][slot] and not (without_reserves and T["reserve_group"][slot])
    }


def test_deployment_uses_all_that_is_received():
    counters = (T["kind"] != c.KIND.NONE) & (T["kind"] != c.KIND.AIR)
    waiting = {TABLES.piece_names[slot] for slot in slots(counters & (T["start_hex"] == c.NOWHERE))}
    assert waiting == {"R1", "R2", "R3", "R4", "R5", "N SC 5", "N SC 6", "N SC 7", "N SC 8"}
    trenches = slots(T["start_trench"])
    assert T["start_hex"][c.TRENCH :].tolist() == trenches
    assert {GRID.code(here) for here in trenches} <= combat_hexes(c.SIDE.REPUBLICAN)


def test_deployment_stacks_within_the_limits_on_own_ground():
    for here, pieces in stacks().items():
        kinds = [c.Kind(T["kind"][slot]) for slot in pieces]
        assert sum(T["sp"][slot] for slot in pieces) <= T["stack_limit"][here]
        assert sum(kind in (c.Kind.HQ_DIVISION, c.Kind.HQ_CORPS) for kind in kinds) <= 1
        assert kinds.count(c.Kind.SUPPLY_COLUMN) <= 1
        assert kinds.count(c.Kind.ARMOUR) <= 1
        assert {side_of(slot) for slot in pieces} == {T["start_control"][here]}


def test_deployment_covers_both_front_lines_before_reserves_come():
    for side in SIDES:
        front = {GRID.code(here) for here in T["front_cell"][side, : T["n_front"][side]]}
        assert front <= touched(combat_hexes(side, without_reserves=True))


def test_deployment_obeys_the_zones_of_set_up():
    away = []
    for here, pieces in stacks().items():
        column = int(GRID.code(here)[2:])
        for slot in pieces:
            if T["nation"][slot] == c.NATION.ITALIAN:
                assert 10 <= column <= 15  # 15.2
            if T["reserve_group"][slot]:
                continue
            if T["setup_rule"][slot] == c.SETUP.FRONT:
                assert T["front_bit"][c.SIDE.REPUBLICAN, here] >= 0
            if T["setup_rule"][slot] == c.SETUP.BASQUE_ZONE and column < 15:
                away.append(slot)
    assert len(away) <= 2  # 4.2


def test_deployment_puts_columns_beside_an_own_hq():
    def hqs(side: int) -> set[int]:
        kinds = (c.KIND.HQ_DIVISION, c.KIND.HQ_CORPS)
        return {h for h, pieces in stacks().items() for s in pieces if side_of(s) == side and T["kind"][s] in kinds}

    columns = [(h, s) for h, pieces in stacks().items() for s in pieces if T["kind"][s] == c.KIND.SUPPLY_COLUMN]
    assert len(columns) == 5
    neighbours = GRID.neighbours
    for here, slot in columns:
        assert hqs(side_of(slot)) & {here, *neighbours[here].tolist()}


def test_deployment_is_in_supply():
    for side in SIDES:
        enemy = {GRID.code(h) for h, pieces in stacks().items() if side_of(pieces[0]) != side}
        own = {GRID.code(h) for h, pieces in stacks().items() if side_of(pieces[0]) == side}
        zoc = touched(combat_hexes(1 - side))
        mine = (c.SOURCE.NAT,) if side == c.SIDE.NATIONALIST else (c.SOURCE.REP, c.SOURCE.REP_CITY)
        todo = [GRID.code(h) for h in np.flatnonzero(T["source"]) if T["source"][h] in mine]
        reached: set[str] = set()
        while todo:
            code = todo.pop()
            if code not in reached and code not in enemy and (code in own or code not in zoc):
                reached.add(code)
                todo.extend(open_neighbours(code))
        assert own <= reached


def test_the_ctv_hq_supports_the_attack_on_the_escudo_on_turn_1():
    hq = GRID.code(T["start_hex"][T["ctv_hq"]])
    near = touched(touched({hq}))  # two steps over open ground: a stricter test than the radius of 4.4
    assert {"2010", "2109", "2209", "2309"} <= near
