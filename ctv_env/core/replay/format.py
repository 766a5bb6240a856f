"""Format of game records: JSON lines, one for each action and each die.

Line 1, the header:

================  ==================================================================================================
key               meaning
================  ==================================================================================================
``replay``        version of this schema
``package``       version of the package that wrote the file
``game``          name of the game
``rules``         ``version``, and ``source``, a hash of the rules' source files
``scenario``      name of the scenario
``options``       all rules options
``data_dir``      folder of custom data files, else null
``data``          hash of the data files
``actions``       hash of the action layout
``observations``  hash of each observation layout
``seed``          seed of all dice, else null; ``nth``: number of the game with that seed, from 1
``players``       name of the player of each side
``start``         hash of the first position
``position``      the first position itself, only if it is not the scenario's
================  ==================================================================================================

Every other line is a step: its number ``step`` from 1, the decider (``actor``, a side or ``"chance"``), the ``node``,
the ``action`` (at a chance node the outcome) and its ``name``, and the ``hash`` of the position after it.  The last
line is ``{"result": {"winner", "turn", score, "steps"}, "content": HASH}``, with the score under its own name and a
hash of all lines before it; it is missing if the game was abandoned.  Schema 1 has no ``content``.
"""

import functools
import hashlib
import pathlib
import sys
import typing

from ctv_env.core.game import Game
from ctv_env.core.observation import layout_hash
from ctv_env.core.spec import GameSpec, known_spec
from ctv_env.core.terms import CHANCE_NAME

SCHEMA = 2
SUFFIXES = (".jsonl", ".jsonl.gz")


class Step(typing.NamedTuple):
    """A step line of a record: an action or a die, and the hash of the position after it."""

    step: int
    actor: str
    node: str
    action: int
    name: str
    hash: str


def action_name(game: Game, action: int) -> str:
    """Return the name of an action, such as ``"PASS"`` or ``"MOVE ford"``, or the number of a chance outcome.

    Raises:
        ValueError: no such action number.
    """
    if game.to_move == CHANCE_NAME:
        return str(action)
    return " ".join(part for part in game.decode(action) if part)


def header_of(game: Game, players: dict[str, str], seed: int | None, nth: int) -> dict:
    """Return the header of a record that begins with the current position of ``game``."""
    from ctv_env import __version__

    spec, tables = game.spec, game.tables
    header = {
        "replay": SCHEMA,
        "package": __version__,
        "game": spec.name,
        "rules": {"version": spec.version, "source": source_hash(spec)},
        "scenario": tables.scenario,
        "options": dict(tables.options),
        "data_dir": tables.data_dir,
        "data": tables.data_hash,
        "actions": tables.actions.hash,
        "observations": {kind: layout_hash(*layouts) for kind, layouts in tables.observations.items()},
        "seed": seed,
        "nth": nth,
        "players": players,
        "start": game.state_hash(),
    }
    if first_position(header).state_hash() != header["start"]:
        header["position"] = game.to_dict()
    return header


def first_position(header: dict) -> Game:
    """Return the position at which a record begins.

    Raises:
        ValueError: unknown game, scenario or option, missing data folder, or inconsistent position.
    """
    if "position" in header:
        return Game.from_dict(header["position"])
    options = header["options"] | {"data_dir": header["data_dir"]}
    return Game.new(known_spec(header["game"]), header["scenario"], 0, **options)


def result_of(game: Game, steps: int) -> dict:
    """Return the result of a finished game."""
    return {"winner": game.winner, "turn": game.turn, game.spec.score.key: game.score(), "steps": steps}


class Content:
    """The hash of the lines of a record, which covers the names in its header, too.

    It shows that a file was changed by accident or by hand, not who wrote it: it needs no key.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, line: bytes) -> None:
        """Add a line, with its end."""
        self._digest.update(line)

    def hash(self) -> str:
        """Return the hash of the lines so far (16 hex digits)."""
        return self._digest.hexdigest()[:16]


def source_hash(spec: GameSpec) -> str:
    """Return a hash of the source files of a game's package (16 hex digits)."""
    return _hash_of_sources(pathlib.Path(str(sys.modules[spec.package].__file__)).parent)


@functools.cache
def _hash_of_sources(folder: pathlib.Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]
