"""``scenarios/*.yaml``: the fixed deployment (ruling R-55), and checks that it obeys the rules of set-up."""

import typing

import numpy as np

from ctv_env.core.datafile import DataError, Document, ListOf, MapOf, Number, Record, Text, one_of
from ctv_env.games.ctv.loading.board import GRID, HEX, HEX_PATTERN, HEX_WHAT, Board
from ctv_env.games.ctv.loading.scenario_crop import PART
from ctv_env.games.ctv.model.codes import (
    CELLS,
    END_SC,
    KIND,
    N_GROUND,
    N_PIECES,
    NATION,
    NOWHERE,
    OFF,
    REP_SC,
    SETUP,
    SIDE,
    SIDE_NAMES,
    SIDE_SLOTS,
    SOURCE,
    TRENCH,
    WEATHER,
)
from ctv_env.games.ctv.model.tables import MAX_TURNS

_STACKS = MapOf(ListOf(Text(), low=1), HEX_PATTERN, HEX_WHAT)

SCENARIO = Record(
    {
        "title": Text(),
        "turns": Number(1, MAX_TURNS - 1),
        "deployment": Record({"nationalist": _STACKS, "republican": _STACKS}),
        "trenches": ListOf(HEX),
    },
    {"part": (PART, None)},
)

_BOTH = (SIDE.NATIONALIST, SIDE.REPUBLICAN)
_SLOT = np.arange(N_PIECES)
_SIDE = np.where((_SLOT < SIDE_SLOTS) | ((_SLOT >= N_GROUND) & (_SLOT < REP_SC)), SIDE.NATIONALIST, SIDE.REPUBLICAN)
"""Side of each ground unit and supply column by slot."""


class _Deployment(typing.NamedTuple):
    """The deployment of a scenario."""

    document: Document
    slots: dict[str, int]
    fields: dict  # fields of the tables record for map, pieces, charts, set-up
    cell: np.ndarray  # int16 (N_PIECES,), NOWHERE for a piece that is not deployed

    def name(self, slot: int) -> str:
        """Name of a piece."""
        return next(name for name, other in self.slots.items() if other == slot)

    def standing(self, side: int, chosen: np.ndarray) -> np.ndarray:
        """Return the slots of the deployed pieces of a side whose flags in ``chosen`` (N_PIECES,) are set."""
        return np.flatnonzero((self.cell != NOWHERE) & (side == _SIDE) & (chosen != 0))

    def error(self, slot: int, problem: str, remedy: str) -> DataError:
        """Return an error about a deployed piece; it begins with the piece's name and hex."""
        code = GRID.code(self.cell[slot])
        path = ("deployment", SIDE_NAMES[_SIDE[slot]], code)
        return self.document.error(path, f"{self.name(slot)} in {code} {problem}", remedy)


def pack_deployment(document: Document, board: Board, slots: dict[str, int], fields: dict) -> dict:
    """Return the fields of the tables record from the scenario; ``fields`` has those of map, pieces, charts and set-up.

    Raises:
        DataError: the deployment breaks a rule of stacking or supply (5, 6) or, for a scenario on the whole board, is
            incomplete or breaks a rule of set-up (4, 15.2, rulings R-52 to R-54).
    """
    deployment = _Deployment(document, slots, fields, _read_cells(document, board, slots, fields))
    set_up = (_check_complete, _check_zones, _check_columns, _check_cover) if document.data["part"] is None else ()
    for check in (*set_up, _check_stacking, _check_supply):
        check(deployment)
    trenches = _read_trenches(deployment, board)
    start_hex = deployment.cell.copy()
    start_hex[TRENCH : TRENCH + len(trenches)] = sorted(trenches)
    start_trench = np.zeros(CELLS, np.int8)
    start_trench[trenches] = 1
    return {
        "start_turn": 1,
        "n_turns": document.data["turns"],
        "start_weather": WEATHER.FAIR,
        "start_morale": 0,
        "start_steps": fields["steps"],
        "start_hex": start_hex,
        "start_trench": start_trench,
    }


