"""Positions as JSON-serialisable data: a whole game without its log.

``from_dict`` also accepts any consistent position written by hand, whether reachable or not; omitted keys have the
defaults given here.  Hexes are printed codes, pieces are names, words are as in ``codes.py``.

The game:

===================  ============================  ================================================================
key                  type                          meaning and default
===================  ============================  ================================================================
``game``             text                          ``"ctv"``
``scenario``         text                          ``"campaign"``
``options``          mapping                       options of ``load.OPTIONS``; those left out at their defaults
``data_dir``         text or null                  folder with custom data; null for the package's own
``data``             text                          hash of the data files, refused if it differs; optional
``rng``              text                          random stream in hex; default: that of ``seed``
``seed``             whole number                  0; not together with ``rng``
===================  ============================  ================================================================

The time:

===================  ============================  ================================================================
``stage``            Stage word                    ``"NAT_MOVEMENT"``
``turn``             0 to the last                 0 in set-up, else the first
``phasing``          side                          determined by the stage; must not differ
``node``             Node word                     the node that opens the stage
``to_move``          side, ``"chance"`` or null    determined by the node; must not differ
``weather``          ``"fair"`` or ``"rain"``      fair
``morale``           0 to 5                        0; the Republican morale marker
``factory``          flag                          true; false once it is demolished
``offensive_turn``   whole number                  0; turn on which the offensive elsewhere began
``winner``           side or null                  null; a side at ``OVER``
``die``              0 to 6                        0; last die rolled
``armour_die``       0 to 6                        0; die of 4.3
``reserve``          list of 1, 2, 3               none; reserve groups that are set up last (4.1)
``owed_infantry``    whole number                  0; still to be withdrawn (12.3); likewise ``owed_air``
``owed_battalions``  whole number                  0; battalions still to be left (13.3)
===================  ============================  ================================================================

The map: ``control`` is a mapping from a side to a list of hexes that it controls; by default control is as at the start
of the scenario, except that hexes with ground units are controlled by their side.  ``pieces`` is a mapping from a name
to the hex of the piece, the word for its place, or a mapping:

===================  ============================  ================================================================
``at``               hex or Place word             required; pieces that are not named are ``"waiting"``
``steps``            1 or 2                        full; ground units only, as all keys up to ``advanced``
``dsg``              ``"DSG"``, ``"DSG1"``, ...    ``"none"``
``supplied``         flag                          true
``attacked``         flag                          true for an attacker once all are named, else false
``lost``             0 to 2                        0; steps lost in this combat
``advanced``         0 to 3                        0; hexes advanced in this combat
``from``             hex                           of an attacker: its hex, until advances begin
``role``             Role word                     ``"none"``; role in this combat
``used``             flag                          true for an HQ that supports, else false
``seen``             flag                          false; seen by the enemy until the end of the turn
``last_hex``         hex or null                   null; where the enemy last lost sight of it (ruling R-64)
``last_turn``        turn                          0; the turn on which that happened
``last_steps``       0 to 2                        0; steps at that time, for a unit
``last_dsg``         as ``dsg``                    ``"none"``; disorganisation at that time
``mp``               0, 0.5, ...                   the full allowance of a phasing piece in its movement, else 0
``began_zoc``        flag                          by its hex, for a phasing piece in its movement
``moved``            flag                          false; a supply column on its movement side
``return``           turn                          0; when an absent air unit returns
===================  ============================  ================================================================

Choices and combats in progress:

===================  ============================  ================================================================
``piece``            piece or null                 null; piece being placed (automatic), moved or advanced
``target``           hex or null                   null; the hex under attack
``retreat_hex``      hex or null                   null; the hex to which the defender retreats
``judged_hex``       hex or null                   null; the attacking stack whose morale is judged
``cursor``           whole number, or a piece      place in set-up; the air unit that rolls (the first that supports)
``strength_att``     whole number                  calculated at ``COMBAT_DIE``, else 0; likewise ``strength_def``
``column_shift``     -1 to 9                       calculated at ``COMBAT_DIE``, else 0; 0 is 1:2
``drm``              whole number                  calculated at ``COMBAT_DIE``, else 0
``cell_fights``      hex to whole number          none; combats begun there in this segment, with keyed dice only
``hits``             list of two                   ``[0, 0]``; air units that each side loses (15.1)
``result_att``       steps                         0; result of the combat die
``result_def``       steps or ``"B"``              0
``owed_att``         steps                         0; still to be lost; likewise ``owed_def``
``morale_result``    a word                        ``"hold"``, or ``"retreat"``, ``"flight"``, ``"collapse"``
``morale_step``      0, 1, 2                       0; of a retreating stack: 1 extra step paid, 2 stays
``won_counted``      flag                          false; this combat's advance has moved the marker
``factory_due``      flag                          by the control of Reinosa; its die is to come (14.2, ``en``)
===================  ============================  ================================================================
"""

