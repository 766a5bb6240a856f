"""The exact values of the scenario ``duel``: positions of perfect play with the same face on every die.

Each line of ``duel_values.json`` holds a position: the way to it from the start (actions in words, faces), the node,
the side that decides, the Nationalist's probability of winning, the same after each action or face, and the number of
positions that can follow.
"""

import json

from golden.games import FOLDER, in_words, read_action

from ctv_env import new_game
from ctv_env.agents.search.solver import Solver, after
from ctv_env.core.dice import FACES
from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME

FILE = FOLDER / "duel_values.json"
FEW = 5000
"""Positions are counted up to this many: that many are solved in a few seconds."""


def start() -> Game:
    """The duel with open cards."""
    return new_game("ctv", "duel", 0, fog=False)


def at(line: list[str]) -> Game:
    """The position after a line of actions and faces."""
    game = start()
    for words in line:
        game.step(read_action(game, words.split(" ")))
    return game


def entry(game: Game, line: list[str], solver: Solver) -> dict:
    """What there is to know of the position that ``line`` leads to."""
    return {
        "line": line,
        "node": game.node,
        "to_move": game.to_move,
        "value": _rounded(solver.value(game)),
        "after": {in_words(game, a): _rounded(solver.value(after(game, a))) for a in game.legal_actions()},
        "positions": count_ahead(game),
    }


def _rounded(value: float) -> float:
    return round(value, 12)


def count_ahead(game: Game) -> int:
    """How many different positions can come of this one, itself among them; ``FEW`` if it is as many or more."""
    seen, todo = {game.state_hash()}, [game]
    while todo and len(seen) < FEW:
        here = todo.pop()
        for action in here.legal_actions():
            there = after(here, action)
            if (key := there.state_hash()) not in seen:
                seen.add(key)
                todo.append(there)
    return min(len(seen), FEW)


def work_out() -> list[dict]:
    """Entries along perfect play, the first of the best actions each time, for each face of the die."""
    solver, entries = Solver(), {}
    for face in range(1, FACES + 1):
        game, line = start(), []
        while game.to_move is not None:
            if tuple(line) not in entries:
                entries[tuple(line)] = entry(game, list(line), solver)
            action = face if game.to_move == CHANCE_NAME else solver.best_actions(game)[0]
            line.append(in_words(game, action))
            game.step(action)
    return list(entries.values())


def write() -> None:
    """Regenerate ``FILE``."""
    lines = ",\n".join(json.dumps(entry) for entry in work_out())
    FILE.write_text(f"[\n{lines}\n]\n")


def read() -> list[dict]:
    """The entries of ``FILE``."""
    return json.loads(FILE.read_text())
