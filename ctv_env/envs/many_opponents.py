"""The opponents of many games at once: compiled policies play inside the batch, others when games wait for them."""

import pathlib
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.action_numbers import whole_number, whole_numbers
from ctv_env.core.batch import ACT, BEGIN, DRAWN, EACH, EXTERNAL, OBSERVE, START
from ctv_env.core.game import IllegalActionError
from ctv_env.core.view import View
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.opponents import NamedAgents, policy_seed, tuned_by_side
from ctv_env.envs.spaces import Observation


class ManyPlayer(typing.Protocol):
    """An opponent that plays many games at once."""

    def act_many(self, observations: Observation, masks: np.ndarray) -> np.ndarray:
        """Return legal actions (n,), given observations of n games and masks (n, n_actions)."""


Opponent = str | pathlib.Path | ManyPlayer


class ManyOpponents:
    """The opponents of all games of a ``BatchGames``.

    An opponent is the name of an agent, as every command takes it, or an object with ``act_many(observations, masks) ->
    actions``, which decides for the other side of all its games at once.  A named agent may have that method too; if it
    has only ``act``, each game gets its own agent, which is reset before each game and called as in ``SingleSideEnv``.
    All get the observations and masks of their own side; an attribute ``observation`` chooses the kind, in float32, or
    None for none.

    Args:
        games: the games.
        opponent: one opponent, or one for each game; None for the strongest compiled policy.

    Attributes:
        players: the opponents of the games in play, (n,), names and objects.
        wanted: those of the games that follow, likewise.
        outside: whether any of them acts outside the compiled code.

    Raises:
        ValueError: as ``choose``.
    """

    def __init__(self, games: BatchGames, opponent: Opponent | Sequence[Opponent] | None):
        self.games = games
        self.outside = False
        self._failed = False  # whether an opponent was to move when the last call ended with an exception
        self._agents = NamedAgents(games.name)
        self._reset: set[int] = set()  # ids of the agents that have been reset
        self.wanted: list[Any] = []
        self.choose(opponent)
        self.players = np.full(games.n, None)
        self.players[:] = self.wanted

    def choose(self, opponent: Opponent | Sequence[Opponent] | None) -> None:
        """Set the opponents of games that start from now on, one or one for each game; see the class.

        Raises:
            ValueError: an unknown name, an object without ``act_many``, or a wrong number of opponents.
        """
        games, policies = self.games, self.games.spec.policies
        opponent = policies[-1] if opponent is None else opponent
        several = list(opponent) if isinstance(opponent, list | tuple) else [opponent] * games.n
        wanted: list[Any] = [str(one) if isinstance(one, pathlib.Path) else one for one in several]
        asked = [not (isinstance(one, str) and one in policies) for one in wanted]
        others = {id(one): one for one, is_asked in zip(wanted, asked, strict=True) if is_asked}.values()
        players = [self._checked(one) for one in others]
        games.set_opponent([policies[0] if is_asked else one for one, is_asked in zip(wanted, asked, strict=True)])
        games.leave_opponents_outside(asked)
        for other, by_side in zip(others, players, strict=True):
            its = [one is other for one in wanted]
            if (tuned := tuned_by_side(by_side, games.spec.sides)) and games.set_tuned_opponent(tuned, its):
                asked = [is_asked and not is_its for is_asked, is_its in zip(asked, its, strict=True)]
        self.wanted, self.outside = wanted, self.outside or any(asked)

    def _checked(self, opponent: Any) -> dict[str, Any]:
        """Return the agents of an opponent by name, by side; ValueError if ``opponent`` is not a valid one."""
        games = self.games
        if isinstance(opponent, str):
            learner = int(games.episodes["wanted_side"][0])
            its_sides = [side for k, side in enumerate(games.spec.sides) if learner in (DRAWN, EACH, 1 - k)]
            return {side: self._agents.agent(opponent, games.tables, side) for side in its_sides}
        if not callable(getattr(opponent, "act_many", None)):
            raise ValueError(
                f"an opponent is the name of an agent or an object with act_many(observations, masks), not {opponent!r}"
            )
        return {}

    # -- playing -----------------------------------------------------------------------------------------------

    def begin(self, which: np.ndarray) -> None:
        """Start new games in the slots ``which``, bool (n,), and play up to their learners' first decisions."""
        games, slots = self.games, np.flatnonzero(which).tolist()
        self._failed = True
        for i in slots:
            self.players[i] = self.wanted[i]
        games.run(np.where(which, START, 0))
        for i in slots:
            if games.episodes["policy"][i, 1 - games.episodes["learner"][i]] == EXTERNAL:
                self._player(i, begins=True)
        self.answer()
        games.run(np.where(which, BEGIN, 0))

    def answer(self) -> None:
        """Let the opponents outside the compiled code act until every learner is to move.

        Raises:
            IllegalActionError: an opponent's action is not legal.
        """
        games, self._failed = self.games, True
        while True:
            waiting = games.batch.states["to_move"] == 1 - games.episodes["learner"]
            if not waiting.any():
                self._failed = False
                return
            games.run(np.where(waiting, OBSERVE, 0))
            for player, its in self._groups(np.flatnonzero(waiting).tolist()):
                games.batch.actions[its] = self._decide(player, its)
            illegal = np.flatnonzero(waiting & ~games.legal(games.batch.actions)).tolist()
            if illegal:
                i, action = illegal[0], games.batch.actions[illegal[0]]
                reason = games.game(i).explain_illegal(action)
                raise IllegalActionError(f"the opponent of game {i}: action {action} is illegal: {reason}")
            games.run(np.where(waiting, ACT, 0))

    def check(self) -> None:
        """Raise ResetNeeded if an opponent has failed: it is to move, and the learner must not do so in its place."""
        if self._failed:
            raise gymnasium.error.ResetNeeded("an opponent has failed: call reset() first")

    def _groups(self, slots: list[int]) -> Iterator[tuple[Any, list[int]]]:
        """Group the waiting games by player."""
        players = [self._player(i) for i in slots]
        for player in {id(one): one for one in players}.values():
            yield player, [i for i, one in zip(slots, players, strict=True) if one is player]

    def _player(self, i: int, begins: bool = False) -> Any:
        """Return the player of game ``i``; a named agent is reset when its game begins, here or before this process."""
        player = self.players[i]
        if not isinstance(player, str):
            return player
        games, episode = self.games, self.games.episodes[i]
        side = games.spec.sides[1 - int(episode["learner"])]
        agent = self._agents.agent(player, games.tables, side)
        for_all = hasattr(agent, "act_many")
        if not for_all:
            agent = self._agents.agent(player, games.tables, side, copy=i)
        if id(agent) not in self._reset or (begins and not for_all):
            self._reset.add(id(agent))
            agent.reset(policy_seed(episode))
        return agent

    def _decide(self, player: Any, its: list[int]) -> np.ndarray | int:
        """Return the actions of ``player`` in ``its`` games, of which there is one if it has no ``act_many``."""
        games, seen = self.games, self._seen(player, its)
        if hasattr(player, "act_many"):
            return whole_numbers(player.act_many(seen, games.masks[its]), len(its))
        (i,) = its
        game = games.game(i)
        info = {"side": game.to_move, "view": View(game, str(game.to_move)), "node": game.node, "turn": game.turn}
        return whole_number(player.act(None if seen is None else _row(seen, 0), games.masks[i].copy(), info))

    def _seen(self, player: Any, its: list[int]) -> Observation | None:
        """Return the observations of ``player`` in ``its`` games."""
        games = self.games
        kind = getattr(player, "observation", games.obs)
        if kind is None:
            return None
        if not hasattr(player, "observation") or (kind == games.obs and games.dtype == "float32"):
            return _row(games.observation(), its)
        return games.observation_as(kind, its)

    def close(self) -> None:
        """Close the agents."""
        self._agents.close()


def _row(seen: Observation, its: list[int] | int) -> Any:
    """Return observations of some games, or of one."""
    return {name: array[its] for name, array in seen.items()} if isinstance(seen, dict) else seen[its]