import numpy as np

from ctv_env.core.datafile import one_of
from ctv_env.core.fields import Names, PositionError, Written
from ctv_env.core.positions import HEAD, check_keys, check_values, head_of, stream_of, tables_of
from ctv_env.games.ctv.loading.load import GameTables, load
from ctv_env.games.ctv.model.codes import KIND, NOWHERE, PLACE, SIDE, SIDE_NAMES, SIDE_SLOTS, TRENCH
from ctv_env.games.ctv.model.state import STATE_FIELDS
from ctv_env.games.ctv.rules.pieces import rebuild
from ctv_env.games.ctv.serialization.checks import check
from ctv_env.games.ctv.serialization.codecs import Context
from ctv_env.games.ctv.serialization.fields import (
    CHOICE_FIELDS,
    FIELDS,
    MOVE_FIELDS,
    PLACES,
    TIME_FIELDS,
    UNIT_FIELDS,
    PieceField,
    Scalar,
)

_SCALARS = (*TIME_FIELDS, *CHOICE_FIELDS)
_PIECE_KEYS = ("at", *(field.key for field in (*UNIT_FIELDS, *MOVE_FIELDS)))
KEYS = (*HEAD, *(field.field for field in _SCALARS), "pieces", "control")
"""All keys of a position."""


def names(tables: GameTables) -> Names:
    """Return the names by which positions are written."""
    return Context(tables)


def to_dict(tables: GameTables, record: np.void) -> dict:
    """Return the position in ``record``, without values that are the default; PositionError if one has no meaning."""
    ctx = Context(tables)
    check_values(STATE_FIELDS, ctx, record)
    writer = _Writer(ctx, record)
    _walk(ctx, writer)
    return head_of("ctv", tables, record) | writer.result()


def from_dict(data: dict) -> tuple[GameTables, np.ndarray]:
    """Return the tables and the states (1,) of a position written by ``to_dict`` or by hand.

    Raises:
        PositionError: (a ValueError) the position is inconsistent; the message names the key and the remedy.
        ValueError: unknown scenario or option.
    """
    check_keys(data, KEYS)
    tables = tables_of("ctv", load, data)
    ctx = Context(tables)
    ctx.s["rng"] = stream_of(data)
    _walk(ctx, _Reader(ctx, data))
    rebuild(ctx.states[0], tables.record[0])
    check(ctx)
    return tables, ctx.states


def _walk(ctx: Context, visitor: "_Reader | _Writer") -> None:
    """Fill ``ctx`` field by field, so that every default can be determined; ``visitor`` reads or writes each field."""
    for field in TIME_FIELDS:
        _scalar(ctx, field, visitor)
    ctx.s["piece_hex"] = NOWHERE
    ctx.s["piece_place"] = np.where(ctx.t["kind"] == KIND.NONE, PLACE.UNUSED, PLACE.WAITING)
    visitor.places()
    _dig(ctx)
    ctx.s["cell_control"] = _start_control(ctx)
    visitor.control()
    for unit_field in UNIT_FIELDS:
        _of_pieces(ctx, unit_field, visitor)
    rebuild(ctx.states[0], ctx.tables.record[0])
    for move_field in MOVE_FIELDS:
        _of_pieces(ctx, move_field, visitor)
    for field in CHOICE_FIELDS:
        _scalar(ctx, field, visitor)


def _scalar(ctx: Context, field: Scalar, visitor: "_Reader | _Writer") -> None:
    ctx.s[field.field] = field.value(ctx)
    visitor.scalar(field)


def _of_pieces(ctx: Context, field: PieceField, visitor: "_Reader | _Writer") -> None:
    ctx.s[field.field] = field.value(ctx)
    visitor.of_pieces(field)


def _dig(ctx: Context) -> None:
    """Dig the trenches where their pieces are."""
    dug = ctx.s["piece_place"][TRENCH:] == PLACE.MAP
    ctx.s["cell_trench"][ctx.s["piece_hex"][TRENCH:][dug]] = 1


def _start_control(ctx: Context) -> np.ndarray:
    """Control at the start of the scenario, except in hexes with ground units (10.8)."""
    control = ctx.t["start_control"].copy()
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        units = slice(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS)
        standing = ctx.s["piece_place"][units] == PLACE.MAP
        control[ctx.s["piece_hex"][units][standing]] = side
    return control


