"""Sessions for tests: small games whose agents decide at once in the same thread."""

import concurrent.futures
import pathlib
import random

from ctv_env.serve.journal import Folder
from ctv_env.serve.players import PERSON
from ctv_env.serve.session import DECIDE, OVER, ROLL, Session
from ctv_env.serve.workers import Workers

MOST = 50


class AtOnce(Workers):
    """Workers that do everything immediately."""

    def submit(self, work, slow):
        done = concurrent.futures.Future()
        done.set_result(work())
        return done


SEATS = {"nationalist": PERSON, "republican": "staff"}
BOTH = {"nationalist": PERSON, "republican": PERSON}
NONE = {"nationalist": "random", "republican": "random"}


def first_line(scenario: str = "escudo", seats: dict | None = None, seed: int = 1, awaits_dice=True, **options) -> dict:
    """Return the first line of a journal."""
    return {
        "game": "ctv",
        "scenario": scenario,
        "seed": seed,
        "data_dir": None,
        "options": options,
        "seats": seats or SEATS,
        "awaits_dice": awaits_dice,
    }


def seated(journal) -> Session:
    """Return a session at a journal, whose agents decide immediately."""
    return Session(journal, AtOnce(), lambda: None)


def new_session(folder: pathlib.Path, *args, **more) -> Session:
    """Return a session at a new game, kept in ``folder``; arguments as of ``first_line``."""
    return seated(Folder(folder, MOST).begin(first_line(*args, **more)))


def again(session: Session) -> Session:
    """Return the session after a crash of the server, restored from its journal."""
    return seated(type(session.journal)(session.journal.name, session.journal.file))


def move_on(session: Session, chooser: random.Random) -> None:
    """Do one random thing that a person can do: a decision, a die, a change of seats."""
    shown = session.shown
    if shown.phase == DECIDE:
        session.act(shown.version, chooser.choice(shown.game.clone().legal_actions()))
    elif shown.phase == ROLL:
        session.roll(shown.version)
    else:
        session.take_seat(shown.version)


def play_until(session: Session, wanted, seed: int = 0, most: int = 3000) -> None:
    """Move on at random until ``wanted(session.shown)``; an AssertionError if it never holds."""
    chooser = random.Random(seed)
    for _ in range(most):
        if wanted(session.shown):
            return
        assert session.shown.phase != OVER, "the game ended before"
        move_on(session, chooser)
    raise AssertionError(f"not within {most} snapshots")
