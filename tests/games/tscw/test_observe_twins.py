"""Every number that a side sees, told again from the position as JSON and the rules of visibility alone.

What ``staff`` thinks of actions, in the array ``advice``, has no twin: it is a policy's thought, and nothing seen.
"""

import dataclasses
import itertools
import random
from collections.abc import Callable

import numpy as np
import pytest
from naive_tscw.board import on_board
from naive_tscw.observation import SIDES, observe
from support.retold import differing, flattened
from support.tscw_scene import scene
from support.walks import advised_walk

from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.games.tscw.model.channels import P
from ctv_env.games.tscw.model.codes import ROLE, Node, Stage

OPEN: dict = {}
CLOSED = {"fog": True, "chits": "closed", "air": "simultaneous"}
FOG = CLOSED | {"setup": "placement", "play_forced": False}
RARE = {Node.AIR_DEF, Node.ADVANCE_TO, Node.LAND_UNIT, Node.RELEASE_UNIT, Node.EVACUATE_UNIT, Node.EXCESS, Node.ARRIVE}


def legal(game: Game, side: str) -> dict[str, set]:
    """Names of the actions that a side can take now, by segment."""
    if game.to_move != side:
        return {}
    names = {
        "DONE": ["DONE"],
        "OPTION": range(4),
        "PIECE": game.tables.pieces.names,
        "CHIT": [str(chit) for chit in range(1, 42)],
        "HEX": game.tables.grid.names,
    }
    every = [(segment, name) for segment, listed in names.items() for name in listed]
    found: dict[str, set] = {}
    for action in game.legal_actions():
        segment, name = every[action]
        found.setdefault(segment, set()).add(name)
    return found


def board(game: Game, side: str, states: np.ndarray | None = None, **tables: int) -> dict[str, np.ndarray]:
    """The arrays that a side sees; of other states, or with other options in the tables, if they are given."""
    record = game.tables.record.copy()
    for field, value in tables.items():
        record[field] = value
    shown = dataclasses.replace(game.tables, record=record)
    scratch, index = records(1, game.spec.scratch), SIDES.index(side)
    states = game.record.reshape(1).copy() if states is None else states
    return game.spec.observe(states, 0, shown, scratch, index, "board", "uint8")


def compare(game: Game) -> None:
    """Both sides, in the arrays of ``board`` and of ``flat``."""
    written, layouts = game.to_dict(), game.tables.observations["board"]
    for side in SIDES:
        told = observe(written, side, legal(game, side))
        found = differing(board(game, side), told, layouts)
        assert not found, (game.node, side, found)
        flat = flattened(game.observation(side, "flat", "uint8"), layouts)
        assert not differing(flat, told, layouts), (game.node, side, "flat")


@pytest.mark.whole_games
@pytest.mark.parametrize("options", [OPEN, CLOSED, FOG], ids=("open", "closed", "placement"))
@pytest.mark.parametrize("advised", [0.0, 0.9], ids=("random", "staff"))
def test_15_5_T_78_T_106_T_107_T_177_T_181_all_that_is_seen_in_games_of_the_north(advised, options):
    rare = dict.fromkeys(RARE, 0)
    for number, game in enumerate(advised_walk("tscw", "north-1937", 3, advised, **options)):
        node = Node[game.node]
        rare[node] = rare.get(node, 0) + 1
        if number % 40 == 0 or (node in RARE and rare[node] <= 3):
            compare(game)
    compare(game)


@pytest.mark.whole_games
def test_15_5_T_106_T_107_all_that_is_seen_in_all_of_spain():
    for number, game in enumerate(advised_walk("tscw", "1937", 5, 0.9, **CLOSED)):
        if number % 250 == 0:
            compare(game)