def _read_cells(document: Document, board: Board, slots: dict[str, int], fields: dict) -> np.ndarray:
    """int16 (N_PIECES,): the cell of each deployed ground unit and supply column, under own control (4)."""
    cell = np.full(N_PIECES, NOWHERE, np.int16)
    for side in _BOTH:
        own = {name: slot for name, slot in slots.items() if _may_deploy(slot, fields) and _SIDE[slot] == side}
        for code, names in document.data["deployment"][SIDE_NAMES[side]].items():
            path = ("deployment", SIDE_NAMES[side], code)
            here = board.land(document, path, code)
            if fields["start_control"][here] != side:
                raise document.error(path, f"hex {code} is in enemy hands", f"name a {SIDE_NAMES[side]} hex (4)")
            for i, name in enumerate(names):
                if name not in own:
                    problem = f"{name!r} is not a {SIDE_NAMES[side]} piece to deploy"
                    raise document.error((*path, i), problem, one_of(name, own))
                if cell[own[name]] != NOWHERE:
                    problem = f"{name} is already in {GRID.code(cell[own[name]])}"
                    raise document.error((*path, i), problem, "deploy each piece once")
                cell[own[name]] = here
    return cell


def _may_deploy(slot: int, fields: dict) -> bool:
    """Whether a piece can be on the map at the start: breakdown battalions and air units cannot."""
    return slot < END_SC and fields["kind"][slot] != KIND.NONE and not fields["is_breakdown"][slot]


def _read_trenches(deployment: _Deployment, board: Board) -> list[int]:
    """Cells of the trenches: at most one per hex, with Republican units (4.2)."""
    document, cells = deployment.document, []
    ground = deployment.standing(SIDE.REPUBLICAN, _SLOT < N_GROUND)
    codes = document.data["trenches"]
    if len(codes) > deployment.fields["n_trenches"]:
        remedy = f"units.yaml has {deployment.fields['n_trenches']}"
        raise document.error(("trenches",), f"{len(codes)} trenches", remedy)
    for i, code in enumerate(codes):
        cell = board.land(document, ("trenches", i), code)
        if cell in cells or cell not in deployment.cell[ground]:
            remedy = "place at most one per hex, with Republican units (4.2)"
            raise document.error(("trenches", i), f"a trench in {code}", remedy)
        cells.append(cell)
    return cells


def _check_complete(deployment: _Deployment) -> None:
    """Check that all pieces received at the start are deployed; armour that needs a die (4.3) may be left out."""
    fields = deployment.fields
    for name, slot in deployment.slots.items():
        if slot < N_GROUND and _may_deploy(slot, fields) and fields["armour_from"][slot] <= 1:
            if deployment.cell[slot] == NOWHERE:
                raise deployment.document.error(("deployment",), f"{name} is not deployed", "give it a hex")
    for side in _BOTH:
        order = fields["order"][1 - side]
        expected = sorted(slot for slot in order if slot != NOWHERE and fields["kind"][slot] == KIND.SUPPLY_COLUMN)
        found = deployment.standing(side, fields["kind"] == KIND.SUPPLY_COLUMN)
        if list(found) != expected:
            remedy = f"deploy {', '.join(deployment.name(slot) for slot in expected) or 'none'} (4.2, 4.3)"
            path = ("deployment", SIDE_NAMES[side])
            raise deployment.document.error(path, "wrong supply columns", remedy)


def _check_stacking(deployment: _Deployment) -> None:
    """Check the limit in SP, and one HQ, one column and one armour unit per hex (5, ruling R-11)."""
    fields, cell = deployment.fields, deployment.cell
    kind = fields["kind"]
    single = np.select(
        [kind == KIND.ARMOUR, kind == KIND.SUPPLY_COLUMN, (kind >= KIND.HQ_DIVISION) & (_SLOT < N_GROUND)], [1, 2, 3]
    )
    for slot in np.flatnonzero(cell != NOWHERE).tolist():
        stack = np.flatnonzero(cell == cell[slot])
        load, limit = int(fields["sp"][stack].sum()), int(fields["stack_limit"][cell[slot]])
        if load > limit:
            raise deployment.error(slot, f"is in a stack of {load} SP", f"the limit there is {limit} (5)")
        if single[slot] and (single[stack] == single[slot]).sum() > 1:
            raise deployment.error(slot, "is not the only one of its kind there", "one HQ, SC, armour unit per hex (5)")


