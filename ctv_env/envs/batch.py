"""Many games stepped in lockstep in one process, compiled between decisions.  All front ends build on this."""

import collections
import concurrent.futures
import difflib
import itertools
import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import gymnasium
import numpy as np

from ctv_env.core.action_numbers import whole_numbers
from ctv_env.core.batch import (
    ACT,
    AUTORESET,
    BEGIN,
    DRAW,
    DRAWN,
    EACH,
    EXTERNAL,
    NO_OBSERVER,
    OBSERVE,
    REPORT,
    REWARDS,
    START,
    addresses_of,
    fill_values,
    make_batch,
)
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.drawing import Drawing
from ctv_env.core.driver import driver
from ctv_env.core.game import Game, IllegalActionError, checked_seed, fresh_seed
from ctv_env.core.jit import records
from ctv_env.core.observation import DTYPES, Layout, meaning_of, split
from ctv_env.core.rows import row_filler
from ctv_env.core.spec import reference_of, spec_of
from ctv_env.core.terms import Tables
from ctv_env.core.tuning import N_VARIANTS, code_of
from ctv_env.envs.keywords import check_keywords
from ctv_env.envs.own_reward import OwnReward, RewardFunction
from ctv_env.envs.recording import BatchRecorder
from ctv_env.envs.spaces import Observation, observation_space

DRAWN_SIDE, BOTH_SIDES = "random", "both"
"""Values of ``side``: the learner's side is drawn for each game; the learner plays both sides."""
VECTOR = "vector"
"""Value of ``obs``: the first kind of observation that is a single vector, or the first of all if there is none."""

_OWN = ("_helpers", "_addresses", "_run", "_observed")  # what a copy creates for itself
_LEAST_SLICE = 16  # games worth a thread
_SLICES_OF_EACH = 16  # per thread, since some take longer than others


def pick(what: str, name: object, names: Iterable[str]) -> int:
    """Return the index of ``name`` in ``names``.

    Raises:
        ValueError: it is not there; the message lists the valid names.
    """
    names = list(names)
    if isinstance(name, str) and name in names:
        return names.index(name)
    close = difflib.get_close_matches(str(name), names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"{what} cannot be {name!r}: it is one of {', '.join(map(repr, names))}{hint}")


def kind_of(obs: str | None, observations: Mapping[str, tuple[Layout, ...]]) -> str:
    """Return the kind of observation for ``obs``: a name, None or ``VECTOR``; ValueError for an unknown name."""
    if obs is None:
        return next(iter(observations))
    if obs == VECTOR and obs not in observations:
        vectors = (kind for kind, (layout, *more) in observations.items() if not more and len(layout.shape) == 1)
        return next(vectors, next(iter(observations)))
    pick("obs", obs, observations)
    return obs


def _function(reward: Any) -> RewardFunction:
    """Return ``reward``; ValueError if it cannot be called."""
    if not callable(reward):
        raise ValueError(f"reward is a name or a function of the components, not {reward!r}")
    return reward


class _Helpers:
    """Threads beside the caller's; a forked process, which has none of its parent's, starts its own."""

    def __init__(self, number: int):
        self._number, self._process = number, 0
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None

    def pool(self) -> concurrent.futures.ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = concurrent.futures.ThreadPoolExecutor(self._number), os.getpid()
        return self._pool

    def close(self) -> None:
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()


