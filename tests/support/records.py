"""Recorded games for tests."""

import json
import pathlib
import random

from support.walks import pick

from ctv_env import new_game
from ctv_env.core.replay.format import Content
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.games.ctv.policies import POLICIES

PLAYERS = {"nationalist": "one", "republican": "another"}
SCRIPTED = POLICIES[-1]
"""Name of the strongest compiled agent."""


def record_walk(file: pathlib.Path, scenario: str = "escudo", seed: int = 3, steps: int = 10_000, **options) -> dict:
    """Record ``steps`` of a random game; return the game at that point."""
    game = RecordedGame(new_game("ctv", scenario, seed, **options), file, PLAYERS, seed)
    chooser = random.Random(seed)
    for _ in range(steps):
        if game.to_move is None:
            break
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(pick(game, chooser))
    game.close()
    return {"winner": game.winner, "hash": game.state_hash(), "log": game.log}


def lines_of(file: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def write_lines(file: pathlib.Path, lines: list[dict]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def forge(file: pathlib.Path, lines: list[dict]) -> None:
    """Write the lines of a whole record with the right hash, as anybody can."""
    content = Content()
    for line in lines[:-1]:
        content.add(json.dumps(line).encode() + b"\n")
    write_lines(file, [*lines[:-1], lines[-1] | {"content": content.hash()}])
