"""Small positions of The Spanish Civil War for rule tests, and short words for what a test does to them.

A scene holds the units that it names, all others are out of the game.  Units are named by hex, ``"1N-"`` is reduced::

    game = scene(Stage.COMBAT_N, {"3513": "1N 3N HQ-NAV", "3613": "BM1- 1BA"}, control={"R": "3508"}, turn=8)
    game.act("HEX", "3613")
    game.act("PIECE", "1N")
    game.done()
    game.roll(6)

Hexes belong to whoever stands in them, else to their owner in March 1937.  The scene begins at the start of the
segment, so that supply and eligibility are judged.  The engine plays no forced moves: the test makes every decision.
"""

import dataclasses
import typing

import numpy as np

from ctv_env.core.dice import stream
from ctv_env.core.entries import entries
from ctv_env.core.jit import records
from ctv_env.core.positions import check_leftovers
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE
from ctv_env.games.tscw.model.codes import MODE, N_CHITS, NOBODY_PIECE, OFF, PURSES, SIDE, WHERE, Node, Stage, Where
from ctv_env.games.tscw.model.events import EVENTS, Drm, Shift
from ctv_env.games.tscw.model.reasons import REASONS
from ctv_env.games.tscw.model.state import STATE_FIELDS
from ctv_env.games.tscw.rules import pieces, r03_set_up
from ctv_env.games.tscw.rules.r10_control import take_control

ENGINE = entries(RULES)
COLUMNS = ("1:3", "1:2", "1:1", "3:2", *(f"{n}:1" for n in range(2, 8)))
_SETS = ("sides", "carry", "own", "trunk", "bases", "fed", "wide", "room", "flow", "enemy_near")
_MARKS = ("has_wide", "may_leave", "n_legal", "n_path", "reach")
_MOVING = (Stage.MOVEMENT_N, Stage.MOVEMENT_R, Stage.EXPLOIT_N, Stage.EXPLOIT_R)
_OF_UNITS = ("supply", "used", "reserve", "landed", *("carried", "halted", "moved", "attacked", "fought", "eligible"))
_SIDES = {"N": codes.SIDE.NATIONALIST, "R": codes.SIDE.REPUBLICAN}


