"""The game for OpenSpiel: ``import ctv_env.envs.openspiel``, then ``pyspiel.load_game("python_ctv(scenario=duel)")``.

The dice are chance nodes whose outcomes are the faces 1 to 6.  With fog it is a game of imperfect information: the
strings and tensors of a player depend only on what his side sees, and ``resample_from_infostate`` draws anew what he
does not.  With ``fog=False`` it is one of perfect information, for ``expectiminimax``, ``value_iteration`` and MCTS.

What OpenSpiel itself keeps, ``history()`` and all that is made of it, tells everything, also in a resampled state,
where it remains that of the true game.
"""

import hashlib
from typing import Any

import numpy as np
import pyspiel

from ctv_env.core.dice import FACES
from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME
from ctv_env.games import spec_of
from ctv_env.games.ctv.loading.load import OPTIONS

SHORT_NAME = "python_ctv"
GAME = "ctv"

# No game is longer, with decisions that leave no choice counted too.  Both sides together have less than 950 half
# movement points a turn, and each move of two decisions costs one at least; less than 100 units attack a turn, each
# once, and no combat has more than 25 decisions and 9 dice besides naming units.  At most 7 turns.
MAX_DECISIONS = 7 * (2 * 950 + 100 * 25 + 1000)
MAX_DICE = 7 * (100 * 9 + 100)

# The dice are OpenSpiel's own here, so that the option about them means nothing.
PARAMETERS: dict[str, Any] = {"scenario": "campaign"} | {
    name: option.default for name, option in OPTIONS.items() if name != "dice"
}
"""What ``load_game`` takes, with its default: the scenario and the options of the rules."""


def sight(game: Game, side: str, kind: str) -> dict[str, np.ndarray]:
    """The arrays of an observation, float32, by name.

    Raises:
        ValueError: no such kind.
    """
    seen = game.observation(side, kind, "float32")
    return seen if isinstance(seen, dict) else {kind: seen}


def all_that_is_seen(game: Game, side: str) -> bytes:
    """What ``side`` can tell this position by: its arrays, and the mask if it is to move."""
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    return b"".join(array.tobytes() for array in game.observation(side, "both").values()) + mask


def _game_type(fog: bool) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Python CTV: Santander 1937",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if fog else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _game_info() -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=spec_of(GAME).n_actions,
        max_chance_outcomes=FACES + 1,  # one more than the largest: OpenSpiel's masks of dice begin at 0
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_DECISIONS,
    )


class SpielGame(pyspiel.Game):
    """The rules under one set of parameters; ``pyspiel.load_game`` makes it."""

    def __init__(self, params: dict | None = None):
        """Take ``PARAMETERS`` from ``params``, the defaults where it says nothing.

        Raises:
            ValueError: there is no such scenario or value.
        """
        chosen = PARAMETERS | (params or {})
        super().__init__(_game_type(chosen["fog"]), _game_info(), params or {})
        options = {name: value for name, value in chosen.items() if name != "scenario"}
        self.fog = chosen["fog"]
        self.first_position = Game.new(spec_of(GAME), chosen["scenario"], 0, **options)

    def __reduce__(self):
        """Pickled by its parameters: OpenSpiel's own way loses what the Python object holds."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """The state at the game's first node."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more dice."""
        return MAX_DICE

    def make_py_observer(self, iig_obs_type=None, params: dict | None = None) -> "SpielObserver":
        """An observer; see ``SpielObserver``."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A position with its past; player 0 is the Nationalist, player 1 the Republican."""

    def __init__(self, game: SpielGame):
        """The first position of ``game``; for ``SpielGame.new_initial_state`` only."""
        super().__init__(game)
        self._play = _Play(game.first_position.clone(), _Memory(game.first_position) if game.fog else None)

    @property
    def position(self) -> Game:
        """The position as the game's own object, for reading only."""
        return self._play.game

    # -- what OpenSpiel calls ----------------------------------------------------------------------------------

    def current_player(self) -> int:
        """0 or 1, or a ``pyspiel.PlayerId`` at a die or the end."""
        to_move = self.position.to_move
        if to_move is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if to_move == CHANCE_NAME else self.position.spec.sides.index(to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each face of the die with its probability."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._play.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The words of the game, behind the number: the words of two actions may be the same."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {action}"
        return f"{action}: {self.position.describe(action)}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.to_move is None

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser at the end, 0 before."""
        winner = self.position.winner if self.is_terminal() else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self.position.spec.sides]

    def __str__(self) -> str:
        """Tells all positions apart, as ``value_iteration`` needs it; not for the eyes of a player."""
        return f"{self.position!r} {self.position.state_hash()}"

    # -- what a player knows -----------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler) -> "SpielState":
        """A state that ``player`` cannot tell from this one, for IS-MCTS.

        Args:
            player: 0 or 1.
            sampler: gives numbers from 0 to 1, as ``pyspiel.UniformProbabilitySampler``.
        """
        twin = self.clone()
        twin._play = self._play.redrawn(player, np.random.default_rng(int(sampler() * 2**53)))
        return twin

    def known(self, player: int) -> str:
        """All that ``player`` has seen and done so far, as a hash; without fog, the history."""
        memory = self._play.memory
        return self.history_str() if memory is None else memory.told(player)

    def seen(self, player: int) -> str:
        """What ``player`` sees now: a line in words, and a hash of the rest."""
        game = self.position
        decides = game.to_move or f"won by {game.winner}"
        sight = _hash(all_that_is_seen(game, game.spec.sides[player]))
        return f"{game.spec.sides[player]} turn {game.turn} {game.node}: {decides}, {game.vp()} VP {sight.hex()}"


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

    def __deepcopy__(self, memo) -> "_Play":
        return _Play(self.game.clone(), self.memory and self.memory.copy())

    def __getstate__(self):
        return self.game.to_bytes(), self.memory

    def __setstate__(self, state):
        data, self.memory = state
        self.game = Game.from_bytes(data)


class _Memory:
    """What both sides have seen and done: a chain of hashes, worked out only when it is asked for.

    Attributes:
        past: hash for each side of what it saw and did before ``game``.
        game: the position up to which the past is worked out; never changed, so that copies share it.
        moves: actions and faces since.
    """

    def __init__(self, game: Game, past: tuple[bytes, ...] = (b"", b""), moves: tuple[int, ...] = ()):
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

    def __getstate__(self):
        return self.game.to_bytes(), self.past, self.moves

    def __setstate__(self, state):
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
        params: ``{"kind": "flat"}`` for one vector, the default, or another kind of observation.

    Raises:
        ValueError: another kind of observation.
    """

    def __init__(self, game: SpielGame, iig_obs_type: pyspiel.IIGObservationType, params: dict | None = None):
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or iig_obs_type.private_info != single:
            raise ValueError("only all that one player sees can be observed: public_info, and SINGLE_PLAYER")
        if unknown := set(params or ()) - {"kind"}:
            raise ValueError(f"no parameter {unknown.pop()!r} of an observation; there is 'kind'")
        self._recall = iig_obs_type.perfect_recall
        self._kind = (params or {}).get("kind", "flat")
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not self._recall:
            self._make_room(sight(game.first_position, game.first_position.spec.sides[0], self._kind))

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
            seen = sight(state.position, state.position.spec.sides[player], self._kind)
            for name, array in seen.items():
                self.dict[name][...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """What ``player`` sees, or with perfect recall knows, as a string."""
        return state.known(player) if self._recall else state.seen(player)


pyspiel.register_game(_game_type(fog=True), SpielGame)
