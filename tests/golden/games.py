"""Golden games: random games written down line by line, with a checksum of the position after each line.

A line is a decision or a die: its number, the node, the side that decides, the action, and the first digits of the hash
of the resulting position.  The header describes the start of the game, the last line its end.
"""

import pathlib
import random
import typing

from support.walks import pick

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME

FOLDER = pathlib.Path(__file__).parent
_DIGITS, _HEAD_LINES = 8, 2
_EVERYTHING = {"air_combat": True, "dsg_reduction": True, "rivers": True}


class Case(typing.NamedTuple):
    """How a golden game begins."""

    scenario: str
    seed: int
    options: dict


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
}
"""Golden games by the name of their file; both editions, both set-ups, every option, every scenario."""


def record(case: Case) -> str:
    """Play a game at random and write it down."""
    game = new_game("ctv", case.scenario, case.seed, **case.options)
    chooser = random.Random(case.seed)
    lines = _head(game, case)
    while game.to_move is not None:
        lines.append(play_line(game, len(lines) - _HEAD_LINES + 1, _choose(game, chooser)))
    lines.append(_end(game))
    return "\n".join(lines) + "\n"


def _choose(game: Game, chooser: random.Random) -> int:
    return chooser.choice(game.legal_actions()) if game.to_move == CHANCE_NAME else pick(game, chooser)


def play_line(game: Game, number: int, action: int) -> str:
    """Apply an action or a die to ``game``; returns its line."""
    before = f"{number} {game.node} {game.to_move} {in_words(game, action)}"
    game.step(action)
    return f"{before} {game.state_hash()[:_DIGITS]}"


def replay(case: Case, text: str) -> str | None:
    """Play a golden game again; the first line that differs and what stands there now, None if all is as it was."""
    game = new_game("ctv", case.scenario, case.seed, **case.options)
    lines = text.splitlines()
    head = _head(game, case)
    for expected, found in zip(lines, head, strict=False):
        if expected != found:
            return f"expected {expected!r}, found {found!r}"
    for number, expected in enumerate(lines[len(head) :], 1):
        found = _end(game) if game.to_move is None else _again(game, number, expected)
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


def _end(game: Game) -> str:
    return f"end: the {game.winner} wins on turn {game.turn} with {game.score()} VP"