class SceneGame:
    """A position under test.

    Attributes:
        tables: the tables.
        states: (1,) the position.
        scratch: (1,) the scratch record.
    """

    def __init__(self, scenario: str, turn: int, **options: typing.Any):
        self.tables = load(scenario, play_forced=False, **options)
        self.states, self.scratch = records(1, RULES.STATE), records(1, RULES.SCRATCH)
        self.states[0]["rng"] = stream(1)
        r03_set_up.begin_game(self.s, self.t)
        self.s["where"][: int(self.t["n_pieces"])] = Where.GONE
        self.s["strength"][:] = 0
        self.s["turn"] = turn
        for side in range(2):
            self.s["rail"][side], self.s["sea"][side] = self.t["transport"][turn][2 * side : 2 * side + 2]

    @property
    def s(self) -> typing.Any:
        return self.states[0]

    @property
    def t(self) -> typing.Any:
        return self.tables.record[0]

    @property
    def w(self) -> typing.Any:
        return self.scratch[0]

    # -- building ----------------------------------------------------------------------------------------------------

    def piece(self, name: str) -> int:
        """Index of a piece; one on its other side may be named by that side."""
        found = self.tables.pieces.names
        return found.index(name) if name in found else self.tables.pieces.other.index(name)

    def cell(self, code: str) -> int:
        return self.tables.grid.cell(code)

    def put(self, code: str, names: str) -> None:
        """Put units into a hex, whatever the limits."""
        for name in names.split():
            reduced, p = name.endswith("-"), self.piece(name.rstrip("-"))
            face = int(name.rstrip("-") not in self.tables.pieces.names)
            self.s["face"][p] = face
            self.s["strength"][p] = int(self.t["steps"][face][p]) - reduced
            pieces.put_in(self.s, self.t, p, self.cell(code))
            side = int(p >= self.t["n_nationalist"])
            self.take(side, code)

    def clear(self, code: str) -> None:
        """Take all ground units of a hex out of the game."""
        while (p := int(self.s["cell_first"][self.cell(code)])) != NOBODY_PIECE:
            pieces.remove(self.s, self.t, p, Where.GONE)

    def take(self, side: int, code: str) -> None:
        """Give a hex to a side, without events."""
        level, lines = int(self.s["rml"]), self.s["line"].copy()
        take_control(self.s, self.t, self.w, side, self.cell(code))
        self.s["rml"], self.s["line"][:] = level, lines

    def support(self, names: str) -> None:
        """Bring air and naval units into play."""
        for name in names.split():
            self.s["where"][self.piece(name)] = WHERE.ON_MAP

    def box(self, names: str, where: int = Where.DEAD) -> None:
        """Put units into the box of eliminated units, or where else they wait."""
        for name in names.split():
            p = self.piece(name)
            self.s["where"][p] = where
            dead = where in (Where.DEAD, Where.GONE)
            self.s["strength"][p] = 0 if dead else int(self.t["steps"][int(self.s["face"][p])][p])

    def begin(self, stage: Stage) -> "SceneGame":
        """Play from the start of a segment."""
        self.w["n_event"] = 0
        self.s["turn"] -= stage == Stage.EVENTS_N
        for field in ("held_rows", "moved", "may_march", "bonus") if stage not in _MOVING else ():
            self.s[field] = 0  # of a movement segment that the test breaks off
        if stage in (Stage.SETUP_R, Stage.SETUP_N, Stage.RELEASE_N, Stage.RELEASE_R):
            self.s["rail"] = self.s["sea"] = 0
        # The end of strategic movement does nothing but go on to the next segment.
        self.s["stage"], self.s["node"], self.s["to_move"] = stage - 1, Node.RAIL_PIECE, codes.SIDE.NATIONALIST
        self.take_step(DONE)
        return self

    def own_tables(self) -> None:
        """Give this game tables of its own, which a test may change."""
        self.tables = dataclasses.replace(self.tables, record=self.tables.record.copy())

    def print_factors(self, name: str, attack: int, defence: int) -> None:
        """Print other factors on a counter, in this game only."""
        self.own_tables()
        p = self.piece(name)
        for table, factor in (("attack", attack), ("defence", defence)):
            self.t[table][0, 1:, p] = factor

    # -- playing -----------------------------------------------------------------------------------------------------

    def action(self, segment: str, name: typing.Any) -> int:
        n_pieces = int(self.t["n_pieces"])
        if segment == "OPTION":
            return FIRST_OPTION + int(name)
        if segment == "PIECE":
            return FIRST_PIECE + self.piece(name)
        if segment == "CHIT":
            return FIRST_PIECE + n_pieces + int(name) - 1
        return FIRST_PIECE + n_pieces + N_CHITS + self.cell(name)

    def soil(self, dirt: int = 1) -> None:
        """Leave marks all over the scratch record, or wipe it: what is legal and what happens never depend on it."""
        rows, whole = slice(1, int(self.t["n_rows"]) + 1), (1 << int(self.t["n_columns"])) - 1
        for field in _SETS:
            self.w[field][..., rows] = whole * dirt
        for field in _MARKS:
            self.w[field] = dirt
        for field in ("price", "back", "gain", "path"):
            self.w[field] = 0
        self.w["mask"][: self.tables.actions.n] = dirt

    def step(self, action: int) -> None:
        """Take an action, which does the same whatever is left in the scratch record."""
        self.soil()
        reason = ENGINE.reason(self.states, 0, self.tables.record, self.scratch, action)
        assert reason == 0, f"{self.node}: {REASONS[reason]}"
        self.take_step(action)

    def take_step(self, action: int) -> None:
        twin, found, on_map = self.states.copy(), [], np.asarray(self.s["where"]) == WHERE.ON_MAP
        for states, dirt in ((twin, 0), (self.states, 1)):
            self.soil(dirt)
            ENGINE.step(states, 0, self.tables.record, self.scratch, action)
            found.append(states.tobytes())
        assert found[0] == found[1], f"{self.node}: the step depends on the scratch record"
        check_leftovers(STATE_FIELDS, NODES, self.s)
        out = np.asarray(self.s["piece_cell"]) == OFF
        for field in ("may_march", "eligible"):
            assert not np.asarray(self.s[field])[out].any(), f"{self.node}: {field} of what stands in no hex"
        left = on_map & (np.asarray(self.s["where"]) != WHERE.ON_MAP)
        for field in _OF_UNITS:
            assert not np.asarray(self.s[field])[left].any(), f"{self.node}: {field} of a unit that has left the map"

    def act(self, segment: str, *names: typing.Any) -> None:
        """Name something, or several things one by one."""
        for name in names:
            self.step(self.action(segment, name))

    def done(self) -> None:
        self.step(DONE)

    def move(self, name: str, mode: int = MODE.REGULAR) -> None:
        """Name a mover, and its mode if it has the choice."""
        self.act("PIECE", name)
        if self.node == "MOVE_MODE":
            self.act("OPTION", mode)
        assert int(self.s["mode"]) == mode, f"{name} has no choice of its mode"

    def roll(self, *dice: int) -> None:
        for die in dice:
            assert int(self.s["to_move"]) == SIDE.CHANCE, self.node
            self.step(die)

    def attack(self, target: str, attackers: str, **answers: typing.Any) -> None:
        """Declare an attack and go to its first die: ``answers`` by node, else DONE or option 0."""
        self.act("HEX", target)
        self.act("PIECE", *attackers.split())
        self.done()
        queues = {node: list(one) if isinstance(one, list | tuple) else [one] for node, one in answers.items()}
        while self.node in _BATTLE:
            if left := queues.get(self.node, []):
                answer = left.pop(0)
                self.act("OPTION" if isinstance(answer, int) and self.node in _OPTIONS else _BATTLE[self.node], answer)
            elif self.node in _OPTIONS:
                self.act("OPTION", 0)
            else:
                self.done()
        unused = {node for node, left in queues.items() if left}
        assert not unused, f"never asked: {unused}"

    def fix(self, column: str, drm: int = 0) -> None:
        """Set column and modifier of the battle whose die is awaited: for what comes after the odds."""
        assert self.node == "COMBAT_DIE", self.node
        self.s["column"], self.s["drm"] = COLUMNS.index(column), drm

    def lose(self) -> None:
        """Take all losses, each with the first unit that may."""
        while self.node in ("LOSS_ATT", "LOSS_DEF"):
            self.act("PIECE", min(self.legal("PIECE"), key=self.tables.pieces.names.index))

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def node(self) -> str:
        return Node(int(self.s["node"])).name

    @property
    def stage(self) -> Stage:
        return Stage(int(self.s["stage"]))

    def legal(self, segment: str = "HEX") -> set[str]:
        """Names of the legal actions of a segment; ``{"DONE"}`` for DONE."""
        assert int(self.s["to_move"]) != SIDE.CHANCE, self.node
        masks = []
        for dirt in (0, 1):
            self.soil(dirt)
            ENGINE.mask(self.states, 0, self.tables.record, self.scratch)
            masks.append(self.w["mask"][: self.tables.actions.n].copy())
        mask = masks[0]
        assert mask.tolist() == masks[1].tolist(), f"{self.node}: what is legal depends on the scratch record"
        if segment == "DONE":
            return {"DONE"} if mask[DONE] else set()
        first, size = self.tables.actions.first(segment), self.tables.actions.size(segment)
        found = np.flatnonzero(mask[first : first + size]).tolist()
        names = {"PIECE": self.tables.pieces.names, "HEX": self.tables.grid.names}.get(segment)
        shift = 1 if segment == "CHIT" else 0
        return {names[k] if names else str(k + shift) for k in found}

    def refusal(self, segment: str, name: typing.Any = None) -> str:
        """Name of the reason why an action is illegal, "LEGAL" if it is not."""
        action = DONE if segment == "DONE" else self.action(segment, name)
        self.soil()
        return REASONS[ENGINE.reason(self.states, 0, self.tables.record, self.scratch, action)][0]

    def at(self, name: str) -> str | None:
        """Hex of a unit, None off the map."""
        cell = int(self.s["piece_cell"][self.piece(name)])
        return None if cell == OFF else self.tables.grid.code(cell)

    def steps(self, name: str) -> int:
        return int(self.s["strength"][self.piece(name)])

    def where(self, name: str) -> Where:
        return Where(int(self.s["where"][self.piece(name)]))

    def supply(self, name: str) -> str:
        return ("full", "town", "out")[int(self.s["supply"][self.piece(name)])]

    def owner(self, code: str) -> str:
        return "NR"[int(pieces.controls(self.s, self.t, codes.SIDE.REPUBLICAN, self.cell(code)))]

    def zoc(self, side: str, code: str, kind: str = "full") -> bool:
        """Whether a hex is in the full ZOC of a side, or in any."""
        rows = self.s["full_zoc_rows" if kind == "full" else "zoc_rows"][_SIDES[side]]
        row, column = divmod(self.cell(code), int(self.t["n_columns"]))
        return bool(int(rows[row + 1]) >> column & 1)

    def purse(self, name: str) -> int:
        return int(self.s["purse"][PURSES.index(name)])

    def said(self, event: str) -> list[dict[str, int]]:
        """Events of that name in the last step."""
        told = EVENTS.read(self.w["event"][: int(self.w["n_event"])])
        return [one._asdict() for one in told if isinstance(one, getattr(EVENTS, event))]

    @property
    def strengths(self) -> tuple[int, int]:
        """Factors of attacker and defender, support included, as the last step fixed them."""
        (odds,) = self.said("ODDS")
        return odds["attack"], odds["defence"]

    @property
    def shifts(self) -> dict[str, int]:
        """Column shifts of the odds that the last step fixed, by their first word."""
        return {Shift(one["shift"]).word.split()[0]: one["columns"] for one in self.said("SHIFT")}

    @property
    def drms(self) -> dict[str, int]:
        """Die modifiers of the odds that the last step fixed, by the rule that they name."""
        return {Drm(one["modifier"]).word.rpartition("(")[2].rstrip(")"): one["change"] for one in self.said("DRM")}

    @property
    def column(self) -> str:
        """Column of the combat table."""
        return COLUMNS[int(self.s["column"])]

    @property
    def drm(self) -> int:
        return int(self.s["drm"])