class _Reader:
    """Reads the written fields from data."""

    def __init__(self, ctx: Context, data: dict):
        self.ctx, self.data = ctx, data
        self.pieces: dict[int, dict] = {}

    def scalar(self, field: Scalar) -> None:
        """Replace the default of a field by the written value."""
        ctx, key = self.ctx, field.field
        if key not in self.data:
            return
        default = ctx.s[key].copy()
        ctx.s[key] = field.read(ctx, self.data[key])
        if ctx.node in field.fixed_at and ctx.s[key] != default:
            right = field.write(ctx, default)
            raise PositionError(key, f"{self.data[key]!r} does not fit the rest", f"here it must be {right!r}")

    def places(self) -> None:
        """Read the pieces and their places."""
        pieces = self.data.get("pieces", {})
        if not isinstance(pieces, dict):
            raise PositionError("pieces", f"{pieces!r}", "it must be a mapping from names to places")
        for name, entry in pieces.items():
            p = self.ctx.number("piece", f"pieces.{name}", name)
            entry = entry if isinstance(entry, dict) else {"at": entry}
            check_keys(entry, _PIECE_KEYS, f"pieces.{name}")
            self.pieces[p] = entry
            self._put(p, entry.get("at"))

    def _put(self, p: int, at: Written) -> None:
        """Put piece ``p`` at the place ``at``."""
        key = self.ctx.piece_key(p, "at")
        if not isinstance(at, str):
            raise PositionError(key, f"{at!r}", "it must be a hex code or the word of a place")
        if at in PLACES:
            self.ctx.s["piece_place"][p] = PLACES[at]
        elif at.isdigit():
            self.ctx.s["piece_hex"][p] = self.ctx.number("cell", key, at)
            self.ctx.s["piece_place"][p] = PLACE.MAP
        else:
            raise PositionError(key, f"{at!r} is neither a hex nor a place", one_of(at, PLACES))

    def control(self) -> None:
        """Read the control of hexes."""
        control = self.data.get("control", {})
        check_keys(control, SIDE_NAMES[:2], "control")
        given: set[int] = set()
        for name, codes in control.items():
            key = f"control.{name}"
            if not isinstance(codes, list):
                raise PositionError(key, f"{codes!r}", "it must be a list of hex codes")
            cells = {self.ctx.number("cell", key, code) for code in codes}
            if both := cells & given:
                raise PositionError(key, f"{self.ctx.code(min(both))} has two owners", "one side controls a hex")
            given |= cells
            self.ctx.s["cell_control"][list(cells)] = SIDE_NAMES.index(name)

    def of_pieces(self, field: PieceField) -> None:
        """Replace the defaults of a field of all pieces by the written values."""
        values = self.ctx.s[field.field]
        for p, entry in self.pieces.items():
            if field.key in entry:
                key = self.ctx.piece_key(p, field.key)
                if p >= len(values):
                    raise PositionError(key, "this kind of piece does not have it", "leave it out")
                values[p] = field.read(self.ctx, key, entry[field.key])


class _Writer:
    """Writes the values that differ from the defaults, and copies them over the defaults."""

    def __init__(self, ctx: Context, record: np.void):
        self.ctx, self.record = ctx, record
        self.data: dict = {}
        self.pieces: dict[int, dict] = {}

    def result(self) -> dict:
        """Return everything written; a piece with no key other than ``at`` is reduced to its place."""
        short = {
            self.ctx.tables.piece_names[p]: entry["at"] if len(entry) == 1 else entry
            for p, entry in sorted(self.pieces.items())
        }
        return self.data | {"pieces": short}

    def scalar(self, field: Scalar) -> None:
        """Write a field if it differs from the default."""
        key = field.field
        if field.always or not np.array_equal(self.ctx.s[key], self.record[key]):
            self.data[key] = field.write(self.ctx, self.record[key])
            self.ctx.s[key] = self.record[key]

    def places(self) -> None:
        """Write the place of each piece that is not waiting."""
        for p in np.flatnonzero(self.ctx.s["piece_place"] != self.record["piece_place"]).tolist():
            place, cell = int(self.record["piece_place"][p]), self.record["piece_hex"][p]
            if place == PLACE.MAP:
                at = self.ctx.code(cell)
                self.ctx.s["piece_hex"][p] = cell
            else:
                at = FIELDS["piece_place"].write_one(self.ctx, place)
            self.ctx.s["piece_place"][p] = place
            self.pieces[p] = {"at": at}

    def control(self) -> None:
        """Write the hexes whose control differs from the start."""
        differs = self.ctx.s["cell_control"] != self.record["cell_control"]
        control = {}
        for side, name in enumerate(SIDE_NAMES[:2]):
            cells = np.flatnonzero(differs & (self.record["cell_control"] == side))
            control[name] = [self.ctx.code(cell) for cell in cells]
            self.ctx.s["cell_control"][cells] = side
        self.data["control"] = {name: codes for name, codes in control.items() if codes}

    def of_pieces(self, field: PieceField) -> None:
        """Write a field of the pieces where it differs from the default."""
        values = self.record[field.field]
        for p in np.flatnonzero(self.ctx.s[field.field] != values).tolist():
            written = field.write(self.ctx, values[p])
            self.pieces.setdefault(p, {"at": "waiting"})[field.key] = written
            self.ctx.s[field.field][p] = values[p]
