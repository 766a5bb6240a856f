"""Illegal actions, and games that would never end: what every environment does about them.

By default an illegal action costs a little and the position stays, so a policy that ignores the masks and always
repeats its choice would never end a game.  After ``PATIENCE`` illegal actions in a row the game is therefore truncated,
and its info says so as ``truncation``.
"""

import numpy as np

from ctv_env.core.terms import NOBODY
from ctv_env.envs.batch import BatchGames, pick

ILLEGAL_ACTION = ("penalize", "raise", "terminate", "random")
"""Values of ``illegal_action``, the default first; see ``SingleSideEnv``."""
ILLEGAL_PENALTY = -0.01
LOSS = -1.0
PATIENCE = 1000
"""Illegal actions in a row after which a game is truncated."""
STUBBORN = f"{PATIENCE} actions in a row were illegal"
"""The reason for that truncation."""


def time_is_up(name: str, limit: int) -> str:
    """Return the reason for a truncation by the setting ``name``."""
    return f"{name}={limit} is reached"


def checked_limit(name: str, limit: int | None) -> int | None:
    """Return a limit on steps, None for no limit.

    Raises:
        ValueError: it is neither None nor a whole number from 1 up.
    """
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        raise ValueError(f"{name} must be None or a whole number from 1 up, not {limit!r}")
    return limit


class Referee:
    """Judges the actions of a ``BatchGames``, and ends games that are forfeited or have lasted too long.

    Args:
        games: the games.
        illegal_action: one of ``ILLEGAL_ACTION``.
        max_episode_steps: steps after which a game is truncated, refused actions included; None for no limit.

    Raises:
        ValueError: a wrong value.
    """

    def __init__(self, games: BatchGames, illegal_action: str, max_episode_steps: int | None):
        pick("illegal_action", illegal_action, ILLEGAL_ACTION)
        self.illegal_action = illegal_action
        self._games = games
        self._limit = checked_limit("max_episode_steps", max_episode_steps)
        self._refused: np.ndarray | None = None  # in the step in play
        self._in_a_row = np.zeros(games.n, np.int64)  # refused actions
        self._is_counting = False  # whether any of them is not 0
        self._clock = 0  # steps of all games
        self._begun = np.zeros(games.n, np.int64)  # by the clock
        self._due = self._limit or 0  # when the first game may have lasted too long

    @property
    def price(self) -> float:
        """Reward of a refused action."""
        return LOSS if self.illegal_action == "terminate" else ILLEGAL_PENALTY

    def begin(self, which: np.ndarray) -> None:
        """Note that the games ``which``, bool (n,), begin."""
        self._begun[which] = self._clock
        self._in_a_row[which] = 0

    def judge(self, actions: np.ndarray, playing: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Store the actions of a step for the driver.

        Args:
            actions: int64 (n,).
            playing: bool (n,), the games in which they count.

        Returns:
            The games whose action is illegal, and those in which it is refused: nothing is played; bool (n,), None if
            there are none.

        Raises:
            IllegalActionError: an action is illegal, and ``illegal_action`` is ``"raise"``.
        """
        games, self._refused = self._games, None
        self._clock += 1
        illegal = playing & ~games.legal(actions)
        if not illegal.any():
            games.batch.actions[:] = actions
            return None, None
        if self.illegal_action == "raise":
            games.refuse(actions, illegal)
        games.batch.actions[:] = actions
        if self.illegal_action == "random":
            games.batch.actions[illegal] = games.draw_now()[illegal]
            return illegal, None
        games.episodes["total"][illegal] += self.price
        games.episodes["done"][illegal] = 0
        self._refused = illegal
        return illegal, illegal

    def end(self, playing: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """End games early after a step; those that ended by the rules are ``done`` in the episodes.

        Args:
            playing: as for ``judge``.

        Returns:
            The games that an illegal action has lost, and those that are truncated, bool (n,); None if there can be
            none.  As with Gymnasium's ``TimeLimit``, the step that reaches ``max_episode_steps`` is a truncation even
            if it ends the game.
        """
        is_due = self._limit is not None and self._clock >= self._due
        if not is_due and self._refused is None and not self._is_counting:
            return None
        games = self._games
        lost, refused = np.zeros((2, games.n), bool)
        if self._refused is not None:
            (lost if self.illegal_action == "terminate" else refused)[:] = self._refused
        self._in_a_row = np.where(refused, self._in_a_row + 1, 0)
        self._is_counting = bool(refused.any())
        cut = self._in_a_row >= PATIENCE
        if is_due:
            cut |= self._late(playing)
        games.end_early(lost, 1 - games.episodes["learner"][lost])
        games.end_early(cut & (games.episodes["done"] == 0), NOBODY)
        return lost, cut

    def _late(self, playing: np.ndarray) -> np.ndarray:
        """Return the games that have lasted as long as they may."""
        limit = self._limit or 0
        self._due = int(self._begun.min()) + limit
        return playing & (self._clock - self._begun >= limit)

    def reasons(self, cut: np.ndarray) -> np.ndarray:
        """Return why games were truncated, an array of texts, None for the others; before ``begin``."""
        reasons = np.full(len(cut), None)
        reasons[cut] = time_is_up("max_episode_steps", self._limit or 0)
        reasons[cut & (self._in_a_row >= PATIENCE)] = STUBBORN
        return reasons
