"""Tables for tests: small games, whose agents decide at once and in the same thread."""

import pathlib
import random

from ctv_env.serve.journal import Folder
from ctv_env.serve.players import PERSON
from ctv_env.serve.session import DECIDE, OVER, ROLL, Table

MOST = 50
SEATS = {"nationalist": PERSON, "republican": "staff"}
BOTH = {"nationalist": PERSON, "republican": PERSON}
NONE = {"nationalist": "random", "republican": "random"}


def first_line(scenario: str = "escudo", seats: dict | None = None, seed: int = 1, awaits_dice=True, **options) -> dict:
    """First line of a journal."""
    return {
        "game": "ctv",
        "scenario": scenario,
        "seed": seed,
        "data_dir": None,
        "options": options,
        "seats": seats or SEATS,
        "awaits_dice": awaits_dice,
    }


def seated(journal) -> Table:
    """A table at a journal; agents decide while one waits."""
    return Table(journal, lambda work: work(), lambda: None)


def new_table(folder: pathlib.Path, *args, **more) -> Table:
    """A table at a new game, kept in ``folder``; arguments as of ``first_line``."""
    return seated(Folder(folder, MOST).begin(first_line(*args, **more)))


def again(table: Table) -> Table:
    """The table after a crash of the server: all that is left is the journal."""
    return seated(type(table.journal)(table.journal.name, table.journal.file))


def move_on(table: Table, chooser: random.Random) -> None:
    """One thing that a person does: a decision at random, a die, a change of seats."""
    shown = table.shown
    if shown.phase == DECIDE:
        table.act(shown.version, chooser.choice(shown.game.clone().legal_actions()))
    elif shown.phase == ROLL:
        table.roll(shown.version)
    else:
        table.take_seat(shown.version)


def play_until(table: Table, wanted, seed: int = 0, most: int = 3000) -> None:
    """Move on at random till ``wanted(table.shown)``; an AssertionError if it never comes."""
    chooser = random.Random(seed)
    for _ in range(most):
        if wanted(table.shown):
            return
        assert table.shown.phase != OVER, "the game ended before"
        move_on(table, chooser)
    raise AssertionError(f"not within {most} moments")