PIECES = {
    "nationalist": ["HQ-NAV", "1N", "2N", "3N", "4N", "N-61", "N-81", "AV", "SG", "OG", "AGC", "RC", "1/81", "23M"],
    "republican": ["HQ-N", "1A", "2A", "1S", "2S", "P", "1BA", "2BA", "3BA", "AM1", "BM1", "SM1", "CH"],
}
STAGES = (Stage.MOVEMENT_N, Stage.MOVEMENT_R, Stage.TRANSPORT_N, Stage.COMBAT_N, Stage.COMBAT_R, Stage.RESERVES_N)


def made_up(seed: int, **options) -> Game:
    """Stacks of both sides at random on the northern board, with hexes that changed hands."""
    dice = random.Random(seed)
    land = sorted(on_board("north-1937"))
    hexes = iter(dice.sample(land, 20))
    units: dict[str, str] = {}
    for names in PIECES.values():
        left = [f"{name}-" if name in ("1N", "2N", "3N", "4N") and dice.random() < 0.5 else name for name in names]
        dice.shuffle(left)
        while left:
            n = dice.randint(1, 4)
            units[next(hexes)] = " ".join(left[:n])
            left = left[n:]
    control = dice.sample([code for code in land if code not in units], 8)
    position = scene(
        dice.choice(STAGES),
        units,
        control={"N": " ".join(control[:4]), "R": " ".join(control[4:])},
        support="AIR-LC AIR-N",
        box="5N 3S",
        hand=(23, 1),
        used=dice.choice(("HQ-NAV", "AIR-N")),
        lines={0: dice.choice((0, 1, 2))},
        turn=dice.randint(7, 10),
        **options,
    )
    return Game.from_dict(spec_of("tscw").to_dict(position.tables, position.s))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", [OPEN, CLOSED], ids=("open", "closed"))
def test_15_5_10_1_T_106_all_that_is_seen_of_stacks_at_random(options, seed):
    compare(made_up(seed, **options))


@pytest.mark.parametrize("seed", range(6))
def test_15_5_T_106_T_107_stacks_at_random_that_are_redrawn_are_positions_that_look_the_same(seed):
    game, changed = made_up(seed, **CLOSED), 0
    for side, draw in itertools.product(SIDES, range(4)):
        twin = game.determinize(side, np.random.default_rng(draw))
        again = Game.from_dict(twin.to_dict())
        assert again.state_hash() == twin.state_hash()
        shown = [one.observation(side, "flat", "uint8").tobytes() for one in (game, again)]
        assert shown[0] == shown[1], side
        changed += twin.state_hash() != game.state_hash()
    assert changed > 0


# -- the twin finds what is wrong ------------------------------------------------------------------------------------


def battle() -> Game:
    """The defender is to answer the air units of the attacker, in a battle beside stacks that he does not see."""
    units = {"3513": "1N 2N", "3413": "3N 4N HQ-NAV", "3614": "1BA 2BA", "3613": "3BA", "3608": "3A AM1", "3607": "OG"}
    position = scene(Stage.COMBAT_N, units, support="AIR-LC AIR-AL AIR-N", hand=(23, 1), lines={0: 1}, **CLOSED)
    position.act("HEX", "3614")
    position.act("PIECE", "1N")
    position.done()
    while position.node != "AIR_ATT":
        position.done()
    position.act("PIECE", "AIR-LC")
    while position.node != "AIR_DEF":
        position.done()
    return Game.from_dict(spec_of("tscw").to_dict(position.tables, position.s))


def changed(change: Callable[[np.void, Game], None]) -> Callable[[Game, str], dict[str, np.ndarray]]:
    """What a side would see of a position that is another in one point."""

    def shown(game: Game, side: str) -> dict[str, np.ndarray]:
        states = game.record.reshape(1).copy()
        change(states[0], game)
        return board(game, side, states)

    return shown


def _of(name: str, field: str, value: int) -> Callable[[Game, str], dict[str, np.ndarray]]:
    def change(s: np.void, game: Game) -> None:
        s[field][game.tables.pieces.names.index(name)] = value

    return changed(change)


