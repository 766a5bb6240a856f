"""The Python face of a compiled game: one position, the moves it allows, the chance it waits for."""

import functools
import hashlib
import json
import struct
import typing
import zlib
from collections.abc import Sequence

import numpy as np

from ctv_env.core.chance import probabilities
from ctv_env.core.dice import SEARCH, search_stream, stream
from ctv_env.core.drawing import Drawing
from ctv_env.core.jit import COMPILED, records
from ctv_env.core.observation import DTYPES
from ctv_env.core.spec import CHANCE_NAME, GameSpec, OptionValue, Tables

if typing.TYPE_CHECKING:
    from ctv_env.core.ui import Scene

_MAGIC = b"ctvgame1"
_SEED_RANGE = 2**63
_RNG = struct.Struct("<Q")


Observation = np.ndarray | dict[str, np.ndarray]
"""An array, or several by name."""

Layers = str | Sequence[str]
"""Names of what is drawn over a map."""


class IllegalActionError(ValueError):
    """An action that the rules forbid here; the message says which rule, the position is unchanged."""


class SaveError(ValueError):
    """Bytes or a dictionary that are no saved game of this version."""


class Game:
    """A game in play: rules, tables, one position, and the log of what happened.

    Make one with ``ctv_env.new_game``; every attribute below is read only.  At a chance node the *actions* are the
    outcomes, such as the faces of a die: apply one with ``step``, or let the game's own stream choose with ``roll``.
    """

    __slots__ = ("_log", "_masked", "_scratch", "_states", "_tables", "spec")

    def __init__(self, spec: GameSpec, tables: Tables, states: np.ndarray):
        """Take over ``states``, one record of a valid position; most callers want ``new_game``."""
        self.spec = spec
        self._tables = tables
        self._states = states
        self._scratch: np.ndarray | None = None
        self._masked = False
        self._log: tuple = ()

    @classmethod
    def new(cls, spec: GameSpec, scenario: str | None, seed: int | None, **options: OptionValue) -> "Game":
        """A new game; ``seed`` None draws one from the operating system.

        Raises:
            ValueError: unknown scenario or option, or a negative seed.
        """
        tables = spec.load(scenario, **options)
        return cls.begin(spec, tables, stream(fresh_seed() if seed is None else checked_seed(seed)))

    @classmethod
    def begin(cls, spec: GameSpec, tables: Tables, dice: int | np.uint64) -> "Game":
        """A new game with loaded ``tables``; ``dice`` is the first state of its random stream."""
        states = records(1, spec.state)
        states[0]["rng"] = dice
        game = cls(spec, tables, states)
        spec.engine.start(states, 0, tables.record, game._works)
        game._after_step()
        return game

    @property
    def _works(self) -> np.ndarray:
        """Scratch, (1,) records; made when it is first needed: it is four times as large as the position."""
        if self._scratch is None:
            self._scratch = records(1, self.spec.work)
        return self._scratch

    # -- where we are ------------------------------------------------------------------------------------------

    @property
    def tables(self) -> Tables:
        """The loaded map, counters, charts and options (read only)."""
        return self._tables

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._tables.actions.n

    @property
    def record(self) -> np.void:
        """The raw state record (``STATE_FIELDS`` of the game); for reading only."""
        return self._states[0]

    @property
    def to_move(self) -> str | None:
        """Name of the side that decides, ``"chance"`` where a die is due, None at the end."""
        return self.spec.decider(self._states[0])

    @property
    def node(self) -> str:
        """Name of the present decision, such as ``"MOVE_TO"`` or ``"COMBAT_DIE"``."""
        return self.spec.node_name(int(self._states[0]["node"]))

    @property
    def turn(self) -> int:
        """Game turn, 1 to the last; 0 during set-up."""
        return int(self._states[0]["turn"])

    @property
    def winner(self) -> str | None:
        """The winning side, None while the game goes on."""
        return self.spec.winner(self._states[0])

    def score(self) -> int:
        """The score of the first side now (``spec.score``)."""
        return int(self.spec.engine.score(self._states, 0, self._tables.record))

    @property
    def log(self) -> list[str]:
        """What happened since the game was made or loaded, in words, with dice and modifiers term by term."""
        events = self._events()
        return self.spec.language.log(self._tables, events) if len(events) else []

    def log_of(self, side: str) -> list[str]:
        """The ``log`` as far as ``side`` may read it, fog of war applying if it is on."""
        events = self.spec.language.visible_events(self._tables, self._events(), self._side_index(side))
        return self.spec.language.log(self._tables, events) if len(events) else []

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
            self.spec.engine.mask(self._states, 0, self._tables.record, self._works)
            self._masked = True
        return self._works[0]["mask"]

    def action_mask(self) -> np.ndarray:
        """int8 (n_actions,): 1 for each legal action; at a chance node for each outcome; all 0 at the end."""
        return np.array(self._mask()[: self.n_actions], np.int8)

    def legal_actions(self) -> list[int]:
        """Legal actions in rising order; empty only at the end."""
        return np.flatnonzero(self._mask()[: self.n_actions]).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) of all that chance may decide here; empty where a side decides."""
        if self.to_move != CHANCE_NAME:
            return []
        return probabilities(self.spec.chance(self._tables, self._states[0]))

    def decode(self, action: int) -> tuple[str, str | None]:
        """The segment of an action and what it names there, None where it names nothing, such as ``("DONE", None)``.

        Raises:
            ValueError: no such action number.
        """
        return self.spec.language.decode(self._tables, action)

    def encode(self, kind: str, name: str | None = None) -> int:
        """The action number of what ``decode`` gives.

        Raises:
            ValueError: no such segment, or nothing of that name in it.
        """
        return self.spec.language.encode(self._tables, kind, name)

    def describe(self, action: int) -> str:
        """What ``action`` does here, in a player's words."""
        return self.spec.language.describe(self._tables, self._states[0], action)

    def explain_illegal(self, action: int | np.integer | None) -> str:
        """Reason and rule number against ``action`` here; the empty string if it is legal."""
        if not self._is_action(action):
            return f"action {action!r} is not a whole number from 0 to {self.n_actions - 1}"
        self._masked = False  # the reasons use the same scratch as the mask
        code = int(self.spec.engine.reason(self._states, 0, self._tables.record, self._works, int(action)))
        return self.spec.language.explain(self._tables, self._states[0], code, int(action)) if code else ""

    def _is_action(self, action: object) -> typing.TypeGuard[int]:
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            return False
        return 0 <= int(action) < self.n_actions

    # -- doing it ----------------------------------------------------------------------------------------------

    def step(self, action: int) -> None:
        """Apply a legal action, or an outcome at a chance node, and play on to the next node.

        Raises:
            IllegalActionError: the action is not legal here; the position is unchanged.
        """
        if not self._is_action(action) or not self._mask()[int(action)]:
            raise IllegalActionError(self._refusal(action))
        self.spec.engine.step(self._states, 0, self._tables.record, self._works, int(action))
        self._after_step()

    def roll(self) -> int:
        """Let the game's own stream decide at a chance node; returns the outcome.

        Raises:
            IllegalActionError: a side decides, or nobody.
        """
        if self.to_move != CHANCE_NAME:
            raise IllegalActionError(f"no die is due at {self.node}: {self.to_move or 'nobody'} decides")
        outcome = int(self.spec.engine.draw(self._states, 0, self._tables.record))
        self.step(outcome)
        return outcome

    def _refusal(self, action: int) -> str:
        if self.to_move is None:
            return f"the game is over ({self.winner or 'nobody'} has won): no action is legal"
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
        twin = Game(self.spec, self._tables, _copied(self._states))
        twin._log = self._log
        return twin

    def clone_for_search(self, seed: int) -> "Game":
        """A copy for a planner: same position, an empty log, and other dice to come, drawn from ``seed``."""
        block = bytearray(self._states.tobytes())
        _RNG.pack_into(block, 0, search_stream(checked_seed(seed)))  # the first field of every state
        return Game(self.spec, self._tables, _records_of(block, self._states))

    def determinize(self, side: str, rng: np.random.Generator) -> "Game":
        """A copy in which all that ``side`` cannot see is drawn anew, in agreement with what it sees; for planners.

        Enemies in fog change places and losses, the dice to come are others, the log is empty.  ``side`` sees the same
        in the copy as in the game: observation, mask, information and text.

        Raises:
            ValueError: no such side.
        """
        twin = self.clone_for_search(int(rng.integers(_SEED_RANGE)))
        twin._works[0]["rng"] = stream(int(rng.integers(_SEED_RANGE)), SEARCH)
        self.spec.engine.determinize(twin._states, 0, self._tables.record, twin._works, self._side_index(side))
        return twin

    def state_hash(self) -> str:
        """Hash of the position (16 hex digits); the dice to come are no part of it, the rules options are."""
        bare = _copied(self._states)
        bare[0]["rng"] = 0
        return hashlib.blake2b(bare.tobytes() + _identity(self.spec.name, self._tables), digest_size=8).hexdigest()

    def to_bytes(self) -> bytes:
        """The whole game but its log: rules version, scenario, options, position and random stream, with a checksum."""
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
        """The whole game but its log as JSON-able data, in names as they are printed."""
        return self.spec.to_dict(self._tables, self._states[0])

    @staticmethod
    def from_dict(data: dict) -> "Game":
        """The game of ``to_dict``, or any consistent position written by hand, also one that no game would reach.

        Raises:
            ValueError: the position is inconsistent; the message names the key and what would be right.
        """
        from ctv_env.games import known_spec

        if not isinstance(data, dict):
            raise SaveError(f"a position is a dictionary, not {type(data).__name__}")
        spec = known_spec(data.get("game"))
        tables, states = spec.from_dict(data)
        return Game(spec, tables, states)

    def __getstate__(self) -> tuple[bytes, np.ndarray]:
        return self.to_bytes(), self._events()

    def __setstate__(self, state: tuple[bytes, np.ndarray]) -> None:
        data, events = state
        twin = Game.from_bytes(data)
        for name in ("spec", "_tables", "_states", "_scratch", "_masked"):
            setattr(self, name, getattr(twin, name))
        self._log = ((), events)

    # -- what a side sees --------------------------------------------------------------------------------------

    def observation(self, side: str, kind: str | None = None, dtype: str = "uint8") -> Observation:
        """What ``side`` sees, fog of war applying if it is on; the channels are those of ``tables.observations[kind]``.

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
        known_kinds = self._tables.observations
        kind = next(iter(known_kinds)) if kind is None else kind
        for what, value, known in (("kind", kind, known_kinds), ("dtype", dtype, DTYPES)):
            if value not in known:
                raise ValueError(f"no observation {what} {value!r}; there are {', '.join(known)}")
        self._masked = False
        arrays = self.spec.observe(self._states, 0, self._tables, self._works, index, kind, dtype)
        return arrays if len(arrays) > 1 else next(iter(arrays.values()))

    def text(self, side: str) -> str:
        """The map in plain text as ``side`` sees it."""
        return self.spec.language.text(self._tables, self._states, 0, self._side_index(side))

    def drawing(
        self, side: str | None = None, layers: Layers = (), policy: np.ndarray | None = None, value: float | None = None
    ) -> Drawing:
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
        return self.spec.pictures().draw(
            self._tables, self._states, 0, self._works, self._mask(), self._events(), side, layers, policy, value
        )

    def svg(
        self, side: str | None = None, layers: Layers = (), policy: np.ndarray | None = None, value: float | None = None
    ) -> str:
        """The position as one SVG document that needs nothing else; arguments and errors as for ``drawing``."""
        from ctv_env.render.svg import svg

        return svg(self.drawing(side, layers, policy, value))

    def scene(self, side: str | None = None) -> "Scene":
        """What the last step has brought, as far as ``side`` may know it; None knows all.

        Raises:
            ValueError: no such side.
        """
        if side is not None:
            self._side_index(side)
        n_new = int(self._works[0]["n_event"])
        return self.spec.pictures().scene(self._tables, self._states, 0, self._events(), n_new, side)

    def _repr_svg_(self) -> str:
        """What a notebook shows: everything, as ``log`` and ``to_dict`` do."""
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
    """A copy of records, as bytes: numpy by itself copies them field by field, fifty times as slowly."""
    return _records_of(bytearray(states.tobytes()), states)


def _records_of(block: bytearray, states: np.ndarray) -> np.ndarray:
    """The records, of the kind of ``states``, that lie in ``block``."""
    copies = np.frombuffer(block, states.dtype)
    return copies if COMPILED else copies.view(type(states))


@functools.lru_cache(maxsize=64)
def _identity(game: str, tables: typing.Any) -> bytes:
    """What a position's hash holds besides the position: what is played."""
    return repr((game, tables.scenario, sorted(tables.options.items()))).encode()


def _restore(header: dict, raw: bytes) -> Game:
    from ctv_env.games import known_spec

    spec = known_spec(header["game"])
    if header["rules"] != spec.version:
        raise SaveError(f"saved under rules {header['rules']}, these are {spec.version}")
    tables = spec.load(header["scenario"], header["data_dir"], **header["options"])
    if header["data"] != tables.data_hash:
        raise SaveError(f"saved with other game data ({header['data'][:8]}..., these are {tables.data_hash[:8]}...)")
    if len(raw) != spec.state.itemsize:
        raise SaveError(f"the position has {len(raw)} bytes, {spec.state.itemsize} were expected")
    states = records(1, spec.state)
    states.view(np.uint8)[:] = np.frombuffer(raw, np.uint8)
    return Game(spec, tables, states)


def fresh_seed() -> int:
    """A seed from the operating system."""
    return int(np.random.SeedSequence().generate_state(2, np.uint64)[0]) % _SEED_RANGE


def checked_seed(seed: object) -> int:
    """``seed`` as an int.

    Raises:
        ValueError: not a whole number, or negative.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed!r}")
    return int(seed)