def _check_zones(deployment: _Deployment) -> None:
    """Check front brigades, Basques near column 18 and Italians in their columns (4.2, 15.2, ruling R-53).

    Brigades of divisions that may become reserves (4.1) are treated as reserves and may be deployed anywhere.
    """
    fields, cell = deployment.fields, deployment.cell
    bound = fields["reserve_group"] == 0
    for slot in deployment.standing(SIDE.REPUBLICAN, bound & (fields["setup_rule"] == SETUP.FRONT)):
        if fields["front_bit"][SIDE.REPUBLICAN, cell[slot]] < 0:
            raise deployment.error(slot, "is a front-line brigade behind the front", "deploy it on a front hex (4.2)")
    basques = deployment.standing(SIDE.REPUBLICAN, bound & (fields["setup_rule"] == SETUP.BASQUE_ZONE))
    away = [slot for slot in basques if not fields["basque_setup_zone"][cell[slot]]]
    if len(away) > fields["free_basques"]:
        remedy = f"only {fields['free_basques']} Basque brigades may be far from column 18 (4.2)"
        raise deployment.error(away[-1], "is one Basque brigade too many outside their zone", remedy)
    for slot in deployment.standing(SIDE.NATIONALIST, (fields["nation"] == NATION.ITALIAN) & (_SLOT < N_GROUND)):
        if not fields["ctv_zone"][cell[slot]]:
            raise deployment.error(slot, "is an Italian unit outside the columns of 15.2", "deploy it in them")


def _check_columns(deployment: _Deployment) -> None:
    """Check that supply columns are with or next to an own HQ (4.2, 4.3)."""
    kind = deployment.fields["kind"]
    adjacent = GRID.neighbours
    for side in _BOTH:
        hqs = deployment.cell[deployment.standing(side, (kind >= KIND.HQ_DIVISION) & (_SLOT < N_GROUND))]
        for slot in deployment.standing(side, kind == KIND.SUPPLY_COLUMN):
            here = deployment.cell[slot]
            if not np.isin([here, *adjacent[here]], hqs).any():
                raise deployment.error(slot, "has no HQ beside it", "deploy it with or next to an own HQ (4.2, 4.3)")


def _check_cover(deployment: _Deployment) -> None:
    """Check that every front hex holds a combat unit or is in the ZoC of one, without reserves (ruling R-54)."""
    fields = deployment.fields
    for side in _BOTH:
        units = deployment.standing(side, (fields["is_combat"] == 1) & (fields["reserve_group"] == 0))
        covered = np.bitwise_or.reduce(fields["cover"][side, deployment.cell[units]], initial=0)
        for bit in range(fields["n_front"][side]):
            if not covered >> bit & 1:
                code = GRID.code(fields["front_cell"][side, bit])
                path = ("deployment", SIDE_NAMES[side])
                raise deployment.document.error(path, f"front hex {code} is not covered", "put a combat unit in reach")


def _check_supply(deployment: _Deployment) -> None:
    """Check that every piece is in supply (6, R-13, R-53), with all combat units exerting ZoC (ruling R-16)."""
    fields, cell = deployment.fields, deployment.cell
    for side in _BOTH:
        net = _supply_net(deployment, side)
        for slot in deployment.standing(side, fields["kind"]):
            here = cell[slot]
            column_beside = slot >= N_GROUND and np.isin(fields["nbr"][here], np.flatnonzero(net)).any()
            if not net[here] and not column_beside:
                raise deployment.error(slot, "is out of supply", "deploy it in supply (ruling R-53)")


def _supply_net(deployment: _Deployment, side: int) -> np.ndarray:
    """bool (CELLS,): hexes connected to a source of the side."""
    fields, cell = deployment.fields, deployment.cell
    nbr, ground = fields["nbr"], _SLOT < N_GROUND
    own, enemy, enemy_zoc = np.zeros((3, CELLS), bool)
    own[cell[deployment.standing(side, ground)]] = True
    enemy[cell[deployment.standing(1 - side, ground)]] = True
    enemy_zoc[nbr[cell[deployment.standing(1 - side, fields["is_combat"])]]] = True
    usable = ~enemy & (own | ~enemy_zoc)
    usable[OFF] = False
    sources = SOURCE.NAT if side == SIDE.NATIONALIST else SOURCE.REP | SOURCE.REP_CITY
    net = usable & (fields["source"] & sources != 0)
    while True:
        wider = net | (usable & net[nbr].any(axis=1))
        if (wider == net).all():
            return net
        net = wider
