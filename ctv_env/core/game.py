"""The Python face of a compiled game: one position, the moves it allows, the dice it waits for.

A game's house fills in a ``Rules`` record; ``Game`` and everything above it (environments, agents, command line)
use only that.
"""

import dataclasses
import functools
import hashlib
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from ctv_env.core.dice import FACES, SEARCH, search_stream, stream
from ctv_env.core.drawing import Drawing
from ctv_env.core.jit import COMPILED, records
from ctv_env.core.observation import DTYPES, Layout
from ctv_env.core.scene import Scene

CHANCE_NAME = "chance"
_MAGIC = b"ctvgame1"
_SEED_RANGE = 2**63
_RNG = struct.Struct("<Q")


class IllegalActionError(ValueError):
    """An action that the rules forbid here; the message says which rule, the position is unchanged."""


class SaveError(ValueError):
    """Bytes or a dictionary that are no saved game of this version."""


@dataclasses.dataclass(frozen=True)
class Rules:
    """What a game's house fills in: facts and functions, no inheritance.

    Compiled entries take ``(states, i, tables, works, ...)``; ``tables`` is the record of a loaded table set.
    """

    name: str
    version: str  # of the rules: raised when play changes
    sides: tuple[str, ...]
    state: np.dtype
    work: np.dtype
    n_actions: int
    action_hash: Callable[[], str]
    load: Callable[..., Any]  # (scenario, data_dir, **options) -> tables object
    start: Callable  # plays to the first node
    step: Callable  # one action or die
    roll: Callable  # the die that is due, by the game's own luck, not applied
    mask: Callable  # fills works[0].mask, returns the number of legal actions
    reason: Callable  # code of the reason against an action, 0 for legal
    vp: Callable  # victory points of the first side
    node_name: Callable[[int], str]
    decider: Callable[[np.void], str | None]  # name of the side to move, "chance", None at the end
    winner: Callable[[np.void], str | None]
    decode: Callable
    encode: Callable
    describe: Callable
    explain: Callable
    to_dict: Callable
    from_dict: Callable
    words: Callable  # events of a step in words
    open_events: Callable  # (tables object, events, side index) -> those that the side may read
    text: Callable  # (tables object, states, i, side index) -> the map in plain text
    observations: dict[str, tuple[Layout, ...]]  # the arrays of each kind of observation
    observe: Callable  # (states, i, tables object, works, side index, kind, dtype) -> dict of arrays
    determinize: Callable  # redraws what a side cannot see, with works[0].rng
    draw: Callable  # (tables object, states, i, works, mask, events, side, ...) -> core.drawing.Drawing
    coloured: Callable  # the map in text, with the colours of a terminal
    scene: Callable  # (tables object, states, i, events, number in the last step, side) -> core.scene.Scene
    policies: tuple[str, ...]  # names of the compiled policies, which keep to the fog by themselves
    advise: Callable  # (states, i, tables, works, index of a policy) -> its action


