"""The fields of a written position: the JSON form and the default of each.

The schema is in ``position.py``.  Fields are read and written in the order of the tables below, so that a default can
depend on the fields before it.
"""

import enum
import functools
import typing
from collections.abc import Callable, Iterable

import numpy as np

from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.model.codes import (
    END_AIR,
    KIND,
    N_GROUND,
    NAT_AIR,
    NAT_SC,
    NODE,
    NOWHERE,
    PLACE,
    REP_SC,
    ROLE,
    SIDE,
    SIDE_NAMES,
    STAGE,
    TRENCH,
    Node,
    Place,
    Role,
    Stage,
)
from ctv_env.games.ctv.model.tables import MAX_TURNS
from ctv_env.games.ctv.rules.r04_setup import next_to_place
from ctv_env.games.ctv.rules.r08_costs import start_segment
from ctv_env.games.ctv.rules.r09_bombardment import next_air
from ctv_env.games.ctv.rules.r10_combat import sum_odds
from ctv_env.games.ctv.serialization.codecs import (
    CellCounts,
    Codec,
    Context,
    Cursor,
    DefenderLoss,
    Flag,
    Groups,
    Hex,
    Neighbour,
    PerSide,
    Piece,
    Points,
    Whole,
    Word,
)
from ctv_env.games.ctv.text.log import DSG_NAMES, MORALE_RESULTS

NODES_OF = {
    stage: nodes for stage in Stage if (nodes := tuple(kind.code for kind in NODES.values() if stage in kind.stages))
}
"""The nodes of each stage, beginning with the opening one; the end of a turn has none."""


def _lower(codes: Iterable[enum.IntEnum]) -> dict[str | None, int]:
    """Return codes by their names in lower case."""
    return {code.name.lower(): int(code) for code in codes}


PLACE_WORD = Word(_lower(place for place in Place if place not in (Place.UNUSED, Place.MAP)))
_SIDE: dict[str | None, int] = {name: code for code, name in enumerate(SIDE_NAMES)}
_LOSS = Whole(0, 20)

# -- defaults that depend on earlier fields --------------------------------------------------------------------------


def _turn(ctx: Context) -> int:
    return 0 if ctx.s["stage"] < STAGE.WEATHER else int(ctx.t["start_turn"])


def _node(ctx: Context) -> int:
    return int(NODES_OF[Stage(int(ctx.s["stage"]))][0])


def _phasing(ctx: Context) -> int:
    return SIDE.REPUBLICAN if STAGE.BASQUE <= ctx.s["stage"] <= STAGE.GAME_OVER else SIDE.NATIONALIST


def _to_move(ctx: Context) -> int:
    """The side that decides at the node."""
    return NODES[ctx.node].decider.side(ctx.s)


def _cursor(ctx: Context) -> int:
    """The progress of the set-up or of a series of dice."""
    node = ctx.node
    if node == NODE.RESERVE_DIE:
        return 1
    if node == NODE.PLACE:
        twin = ctx.states.copy()
        next_to_place(twin[0], ctx.t)
        return int(twin[0]["cursor"])
    if node == NODE.PLACE_TRENCH:
        return int(np.count_nonzero(ctx.s["piece_place"][TRENCH:] == PLACE.MAP))
    if node in (NODE.AIR_COMBAT_DIE, NODE.ATTRITION_DIE):
        return int(next_air(ctx.s, NAT_AIR))
    return 0


def _piece(ctx: Context) -> int:
    """The next piece of the set-up or of rule 9.3; a moving or advancing piece must be written."""
    node = ctx.node
    if node == NODE.PLACE:
        twin = ctx.states.copy()
        return int(next_to_place(twin[0], ctx.t))
    if node == NODE.PLACE_TRENCH:
        return TRENCH + int(ctx.s["cursor"])
    if node == NODE.PLACE_SC:
        spare = (ctx.t["kind"][NAT_SC:REP_SC] > 0) & (ctx.s["piece_place"][NAT_SC:REP_SC] != PLACE.MAP)
        return NAT_SC + int(spare.argmax()) if spare.any() else NOWHERE
    return NOWHERE


