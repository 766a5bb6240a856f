"""Golden games: random games written down line by line, with a checksum of the position after each line.

A line is a decision or a die: its number, the node, the side that decides, the action, and the first digits of the hash
of the resulting position.  The header describes the start of the game; the last lines its end, and the hash of its log.
"""

import hashlib
import pathlib
import random
import typing

from support.walks import pick

from ctv_env import new_game
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME

FOLDER = pathlib.Path(__file__).parent
_DIGITS, _HEAD_LINES = 8, 2
_EVERYTHING = {"air_combat": True, "dsg_reduction": True, "rivers": True}
_ALL_OF_ARRIBA = dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True)
_ALL_OF_TSCW = {"setup": "placement", "fog": True, "chits": "closed", "air": "simultaneous", "rml_victory": True}


class Case(typing.NamedTuple):
    """How a golden game begins, and who plays it: ``advised`` is how often the agent of that name chooses."""

    scenario: str
    seed: int
    options: dict
    game: str = "ctv"
    adviser: str = "random"
    advised: float = 0.0


CASES = {
    "campaign-en": Case("campaign", 1, {}),
    "campaign-it": Case("campaign", 2, {"edition": "it"}),
    "campaign-en-options": Case("campaign", 3, _EVERYTHING),
    "campaign-en-placement": Case("campaign", 4, {"setup": "placement"}),
    "campaign-it-placement": Case("campaign", 5, {"setup": "placement", "edition": "it", "historical_setup": True}),
    "escudo-en": Case("escudo", 6, {}),
    "escudo-it-options": Case("escudo", 7, {"edition": "it"} | _EVERYTHING),
    "reinosa-en-options": Case("reinosa", 8, _EVERYTHING),
    "reinosa-it": Case("reinosa", 9, {"edition": "it"}),
    "last-stand-en": Case("last-stand", 10, {}),
    "last-stand-it-open": Case("last-stand", 11, {"edition": "it", "fog": False}),
    "duel-en": Case("duel", 12, {}),
    "duel-it-unforced": Case("duel", 13, {"edition": "it", "play_forced": False}),
    "arriba-random": Case("campaign", 14, {}, "arriba"),
    "arriba-random-options": Case("campaign", 15, _ALL_OF_ARRIBA, "arriba"),
    "arriba-greedy": Case("first-year", 16, {}, "arriba", "greedy", 0.7),
    "arriba-greedy-options": Case("campaign", 17, _ALL_OF_ARRIBA, "arriba", "greedy", 0.8),
    "arriba-staff": Case("first-year", 18, {}, "arriba", "staff", 0.9),
    "arriba-staff-options": Case("campaign", 19, _ALL_OF_ARRIBA, "arriba", "staff", 0.7),
    "arriba-unforced": Case("rising", 20, {"play_forced": False}, "arriba", "staff", 0.5),
    "arriba-drops-options": Case("campaign", 109, _ALL_OF_ARRIBA, "arriba", "staff", 0.4),
    "arriba-blockade-options": Case("campaign", 104, _ALL_OF_ARRIBA, "arriba", "greedy", 0.3),
    "tscw-north-random": Case("north-1937", 21, {}, "tscw"),
    "tscw-north-random-options": Case("north-1937", 22, _ALL_OF_TSCW, "tscw"),
    "tscw-north-greedy": Case("north-1937", 23, {}, "tscw", "greedy", 0.7),
    "tscw-north-unforced": Case("north-1937", 24, {"play_forced": False}, "tscw", "greedy", 0.4),
    "tscw-1937-random": Case("1937", 25, {}, "tscw"),
    "tscw-1937-random-options": Case("1937", 26, _ALL_OF_TSCW, "tscw"),
    "tscw-1937-greedy": Case("1937", 27, {}, "tscw", "greedy", 0.7),
}
"""Golden games by the name of their file; every edition, way of setting up, option and scenario."""


def record(case: Case) -> str:
    """Play a game at random, or at times on the advice of an agent, and write it down."""
    game = _begin(case)
    chooser = random.Random(case.seed)
    adviser = GamePolicy(case.adviser, case.game)
    lines = _head(game, case)
    while game.to_move is not None:
        lines.append(play_line(game, len(lines) - _HEAD_LINES + 1, _choose(game, chooser, adviser, case.advised)))
    lines += _end(game)
    return "\n".join(lines) + "\n"


def _begin(case: Case) -> Game:
    return new_game(case.game, case.scenario, case.seed, **case.options)


def _choose(game: Game, chooser: random.Random, adviser: GamePolicy, advised: float) -> int:
    if game.to_move == CHANCE_NAME:
        return chooser.choice(game.legal_actions())
    if advised and chooser.random() < advised:
        return adviser.advise(game)
    return pick(game, chooser)


def play_line(game: Game, number: int, action: int) -> str:
    """Apply an action or a die to ``game``; returns its line."""
    before = f"{number} {game.node} {game.to_move} {in_words(game, action)}"
    game.step(action)
    return f"{before} {game.state_hash()[:_DIGITS]}"


def replay(case: Case, text: str) -> str | None:
    """Play a golden game again; the first line that differs and what stands there now, None if all is as it was."""
    game = _begin(case)
    for number, expected in enumerate(text.splitlines(), 1 - _HEAD_LINES):
        if number == 1 - _HEAD_LINES:
            due = _head(game, case)
        elif number > 0 and game.to_move is None and not due:
            due = _end(game)
        found = due.pop(0) if due else _again(game, number, expected)
        if found != expected:
            return f"expected {expected!r}, found {found!r}"
    return None


def _again(game: Game, number: int, line: str) -> str:
    """Do again what ``line`` says; returns the line that comes of it now."""
    words = line.split(" ")
    try:
        return play_line(game, number, read_action(game, words[3:-1]))
    except ValueError as error:
        return f"{number} {game.node} {game.to_move}: {error}"


def read_action(game: Game, words: list[str]) -> int:
    """The action that ``words`` name: ``["PIECE", "LIT", "1"]``, ``["DONE"]``, or ``["4"]`` for a die."""
    if game.to_move == CHANCE_NAME:
        return int(words[0])
    kind, *name = words
    return game.encode(kind, " ".join(name) or None)


def in_words(game: Game, action: int) -> str:
    """An action or a face as ``read_action`` reads it."""
    if game.to_move == CHANCE_NAME:
        return str(action)
    return " ".join(part for part in game.decode(action) if part)


def _head(game: Game, case: Case) -> list[str]:
    options = ", ".join(f"{name}={value}" for name, value in case.options.items()) or "defaults"
    return [
        f"# {case.scenario}, seed {case.seed}, rules {game.spec.version}; options: {options}",
        f"# start {game.state_hash()[:_DIGITS]}",
    ]


def _end(game: Game) -> list[str]:
    told = hashlib.sha256("\n".join(game.log).encode()).hexdigest()[:_DIGITS]
    return [
        f"end: the {game.winner} wins on turn {game.turn} with {game.score()} {game.spec.score.short}",
        f"log: {told}",
    ]
