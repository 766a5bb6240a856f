"""One game in which the caller decides for both sides and chance acts in between; base of AEC, parallel and RLlib."""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.batch import ACT, BEGIN, EPISODE, REPORT, START
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import NOBODY
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.checks import by_one_thread, step_by_one_thread
from ctv_env.envs.keywords import check_keywords
from ctv_env.envs.own_reward import RewardFunction
from ctv_env.envs.rendering import Renderer
from ctv_env.envs.spaces import Observation, observation_space

_FIELDS = ("done", "learner", "length", "reward", "final_winner", "final_score", "final_length")
_DONE, _LEARNER, _LENGTH, _REWARD, _WINNER, _SCORE, _DECISIONS = map(list(EPISODE.names or ()).index, _FIELDS)


class TwoPlayerGame:
    """A game stepped from decision to decision, with the rewards of both sides.

    Args:
        scenario: name of a scenario; None for the game's first.
        obs: one of the game's kinds of observation, None for the first, ``"vector"`` for the first that is a single
            vector.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: ``"win"``, the name of the game's score, ``"shaped"`` or a function, as in ``SingleSideEnv``.
        record: folder in which to record every game; None for none.
        game: name of the game (``core.spec.spec_of``); None for the first.
        options: rules options of the game, and ``data_dir``.

    Attributes:
        agents: the first and the second side with PettingZoo's naming, ``side_0``.
        in_use: whether a method is running that must not run twice at a time.

    Raises:
        ValueError: an unknown name or option; the message lists the valid ones.
    """

    in_use = False

    def __init__(
        self,
        scenario: str | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str | RewardFunction = "win",
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        check_keywords(options, spec_of(game), TwoPlayerGame)
        how: dict[str, Any] = {"obs": obs, "dtype": dtype, "reward": reward, "game": game, "record": record}
        self._games = BatchGames(1, scenario, BOTH_SIDES, autoreset=False, **how, **options)
        self._scenario, self._options = scenario, options
        self._episode = self._games.episodes.item(0)
        self._begun = False
        self._illegal: dict[str, str] = {}  # why an agent has lost by an illegal action
        self.agents = [f"{side}_0" for side in self.spec.sides]

    @property
    def spec(self) -> GameSpec:
        """The game's spec."""
        return self._games.spec

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._games.tables.actions.n

    @property
    def idle(self) -> int:
        """The idle action."""
        return self._games.tables.actions.idle

    def new_observation_space(self) -> gymnasium.Space:
        """Return a space of ``look`` with a generator of its own."""
        return observation_space(self._games.layouts, self._games.dtype)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._episode[_DONE] == 1

    @property
    def to_move(self) -> str | None:
        """The agent to move; None at the end."""
        return None if self._episode[_DONE] else self.agents[self._episode[_LEARNER]]

    @property
    def decisions(self) -> int:
        """Decisions of both sides in this game."""
        return self._episode[_LENGTH]

    @property
    def game(self) -> Game:
        """A copy of the game in play, for descriptions, explanations, saves and search; ResetNeeded before a reset."""
        self._check_begun()
        return self._games.game(0)

    @by_one_thread
    def reset(self, seed: int | None, chosen: dict[str, Any]) -> None:
        """Start a new game.

        Args:
            seed: fully determines the dice of this game and, until another seed is given, of the games after it; None
                continues the dice of the previous seed.
            chosen: scenario and rules options for this game, overriding those chosen at construction; other entries are
                ignored, as PettingZoo's checkers require.

        Raises:
            ValueError: a wrong seed or an unknown value.
            RuntimeError: another thread is using the environment.
        """
        known = ("scenario", *(option.name for option in self.spec.options))
        wanted = {name: chosen[name] for name in known if name in chosen}
        tables = self.spec.load(**{"scenario": self._scenario, **self._options, **wanted})
        self._games.seed([seed])
        self._games.set_tables(tables)
        self._illegal = {}
        self._run(START | BEGIN)
        self._begun = True

    @step_by_one_thread
    def step(self, action: Any) -> dict[str, float]:
        """Play one decision of the agent to move; return the rewards of both agents.

        Raises:
            gymnasium.error.ResetNeeded: the game is over.
            TypeError: the action is not a whole number; nothing has moved.
            IllegalActionError: it is not legal; nothing has moved.
            RuntimeError: another thread is using the environment.
        """
        games, agent = self._games, self.to_move
        if agent is None:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        number = whole_number(action)
        if not (0 <= number < self.n_actions and games.masks[0, number]):
            raise IllegalActionError(f"{agent}: action {number} is illegal: {self.game.explain_illegal(number)}")
        games.batch.actions[0] = number
        self._run(ACT | REPORT)
        reward = self._episode[_REWARD]
        return {other: reward if other == agent else 0.0 - reward for other in self.agents}  # avoids negative zero

    def forfeit(self, losers: dict[str, str]) -> dict[str, float]:
        """End the game because of illegal actions; return the rewards of both agents.

        Args:
            losers: agents, each with the reason why its action is illegal.  Each loses 1 to the other; if both are to
                blame the game is a draw.
        """
        lost = [agent in losers for agent in self.agents]
        winner = NOBODY if all(lost) else lost.index(False)
        self._games.end_early(np.ones(1, bool), winner)
        self._episode = self._games.episodes.item(0)
        self._illegal = losers
        pay = (lost[1] - lost[0]) * 1.0
        return dict(zip(self.agents, (pay, 0.0 - pay), strict=True))

    def _run(self, tasks: int) -> None:
        """Run ``tasks``, then read the episode of the game once."""
        self._games.run(tasks)
        self._episode = self._games.episodes.item(0)

    def close(self) -> None:
        """End the record of a game in play."""
        self._games.close()

    def mask(self) -> np.ndarray:
        """Return int8 (n_actions,): legal actions, or the idle action at the end; overwritten by the next step."""
        return self._games.masks[0]

    def look(self, agent: str) -> Observation:
        """Return what ``agent`` sees as new arrays: one, or a dictionary."""
        games, side = self._games, self.agents.index(agent)
        if side != self._episode[_LEARNER]:
            return self.look_at(self.game, agent)
        seen = games.observation()
        return {name: array[0].copy() for name, array in seen.items()} if isinstance(seen, dict) else seen[0].copy()

    def look_at(self, game: Game, agent: str) -> Observation:
        """Return what ``agent`` sees in another position."""
        side = self.spec.sides[self.agents.index(agent)]
        return game.observation(side, self._games.obs, self._games.dtype)

    def answer(self) -> Game | None:
        """Return the position in which the other agent decides, if it does so without knowing the decision due now.

        Which position it is depends on that decision; what the other agent sees and may do is the same in all of them.
        None if there is no such decision.
        """
        states = self._games.batch.states
        if self.over or not self.spec.nodes[states["node"].item(0)].secret:
            return None
        after = self.game
        node, mover = after.node, after.to_move
        after.step(after.legal_actions()[0])
        return after if after.node == node and after.to_move in self.spec.sides and after.to_move != mover else None

    def render(self, renderer: Renderer) -> np.ndarray | str | None:
        """Render the mover's view in the mode of ``renderer``; ResetNeeded before a reset."""
        self._check_begun()
        return renderer.render(self._games)

    def _check_begun(self) -> None:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() first")

    def infos(self) -> dict[str, dict[str, Any]]:
        """Return the info of each agent.

        It has ``node`` and ``turn``; at the end also ``winner`` (None for a draw), the score and ``decisions``, and
        ``illegal_action``, the reason, for an agent that has lost by one.
        """
        info = self._info()
        infos = {agent: dict(info) for agent in self.agents}
        for agent, reason in self._illegal.items():
            infos[agent]["illegal_action"] = reason
        return infos

    def _info(self) -> dict[str, Any]:
        states, episode = self._games.batch.states, self._episode
        info = {"node": self.spec.node_name(states["node"].item(0)), "turn": states["turn"].item(0)}
        if self.over:
            winner = None if episode[_WINNER] == NOBODY else self.agents[episode[_WINNER]]
            info |= {"winner": winner, self.spec.score.key: episode[_SCORE], "decisions": episode[_DECISIONS]}
        return info