def _bit(field: str, side: int | None, code: str) -> Callable[[Game, str], dict[str, np.ndarray]]:
    def change(s: np.void, game: Game) -> None:
        row, column = divmod(game.tables.grid.cell(code), game.tables.grid.columns)
        rows = s[field] if side is None else s[field][side]
        rows[row + 1] ^= 1 << column

    return changed(change)


def _put(field: str, value: int, *at: int) -> Callable[[Game, str], dict[str, np.ndarray]]:
    def change(s: np.void, game: Game) -> None:
        if at:
            s[field][at] = value
        else:
            s[field] = value

    return changed(change)


FAULTS = {
    "the other side's view": (lambda game, side: board(game, SIDES[1 - SIDES.index(side)]), "general.side"),
    "all stacks in fog": (lambda game, side: board(game, side, fog=0), "hexes.more"),
    "zones of the enemy in fog": (lambda game, side: board(game, side, fog=0), "hexes.zoc"),
    "hands that are closed": (lambda game, side: board(game, side, closed_chits=0), "general.hand"),
    "what the cup would tell of them": (lambda game, side: board(game, side, closed_chits=0), "general.cup"),
    "air units that are not revealed": (lambda game, side: board(game, side, simultaneous_air=0), "pieces.flies"),
    "own air units forgotten": (_of("AIR-N", "role", ROLE.FLIES), "pieces.flies"),
    "a unit's steps": (_of("1N", "strength", 1), "pieces.strength"),
    "its factors": (_of("1N", "strength", 1), "hexes.defence"),
    "its supply": (_of("3BA", "supply", 2), "pieces.supply"),
    "its part in the battle": (_of("2BA", "role", ROLE.ATTACKS), "pieces.attacks"),
    "a used unit": (_of("AIR-LC", "used", 1), "pieces.used"),
    "a unit that is gone": (_of("5N", "where", 6), "pieces.where"),
    "a hex's owner": (_bit("control_rows", 0, "3608"), "hexes.control"),
    "a zone": (_bit("zoc_rows", 1, "3304"), "hexes.zoc"),
    "an attacked hex": (_bit("attacked_rows", None, "3304"), "hexes.attacked"),
    "where the attack comes from": (_bit("battle_rows", None, "3304"), "hexes.attackers"),
    "a destroyed fort": (_bit("destroyed_rows", None, "3613"), "hexes.fort"),
    "morale": (_put("rml", 1), "general.morale"),
    "a purse": (_put("purse", 9, 3), "general.purse"),
    "rail capacity": (_put("rail", 29, 1), "general.rail"),
    "a line": (_put("line", 2, 1), "general.line"),
    "losses": (_put("loss_att", 3), "general.loss"),
    "the node": (_put("node", int(Node.AIR_ATT)), "general.node"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_twin_finds_a_planted_fault(fault):
    shown, channel = FAULTS[fault]
    game, side = battle(), "republican"
    layouts, told = game.tables.observations["board"], observe(game.to_dict(), side, legal(game, side))
    assert differing(board(game, side), told, layouts) == []
    assert channel in differing(shown(game, side), told, layouts)


def test_12_2_4_T_78_a_side_sees_which_air_units_it_has_committed_itself():
    units = {"2711": "N-12", "2712": "R-3"}
    position = scene(Stage.COMBAT_N, units, scenario="1937", support="AIR-LC AIR-R1 AIR-R2", air="simultaneous")
    position.act("HEX", "2712")
    position.act("PIECE", "N-12")
    position.done()
    position.act("PIECE", "AIR-LC")
    while position.node != "AIR_DEF":
        position.done()
    position.act("PIECE", "AIR-R1")
    game = Game.from_dict(spec_of("tscw").to_dict(position.tables, position.s))
    assert game.node == "AIR_DEF"
    flies = board(game, "republican")["pieces"][:, P.flies]
    assert {name for name, one in zip(game.tables.pieces.names, flies, strict=True) if one} == {"AIR-R1"}
    compare(game)