def _odds(ctx: Context, field: str) -> int:
    """The result of rule 10.2 step 3, at the die that follows it."""
    if ctx.node != NODE.COMBAT_DIE:
        return 0
    twin = ctx.states.copy()
    sum_odds(twin[0], ctx.t, ctx.w)
    return int(twin[0][field])


def on_map(ctx: Context, n: int) -> np.ndarray:
    """bool (n,): which of the first ``n`` slots are on the map."""
    return ctx.s["piece_place"][:n] == PLACE.MAP


def _steps(ctx: Context) -> np.ndarray:
    return np.where(on_map(ctx, N_GROUND), ctx.t["steps"][:N_GROUND], 0)


def _supplied(ctx: Context) -> np.ndarray:
    return on_map(ctx, N_GROUND)


def _from(ctx: Context) -> np.ndarray:
    """The hexes of the attackers, which are those that they attacked from until they advance."""
    there = on_map(ctx, N_GROUND) & (ctx.s["piece_role"][:N_GROUND] == ROLE.ATTACKS)
    advancing = "unit_advanced" in NODES[ctx.node].holds
    return np.where(there & (not advancing), ctx.s["piece_hex"][:N_GROUND], NOWHERE)


def _attacked(ctx: Context) -> np.ndarray:
    attackers = np.isin(ctx.s["piece_role"][:N_GROUND], (ROLE.ATTACKS, ROLE.FELL_BACK))
    return on_map(ctx, N_GROUND) & attackers & (ctx.node != NODE.ATTACKERS)


def _used(ctx: Context) -> np.ndarray:
    n = len(ctx.s["piece_used"])
    hqs = np.isin(ctx.t["kind"], (KIND.HQ_DIVISION, KIND.HQ_CORPS))
    return on_map(ctx, n) & hqs & (ctx.s["piece_role"] == ROLE.SUPPORTS)


def _segment(ctx: Context, field: str) -> np.ndarray:
    """The values at the start of the movement segment, for the phasing side (8.1, 8.2)."""
    twin = ctx.states.copy()
    if ctx.node in (NODE.MOVE, NODE.MOVE_TO):
        start_segment(twin[0], ctx.t, int(ctx.s["phasing"]))
    return twin[0][field]


# -- the tables --------------------------------------------------------------------------------------------------------


class Scalar(typing.NamedTuple):
    """A field of the whole position; its key is its name in ``STATE_FIELDS``."""

    field: str
    codec: Codec
    default: int | Callable[[Context], int] = 0
    always: bool = False  # written even if it is the default
    fixed_at: tuple[int, ...] = ()  # nodes at which only the default is valid

    def value(self, ctx: Context) -> int:
        """The default."""
        return self.default(ctx) if callable(self.default) else self.default


class PieceField(typing.NamedTuple):
    """A field of each piece (ground units, units and columns, or all, depending on the length of the field)."""

    key: str
    field: str
    codec: Codec
    default: int | Callable[[Context], np.ndarray] = 0

    def value(self, ctx: Context) -> int | np.ndarray:
        """The defaults of all pieces."""
        return self.default(ctx) if callable(self.default) else self.default