class Game:
    """A game in play: rules, tables, one position, and the log of what happened.

    Make one with ``ctv_env.new_game``; every attribute below is read only.  At a chance node the *actions* are the
    faces of one die, 1 to 6: apply one with ``step``, or let the game's own stream choose with ``roll``.
    """

    __slots__ = ("_log", "_masked", "_scratch", "_states", "_tables", "rules")

    def __init__(self, rules: Rules, tables, states: np.ndarray):
        """Take over ``states``, one record of a valid position; most callers want ``new_game``."""
        self.rules = rules
        self._tables = tables
        self._states = states
        self._scratch: np.ndarray | None = None
        self._masked = False
        self._log: tuple = ()

    @classmethod
    def new(cls, rules: Rules, scenario: str, seed: int | None, data_dir=None, **options) -> "Game":
        """A new game; ``seed`` None draws one from the operating system.

        Raises:
            ValueError: unknown scenario or option, or a negative seed.
        """
        tables = rules.load(scenario, data_dir, **options)
        return cls.begin(rules, tables, stream(fresh_seed() if seed is None else checked_seed(seed)))

    @classmethod
    def begin(cls, rules: Rules, tables, dice: int) -> "Game":
        """A new game with loaded ``tables``; ``dice`` is the first state of its random stream."""
        states = records(1, rules.state)
        states[0]["rng"] = dice
        game = cls(rules, tables, states)
        rules.start(states, 0, tables.record, game._works)
        game._after_step()
        return game

    @property
    def _works(self) -> np.ndarray:
        """Scratch, (1,) records; made when it is first needed: it is four times as large as the position."""
        if self._scratch is None:
            self._scratch = records(1, self.rules.work)
        return self._scratch

    # -- where we are ------------------------------------------------------------------------------------------

    @property
    def tables(self):
        """The loaded map, counters, charts and options (read only)."""
        return self._tables

    @property
    def record(self) -> np.void:
        """The raw state record (``STATE_FIELDS`` of the game); for reading only."""
        return self._states[0]

    @property
    def to_move(self) -> str | None:
        """Name of the side that decides, ``"chance"`` where a die is due, None at the end."""
        return self.rules.decider(self._states[0])

    @property
    def node(self) -> str:
        """Name of the present decision, such as ``"MOVE_TO"`` or ``"COMBAT_DIE"``."""
        return self.rules.node_name(int(self._states[0]["node"]))

    @property
    def turn(self) -> int:
        """Game turn, 1 to the last; 0 during set-up."""
        return int(self._states[0]["turn"])

    @property
    def winner(self) -> str | None:
        """The winning side, None while the game goes on."""
        return self.rules.winner(self._states[0])

    def vp(self) -> int:
        """Victory points of the first side now, as the game counts them."""
        return int(self.rules.vp(self._states, 0, self._tables.record))

    @property
    def log(self) -> list[str]:
        """What happened since the game was made or loaded, in words, with dice and modifiers term by term."""
        events = self._events()
        return self.rules.words(self._tables, events) if len(events) else []

    def log_of(self, side: str) -> list[str]:
        """The ``log`` as far as ``side`` may read it, fog of war applying if it is on."""
        events = self.rules.open_events(self._tables, self._events(), self._side_index(side))
        return self.rules.words(self._tables, events) if len(events) else []

    def _events(self) -> np.ndarray:
        """Events of the log, one row each, in order; the log itself is a chain that copies share."""
        parts, link = [self._works[0]["event"][:0]], self._log
        while link:
            link, events = link
            parts.append(events)
        return np.concatenate(parts[::-1])

    # -- what may be done --------------------------------------------------------------------------------------

    def _mask(self) -> np.ndarray:
        if not self._masked:
            self.rules.mask(self._states, 0, self._tables.record, self._works)
            self._masked = True
        return self._works[0]["mask"]

    def action_mask(self) -> np.ndarray:
        """int8 (n_actions,): 1 for each legal action; at a chance node the faces 1 to 6; all 0 at the end."""
        return np.array(self._mask(), np.int8)

    def legal_actions(self) -> list[int]:
        """Legal actions in rising order; empty only at the end."""
        return np.flatnonzero(self._mask()).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) of each face of the die that is due; empty where no die is due."""
        if self.to_move != CHANCE_NAME:
            return []
        return [(face, 1.0 / FACES) for face in range(1, FACES + 1)]

    def decode(self, action: int) -> tuple[str, str | None]:
        """``("DONE", None)``, ``("PIECE", "LIT 1")`` or ``("HEX", "1406")``.

        Raises:
            ValueError: no such action number.
        """
        return self.rules.decode(self._tables, action)

    def encode(self, kind: str, name: str | None = None) -> int:
        """The action number of ``("DONE",)``, ``("PIECE", "LIT 1")`` or ``("HEX", "1406")``.

        Raises:
            ValueError: no such kind, piece or hex.
        """
        return self.rules.encode(self._tables, kind, name)

    def describe(self, action: int) -> str:
        """What ``action`` does here, in a player's words."""
        return self.rules.describe(self._tables, self._states[0], action)

    def explain_illegal(self, action: int) -> str:
        """Reason and rule number against ``action`` here; the empty string if it is legal."""
        if not self._is_action(action):
            return f"action {action!r} is not a whole number from 0 to {self.rules.n_actions - 1}"
        self._masked = False  # the reasons use the same scratch as the mask
        code = int(self.rules.reason(self._states, 0, self._tables.record, self._works, int(action)))
        return self.rules.explain(self._tables, self._states[0], code, int(action)) if code else ""

    def _is_action(self, action) -> bool:
        return (
            isinstance(action, (int, np.integer))
            and not isinstance(action, bool)
            and 0 <= action < self.rules.n_actions
        )

    # -- doing it ----------------------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Apply a legal action, or a face at a chance node, and play on to the next node.

        Raises:
            IllegalActionError: the action is not legal here; the position is unchanged.
        """
        if not self._is_action(action) or not self._mask()[int(action)]:
            raise IllegalActionError(self._refusal(action))
        self.rules.step(self._states, 0, self._tables.record, self._works, int(action))
        self._after_step()

    def roll(self) -> int:
        """Roll the die that is due with the game's own stream; returns the face.

        Raises:
            IllegalActionError: no die is due.
        """
        if self.to_move != CHANCE_NAME:
            raise IllegalActionError(f"no die is due at {self.node}: {self.to_move or 'nobody'} decides")
        face = int(self.rules.roll(self._states, 0, self._tables.record))
        self.step(face)
        return face

    def _refusal(self, action) -> str:
        if self.to_move is None:
            return f"the game is over ({self.winner} has won): no action is legal"
        if not self._is_action(action):
            return self.explain_illegal(action)
        return f"{self.node}: {self.describe(int(action))} is illegal: {self.explain_illegal(action)}"

    def _after_step(self) -> None:
        work = self._works[0]
        n_event = int(work["n_event"])
        if n_event:
            self._log = (self._log, np.array(work["event"][:n_event]))
        self._masked = True  # the engine leaves the mask of the node where it stops

    def close(self) -> None:
        """End the record of a game that is recorded (``recording.RecordedGame``); else there is nothing to end."""

    # -- copies and saves --------------------------------------------------------------------------------------

    def clone(self) -> "Game":
        """An independent copy: same position, same dice to come, same log."""
        twin = Game(self.rules, self._tables, _copied(self._states))
        twin._log = self._log
        return twin

    def clone_for_search(self, seed: int) -> "Game":
        """A copy for a planner: same position, an empty log, and other dice to come, drawn from ``seed``."""
        block = bytearray(self._states.tobytes())
        _RNG.pack_into(block, 0, search_stream(checked_seed(seed)))  # the first field of every state
        return Game(self.rules, self._tables, _records_of(block, self._states))

    def determinize(self, side: str, rng: np.random.Generator) -> "Game":
        """A copy in which all that ``side`` cannot see is drawn anew, in agreement with what it sees; for planners.

        Enemies in fog change places and losses, the dice to come are others, the log is empty.  ``side`` sees the same
        in the copy as in the game: observation, mask, information and text.

        Raises:
            ValueError: no such side.
        """
        twin = self.clone_for_search(int(rng.integers(_SEED_RANGE)))
        twin._works[0]["rng"] = stream(int(rng.integers(_SEED_RANGE)), SEARCH)
        self.rules.determinize(twin._states, 0, self._tables.record, twin._works, self._side_index(side))
        return twin

    def state_hash(self) -> str:
        """Hash of the position (16 hex digits); the dice to come are no part of it, the rules options are."""
        bare = _copied(self._states)
        bare[0]["rng"] = 0
        return hashlib.blake2b(bare.tobytes() + _identity(self.rules.name, self._tables), digest_size=8).hexdigest()

    def to_bytes(self) -> bytes:
        """The whole game but its log: rules version, scenario, options, position and random stream, with a checksum."""
        header = json.dumps(
            {
                "game": self.rules.name,
                "rules": self.rules.version,
                "data": self._tables.data_hash,
                "data_dir": self._tables.data_dir,
                "scenario": self._tables.scenario,
                "options": self._tables.options,
            }
        ).encode()
        body = len(header).to_bytes(4, "little") + header + self._states.tobytes()
        return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body

    @staticmethod
    def from_bytes(data: bytes) -> "Game":
        """The game that ``to_bytes`` saved; it goes on exactly as that one would have.

        Raises:
            SaveError: damaged bytes, or a save of other rules or data.
        """
        head = len(_MAGIC)
        if not isinstance(data, (bytes, bytearray)) or data[:head] != _MAGIC:
            raise SaveError("these bytes are no saved game: they do not begin with the mark of one")
        body = bytes(data[head + 4 :])
        if zlib.crc32(body) != int.from_bytes(data[head : head + 4], "little"):
            raise SaveError("the saved game is damaged: its checksum does not match")
        size = int.from_bytes(body[:4], "little")
        header = json.loads(body[4 : 4 + size])
        return _restore(header, body[4 + size :])

    def to_dict(self) -> dict:
        """The whole game but its log as JSON-able data, in printed hex codes and piece names."""
        return self.rules.to_dict(self._tables, self._states[0])

    @staticmethod
    def from_dict(data: dict) -> "Game":
        """The game of ``to_dict``, or any consistent position written by hand, also one that no game would reach.

        Raises:
            ValueError: the position is inconsistent; the message names the key and what would be right.
        """
        from ctv_env.games import rules_of

        if not isinstance(data, dict):
            raise SaveError(f"a position is a dictionary, not {type(data).__name__}")
        rules = rules_of(data.get("game"))
        tables, states = rules.from_dict(data)
        return Game(rules, tables, states)

    def __getstate__(self):
        return self.to_bytes(), self._events()

    def __setstate__(self, state):
        data, events = state
        twin = Game.from_bytes(data)
        for name in ("rules", "_tables", "_states", "_scratch", "_masked"):
            setattr(self, name, getattr(twin, name))
        self._log = ((), events)

    # -- what a side sees --------------------------------------------------------------------------------------

    def observation(self, side: str, kind: str | None = None, dtype: str = "uint8"):
        """What ``side`` sees, fog of war applying if it is on; the channels are those of ``rules.observations[kind]``.

        Args:
            side: who observes; it need not be the one to move.
            kind: which arrays; None for the first kind.
            dtype: ``"uint8"``, whole numbers as the channels declare them, or ``"float32"``, their values.

        Returns:
            A dictionary of arrays by name, new ones; or the array itself where the kind has only one.

        Raises:
            ValueError: no such side, kind or dtype.
        """
        index = self._side_index(side)
        kind = next(iter(self.rules.observations)) if kind is None else kind
        for what, value, known in (("kind", kind, self.rules.observations), ("dtype", dtype, DTYPES)):
            if value not in known:
                raise ValueError(f"no observation {what} {value!r}; there are {', '.join(known)}")
        self._masked = False
        arrays = self.rules.observe(self._states, 0, self._tables, self._works, index, kind, dtype)
        return arrays if len(arrays) > 1 else next(iter(arrays.values()))

    def text(self, side: str) -> str:
        """The map in plain text as ``side`` sees it."""
        return self.rules.text(self._tables, self._states, 0, self._side_index(side))

    def drawing(self, side: str | None = None, layers=(), policy=None, value: float | None = None) -> Drawing:
        """The position as a picture, to be made into SVG or pixels by ``ctv_env.render``.

        Args:
            side: whose sight; what the fog hides from it is not in the picture.  None shows all.
            layers: names of layers drawn over the map, such as ``("zoc", "supply")``.
            policy: probability of each action (n_actions,), drawn on the map; None for none.
            value: an estimate of the result for the first side, -1 to 1, drawn in the margin; None for none.

        Raises:
            ValueError: no such side or layer, or probabilities that are none.
        """
        if side is not None:
            self._side_index(side)
        return self.rules.draw(
            self._tables, self._states, 0, self._works, self._mask(), self._events(), side, layers, policy, value
        )

    def svg(self, side: str | None = None, layers=(), policy=None, value: float | None = None) -> str:
        """The position as one SVG document that needs nothing else; arguments and errors as for ``drawing``."""
        from ctv_env.render.svg import svg

        return svg(self.drawing(side, layers, policy, value))

    def scene(self, side: str | None = None) -> Scene:
        """What the last step has brought, as far as ``side`` may know it; None knows all.

        Raises:
            ValueError: no such side.
        """
        if side is not None:
            self._side_index(side)
        n_new = int(self._works[0]["n_event"])
        return self.rules.scene(self._tables, self._states, 0, self._events(), n_new, side)

    def _repr_svg_(self) -> str:
        """What a notebook shows: everything, as ``log`` and ``to_dict`` do."""
        return self.svg()

    def _side_index(self, side: str) -> int:
        if side not in self.rules.sides:
            raise ValueError(f"no side {side!r}; the sides are {', '.join(self.rules.sides)}")
        return self.rules.sides.index(side)

    def __repr__(self) -> str:
        over = f"won by {self.winner}" if self.winner else f"{self.to_move} to decide {self.node}"
        return f"<Game {self.rules.name}/{self._tables.scenario} turn {self.turn}: {over}, {self.vp()} VP>"


def _copied(states: np.ndarray) -> np.ndarray:
    """A copy of records, as bytes: numpy by itself copies them field by field, fifty times as slowly."""
    return _records_of(bytearray(states.tobytes()), states)


def _records_of(block: bytearray, states: np.ndarray) -> np.ndarray:
    """The records, of the kind of ``states``, that lie in ``block``."""
    copies = np.frombuffer(block, states.dtype)
    return copies if COMPILED else copies.view(type(states))


@functools.lru_cache(maxsize=64)
def _identity(game: str, tables) -> bytes:
    """What a position's hash holds besides the position: what is played."""
    return repr((game, tables.scenario, sorted(tables.options.items()))).encode()


def _restore(header: dict, raw: bytes) -> Game:
    from ctv_env.games import rules_of

    rules = rules_of(header["game"])
    if header["rules"] != rules.version:
        raise SaveError(f"saved under rules {header['rules']}, these are {rules.version}")
    tables = rules.load(header["scenario"], header["data_dir"], **header["options"])
    if header["data"] != tables.data_hash:
        raise SaveError(f"saved with other game data ({header['data'][:8]}..., these are {tables.data_hash[:8]}...)")
    if len(raw) != rules.state.itemsize:
        raise SaveError(f"the position has {len(raw)} bytes, {rules.state.itemsize} were expected")
    states = records(1, rules.state)
    states.view(np.uint8)[:] = np.frombuffer(raw, np.uint8)
    return Game(rules, tables, states)


def fresh_seed() -> int:
    """A seed from the operating system."""
    return int(np.random.SeedSequence().entropy) % _SEED_RANGE


def checked_seed(seed) -> int:
    """``seed`` as an int.

    Raises:
        ValueError: not a whole number, or negative.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed!r}")
    return int(seed)