def _cut(n: int, threads: int) -> list[tuple[int, int]]:
    """Cut the games 0 to n - 1 into slices small enough that no thread waits long for the others."""
    number = 1 if threads == 1 else min(_SLICES_OF_EACH * threads, n // _LEAST_SLICE)
    return list(itertools.pairwise(np.linspace(0, n, number + 1).astype(int).tolist()))


def _arrays_of(rows: np.ndarray, layouts: Sequence[Layout]) -> Observation:
    """Return views into rows, (..., size), as an observation: an array if it has only one."""
    arrays = split(rows, layouts)
    return arrays if len(arrays) > 1 else next(iter(arrays.values()))


class BatchGames:
    """``n`` games waiting for their learners' decisions; compiled opponents and dice play in between.

    The arrays that the methods return are overwritten by the next step; copy what you keep.  The games are spread over
    ``threads`` threads, which do not need the GIL; results do not depend on their number.

    Args:
        n: number of games.
        scenario: name of a scenario; None for the game's first.
        side: the learner's side; ``"random"`` draws it for each game; with ``"both"`` the learner decides for both
            sides, and each reward is that of the side that acted (``episodes["acted"]``).
        opponent: name of a compiled policy, or ``n`` names; None for the strongest.  See ``set_opponent``.
        obs: kind of observation, a key of the tables' ``observations``; ``"vector"`` for the first that is a single
            vector, None for the first of all.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: the name of the game's score, ``"win"``, ``"shaped"`` or a function, as in ``SingleSideEnv``.
        threads: number of threads.
        autoreset: whether the next game starts in the step that ends a game.
        game: name of the game (``core.spec.spec_of``); None for the first.
        record: folder in which to record every game (``envs/recording.py``), or a ``BatchRecorder``; None for none.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message lists the valid ones.
    """

    def __init__(
        self,
        n: int,
        scenario: str | None = None,
        side: str = DRAWN_SIDE,
        opponent: str | Sequence[str] | None = None,
        obs: str | None = VECTOR,
        dtype: str = "float32",
        reward: str | RewardFunction = "shaped",
        threads: int = 1,
        autoreset: bool = True,
        game: str | None = None,
        record: str | pathlib.Path | BatchRecorder | None = None,
        **options: Any,
    ):
        for name, value in (("n", n), ("threads", threads)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} must be a whole number from 1 up, not {value!r}")
        if not isinstance(record, str | pathlib.Path | BatchRecorder | None):
            raise ValueError(f"record must be a folder or None, not {record!r}")
        self.spec = spec_of(game)
        self.n = n
        self.threads = min(threads, max(n // _LEAST_SLICE, 1))
        self.again = AUTORESET if autoreset else 0
        check_keywords(options, self.spec, BatchGames)
        self.tables = self.spec.load(scenario, **options)
        self.obs, self.dtype = kind_of(obs, self.tables.observations), dtype
        pick("dtype", dtype, DTYPES)
        self.layouts = self.tables.observations[self.obs]
        self.observation_space = observation_space(self.layouts, dtype)
        self.action_space = gymnasium.spaces.Discrete(self.tables.actions.n)
        self._own_reward = None if isinstance(reward, str) else OwnReward(_function(reward), self.spec.score.key)
        reward_code = pick("reward", reward if isinstance(reward, str) else REWARDS[-1], self.rewards)
        self.batch = make_batch(self.spec, self.tables, n, self.threads, self.obs, reward_code)
        self.values = None if dtype == "uint8" else np.zeros(self.batch.rows.shape, np.float32)
        self._is_stale = False  # whether ``values`` is older than the rows
        self._addresses = addresses_of(self.batch)
        self._meaning = meaning_of(self.layouts)
        self._look_at_rows()
        self._every = np.arange(n)
        self._slices = _cut(n, self.threads)
        self._helpers = _Helpers(self.threads - 1)
        self._run = driver(self.spec.hooks())
        self._recorder = BatchRecorder(record) if isinstance(record, str | pathlib.Path) else record
        self._draw_task = 0  # DRAW once random actions have been requested
        self._is_drawn = False
        self._variants: list[np.ndarray] = []  # of the tunable policy, that play or have played
        self.set_side(side)
        self.set_opponent(opponent)
        self.seed([fresh_seed() for _ in range(n)])

    @property
    def name(self) -> str:
        """Reference of the game, valid in any process (``core.spec.spec_of``)."""
        return reference_of(self.spec)

    @property
    def rewards(self) -> tuple[str, ...]:
        """Names of the kinds of reward."""
        return self.spec.score.key, *REWARDS[1:]

    # -- settings of future games ------------------------------------------------------------------------------

    def set_side(self, side: str) -> None:
        """Set the learner's side for games that start from now on."""
        codes = (*range(len(self.spec.sides)), DRAWN, EACH)
        self.batch.episodes["wanted_side"] = codes[pick("side", side, (*self.spec.sides, DRAWN_SIDE, BOTH_SIDES))]

    def set_opponent(self, opponent: str | Sequence[str] | None) -> None:
        """Set the compiled policy, or one for each game, that opposes the learner in games that start from now on.

        None is the last of the game's policies, the strongest.
        """
        opponent = self.spec.policies[-1] if opponent is None else opponent
        names = [opponent] * self.n if isinstance(opponent, str) else list(opponent)
        if len(names) != self.n:
            raise ValueError(f"opponent must be one name or {self.n} names, one for each game, not {len(names)}")
        codes = {name: pick("opponent", name, self.spec.policies) for name in set(names)}
        self.batch.episodes["wanted_opponent"] = np.array([codes[name] for name in names])[:, None]

    def set_tuned_opponent(self, constants: Sequence[np.ndarray | None], games: slice | Sequence[bool]) -> bool:
        """Set a variant of the game's tunable policy as the opponent in those of ``games`` that start from now on.

        Args:
            constants: of the variant on each side, int16 (constants,); None for a side that it never plays.
            games: a slice, or bool (n,).

        Returns:
            False, with nothing changed, if it cannot play compiled: too many variants, or the games are recorded, and
            a record is checked by a replay with the policies themselves.
        """
        rows = {row.tobytes(): row for row in (*self._variants, *(one for one in constants if one is not None))}
        if self._recorder is not None or len(rows) >= N_VARIANTS:
            return False
        self._variants = list(rows.values())
        self._use_tables(self.tables)
        keys = list(rows)
        codes = [EXTERNAL if row is None else code_of(keys.index(row.tobytes())) for row in constants]
        self.batch.episodes["wanted_opponent"][games] = codes
        return True

    def _use_tables(self, tables: Tables) -> None:
        """Let the driver play with ``tables`` and the variants."""
        tuning, record = self.spec.tuning, tables.record
        if tuning is not None and self._variants:
            record = tuning.tables_with(record, self._variants)
        self.batch = self.batch._replace(tables=record)
        self._addresses = addresses_of(self.batch)

    def set_tables(self, tables: Tables) -> None:
        """Use other tables (scenario, options) for games that start with the next reset.

        Raises:
            ValueError: their actions or observations differ.
        """
        if tables.actions.hash != self.tables.actions.hash or tables.observations[self.obs] != self.layouts:
            raise ValueError(
                f"scenario {tables.scenario!r} has other actions or observations: make an environment for it"
            )
        self.tables = tables
        self.batch.episodes["has_map"], self.batch.episodes["observer"] = 0, NO_OBSERVER
        self._use_tables(tables)

    def leave_opponents_outside(self, games: slice | Sequence[bool] = slice(None)) -> None:
        """Let the caller decide for both sides in those of ``games`` that start from now on."""
        self.batch.episodes["wanted_opponent"][games] = EXTERNAL

    @property
    def both_sides(self) -> bool:
        """Whether the learner plays both sides."""
        return int(self.episodes["wanted_side"][0]) == EACH

    # -- playing -----------------------------------------------------------------------------------------------

    def reset(self, seeds: Sequence[int | None] | None = None, which: np.ndarray | None = None) -> Observation:
        """Start new games and return what their learners see.

        Args:
            seeds: one whole number for each game, or None entries; None continues the current streams, so that the next
                games of the old seeds start.
            which: bool (n,), the games to reset; None for all.

        Raises:
            ValueError: wrong number of seeds, or a seed that is not a whole number from 0 up.
        """
        self.seed([None] * self.n if seeds is None else seeds)
        self.run(START | BEGIN if which is None else np.where(which, START | BEGIN, 0))
        return self.observation()

    def seed(self, seeds: Sequence[int | None]) -> None:
        """Seed the streams for dice, opponents, sides and drawn actions of future games; None leaves them unchanged."""
        if len(seeds) != self.n:
            raise ValueError(f"{self.n} games need {self.n} seeds, not {len(seeds)}")
        for i, seed in enumerate([None if seed is None else checked_seed(seed) for seed in seeds]):
            if seed is not None:
                self.batch.episodes["rng"][i] = stream(seed)
                self.batch.episodes["choice_rng"][i] = stream(seed, POLICY)
                if self._recorder is not None:
                    self._recorder.seeded(i, seed)

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray]:
        """Play one decision of every learner.

        Args:
            actions: whole numbers (n,) in any form (``core.action_numbers``), all legal.

        Returns:
            Observations, of the next game where one has ended; rewards, float64 (n,); ends, bool (n,).

        Raises:
            gymnasium.error.ResetNeeded: a game is over (without ``autoreset``); no game has moved.
            IllegalActionError: an action is not legal; no game has moved.
            ValueError: not n actions.
            TypeError: some are not whole numbers.
        """
        if not self.again and (over := self.episodes["done"] != 0).any():
            raise gymnasium.error.ResetNeeded(f"game {int(np.argmax(over))} is over: call reset() with it first")
        self.set_actions(actions)
        self.run(ACT | REPORT | self.again)
        return self.observation(), self.episodes["reward"], self.episodes["done"] != 0

    def legal(self, actions: np.ndarray) -> np.ndarray:
        """Return bool (n,): which of ``actions``, int64 (n,), are legal."""
        inside = (actions >= 0) & (actions < self.tables.actions.n)
        return (self.batch.masks[self._every, np.where(inside, actions, 0)] == 1) & inside

    def set_actions(self, actions: np.ndarray) -> None:
        """Check ``actions`` against the masks and store them for the driver; raises as ``step``."""
        given = whole_numbers(actions, self.n)
        legal = self.legal(given)
        if not legal.all():
            self.refuse(given, ~legal)
        self.batch.actions[:] = given

    def refuse(self, actions: np.ndarray, illegal: np.ndarray) -> NoReturn:
        """Raise an IllegalActionError for the first of the games ``illegal``, bool (n,)."""
        i = int(np.flatnonzero(illegal)[0])
        reason = self.game(i).explain_illegal(actions[i])
        raise IllegalActionError(f"action {actions[i]} of game {i} is illegal: {reason}")

    def end_early(self, which: np.ndarray, winners: np.ndarray | int) -> None:
        """End the games ``which`` before the rules do; the next task of each must be START.

        Args:
            which: bool (n,).
            winners: of those games, indices of sides or ``NOBODY``.
        """
        episodes, its = self.batch.episodes, np.flatnonzero(which)
        for name in ("total", "length", "score", "learner"):
            episodes[f"final_{name}"][its] = episodes[name][its]
        episodes["final_winner"][its] = winners
        episodes["done"][its] = 1
        self.batch.final_rows[its] = self.batch.rows[its]
        self.batch.masks[its] = 0
        self.batch.masks[its, self.tables.actions.idle] = 1

    def run(self, tasks: int | np.ndarray) -> None:
        """Run ``tasks`` (see ``core/batch.py``), one number or one for each game; pay and record."""
        if self._recorder is None:
            self.drive(tasks)
        else:
            self._recorder.run(self, tasks)
        if self._own_reward is not None:
            self._own_reward.pay(self.episodes, tasks)

    def drive(self, tasks: int | np.ndarray) -> None:
        """Run ``tasks`` in the compiled driver, without recording."""
        if isinstance(tasks, int):
            self.batch.tasks.fill(tasks | self._draw_task)
        else:
            self.batch.tasks[:] = tasks | self._draw_task
        self._is_drawn = self._draw_task != 0
        seen = self.values is not None and bool(np.any(self.batch.tasks & (BEGIN | REPORT | OBSERVE)))
        if self.threads == 1:
            for first, last in self._slices:
                self._run_slice(first, last, 0, seen)
        else:
            todo, pool = collections.deque(self._slices), self._helpers.pool()  # the slices are shared by the threads
            jobs = [pool.submit(self._run_slices, todo, k, seen) for k in range(1, self.threads)]
            self._run_slices(todo, 0, seen)  # this thread would only wait
            for job in jobs:
                job.result()
        self._is_stale &= not seen

    def _run_slices(self, todo: collections.deque[tuple[int, int]], worker: int, seen: bool) -> None:
        """Take slices from one end while other threads start at the other: most games stay in one core's cache."""
        take = todo.pop if worker % 2 else todo.popleft
        while True:
            try:
                first, last = take()
            except IndexError:  # no slices left
                return
            self._run_slice(first, last, worker, seen)

    def _run_slice(self, first: int, last: int, worker: int, seen: bool) -> None:
        self._run(self._addresses, first, last, worker)
        if seen:
            self.fill_values(first, last)

    def fill_values(self, first: int, last: int) -> None:
        """Compute the values of the observations ``first`` to ``last - 1`` from their rows, if needed."""
        if self.values is not None:
            fill_values(self.batch.rows, *self._meaning, self.values, first, last)

    def close(self) -> None:
        """Stop the threads and end the records of games in play."""
        if self._recorder is not None:
            self._recorder.break_off(self, range(self.n))
        self._helpers.close()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out threads, addresses and compiled code, which cannot be copied: a copy creates its own."""
        return {name: value for name, value in vars(self).items() if name not in _OWN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._helpers = _Helpers(self.threads - 1)
        self._addresses, self._run = addresses_of(self.batch), driver(self.spec.hooks())
        self._look_at_rows()

    # -- views -------------------------------------------------------------------------------------------------

    @property
    def episodes(self) -> np.ndarray:
        """Records of ``EPISODE_FIELDS``, (n,): rewards, ends and results of the last step."""
        return self.batch.episodes

    @property
    def masks(self) -> np.ndarray:
        """int8 (n, n_actions): legal actions of the learners."""
        return self.batch.masks

    def draw_actions(self) -> np.ndarray:
        """Return int64 (n,): a uniformly random legal action of each game.

        After the first call every step draws the next actions in its threads, while the masks are in the cache.
        """
        if not self._is_drawn:
            self._draw_task = DRAW
            self.run(0)
        self._is_drawn = False
        return self.batch.drawn.copy()

    def draw_now(self) -> np.ndarray:
        """Return int64 (n,): a uniformly random legal action of each game, drawn for this step alone."""
        self.drive(DRAW)
        return self.batch.drawn

    def observation(self) -> Observation:
        """Return what the learners see: an array (n, ...), or a dictionary of such arrays."""
        self._refill()
        return dict(self._observed) if isinstance(self._observed, dict) else self._observed

    def write_values_into(self, values: np.ndarray) -> None:
        """Let the next steps write float32 observations into ``values``, (n, size); what it holds does not matter."""
        self.values, self._is_stale = values, True
        self._look_at_rows()

    def observation_in(self, rows: np.ndarray) -> Observation:
        """Return the observations as views of ``rows``, (n, size), into which they are copied."""
        rows[:] = self.rows
        return _arrays_of(rows, self.layouts)

    @property
    def rows(self) -> np.ndarray:
        """The same as (n, size), with the arrays of each game concatenated."""
        self._refill()
        return self.batch.rows if self.values is None else self.values

    def _look_at_rows(self) -> None:
        """Return the arrays of ``observation`` as views of the rows."""
        self._observed = _arrays_of(self.batch.rows if self.values is None else self.values, self.layouts)

    def _refill(self) -> None:
        """Compute the values if no step has since they go into another array."""
        if self._is_stale:
            self.fill_values(0, self.n)
            self._is_stale = False

    def final_observation(self, i: int) -> Observation:
        """Return a copy of the last observation of game ``i``, which must have ended in the last step."""
        row = self.batch.final_rows[i].copy()
        if self.values is None:
            return _arrays_of(row, self.layouts)
        zeros, units = self._meaning
        return _arrays_of((row - zeros) * units, self.layouts)

    def observation_as(self, kind: str, games: Sequence[int] | np.ndarray) -> Observation:
        """Return what the sides to move see in some games, float32.

        Args:
            kind: of observation, one of ``tables.observations``, which need not be that of the learners.
            games: their indices, (k,); in each of them a side is to move.

        Returns:
            An array (k, ...), or a dictionary of such arrays.
        """
        layouts = self.tables.observations[kind]
        states, scratch = self.batch.states[games], records(1, self.spec.scratch)
        rows = np.zeros((len(states), sum(layout.size for layout in layouts)), np.uint8)
        index = tuple(self.tables.observations).index(kind)
        fill = row_filler(self.spec.hooks())
        fill(states, self.tables.record, scratch, states["to_move"].astype(np.int64), index, rows)
        zeros, units = meaning_of(layouts)
        return _arrays_of((rows - zeros) * units, layouts)

    def game(self, i: int) -> Game:
        """Return a copy of game ``i`` for descriptions, explanations and search."""
        return Game(self.spec, self.tables, self.batch.states[i : i + 1].copy())

    def text_map(self, i: int, colour: bool = False) -> str:
        """Return game ``i`` as its learner sees it, in plain text or with terminal colours."""
        text = self.spec.language.text(self.tables, self.batch.states, i, int(self.episodes["learner"][i]))
        return self.spec.language.coloured(text) if colour else text

    def drawing(self, i: int, before: np.void | None = None) -> Drawing:
        """Draw game ``i`` as its learner sees it; arrows show the moves since the position ``before``."""
        batch, side = self.batch, self.spec.sides[int(self.episodes["learner"][i])]
        no_log = batch.scratch[0]["event"][:0]
        return self.spec.pictures().draw(
            self.tables, batch.states, i, batch.scratch, batch.masks[i], no_log, side, before=before
        )
