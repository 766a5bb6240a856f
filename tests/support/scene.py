"""Small positions for rule tests, and short names for actions on them.

A scene contains the pieces that it names, on the real map; all others are off the map.  The keys of a position
(``serialization/position.py`` of the game) and the rules options are given by name; fog is off, no air unit is ready
and forced nodes are shown, unless the scene says otherwise::

    game = scene({"LIT 1": "2110", "CLXX": ("1508", {"steps": 1})}, turn=3, weather="rain", edition="it")
    move(game, "LIT 1", "2010")
    assert unit(game, "LIT 1").mp == 7.5
"""

import types

from ctv_env.core.game import Game
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.loading.load import OPTIONS
from ctv_env.games.ctv.model.codes import N_GROUND, NOWHERE, SIDE_NAMES, Node, Place


def _stage(node: str, side: str) -> str:
    """Return the stage of a node, in the phase of ``side`` if both sides have one."""
    stages = NODES[Node[node]].stages
    return stages[-1 if side == "republican" else 0].name


def scene(pieces: dict | None = None, *, node: str = "MOVE", side: str = "nationalist", turn: int = 2, **more) -> Game:
    """Return a game in a position made for one test.

    Args:
        pieces: location of each piece: a hex code, the word of a place (``"air_ready"``), or such a text and a mapping
            of further keys: ``("2110", {"steps": 1, "dsg": "DSG", "supplied": False})``.
        node: the first decision; ``PLACE`` needs ``stage`` too.
        side: the phasing side.
        turn: game turn.
        more: other keys of a position (``control``, ``weather``, ``morale``, ...), and rules options.
    """
    given = {option.name: more.pop(option.name) for option in OPTIONS if option.name in more}
    options = {"fog": False, "play_forced": False} | given
    stage = more.pop("stage", None) or _stage(node, side)
    return Game.from_dict(
        {
            "options": options,
            "stage": stage,
            "node": node,
            "turn": 0 if stage.startswith("SETUP") else turn,
            "pieces": {name: _entry(where) for name, where in (pieces or {}).items()},
        }
        | more
    )


def _entry(where) -> dict:
    at, rest = (where, {}) if isinstance(where, str) else where
    return {"at": at, **rest}


# -- actions ---------------------------------------------------------------------------------------------------


def act(game: Game, kind: str, *names: str) -> None:
    """``act(game, "PIECE", "LIT 1")``; several names are several actions of that kind, one after the other."""
    for name in names or (None,):
        game.step(game.encode(kind, name))


def done(game: Game) -> None:
    """Pass."""
    act(game, "DONE")


def roll(game: Game, *faces: int) -> None:
    """Apply dice, one after the other."""
    for face in faces:
        assert game.to_move == "chance", f"{game.node} is no die"
        game.step(face)


def move(game: Game, name: str, *codes: str) -> None:
    """At ``MOVE`` (or ``ADVANCE``): move the piece to each hex in turn."""
    for code in codes:
        act(game, "PIECE", name)
        act(game, "HEX", code)


def attack(game: Game, target: str, attackers, support=(), defence=(), columns=(), defence_columns=()) -> None:
    """At ``TARGET``: attack with these units and this support, up to the first node that it does not decide."""
    act(game, "HEX", target)
    act(game, "PIECE", *attackers)
    done(game)
    for node, names in (
        ("SUPPORT_ATT", support),
        ("SUPPORT_DEF", defence),
        ("SUPPLY_COLUMN_ATT", columns),
        ("SUPPLY_COLUMN_DEF", defence_columns),
    ):
        if game.node == node:
            if names:
                act(game, "PIECE", *names)
            done(game)


def pass_until(game: Game, *nodes: str) -> None:
    """Pass until one of ``nodes`` comes, without a die in between."""
    while game.node not in nodes:
        done(game)


# -- queries ---------------------------------------------------------------------------------------------------


def _legal(game: Game, kind: str) -> set[str]:
    parts = map(game.decode, game.legal_actions())
    return {name for part, name in parts if part == kind}


def hexes(game: Game) -> set[str]:
    """Return the codes of the legal hexes."""
    return _legal(game, "HEX")


def pieces(game: Game) -> set[str]:
    """Return the names of the legal pieces."""
    return _legal(game, "PIECE")


def may_pass(game: Game) -> bool:
    """Return whether DONE is legal."""
    return bool(_legal(game, "DONE"))


def goals(game: Game, name: str) -> set[str]:
    """Return the hexes to which the piece may go at ``MOVE`` or ``ADVANCE``; empty if it may not be chosen."""
    if name not in pieces(game):
        return set()
    twin = game.clone()
    act(twin, "PIECE", name)
    return hexes(twin)


def refusal(game: Game, kind: str, name: str | None = None) -> str:
    """Return the explanation why an action is illegal."""
    return game.explain_illegal(game.encode(kind, name))


def unit(game: Game, name: str) -> types.SimpleNamespace:
    """Return a piece: ``at`` (hex code or word of its place), ``mp``, ``steps``, ``dsg`` 0 to 3, flags as bools."""
    p, s = game.tables.piece_index[name], game.record
    cell = int(s["piece_hex"][p])
    seen = types.SimpleNamespace(
        at=Place(int(s["piece_place"][p])).name.lower() if cell == NOWHERE else game.tables.grid.code(cell),
        used=bool(s["piece_used"][p]),
        seen=bool(s["piece_seen"][p]),
        back=int(s["air_return"][p]),
    )
    if p < len(s["piece_mp"]):
        seen.mp = float(s["piece_mp"][p]) / 2
        seen.moved = bool(s["sc_moved"][p])
    if p < N_GROUND:
        seen.steps, seen.dsg, seen.lost = (int(s[field][p]) for field in ("unit_steps", "unit_dsg", "unit_lost"))
        seen.supplied, seen.attacked = bool(s["unit_supplied"][p]), bool(s["unit_attacked"][p])
    return seen


def control(game: Game, code: str) -> str:
    """Return the side that controls a hex."""
    return SIDE_NAMES[int(game.record["cell_control"][game.tables.grid.cell(code)])]


def trench(game: Game, code: str) -> bool:
    """Return whether a trench is in a hex."""
    return bool(game.record["cell_trench"][game.tables.grid.cell(code)])


def in_zoc(game: Game, code: str, side: str) -> bool:
    """Return whether a hex is in the ZoC of a side."""
    return bool(game.record["zoc"][SIDE_NAMES.index(side), game.tables.grid.cell(code)])


def said(game: Game, words: str) -> bool:
    """Return whether a line of the log contains these words."""
    return any(words in line for line in game.log)
