"""Battles of Arriba España in one area, in few words: declare an attack, roll, take losses, count."""

from support.arriba_scene import Scene, act, done, roll, scene, value, yes

from ctv_env.core.events import Happened
from ctv_env.games.arriba.model.codes import SIDE_NAMES
from ctv_env.games.arriba.model.events import EVENTS

FIELD = "toledo"  # neither mountainous nor at the coast
PASS = "decline"


def combat(attacker: str, defender: str, *, side: str = "rebel", area: str = FIELD, **more) -> Scene:
    """The Combat Phase of ``side``, with what both have in ``area``, written as scenes are: ``"field: 2 Nat b"``."""
    other = "government" if side == "rebel" else "rebel"
    return scene(**{side: {area: attacker}, other: {area: defender}, "stage": "COMBAT", "side": side, **more})


def attack(game: Scene, bg: str = "1", target: str = "1", area: str = FIELD, **answers) -> None:
    """Declare an attack up to its die: ``offensive="pay"`` or ``PASS``, numbers for ``air``, ``armour``, ``air_def``.

    Questions without an argument are declined.
    """
    act(game, "AREA", area)
    act(game, "BG", bg, target)
    support(game, **answers)


def support(game: Scene, offensive: str = PASS, air: int = 0, armour: int = 0, air_def: int = 0) -> None:
    """Answer the questions between target and die."""
    if game.node == "OFFENSIVE":
        yes(game) if offensive == "pay" else done(game)
    for node, number in (("AIR_ATT", air), ("ARMOUR_ATT", armour), ("AIR_DEF", air_def)):
        if game.node == node:
            act(game, "AMOUNT", str(number))


def strike(game: Scene, die: int, **names) -> None:
    """Declare an attack and roll its die."""
    attack(game, **names)
    roll(game, die)


def lose(game: Scene, *names: str) -> None:
    """Give up units, AP or the ``"fort"``, one after the other."""
    for name in names:
        kind = {"armour": "AP", "artillery": "AP", "fort": "VERB"}.get(name, "UNIT")
        act(game, kind, "fortify" if name == "fort" else name)


def _last(game: Scene, event: type):
    return [one for one in game.events if isinstance(one, event)][-1]


def strength(game: Scene) -> tuple[int, int]:
    """CF of attacker and defender in the last battle."""
    odds = _last(game, EVENTS.ODDS)
    return odds.attack, odds.defence


def attack_strength(game: Scene) -> Happened:
    """Return the terms of the last attacker's CF."""
    return [one for one in game.events if isinstance(one, EVENTS.STRENGTH)][-2]


COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1")


def _column(number: int) -> str:
    if number < 0:
        return f"1:{3 - number}"
    return COLUMNS[number] if number < len(COLUMNS) else f"{number - 1}:1"


def odds(game: Scene) -> str:
    """Return the column before shifts, ``"3:2"``; beyond the table ``"7:1"`` is the first on the right."""
    return _column(_last(game, EVENTS.ODDS).column)


def column(game: Scene) -> str:
    """Return the column after shifts, at the combat die."""
    return _column(value(game, "column"))


def drm(game: Scene) -> int:
    """Return the sum of the modifiers, at the combat die."""
    return value(game, "drm")


def table(game: Scene) -> tuple[str, int, tuple[int, int]]:
    """Return column and row of the last die, and the result there."""
    rolled = _last(game, EVENTS.COMBAT_DIE)
    return _column(rolled.column), rolled.row, (rolled.attacker, rolled.defender)


def result(game: Scene) -> tuple[int, int]:
    """Numbers of the last battle after all adjustments."""
    return tuple(_last(game, EVENTS.RESULT_ADJUSTED))


def sums(game: Scene) -> dict[str, int]:
    """PSP gathered in the phase."""
    return dict(zip(SIDE_NAMES, value(game, "sum_ps"), strict=False))
