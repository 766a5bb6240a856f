"""The games for OpenSpiel: ``import ctv_env.envs.openspiel``, then ``pyspiel.load_game("python_<game>(fog=False)")``.

Every random event is a chance node with the game's weights.  A game in which sides have secrets is one of imperfect
information: a player's strings and tensors depend only on what its side sees, and ``resample_from_infostate`` redraws
the rest.  Without secrets it is a game of perfect information, suitable for ``expectiminimax``, ``value_iteration`` and
MCTS in Python; OpenSpiel's MCTS and IS-MCTS bots in C++ crash with any game that is written in Python.

OpenSpiel's own ``history()``, and everything derived from it, reveals the whole game; a resampled state keeps the
history of the true game.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.extras import needs_extra
from ctv_env.core.game import Game
from ctv_env.core.spec import GameSpec, reference_of, spec_of
from ctv_env.core.terms import CHANCE_NAME, Tables
from ctv_env.envs.batch import VECTOR, kind_of
from ctv_env.games import GAMES

with needs_extra("openspiel", __name__):
    import pyspiel


def short_name(spec: GameSpec) -> str:
    """Return OpenSpiel's name of a game."""
    return f"python_{spec.name}"


def parameters(spec: GameSpec) -> dict[str, Any]:
    """Return the parameters of ``load_game`` with their defaults: the scenario and the rules options.

    Chance is handled by OpenSpiel, so options about it have no effect here.
    """
    options = {option.name: option.default for option in spec.options if not option.common_random_numbers}
    return {"scenario": spec.scenarios(None)[0].name} | options


def named_arrays(game: Game, side: str, kind: str) -> dict[str, np.ndarray]:
    """Return the arrays of an observation, float32, by name.

    Raises:
        ValueError: no such kind.
    """
    seen = game.observation(side, kind, "float32")
    return seen if isinstance(seen, dict) else {kind: seen}


def all_that_is_seen(game: Game, side: str) -> bytes:
    """Return what distinguishes this position for ``side``: its arrays, and the mask if it is to move."""
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    seen = (game.observation(side, kind) for kind in _kinds_of_all(game.tables))
    arrays = (array for one in seen for array in (one.values() if isinstance(one, dict) else (one,)))
    return b"".join(array.tobytes() for array in arrays) + mask


@functools.lru_cache(maxsize=64)
def _kinds_of_all(tables: Tables) -> tuple[str, ...]:
    """Return the kinds of observation that together contain all arrays, omitting those contained in another."""
    kinds = {kind: set(layouts) for kind, layouts in tables.observations.items()}
    return tuple(kind for kind, layouts in kinds.items() if not any(layouts < other for other in kinds.values()))


def _has_secrets(spec: GameSpec, tables: Tables) -> bool:
    return spec.hides(tables) or any(node.secret for node in spec.nodes)


def _game_type(spec: GameSpec, tables: Tables) -> pyspiel.GameType:
    information, chance = pyspiel.GameType.Information, pyspiel.GameType.ChanceMode
    has_chance = any(node.chance for node in spec.nodes)
    return pyspiel.GameType(
        short_name=short_name(spec),
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if _has_secrets(spec, tables) else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(spec),
    )


def _game_info(spec: GameSpec, tables: Tables) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=tables.actions.n,
        max_chance_outcomes=spec.n_outcomes,  # OpenSpiel's chance masks start at 0
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=spec.max_steps(tables)[0],
    )


class SpielGame(pyspiel.Game):
    """The rules under one set of parameters; create it with ``pyspiel.load_game``.  Each game has its own class.

    Attributes:
        spec: the game's spec.
        first_position: the game at its first node.
        has_secrets: whether information is imperfect.
    """

    spec: GameSpec

    def __init__(self, params: dict[str, Any] | None = None):
        """Set ``parameters(spec)`` from ``params``, with defaults for those missing.

        Raises:
            ValueError: an unknown scenario or value.
        """
        chosen = parameters(self.spec) | (params or {})
        first = Game.new(self.spec, chosen.pop("scenario"), 0, **chosen)
        super().__init__(_game_type(self.spec, first.tables), _game_info(self.spec, first.tables), params or {})
        self.first_position, self.has_secrets = first, _has_secrets(self.spec, first.tables)

    def __reduce__(self) -> tuple[Callable[[str, str], "SpielGame"], tuple[str, str]]:
        """Pickle by parameters: OpenSpiel's own way loses what the Python object holds."""
        return _load, (reference_of(self.spec), str(self))

    def new_initial_state(self) -> "SpielState":
        """Return the state at the game's first node."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance outcomes in a game."""
        return self.spec.max_steps(self.first_position.tables)[1]

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "SpielObserver | None":
        """Return an observer of all that one player sees (see ``SpielObserver``).

        None for any other kind: OpenSpiel's tools, such as its playthroughs, then do without it.
        """
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self, wanted.perfect_recall, params)


