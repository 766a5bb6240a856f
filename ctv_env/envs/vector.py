"""Gymnasium vector environment: one array of states, stepped in compiled code on all cores."""

import functools
import pathlib
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ctv_env.core.action_numbers import whole_numbers
from ctv_env.core.batch import ACT, BEGIN, REPORT, START
from ctv_env.core.game import checked_seed
from ctv_env.core.host import usable_cores
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import BOTH_SIDES, BatchGames, pick
from ctv_env.envs.buffers import Buffers
from ctv_env.envs.checks import by_one_thread
from ctv_env.envs.keywords import check_keywords, with_paths_as_text
from ctv_env.envs.many_opponents import ManyOpponents, Opponent
from ctv_env.envs.own_reward import RewardFunction
from ctv_env.envs.referee import LOSS, Referee
from ctv_env.envs.spaces import Observation


class VectorEnv(gymnasium.vector.VectorEnv):
    """``num_envs`` games: ``gymnasium.make_vec(id, num_envs=1024, vectorization_mode="vector_entry_point")``.

    With the same settings and seeds, each game and its rewards equal those of ``SingleSideEnv``.  Compiled opponents
    play inside; with ``side="both"`` the learner plays both sides, and each observation is that of the side to move.

    Every ``infos`` holds, for all games: ``action_mask``, int8 (num_envs, n_actions), never empty; ``side``, int8,
    index of the side that observes and decides next; ``turn``, int8.  Those of a step also hold ``acted``, int8, index
    of the side that the reward is for, and ``reward_components``, a dictionary of float64 (num_envs,).  Where a game
    has ended (``_winner`` is true) there are ``winner``, int8, index of a side, or 3 for a draw
    (``core.terms.NOBODY``), the score under its name, ``is_success`` and ``decisions``; where it was truncated,
    ``winner`` is 3, too, and ``truncation`` says why.

    A learner of both sides must negate the value of the next state where ``side`` differs from ``acted``: the game is
    zero-sum.  The loser of a game need not be the side that acted last; the reward is always that of ``acted``.

    ``scenario``, ``side``, ``obs``, ``dtype``, ``reward``, ``record`` and ``game`` are those of ``SingleSideEnv``, but
    ``side`` may be ``"both"``.

    Args:
        num_envs: number of games.
        autoreset_mode: one of ``gymnasium.vector.AutoresetMode``.  NEXT_STEP: the step after an end ignores its action
            and starts the next game, and its mask is the idle action alone; SAME_STEP: the next game starts at once,
            and ``final_obs`` and ``final_info`` describe the last; DISABLED: call ``reset(options={"reset_mask":
            ...})``.
        threads: number of threads; None for one per core.
        copy: whether to return copies; if not, the next step overwrites what was returned.
        illegal_action: as for ``SingleSideEnv``, with 1,000 illegal actions in a row as the end of a game's patience.
            ``infos["illegal_action"]`` is true in those games.  With ``"raise"`` no game has moved.
        max_episode_steps: steps after which a game is truncated, refused actions included, as Gymnasium's ``TimeLimit``
            does it; None or -1 for no limit.
        opponent: one, or one for each game: the name of an agent, or an object with ``act_many`` (``ManyOpponents``).
            With compiled policies alone a step is one call into compiled code.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message lists the valid ones.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012
    in_use = False
    closed = True  # until it is made
    _spec: EnvSpec | None = None

    def __init__(
        self,
        num_envs: int,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        illegal_action: str = "penalize",
        max_episode_steps: int | None = None,
        render_mode: None = None,
        scenario: str | None = None,
        side: str | None = None,
        opponent: Opponent | Sequence[Opponent] | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str | RewardFunction | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        if render_mode is not None:
            raise ValueError(f"render_mode must be None, not {render_mode!r}: render a single environment instead")
        self.mode = AutoresetMode(autoreset_mode)
        spec = spec_of(game)
        check_keywords(options, spec, VectorEnv)
        side, reward = side or spec.sides[0], reward or spec.score.key
        how: dict[str, Any] = {"obs": obs, "dtype": dtype, "reward": reward, "record": record, "game": game}
        how |= {"threads": threads or usable_cores(), "autoreset": self.mode == AutoresetMode.SAME_STEP}
        self.games = BatchGames(num_envs, scenario, side, **how, **options)
        self._opponents = ManyOpponents(self.games, opponent)
        if side == BOTH_SIDES and self._opponents.outside:
            raise ValueError(f"side {BOTH_SIDES!r} leaves nothing to an opponent: leave out opponent, or name a side")
        self._referee = Referee(self.games, illegal_action, None if max_episode_steps == -1 else max_episode_steps)
        self._score = spec.score.key
        self._parts = {self._score: "part_score", "result": "part_result", "potential": "part_potential"}
        self.num_envs = num_envs
        self.render_mode = None
        self.metadata = self.metadata | {"autoreset_mode": self.mode}
        self.single_observation_space = self.games.observation_space
        self.single_action_space = self.games.action_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._buffers = Buffers(self.games.rows.shape, self.games.rows.dtype) if copy else None
        self._copy = copy
        self._begun = False
        self._ended = np.ones(num_envs, bool)
        self._all = np.ones(num_envs, bool)
        self._all.setflags(write=False)
        self._none = ~self._all
        self._none.setflags(write=False)
        self.closed = False

    @property
    def spec(self) -> EnvSpec | None:
        """Gymnasium's spec, which sets it; ``to_json`` can write it even if a folder was a ``Path``."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = with_paths_as_text(spec)

    @functools.cached_property
    def observation_space(self) -> gymnasium.Space:  # type: ignore[override]  # Gymnasium's is an attribute
        """Space of all observations together; created on demand, since it takes four times their memory."""
        return batch_space(self.single_observation_space, self.num_envs)

    # -- playing -----------------------------------------------------------------------------------------------

    @by_one_thread
    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start new games in all slots, or in those of ``options["reset_mask"]``.

        Args:
            seed: of the first game, each following game adding one; or a list of seeds, where None leaves a stream
                unchanged.
            options: only ``reset_mask``, bool (num_envs,) with at least one true.

        Raises:
            ValueError: another option, a wrong mask or a wrong seed.
            RuntimeError: another thread is using the environment.
        """
        given = dict(options or {})
        which = _reset_mask(given.pop("reset_mask", self._all), self.num_envs)
        for name in given:
            pick("a reset option", name, ("reset_mask",))
        seeds = _seeds(seed, self.num_envs)
        self.games.seed([number if wanted else None for number, wanted in zip(seeds, which.tolist(), strict=True)])
        self._renew_values()
        self._begin(which)
        self._begun = True
        self._ended = self._ended & ~which
        return self._seen(), self._infos(self.games.episodes)

    @by_one_thread
    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one decision of every learner; see the class for infos.

        Returns:
            Observations; rewards float64 (num_envs,); terminations and truncations, bool (num_envs,); infos.

        Raises:
            gymnasium.error.ResetNeeded: a game has ended or not begun (``AutoresetMode.DISABLED``, or before a reset),
                or an opponent has failed.
            ValueError: not num_envs actions.
            TypeError: some are not whole numbers (``core.action_numbers``).
            IllegalActionError: an action is not legal, and ``illegal_action`` is ``"raise"``; no game has moved.
            RuntimeError: another thread is using the environment.
        """
        self._opponents.check()
        games, given, idle = self.games, whole_numbers(actions, self.num_envs), self._ended
        has_idle = bool(idle.any())
        if has_idle and (self.mode != AutoresetMode.NEXT_STEP or not self._begun):
            raise gymnasium.error.ResetNeeded(f"game {int(np.flatnonzero(idle)[0])} is not in play: call reset() first")
        playing = ~idle
        illegal, refused = self._referee.judge(given, playing)
        played = playing if refused is None else playing & ~refused
        if has_idle:
            self._referee.begin(idle)
        self._renew_values()
        if self._opponents.outside:
            self._play(played, idle)
        else:
            games.run(np.where(idle, START | BEGIN, np.where(played, ACT | REPORT | games.again, 0)))
        return self._outcome(playing, played, illegal)

    def _begin(self, which: np.ndarray) -> None:
        """Begin new games in the slots ``which``, bool (num_envs,)."""
        self._referee.begin(which)
        if self._opponents.outside:
            self._opponents.begin(which)
        else:
            self.games.run(np.where(which, START | BEGIN, 0))

    def _play(self, played: np.ndarray, idle: np.ndarray) -> None:
        """Play a decision in the games ``played``, with external opponents; begin new games in the ``idle`` ones."""
        games, episodes = self.games, self.games.episodes
        games.run(np.where(played, ACT, 0))
        self._opponents.answer()
        games.run(np.where(played, REPORT, 0))
        again = played & (episodes["done"] != 0) & (games.again != 0)
        if (idle | again).any():
            self._opponents.begin(idle | again)
            episodes["done"][again] = 1  # as after AUTORESET

    def _outcome(
        self, playing: np.ndarray, played: np.ndarray, illegal: np.ndarray | None
    ) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        refused = None if played is playing else playing & ~played
        acted = self._acted(refused)
        by_rules = played & (self.games.episodes["done"] != 0)
        lost, cut = self._referee.end(playing) or (None, self._none)
        ended = by_rules if lost is None else by_rules | lost
        over = by_rules if lost is None else ended | cut
        final = self._final(over, cut) if over.any() else {}
        is_same_step = self.mode == AutoresetMode.SAME_STEP
        if is_same_step and final:
            self._begin_again(over & ~by_rules, over)
        self._ended = self._none if is_same_step else over.copy()
        episodes = self._copy_of_episodes()
        rewards = np.where(played, episodes["reward"], 0.0)
        parts = {part: np.where(played, episodes[field], 0.0) for part, field in self._parts.items()}
        infos = self._infos(episodes) | {"acted": acted, "_acted": self._all}
        infos["reward_components"] = parts | {f"_{part}": self._all for part in parts}
        infos["_reward_components"] = self._all
        if refused is not None:
            rewards[refused] = self._referee.price
        if lost is not None:
            parts["result"][lost] = LOSS
        if illegal is not None:
            infos["illegal_action"], infos["_illegal_action"] = illegal, illegal
        return self._seen(), rewards, ended, cut.copy(), infos | final

    def _acted(self, refused: np.ndarray | None) -> np.ndarray:
        """Return the side that each reward is for; a refused action is its learner's."""
        acted = self.games.episodes["acted"].copy()
        if refused is not None:
            acted[refused] = self.games.episodes["learner"][refused]
        return acted

    def _begin_again(self, early: np.ndarray, over: np.ndarray) -> None:
        """Begin the next games in the same step: compiled code has done so where a game has ended by the rules."""
        self._referee.begin(over)
        if early.any():
            self._begin(early)

    def _copy_of_episodes(self) -> np.ndarray:
        """Copy the episodes as bytes, which numpy does at once; a copy of records goes field by field."""
        episodes = self.games.episodes
        return episodes.view(np.uint8).copy().view(episodes.dtype)

    def _final(self, over: np.ndarray, cut: np.ndarray) -> dict[str, Any]:
        """Return what the infos say of the games that are ``over``, of which ``cut`` are truncated."""
        episodes = self.games.episodes
        final = {
            "winner": episodes["final_winner"].copy(),
            self._score: episodes["final_score"].copy(),
            "is_success": episodes["final_winner"] == episodes["final_learner"],
            "decisions": episodes["final_length"].copy(),
        }
        final |= {f"_{name}": over for name in tuple(final)}
        if cut.any():
            final |= {"truncation": self._referee.reasons(cut), "_truncation": cut}
        if self.mode != AutoresetMode.SAME_STEP:
            return final
        observations = np.full(self.num_envs, None)
        for i in np.flatnonzero(over).tolist():
            observations[i] = self.games.final_observation(i)
        return {"final_obs": observations, "_final_obs": over, "final_info": final, "_final_info": over}

    # -- views -------------------------------------------------------------------------------------------------

    def _renew_values(self) -> None:
        """Let float32 observations be written where the caller may keep them."""
        if self._buffers is not None and self.games.values is not None:
            self.games.write_values_into(self._buffers.take())

    def _seen(self) -> Observation:
        if self._buffers is None or self.games.values is not None:
            return self.games.observation()
        return self.games.observation_in(self._buffers.take())

    def _infos(self, episodes: np.ndarray) -> dict[str, Any]:
        masks = self.games.masks.copy() if self._copy else self.games.masks
        infos = {"action_mask": masks, "side": episodes["learner"].copy(), "turn": episodes["turn"].copy()}
        return infos | {f"_{name}": self._all for name in tuple(infos)}

    def action_masks(self) -> np.ndarray:
        """Return bool (num_envs, n_actions): the learners' legal actions; a view, overwritten by the next step."""
        return self.games.masks.view(bool)

    def draw_actions(self) -> np.ndarray:
        """Return int64 (num_envs,): a uniformly random legal action of each game, drawn in compiled code."""
        return self.games.draw_actions()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, and close opponents by name."""
        self.games.close()
        self._opponents.close()


def _seeds(seed: object, n: int) -> list[int | None]:
    """Return a seed for each of ``n`` games; see ``reset``."""
    if seed is None:
        return [None] * n
    if not isinstance(seed, (list, tuple, np.ndarray)):
        first = checked_seed(seed)
        return [first + i for i in range(n)]
    if len(seed) != n:
        raise ValueError(f"{n} games need {n} seeds, not {len(seed)}")
    return [None if one is None else checked_seed(one) for one in seed]


def _reset_mask(mask: object, n: int) -> np.ndarray:
    if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (n,) or not mask.any():
        raise ValueError(f"reset_mask must be an array of {n} bools, at least one of them true, not {mask!r}")
    return mask
