"""Combats for rule tests, on top of ``support.scene``: fight up to a die, set a result, play out a turn.

``FIELD`` is the ground of most tests: 2009 is clear, its neighbours are 1908, 1909, 2008, 2010, 2108 and 2109.
"""

import types

import numpy as np
from support.scene import act, attack, done, roll, scene

from ctv_env.core.game import Game
from ctv_env.games.ctv.model.codes import BREAKTHROUGH

FIELD = "2009"

# Dice without effects: no rain, no offensive, no surrender, the factory stays intact.
_QUIET = {"WEATHER_DIE": 1, "OFFENSIVE_DIE": 1, "BASQUE_DIE": 6, "FACTORY_DIE": 1}


def engage(pieces: dict, target: str, attackers, **more) -> Game:
    """A combat in a scene with its attackers named, at ``SUPPORT_ATT`` unless one side has no units left by then."""
    game = scene(pieces, node="TARGET", **more)
    act(game, "HEX", target)
    act(game, "PIECE", *attackers)
    done(game)
    return game


def fight(pieces: dict, target: str, attackers, support=(), defence=(), columns=(), defence_columns=(), **more) -> Game:
    """A combat in a scene, all named, at the first node after that: a die, or the end if one side has no units left."""
    game = scene(pieces, node="TARGET", **more)
    attack(game, target, attackers, support, defence, columns, defence_columns)
    return game


def odds(game: Game) -> types.SimpleNamespace:
    """Terms of the combat at its die: ``attack``, ``defence``, ``column`` (0 is 1:2, 9 above 7:1), ``drm``."""
    s = game.record
    return types.SimpleNamespace(
        attack=int(s["strength_att"]),
        defence=int(s["strength_def"]),
        column=int(s["column_shift"]),
        drm=int(s["drm"]),
    )


def strike(game: Game, result: str) -> None:
    """Roll the combat die so that the present column gives ``result``: ``"1/2"``, ``"B"``."""
    s, t = game.record, game.tables.record[0]
    column = int(np.clip(s["column_shift"], 0, len(t["odds_att"]) - 1))
    found = {}
    for face in range(6, 0, -1):
        row = int(np.clip(face + s["drm"], 0, t["crt_att"].shape[1] - 1))
        lost, killed = int(t["crt_att"][column, row]), int(t["crt_def"][column, row])
        found["B" if killed == BREAKTHROUGH else f"{lost}/{killed}"] = face
    assert game.node == "COMBAT_DIE", f"{game.node} is not the combat die"
    assert result in found, f"no {result} on this column, only {', '.join(found)}"
    roll(game, found[result])


def result(game: Game) -> str:
    """Return the result of the combat die, in the form that ``strike`` takes."""
    killed = int(game.record["result_def"])
    return "B" if killed == BREAKTHROUGH else f"{int(game.record['result_att'])}/{killed}"


def lose(game: Game, *names: str) -> None:
    """Have these units lose the next steps, in this order."""
    act(game, "PIECE", *names)


def retreat(game: Game, code: str) -> None:
    """At ``RETREAT``: retreat to a hex."""
    assert game.node == "RETREAT", f"{game.node} is no retreat"
    act(game, "HEX", code)


def play_on(game: Game, until) -> None:
    """Pass, and roll dice without effect, until ``until(game)`` holds."""
    while not until(game):
        if game.to_move == "chance":
            roll(game, _QUIET[game.node])
        else:
            game.step(game.legal_actions()[0])  # DONE, except for a new supply column, which takes the first hex


def next_turn(game: Game) -> None:
    """Pass until the next turn's Nationalist movement."""
    turn = game.turn + 1
    play_on(game, lambda g: g.turn == turn and g.node == "MOVE")