_ALL = tuple(map(int, Node))
TIME_FIELDS = (
    Scalar("stage", Word({stage.name: int(stage) for stage in NODES_OF}), STAGE.NAT_MOVEMENT, always=True),
    Scalar("turn", Whole(0, MAX_TURNS - 1), _turn, always=True),
    Scalar("phasing", Word({name: _SIDE[name] for name in SIDE_NAMES[:2]}), _phasing, always=True, fixed_at=_ALL),
    Scalar("node", Word({node.name: int(node) for node in Node if node != Node.NONE}), _node, always=True),
    Scalar("weather", Word({"fair": 0, "rain": 1}), always=True),
    Scalar("morale", Whole(0, 5), always=True),
    Scalar("factory", Flag(), 1),
    Scalar("offensive_turn", Whole(0, MAX_TURNS - 1)),
    Scalar("winner", Word({SIDE_NAMES[0]: 0, SIDE_NAMES[1]: 1, None: SIDE.NOBODY}), SIDE.NOBODY),
    Scalar("die", Whole(0, 6)),
    Scalar("armour_die", Whole(0, 6)),
    Scalar("reserve", Groups()),
    Scalar("owed_infantry", Whole(0, N_GROUND)),
    Scalar("owed_air", Whole(0, END_AIR - NAT_AIR)),
    Scalar("owed_battalions", Whole(0, N_GROUND)),
)
UNIT_FIELDS = (
    PieceField("role", "piece_role", Word(_lower(Role))),
    PieceField("steps", "unit_steps", Whole(0, 2), _steps),
    PieceField("dsg", "unit_dsg", Word({name: level for level, name in enumerate(DSG_NAMES)})),
    PieceField("supplied", "unit_supplied", Flag(), _supplied),
    PieceField("from", "unit_from", Hex(), _from),
    PieceField("attacked", "unit_attacked", Flag(), _attacked),
    PieceField("lost", "unit_lost", Whole(0, 2)),
    PieceField("advanced", "unit_advanced", Whole(0, 3)),
    PieceField("used", "piece_used", Flag(), _used),
    PieceField("seen", "piece_seen", Flag()),
    PieceField("last_hex", "seen_hex", Hex(), NOWHERE),
    PieceField("last_turn", "seen_turn", Whole(0, MAX_TURNS - 1)),
    PieceField("last_steps", "seen_steps", Whole(0, 2)),
    PieceField("last_dsg", "seen_dsg", Word({name: level for level, name in enumerate(DSG_NAMES)})),
    PieceField("moved", "sc_moved", Flag()),
    PieceField("return", "air_return", Whole(0, MAX_TURNS + 2)),
)
MOVE_FIELDS = (
    PieceField("mp", "piece_mp", Points(), functools.partial(_segment, field="piece_mp")),
    PieceField("began_zoc", "piece_began_zoc", Flag(), functools.partial(_segment, field="piece_began_zoc")),
)
CHOICE_FIELDS = (
    Scalar("target", Hex(), NOWHERE),
    Scalar("retreat_hex", Hex(), NOWHERE),
    Scalar("judged_hex", Neighbour(), NOWHERE),
    Scalar("to_move", Word(_SIDE | {None: SIDE.NOBODY}), _to_move, always=True, fixed_at=_ALL),
    Scalar("cursor", Cursor(), _cursor, fixed_at=(NODE.PLACE, NODE.PLACE_TRENCH)),
    Scalar("piece", Piece(), _piece, fixed_at=(NODE.PLACE, NODE.PLACE_TRENCH, NODE.PLACE_SC)),
    Scalar("strength_att", Whole(0, 999), functools.partial(_odds, field="strength_att"), fixed_at=(NODE.COMBAT_DIE,)),
    Scalar("strength_def", Whole(0, 999), functools.partial(_odds, field="strength_def"), fixed_at=(NODE.COMBAT_DIE,)),
    Scalar("column_shift", Whole(-1, 9), functools.partial(_odds, field="column_shift"), fixed_at=(NODE.COMBAT_DIE,)),
    Scalar("drm", Whole(-20, 20), functools.partial(_odds, field="drm"), fixed_at=(NODE.COMBAT_DIE,)),
    Scalar("hits", PerSide()),
    Scalar("cell_fights", CellCounts()),
    Scalar("result_att", _LOSS),
    Scalar("result_def", DefenderLoss()),
    Scalar("owed_att", _LOSS),
    Scalar("owed_def", _LOSS),
    Scalar("morale_result", Word({name: code for code, name in enumerate(MORALE_RESULTS)})),
    Scalar("morale_step", Whole(0, 2)),
    Scalar("won_counted", Flag()),
)
