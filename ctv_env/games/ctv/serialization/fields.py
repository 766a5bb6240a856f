"""The fields of a written position: the key and the default of each, and its form where it differs from the declared.

The schema is in ``position.py``.  Fields are read and written in the order of the tables below, so that a default can
depend on the fields before it.
"""

import functools
import typing
from collections.abc import Callable

import numpy as np

from ctv_env.core.fields import Written, in_small_letters
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.model.codes import (
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
    STAGE,
    TRENCH,
    Node,
    Place,
    Stage,
)
from ctv_env.games.ctv.model.state import STATE_FIELDS
from ctv_env.games.ctv.rules.r04_setup import next_to_place
from ctv_env.games.ctv.rules.r08_costs import start_segment
from ctv_env.games.ctv.rules.r09_bombardment import next_air
from ctv_env.games.ctv.rules.r10_combat import sum_odds
from ctv_env.games.ctv.rules.r14_victory import note_factory
from ctv_env.games.ctv.serialization.codecs import Codec, Context, Cursor, DefenderLoss, Groups, Neighbour, Points

NODES_OF = {
    stage: nodes for stage in Stage if (nodes := tuple(kind.code for kind in NODES.values() if stage in kind.stages))
}
"""The nodes of each stage, beginning with the opening one; the end of a turn has none."""


FIELDS = {field.name: field for field in STATE_FIELDS}
PLACES = {word: place for word, place in in_small_letters(Place).items() if place not in (PLACE.UNUSED, PLACE.MAP)}
"""Words for the places of pieces that are not on the map."""

# -- defaults that depend on earlier fields --------------------------------------------------------------------------


def _turn(ctx: Context) -> int:
    return 0 if ctx.s["stage"] < STAGE.WEATHER else int(ctx.t["start_turn"])


def _node(ctx: Context) -> int:
    return int(NODES_OF[Stage(int(ctx.s["stage"]))][0])


def _phasing(ctx: Context) -> int:
    return SIDE.REPUBLICAN if STAGE.BASQUE <= ctx.s["stage"] <= STAGE.GAME_OVER else SIDE.NATIONALIST


def _to_move(ctx: Context) -> int:
    """The side that decides at the node."""
    decides = NODES[ctx.node].decider.side
    assert decides
    return decides(ctx.s)


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


def _factory_due(ctx: Context) -> int:
    """Whether the demolition die is to come if Reinosa has not changed hands on this turn (14.2)."""
    if not STAGE.WEATHER <= ctx.s["stage"] < STAGE.FACTORY:
        return 0
    twin = ctx.states.copy()
    note_factory(twin[0], ctx.t)
    return int(twin[0]["factory_due"])


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
    default: int | Callable[[Context], int] = 0
    always: bool = False  # written even if it is the default
    fixed_at: tuple[int, ...] = ()  # nodes at which only the default is valid
    codec: Codec | None = None  # its form, if not as declared

    def value(self, ctx: Context) -> int:
        """The default."""
        return self.default(ctx) if callable(self.default) else self.default

    def read(self, ctx: Context, value: Written) -> typing.Any:
        """Return the number or numbers of a written value; PositionError if it is invalid."""
        field = FIELDS[self.field]
        if self.codec:
            return self.codec.read(ctx, self.field, value)
        if not field.shape:
            return field.read_one(ctx, self.field, value)
        numbers = field.read(ctx, value)
        field.check(ctx, numbers)  # before they are narrowed to the type of the field
        return numbers

    def write(self, ctx: Context, number: typing.Any) -> Written:
        """Return the written form of a number, or the numbers, of the record."""
        return self.codec.write(ctx, number) if self.codec else FIELDS[self.field].write(ctx, number)


class PieceField(typing.NamedTuple):
    """A field of each piece (ground units, units and columns, or all, depending on the length of the field)."""

    key: str
    field: str
    default: int | Callable[[Context], np.ndarray] = 0
    codec: Codec | None = None  # the form of one number, if not as declared

    def value(self, ctx: Context) -> int | np.ndarray:
        """The defaults of all pieces."""
        return self.default(ctx) if callable(self.default) else self.default

    def read(self, ctx: Context, key: str, value: Written) -> typing.Any:
        """Return the number of a written value; PositionError, which names ``key``, if it is invalid."""
        return self.codec.read(ctx, key, value) if self.codec else FIELDS[self.field].read_one(ctx, key, value)

    def write(self, ctx: Context, number: int) -> Written:
        """Return the written form of a number of the record."""
        return self.codec.write(ctx, number) if self.codec else FIELDS[self.field].write_one(ctx, number)


_ALL = tuple(map(int, Node))
TIME_FIELDS = (
    Scalar("stage", STAGE.NAT_MOVEMENT, always=True),
    Scalar("turn", _turn, always=True),
    Scalar("phasing", _phasing, always=True, fixed_at=_ALL),
    Scalar("node", _node, always=True),
    Scalar("weather", always=True),
    Scalar("morale", always=True),
    Scalar("factory", 1),
    Scalar("offensive_turn"),
    Scalar("winner", SIDE.NOBODY),
    Scalar("die"),
    Scalar("armour_die"),
    Scalar("reserve", codec=Groups()),
    Scalar("owed_infantry"),
    Scalar("owed_air"),
    Scalar("owed_battalions"),
)
UNIT_FIELDS = (
    PieceField("role", "piece_role"),
    PieceField("steps", "unit_steps", _steps),
    PieceField("dsg", "unit_dsg"),
    PieceField("supplied", "unit_supplied", _supplied),
    PieceField("from", "unit_from", _from),
    PieceField("attacked", "unit_attacked", _attacked),
    PieceField("lost", "unit_lost"),
    PieceField("advanced", "unit_advanced"),
    PieceField("used", "piece_used", _used),
    PieceField("seen", "piece_seen"),
    PieceField("last_hex", "seen_hex", NOWHERE),
    PieceField("last_turn", "seen_turn"),
    PieceField("last_steps", "seen_steps"),
    PieceField("last_dsg", "seen_dsg"),
    PieceField("moved", "sc_moved"),
    PieceField("return", "air_return"),
)
MOVE_FIELDS = (
    PieceField("mp", "piece_mp", functools.partial(_segment, field="piece_mp"), codec=Points()),
    PieceField("began_zoc", "piece_began_zoc", functools.partial(_segment, field="piece_began_zoc")),
)
CHOICE_FIELDS = (
    Scalar("target", NOWHERE),
    Scalar("retreat_hex", NOWHERE),
    Scalar("judged_hex", NOWHERE, codec=Neighbour()),
    Scalar("to_move", _to_move, always=True, fixed_at=_ALL),
    Scalar("factory_due", _factory_due),
    Scalar("cursor", _cursor, fixed_at=(NODE.PLACE, NODE.PLACE_TRENCH), codec=Cursor()),
    Scalar("piece", _piece, fixed_at=(NODE.PLACE, NODE.PLACE_TRENCH, NODE.PLACE_SC)),
    *(
        Scalar(name, functools.partial(_odds, field=name), fixed_at=(NODE.COMBAT_DIE,))
        for name in ("strength_att", "strength_def", "column_shift", "drm")
    ),
    Scalar("hits"),
    Scalar("cell_fights"),
    Scalar("result_att"),
    Scalar("result_def", codec=DefenderLoss()),
    Scalar("owed_att"),
    Scalar("owed_def"),
    Scalar("morale_result"),
    Scalar("morale_step"),
    Scalar("won_counted"),
)