_OPTIONS = {"ARTILLERY_ATT", "ARTILLERY_DEF", "TERRAIN_PICK"}
_BATTLE = dict.fromkeys(("HQ_ATT", "HQ_DEF", "AIR_ATT", "AIR_DEF", "AA_PICK", "NAVAL_ATT", "NAVAL_DEF"), "PIECE")
_BATTLE |= dict.fromkeys(("CHIT_ATT", "CHIT_DEF"), "CHIT") | dict.fromkeys(_OPTIONS, "OPTION")


def scene(
    stage: Stage | None,
    units: dict[str, str],
    *,
    control: dict[str, str] | None = None,
    scenario: str = "north-1937",
    turn: int = 7,
    support: str = "",
    rp: dict[str, int] | None = None,
    box: str = "",
    hand: tuple[int, ...] = (),
    reserve: str = "",
    used: str = "",
    landed: str = "",
    rml: int | None = None,
    lines: dict[int, int] | None = None,
    **options: typing.Any,
) -> SceneGame:
    """Return a position at the start of a segment.

    Args:
        stage: the segment; None leaves the position without a decision, for changes before ``begin``.
        units: names of units by hex.
        control: hexes that N or R control besides.
        support: air and naval units in play.
        box: eliminated units.
        hand: chits in hand.
        reserve, used, landed: units with that mark.
        lines: states of fortified lines.
    """
    game = SceneGame(scenario, turn, **options)
    for side, hexes in (control or {}).items():
        for code in hexes.split():
            game.take(_SIDES[side], code)
    for code, names in units.items():
        game.put(code, names)
    game.support(support)
    game.box(box)
    for purse, n in (rp or {}).items():
        game.s["purse"][PURSES.index(purse)] = n
    for chit in hand:
        game.s["hand"][chit] += 1
    for field, names, value in (("reserve", reserve, 1), ("used", used, 1), ("landed", landed, codes.LANDING.BEFORE)):
        for name in names.split():
            game.s[field][game.piece(name)] = value
            if field == "landed":
                p = game.piece(name)
                pieces.refresh_cell(game.s, game.t, int(p >= game.t["n_nationalist"]), int(game.s["piece_cell"][p]))
    if rml is not None:
        game.s["rml"] = rml
    for line, state in (lines or {}).items():
        game.s["line"][line] = state
    return game if stage is None else game.begin(stage)
