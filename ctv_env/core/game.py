"""The Python interface to a compiled game: one position, its legal actions and its chance outcomes."""

import functools
import hashlib
import json
import struct
import typing
import zlib
from collections.abc import Sequence

import numpy as np

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.chance import probabilities
from ctv_env.core.dice import SEARCH, search_stream, stream
from ctv_env.core.drawing import Drawing
from ctv_env.core.jit import COMPILED, records
from ctv_env.core.observation import DTYPES
from ctv_env.core.quote import quoted
from ctv_env.core.saves import SaveError, restored
from ctv_env.core.spec import GameSpec, known_spec
from ctv_env.core.terms import CHANCE_NAME, OptionValue, Scene, Tables

_MAGIC = b"ctvgame1"
_SEED_RANGE = 2**63
_RNG = struct.Struct("<Q")


Observation = np.ndarray | dict[str, np.ndarray]
"""An array, or a dictionary of arrays."""

Layers = str | Sequence[str]
"""Names of map layers."""


class IllegalActionError(ValueError):
    """An action that the rules forbid here; the message cites the rule, the position is unchanged."""


class Game:
    """A game in play: rules, tables, one position, and the log.

    Create one with ``ctv_env.new_game``; all attributes are read-only.  At a chance node the *actions* are outcomes,
    such as the faces of a die: apply one with ``step``, or draw one from the game's own random stream with ``roll``.
    """

    __slots__ = ("_log", "_masked", "_own_scratch", "_states", "_tables", "spec")

    def __init__(self, spec: GameSpec, tables: Tables, states: np.ndarray):
        """Take ownership of ``states``, (1,) records of a valid position; most callers want ``new_game``."""
        self.spec = spec
        self._tables = tables
        self._states = states
        self._own_scratch: np.ndarray | None = None
        self._masked = False
        self._log: tuple = ()

    @classmethod
    def new(cls, spec: GameSpec, scenario: str | None, seed: int | None, **options: OptionValue) -> "Game":
        """Return a new game; a ``seed`` of None is drawn from the operating system.

        Raises:
            ValueError: unknown scenario or option, or a negative seed.
        """
        tables = spec.load(scenario, **options)
        return cls.begin(spec, tables, stream(fresh_seed() if seed is None else checked_seed(seed)))

    @classmethod
    def begin(cls, spec: GameSpec, tables: Tables, dice: int | np.uint64) -> "Game":
        """Return a new game with loaded ``tables``; ``dice`` is the first state of its random stream."""
        states = records(1, spec.state)
        states[0]["rng"] = dice
        game = cls(spec, tables, states)
        spec.engine.start(states, 0, tables.record, game._scratch)
        game._after_step()
        return game

    @property
    def _scratch(self) -> np.ndarray:
        """Scratch, (1,) records; allocated on first use, since it is four times as large as the position."""
        if self._own_scratch is None:
            self._own_scratch = records(1, self.spec.scratch)
        return self._own_scratch

    # -- the position ------------------------------------------------------------------------------------------

    @property
    def tables(self) -> Tables:
        """The loaded map, counters, charts and options (read-only)."""
        return self._tables

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._tables.actions.n

    @property
    def record(self) -> np.void:
        """The raw state record (``STATE_FIELDS`` of the game); read-only."""
        return self._states[0]

    @property
    def to_move(self) -> str | None:
        """Name of the side to move, ``"chance"`` at a chance node, None at the end."""
        return self.spec.decider(self._states[0])

    @property
    def node(self) -> str:
        """Name of the current decision, such as ``"MOVE_TO"`` or ``"COMBAT_DIE"``."""
        return self.spec.node_name(int(self._states[0]["node"]))

    @property
    def turn(self) -> int:
        """Game turn, from 1; 0 during set-up."""
        return int(self._states[0]["turn"])

    @property
    def winner(self) -> str | None:
        """The winning side, None while the game goes on."""
        return self.spec.winner(self._states[0])

    def score(self) -> int:
        """Return the current score of the first side (``spec.score``)."""
        return int(self.spec.engine.score(self._states, 0, self._tables.record))

    @property
    def log(self) -> list[str]:
        """Return the log since the game was created or loaded, in words, with dice and each modifier."""
        events = self._events()
        return self.spec.language.log(self._tables, events) if len(events) else []

    def log_of(self, side: str) -> list[str]:
        """Return the part of ``log`` that ``side`` may read, given the fog of war if it is on."""
        events = self.spec.language.visible_events(self._tables, self._events(), self._side_index(side))
        return self.spec.language.log(self._tables, events) if len(events) else []

    def _events(self) -> np.ndarray:
        """Return the events of the log in order, one row each; the log itself is a linked list shared by copies."""
        parts, link = [self._scratch[0]["event"][:0]], self._log
        while link:
            link, events = link
            parts.append(events)
        return np.concatenate(parts[::-1])

    # -- legal actions -----------------------------------------------------------------------------------------

    def _mask(self) -> np.ndarray:
        if not self._masked:
            self.spec.engine.mask(self._states, 0, self._tables.record, self._scratch)
            self._masked = True
        return self._scratch[0]["mask"]

    def action_mask(self) -> np.ndarray:
        """Return int8 (n_actions,): 1 for each legal action, or each outcome at a chance node; all 0 at the end."""
        return np.array(self._mask()[: self.n_actions], np.int8)

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty only at the end."""
        return np.flatnonzero(self._mask()[: self.n_actions]).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return pairs of outcome and probability at a chance node; empty where a side decides."""
        if self.to_move != CHANCE_NAME:
            return []
        return probabilities(self.spec.chance(self._tables, self._states[0]))

    def decode(self, action: int) -> tuple[str, str | None]:
        """Return the segment of an action and the name within it, None if it has none, as in ``("DONE", None)``.

        Raises:
            ValueError: no such action number.
        """
        return self.spec.language.decode(self._tables, action)

    def encode(self, kind: str, name: str | None = None) -> int:
        """Return the action number of a segment and a name, as returned by ``decode``.

        Raises:
            ValueError: no such segment, or no such name in it.
        """
        return self.spec.language.encode(self._tables, kind, name)

    def describe(self, action: int) -> str:
        """Return a description of what ``action`` does here, in a player's words."""
        return self.spec.language.describe(self._tables, self._states[0], action)

    def explain_illegal(self, action: typing.Any) -> str:
        """Return why ``action`` is illegal here, with the rule number; the empty string if it is legal."""
        number = self._number(action)
        if number is None:
            return f"action {action!r} is not a whole number from 0 to {self.n_actions - 1}"
        self._masked = False  # computing a reason overwrites the mask in the scratch
        code = int(self.spec.engine.reason(self._states, 0, self._tables.record, self._scratch, number))
        return self.spec.language.explain(self._tables, self._states[0], code, number) if code else ""

    def _number(self, action: typing.Any) -> int | None:
        """Return ``action`` as an int, None if it is none of this game's."""
        try:
            number = whole_number(action)
        except TypeError:
            return None
        return number if 0 <= number < self.n_actions else None

    # -- play --------------------------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Apply a legal action, or an outcome at a chance node, and play on to the next node.

        Args:
            action: a whole number, in any form (``core.action_numbers``).

        Raises:
            IllegalActionError: the action is not legal here; the position is unchanged.
        """
        number = self._number(action)
        if number is None or not self._mask()[number]:
            raise IllegalActionError(self._refusal(action))
        self.spec.engine.step(self._states, 0, self._tables.record, self._scratch, number)
        self._after_step()

    def roll(self) -> int:
        """Draw the outcome of a chance node from the game's own random stream, apply it and return it.

        Raises:
            IllegalActionError: this is not a chance node.
        """
        if self.to_move != CHANCE_NAME:
            raise IllegalActionError(f"no die is due at {self.node}: {self.to_move or 'nobody'} decides")
        outcome = int(self.spec.engine.draw(self._states, 0, self._tables.record))
        self.step(outcome)
        return outcome

    def _refusal(self, action: int) -> str:
        if self.to_move is None:
            return f"the game is over ({self.winner or 'nobody'} has won): no action is legal"
        number = self._number(action)
        if number is None:
            return self.explain_illegal(action)
        return f"{self.node}: {self.describe(number)} is illegal: {self.explain_illegal(number)}"

    def _after_step(self) -> None:
        scratch = self._scratch[0]
        n_event = int(scratch["n_event"])
        if n_event:
            self._log = (self._log, np.array(scratch["event"][:n_event]))
        self._masked = True  # the engine fills the mask of the node at which it stops

    def close(self) -> None:
        """End the record of a recorded game (``recording.RecordedGame``); for other games this does nothing."""

    # -- copies and saves --------------------------------------------------------------------------------------

    def clone(self) -> "Game":
        """Return an independent copy: same position, same future dice, same log."""
        twin = Game(self.spec, self._tables, _copied(self._states))
        twin._log = self._log
        return twin

    def clone_for_search(self, seed: int) -> "Game":
        """Return a copy for a planner: same position, an empty log, and future dice that depend on ``seed``."""
        block = bytearray(self._states.tobytes())
        _RNG.pack_into(block, 0, search_stream(checked_seed(seed)))  # the first field of every state
        return Game(self.spec, self._tables, _records_of(block, self._states))

    def determinize(self, side: str, rng: np.random.Generator) -> "Game":
        """Return a copy, for planners, in which all that is hidden from ``side`` is resampled in line with its view.

        Hidden enemy pieces swap places and losses, future dice differ, and the log is empty.  ``side`` cannot
        distinguish the copy from the game: observation, mask, information and text are the same.

        Raises:
            ValueError: no such side.
        """
        twin = self.clone_for_search(int(rng.integers(_SEED_RANGE)))
        twin._scratch[0]["rng"] = stream(int(rng.integers(_SEED_RANGE)), SEARCH)
        self.spec.engine.determinize(twin._states, 0, self._tables.record, twin._scratch, self._side_index(side))
        return twin

    def state_hash(self) -> str:
        """Return a hash of the position (16 hex digits), including the rules options but not the future dice."""
        bare = _copied(self._states)
        bare[0]["rng"] = 0
        return hashlib.blake2b(bare.tobytes() + _identity(self.spec.name, self._tables), digest_size=8).hexdigest()

    def to_bytes(self) -> bytes:
        """Return the game without its log: rules version, scenario, options, position, random stream and a checksum."""
        header = json.dumps(
            {
                "game": self.spec.name,
                "rules": self.spec.version,
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
        """Return the game saved by ``to_bytes``; it continues exactly as the original would have.

        Raises:
            SaveError: damaged bytes, or a game saved with other rules or data.
        """
        head = len(_MAGIC)
        if not isinstance(data, (bytes, bytearray)) or data[:head] != _MAGIC:
            raise SaveError("these bytes are not a saved game: they do not begin with its signature")
        body = bytes(data[head + 4 :])
        if zlib.crc32(body) != int.from_bytes(data[head : head + 4], "little"):
            raise SaveError("the saved game is damaged: its checksum does not match")
        size = int.from_bytes(body[:4], "little")
        return _restore(_header_of(body[4 : 4 + size]), body[4 + size :])

    def to_dict(self) -> dict:
        """Return the game without its log as JSON-serialisable data with printed names."""
        return self.spec.to_dict(self._tables, self._states[0])

    @staticmethod
    def from_dict(data: dict) -> "Game":
        """Return the game of ``to_dict``, or of any consistent hand-written position, whether reachable or not.

        Raises:
            ValueError: the position is inconsistent; the message names the key and the remedy.
        """
        if not isinstance(data, dict):
            raise SaveError(f"a position is a dictionary, not {type(data).__name__}")
        spec = known_spec(data.get("game"))
        tables, states = spec.from_dict(data)
        return Game(spec, tables, states)

    def __deepcopy__(self, memo: dict[int, typing.Any]) -> "Game":
        """Copy without the checks that a pickle needs."""
        return self.clone()

    def __getstate__(self) -> tuple[bytes, np.ndarray]:
        return self.to_bytes(), self._events()

    def __setstate__(self, state: tuple[bytes, np.ndarray]) -> None:
        data, events = state
        twin = Game.from_bytes(data)
        like = twin._events()
        if not isinstance(events, np.ndarray) or (events.dtype, events.shape[1:]) != (like.dtype, like.shape[1:]):
            raise SaveError("the saved game is damaged: its log is not a list of events")
        for name in ("spec", "_tables", "_states", "_own_scratch", "_masked"):
            setattr(self, name, getattr(twin, name))
        self._log = ((), events)

    # -- views of a side ---------------------------------------------------------------------------------------

    def observation(self, side: str, kind: str | None = None, dtype: str = "uint8") -> Observation:
        """Return the observation of ``side``, with the channels of ``tables.observations[kind]``.

        Args:
            side: the observing side, which need not be the side to move.
            kind: kind of observation; None for the first.
            dtype: ``"uint8"``, integers as declared by the channels, or ``"float32"``, their values.

        Returns:
            A new dictionary of arrays by name, or the array itself if the kind has only one.

        Raises:
            ValueError: no such side, kind or dtype.
        """
        index = self._side_index(side)
        known_kinds = self._tables.observations
        kind = next(iter(known_kinds)) if kind is None else kind
        for what, value, known in (("kind", kind, known_kinds), ("dtype", dtype, DTYPES)):
            if value not in known:
                raise ValueError(f"no observation {what} {value!r}; there are {', '.join(known)}")
        self._masked = False
        arrays = self.spec.observe(self._states, 0, self._tables, self._scratch, index, kind, dtype)
        return arrays if len(arrays) > 1 else next(iter(arrays.values()))

    def text(self, side: str) -> str:
        """Return the map in plain text as ``side`` sees it."""
        return self.spec.language.text(self._tables, self._states, 0, self._side_index(side))

    def drawing(
        self, side: str | None = None, layers: Layers = (), policy: np.ndarray | None = None, value: float | None = None
    ) -> Drawing:
        """Return a drawing of the position, which ``ctv_env.render`` turns into SVG or pixels.

        Args:
            side: the viewing side; what fog hides from it is not drawn.  None shows everything.
            layers: names of layers drawn over the map, such as ``("zoc", "supply")``.
            policy: probability of each action (n_actions,), drawn on the map if given.
            value: an estimate of the result for the first side, -1 to 1, drawn in the margin if given.

        Raises:
            ValueError: no such side or layer, or ``policy`` is not a probability distribution.
        """
        if side is not None:
            self._side_index(side)
        return self.spec.pictures().draw(
            self._tables, self._states, 0, self._scratch, self._mask(), self._events(), side, layers, policy, value
        )

    def svg(
        self, side: str | None = None, layers: Layers = (), policy: np.ndarray | None = None, value: float | None = None
    ) -> str:
        """Return the position as a self-contained SVG document; arguments and errors as for ``drawing``."""
        from ctv_env.render.svg import svg

        return svg(self.drawing(side, layers, policy, value))

    def scene(self, side: str | None = None) -> Scene:
        """Return the events of the last step, filtered for ``side``; None sees everything.

        Raises:
            ValueError: no such side.
        """
        if side is not None:
            self._side_index(side)
        n_new = int(self._scratch[0]["n_event"])
        return self.spec.pictures().scene(self._tables, self._states, 0, self._events(), n_new, side)

    def _repr_svg_(self) -> str:
        """Return the picture shown in notebooks: without fog, like ``log`` and ``to_dict``."""
        return self.svg()

    def _side_index(self, side: str) -> int:
        if side not in self.spec.sides:
            raise ValueError(f"no side {side!r}; the sides are {', '.join(self.spec.sides)}")
        return self.spec.sides.index(side)

    def __repr__(self) -> str:
        state = f"{self.to_move} to decide {self.node}" if self.to_move else f"won by {self.winner or 'nobody'}"
        score = f"{self.score()} {self.spec.score.short}"
        return f"<Game {self.spec.name}/{self._tables.scenario} turn {self.turn}: {state}, {score}>"


def _copied(states: np.ndarray) -> np.ndarray:
    """Copy records as bytes; numpy's own copy works field by field and takes fifty times as long."""
    return _records_of(bytearray(states.tobytes()), states)


