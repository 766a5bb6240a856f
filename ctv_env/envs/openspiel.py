"""The games for OpenSpiel: ``import ctv_env.envs.openspiel``, then ``pyspiel.load_game("python_<game>(fog=False)")``.

All that chance decides are chance nodes, with the weights of the game.  Where one side has secrets from the other, it
is a game of imperfect information: the strings and tensors of a player depend only on what his side sees, and
``resample_from_infostate`` draws anew what he does not.  Without secrets it is one of perfect information, for
``expectiminimax``, ``value_iteration`` and MCTS.

What OpenSpiel itself keeps, ``history()`` and all that is made of it, tells everything, also in a resampled state,
where it remains that of the true game.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyspiel

from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME, GameSpec, Tables
from ctv_env.envs.batch import VECTOR, kind_of
from ctv_env.games import GAMES, reference_of, spec_of


def short_name(spec: GameSpec) -> str:
    """What OpenSpiel calls a game."""
    return f"python_{spec.name}"


def parameters(spec: GameSpec) -> dict[str, Any]:
    """What ``load_game`` takes, with its default: the scenario and the options of the rules.

    Chance is OpenSpiel's own here, so that options about it mean nothing.
    """
    options = {option.name: option.default for option in spec.options if not option.shared_luck}
    return {"scenario": spec.scenarios(None)[0].name} | options


def named_arrays(game: Game, side: str, kind: str) -> dict[str, np.ndarray]:
    """The arrays of an observation, float32, by name.

    Raises:
        ValueError: no such kind.
    """
    seen = game.observation(side, kind, "float32")
    return seen if isinstance(seen, dict) else {kind: seen}


def all_that_is_seen(game: Game, side: str) -> bytes:
    """What ``side`` can tell this position by: its arrays, and the mask if it is to move."""
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    seen = (game.observation(side, kind) for kind in _kinds_of_all(game.tables))
    arrays = (array for one in seen for array in (one.values() if isinstance(one, dict) else (one,)))
    return b"".join(array.tobytes() for array in arrays) + mask


@functools.lru_cache(maxsize=64)
def _kinds_of_all(tables: Tables) -> tuple[str, ...]:
    """Kinds of observation that together have all arrays: those that are no part of another one."""
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
        max_chance_outcomes=spec.n_outcomes(tables),  # OpenSpiel's masks of chance begin at 0
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=spec.max_steps(tables)[0],
    )


class SpielGame(pyspiel.Game):
    """The rules under one set of parameters; ``pyspiel.load_game`` makes it.  Each game has a class of its own.

    Attributes:
        spec: of the game.
        first_position: at its first node.
        has_secrets: whether information is imperfect.
    """

    spec: GameSpec

    def __init__(self, params: dict[str, Any] | None = None):
        """Take ``parameters(spec)`` from ``params``, the defaults where it says nothing.

        Raises:
            ValueError: there is no such scenario or value.
        """
        chosen = parameters(self.spec) | (params or {})
        first = Game.new(self.spec, chosen.pop("scenario"), 0, **chosen)
        super().__init__(_game_type(self.spec, first.tables), _game_info(self.spec, first.tables), params or {})
        self.first_position, self.has_secrets = first, _has_secrets(self.spec, first.tables)

    def __reduce__(self) -> tuple[Callable[[str, str], "SpielGame"], tuple[str, str]]:
        """Pickled by its parameters: OpenSpiel's own way loses what the Python object holds."""
        return _load, (reference_of(self.spec), str(self))

    def new_initial_state(self) -> "SpielState":
        """The state at the game's first node."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more outcomes of chance."""
        return self.spec.max_steps(self.first_position.tables)[1]

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "SpielObserver":
        """An observer; see ``SpielObserver``."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A position with its past; player 0 is the game's first side, player 1 the second."""

    def __init__(self, game: SpielGame):
        """The first position of ``game``; for ``SpielGame.new_initial_state`` only."""
        super().__init__(game)
        self._play = _Play(game.first_position.clone(), _Memory(game.first_position) if game.has_secrets else None)

    @property
    def position(self) -> Game:
        """The position as the game's own object, for reading only."""
        return self._play.game

    # -- what OpenSpiel calls ----------------------------------------------------------------------------------

    def current_player(self) -> int:
        """0 or 1, or a ``pyspiel.PlayerId`` at a chance node or the end."""
        to_move = self.position.to_move
        if to_move is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if to_move == CHANCE_NAME else self.position.spec.sides.index(to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome with its probability."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._play.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The words of the game; of a player's behind the number, since the words of two actions may be the same."""
        words = self.position.describe(action)
        return words if player == pyspiel.PlayerId.CHANCE else f"{action}: {words}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.to_move is None

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser at the end, 0 for both at a draw and before."""
        winner = self.position.winner if self.is_terminal() else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self.position.spec.sides]

    def __str__(self) -> str:
        """Tells all positions apart, as ``value_iteration`` needs it; not for the eyes of a player."""
        return f"{self.position!r} {self.position.state_hash()}"

    # -- what a player knows -----------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that ``player`` cannot tell from this one, for IS-MCTS.

        Args:
            player: 0 or 1.
            sampler: gives numbers from 0 to 1, as ``pyspiel.UniformProbabilitySampler``.
        """
        twin = self.clone()
        twin._play = self._play.redrawn(player, np.random.default_rng(int(sampler() * 2**53)))
        return twin

    def known(self, player: int) -> str:
        """All that ``player`` has seen and done so far, as a hash; where nothing is secret, the history."""
        memory = self._play.memory
        return self.history_str() if memory is None else memory.told(player)

    def seen(self, player: int) -> str:
        """What ``player`` sees now: a line in words, and a hash of the rest."""
        game = self.position
        decides, side = game.to_move or f"won by {game.winner or 'nobody'}", game.spec.sides[player]
        score, rest = f"{game.score()} {game.spec.score.short}", _hash(all_that_is_seen(game, side))
        return f"{side} turn {game.turn} {game.node}: {decides}, {score} {rest.hex()}"


class _Play:
    """The Python side of a state: OpenSpiel copies it with ``deepcopy`` and serialises it with ``pickle``."""

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
    """What both sides have seen and done: a chain of hashes, worked out only when it is asked for.

    Attributes:
        past: hash for each side of what it saw and did before ``game``.
        game: the position up to which the past is worked out; never changed, so that copies share it.
        moves: actions and outcomes since.
    """

    def __init__(self, game: Game, past: tuple[bytes, ...] = (b"", b""), moves: Iterable[int] = ()):
        self.game, self.past, self.moves = game, past, list(moves)

    def copy(self) -> "_Memory":
        return _Memory(self.game, self.past, self.moves)

    def told(self, player: int) -> str:
        """The hash of all that ``player`` has seen, with what he sees now, and done."""
        self._catch_up()
        return _hash(self.past[player], all_that_is_seen(self.game, self.game.spec.sides[player])).hex()

    def of_one(self, player: int, game: Game) -> "_Memory":
        """The memory at ``game``, where ``player`` sees what he sees here; the other side's begins anew."""
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
    """16 bytes that tell the parts apart."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


class SpielObserver:
    """What a player sees, as OpenSpiel's algorithms want it.

    With perfect recall there is a string only (``information_state_string``); without, a tensor too.

    Args:
        game: the game.
        iig_obs_type: what is to be observed; only "all that one player sees" can be.
        params: ``{"kind": name}`` for a kind of observation; without, the first that is one vector.

    Raises:
        ValueError: another kind of observation.
    """

    def __init__(self, game: SpielGame, iig_obs_type: pyspiel.IIGObservationType, params: dict[str, Any] | None = None):
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or iig_obs_type.private_info != single:
            raise ValueError("only all that one player sees can be observed: public_info, and SINGLE_PLAYER")
        if unknown := set(params or ()) - {"kind"}:
            raise ValueError(f"no parameter {unknown.pop()!r} of an observation; there is 'kind'")
        self._recall = iig_obs_type.perfect_recall
        position = game.first_position
        self._kind = (params or {}).get("kind", kind_of(VECTOR, position.tables.observations))
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not self._recall:
            self._make_room(named_arrays(position, position.spec.sides[0], self._kind))

    def _make_room(self, shapes: dict[str, np.ndarray]) -> None:
        """One vector, and the named arrays as views of it."""
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
        """What ``player`` sees, or with perfect recall knows, as a string."""
        return state.known(player) if self._recall else state.seen(player)


def register(spec: GameSpec) -> None:
    """Register a game with OpenSpiel; a second call changes nothing."""
    if short_name(spec) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(spec, spec.load(None)), type("SpielGame", (SpielGame,), {"spec": spec}))


def _load(game: str, name: str) -> SpielGame:
    """The game of that name, also in a process where it is not registered yet."""
    register(spec_of(game))
    return pyspiel.load_game(name)


for _game in GAMES:
    register(spec_of(_game))