class SpielState(pyspiel.State):
    """A position with its history; player 0 is the game's first side, player 1 the second."""

    def __init__(self, game: SpielGame):
        """Create the first position of ``game``; for ``SpielGame.new_initial_state`` only."""
        super().__init__(game)
        self._play = _Play(game.first_position.clone(), _Memory(game.first_position) if game.has_secrets else None)

    @property
    def position(self) -> Game:
        """The position as a ``Game``, read-only."""
        return self._play.game

    # -- OpenSpiel's methods -----------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return 0 or 1, or a ``pyspiel.PlayerId`` at a chance node or the end."""
        to_move = self.position.to_move
        if to_move is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if to_move == CHANCE_NAME else self.position.spec.sides.index(to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome with its probability."""
        return self.position.chance_outcomes()

    def apply_action(self, action: Any) -> None:
        """Apply an action or an outcome, a whole number in any form; OpenSpiel alone would take some forms only."""
        super().apply_action(whole_number(action))

    def _apply_action(self, action: int) -> None:
        self._play.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the game's words; a player's action has its number first, since two actions may read the same."""
        words = self.position.describe(action)
        return words if player == pyspiel.PlayerId.CHANCE else f"{action}: {words}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.to_move is None

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser at the end, 0 for both at a draw and before the end."""
        winner = self.position.winner if self.is_terminal() else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self.position.spec.sides]

    def __str__(self) -> str:
        """Return a string unique to the position, as ``value_iteration`` requires; not to be shown to a player."""
        return f"{self.position!r} {self.position.state_hash()}"

    # -- player information ------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state that ``player`` cannot tell from this one, for IS-MCTS.

        Args:
            player: 0 or 1.
            sampler: returns numbers from 0 to 1, such as ``pyspiel.UniformProbabilitySampler``.
        """
        twin = self.clone()
        twin._play = self._play.redrawn(player, np.random.default_rng(int(sampler() * 2**53)))
        return twin

    def known(self, player: int) -> str:
        """Return a hash of all that ``player`` has seen and done; the history if nothing is secret."""
        memory = self._play.memory
        return self.history_str() if memory is None else memory.digest(player)

    def seen(self, player: int) -> str:
        """Return what ``player`` sees now: a line in words, and a hash of the rest."""
        game = self.position
        decides, side = game.to_move or f"won by {game.winner or 'nobody'}", game.spec.sides[player]
        score, rest = f"{game.score()} {game.spec.score.short}", _hash(all_that_is_seen(game, side))
        return f"{side} turn {game.turn} {game.node}: {decides}, {score} {rest.hex()}"


class _Play:
    """The Python side of a state; OpenSpiel copies it with ``deepcopy`` and serialises it with ``pickle``."""

    def __init__(self, game: Game, memory: "_Memory | None"):
        self.game = game
        self.memory = memory

    def step(self, action: int) -> None:
        self.game.step(action)
        if self.memory is not None:
            self.memory.moves.append(action)

    def redrawn(self, player: int, rng: np.random.Generator) -> "_Play":
        game = self.game.determinize(self.game.spec.sides[player], rng)
        return _Play(game, self.memory and self.memory.of_one(player, game))

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Play":
        return _Play(self.game.clone(), self.memory and self.memory.copy())

    def __getstate__(self) -> tuple[bytes, "_Memory | None"]:
        return self.game.to_bytes(), self.memory

    def __setstate__(self, state: tuple[bytes, "_Memory | None"]) -> None:
        data, self.memory = state
        self.game = Game.from_bytes(data)


class _Memory:
    """What both sides have seen and done: a chain of hashes, computed lazily.

    Attributes:
        past: for each side, a hash of what it saw and did before ``game``.
        game: the position up to which ``past`` is computed; never modified, so copies share it.
        moves: actions and outcomes since.
    """

    def __init__(self, game: Game, past: tuple[bytes, ...] = (b"", b""), moves: Iterable[int] = ()):
        self.game, self.past, self.moves = game, past, list(moves)

    def copy(self) -> "_Memory":
        return _Memory(self.game, self.past, self.moves)

    def digest(self, player: int) -> str:
        """Return the hash of all that ``player`` has seen and done, including what it sees now."""
        self._catch_up()
        return _hash(self.past[player], all_that_is_seen(self.game, self.game.spec.sides[player])).hex()

    def of_one(self, player: int, game: Game) -> "_Memory":
        """Return the memory for ``game``, where ``player`` sees the same as here; the other side's is empty."""
        self._catch_up()
        return _Memory(game.clone(), tuple(self.past[i] if i == player else b"" for i in range(len(self.past))))

    def _catch_up(self) -> None:
        game = self.game.clone()
        for action in self.moves:
            self.past = tuple(
                _hash(past, all_that_is_seen(game, side), str(action).encode() if game.to_move == side else b"")
                for past, side in zip(self.past, game.spec.sides, strict=True)
            )
            game.step(action)
        self.game, self.moves = game, []

    def __getstate__(self) -> tuple[bytes, tuple[bytes, ...], list[int]]:
        return self.game.to_bytes(), self.past, self.moves

    def __setstate__(self, state: tuple[bytes, tuple[bytes, ...], list[int]]) -> None:
        data, self.past, self.moves = state
        self.game = Game.from_bytes(data)


def _hash(*parts: bytes) -> bytes:
    """Return 16 bytes that identify the parts."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


class SpielObserver:
    """A player's observation, as OpenSpiel's algorithms expect it.

    With perfect recall there is only a string (``information_state_string``); without it there is also a tensor.

    Args:
        game: the game.
        recall: whether the player remembers all that it has seen and done.
        params: ``{"kind": name}`` for a kind of observation; the default is the first that is a single vector.
            OpenSpiel adds a ``name`` when it reads parameters from a text, such as ``"observer(kind=planes)"``.

    Raises:
        ValueError: another parameter, or no such kind.
    """

    def __init__(self, game: SpielGame, recall: bool, params: dict[str, Any] | None = None):
        if unknown := set(params or ()) - {"kind", "name"}:
            raise ValueError(f"unknown observation parameter {unknown.pop()!r}; the only one is 'kind'")
        self._recall = recall
        position = game.first_position
        self._kind = (params or {}).get("kind", kind_of(VECTOR, position.tables.observations))
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not self._recall:
            self._make_room(named_arrays(position, position.spec.sides[0], self._kind))

    def _make_room(self, shapes: dict[str, np.ndarray]) -> None:
        """Create the tensor, and the named arrays as views of it."""
        self.tensor = np.zeros(sum(array.size for array in shapes.values()), np.float32)
        first = 0
        for name, array in shapes.items():
            self.dict[name] = self.tensor[first : first + array.size].reshape(array.shape)
            first += array.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what ``player`` sees into ``tensor`` and ``dict``."""
        if self.tensor is not None:
            seen = named_arrays(state.position, state.position.spec.sides[player], self._kind)
            for name, array in seen.items():
                self.dict[name][...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what ``player`` sees, or with perfect recall knows, as a string."""
        return state.known(player) if self._recall else state.seen(player)


def register(spec: GameSpec) -> None:
    """Register a game with OpenSpiel; a second call has no effect."""
    if short_name(spec) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(spec, spec.load(None)), type("SpielGame", (SpielGame,), {"spec": spec}))


def _load(game: str, name: str) -> SpielGame:
    """Return the game of that name, also in a process where it is not registered yet."""
    register(spec_of(game))
    return pyspiel.load_game(name)


for _game in GAMES:
    register(spec_of(_game))