def _records_of(block: bytearray, states: np.ndarray) -> np.ndarray:
    """Return the contents of ``block`` as records of the same type as ``states``."""
    copies = np.frombuffer(block, states.dtype)
    return copies if COMPILED else copies.view(type(states))


@functools.lru_cache(maxsize=64)
def _identity(game: str, tables: typing.Any) -> bytes:
    """Return what a position's hash covers besides the position: game, scenario, options and data."""
    return repr((game, tables.scenario, sorted(tables.options.items()))).encode()


_HEADER: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "rules": str,
    "data": str,
    "data_dir": (str, type(None)),
    "scenario": str,
    "options": dict,
}


def _header_of(text: bytes) -> dict:
    """Return the header of a saved game; SaveError unless it has its keys, each of the right type."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError("the saved game is damaged: its header is not JSON") from error
    if not isinstance(header, dict) or header.keys() != _HEADER.keys():
        raise SaveError(f"the saved game is damaged: its header must have the keys {', '.join(_HEADER)}")
    for key, kind in _HEADER.items():
        if not isinstance(header[key], kind):
            raise SaveError(f"the saved game is damaged: {key} of its header is {quoted(header[key])}")
    return header


def _restore(header: dict, raw: bytes) -> Game:
    try:
        spec = known_spec(header["game"])
        tables = spec.load(header["scenario"], header["data_dir"], **header["options"])
    except (TypeError, ValueError) as error:
        raise SaveError(f"the saved game cannot be loaded: {error}") from error
    if header["rules"] != spec.version:
        raise SaveError(f"saved under rules {quoted(header['rules'])}, these are {spec.version}")
    if header["data"] != tables.data_hash:
        raise SaveError(f"saved with other game data ({header['data'][:8]!r}..., these are {tables.data_hash[:8]}...)")
    return Game(spec, tables, restored(spec, tables, raw))


def fresh_seed() -> int:
    """Return a seed from the operating system."""
    return int(np.random.SeedSequence().generate_state(2, np.uint64)[0]) % _SEED_RANGE


def checked_seed(seed: object) -> int:
    """Return ``seed`` as an int.

    Raises:
        ValueError: ``seed`` is not an integer, or is negative.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed!r}")
    return int(seed)
