"""A game session: who plays which side, whose turn it is, what can be undone; the journal is written first.

A session publishes snapshots only when a person must decide, roll or take over the screen, and at the end.  Clients see
only the last one (``Shown``): nobody watches the other side choose.
"""

import contextlib
import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Iterator

from ctv_env.core.game import Game, fresh_seed
from ctv_env.core.spec import known_spec
from ctv_env.core.terms import CHANCE_NAME, NodeKind
from ctv_env.core.ui import Outcome
from ctv_env.serve.journal import Journal, JournalError, play_again
from ctv_env.serve.players import PERSON, Player, may_think_long
from ctv_env.serve.slow_agents import RemotePlayer
from ctv_env.serve.workers import Workers

DECIDE, ROLL, CURTAIN, WATCH, OVER, THINKING, STUCK = "decide", "roll", "curtain", "watch", "over", "thinking", "stuck"
"""Phases of a snapshot; THINKING: nothing can be shown yet, STUCK: an agent failed."""
_VERSIONS = 1024  # maximum number of snapshots between two lines of a journal
_SLICE = 0.1  # seconds that a worker plays in one game before it turns to the next

_log = logging.getLogger(__name__)


class RefusedError(ValueError):
    """The request is not possible now; the message says why."""


@dataclasses.dataclass(frozen=True)
class Shown:
    """A published snapshot.

    Attributes:
        version: increases with every snapshot of a session, across restarts too.
        phase: one of the phases above.
        seat: the side that sees it; None sees all.
        game: the position, a copy that is never modified.
        before: the position that this side was shown last, if any.
        may_undo: whether the last decision can be undone.
        chance: outcomes of chance since the previous snapshot.
        problem: with STUCK, what went wrong.
    """

    version: int
    phase: str
    seat: str | None
    game: Game
    before: Game | None = None
    may_undo: bool = False
    chance: tuple[Outcome, ...] = ()
    problem: str = ""


def first_position(header: dict) -> Game:
    """Return the position in which the journal with this first line starts.

    Raises:
        ValueError: there is no such game, scenario, option or position, or the rules or data have changed since.
    """
    if "position" in header:
        game = Game.from_dict(header["position"])
    else:
        options = header["options"] | {"data_dir": header["data_dir"]}
        game = Game.new(known_spec(header["game"]), header["scenario"], header["seed"], **options)
    found = versions_of(game)
    if changed := [name for name, version in found.items() if header.get(name, version) != version]:
        raise JournalError(f"the game was begun with other {' and '.join(changed)}, and cannot go on with those of now")
    return game


def versions_of(game: Game) -> dict[str, str]:
    """Return the version of a game's rules and the hash of its data, as the first line of a journal names them."""
    return {"rules": game.spec.version, "data": game.tables.data_hash}


class Session:
    """One game.

    Args:
        journal: of the game; all its lines are replayed.
        workers: threads in which agents decide.
        announce: called, from any thread, when another snapshot is shown.

    Attributes:
        shown: the last snapshot.
        seats: who plays each side: ``PERSON``, or the name of an agent.
        persons: the sides that persons play.

    Raises:
        ValueError: the journal is damaged or belongs to other rules, or there is no such agent.
        BusyError: too many agents are thinking.
        OSError: the journal cannot be read.
    """

    def __init__(self, journal: Journal, workers: Workers, announce: Callable[[], None]):
        header, steps = journal.read()
        self.journal, self._workers, self._announce = journal, workers, announce
        self.seats: dict[str, str] = header["seats"]
        self.persons = tuple(side for side, player in self.seats.items() if player == PERSON)
        self._awaits_dice: bool = header["awaits_dice"]
        self._game = first_position(header)
        play_again(self._game, steps)
        self._n_steps = len(steps)
        self._ui = self._game.spec.ui()
        agents = {side: name for side, name in self.seats.items() if name != PERSON}
        self._players: dict[str | None, Player | RemotePlayer] = {}
        self._is_slow = any(may_think_long(name, self._game) for name in agents.values())
        self._seat = self.persons[0] if len(self.persons) == 1 else None
        self._taken: list[tuple[Game, int]] = []  # own decisions: the position before each, and the number of steps
        self._chance: list[dict[str | None, Outcome]] = []  # since the last snapshot, as shown to each side
        self._last_seen: dict[str | None, Game] = {}
        self._advance = 0  # decisions requested by watchers
        self._busy = self._closing = False
        self._lock = threading.RLock()  # held while the position changes
        self.shown = Shown(_VERSIONS * journal.n_lines - 1, THINKING, self._seat, self._game.clone())
        try:
            for side, name in agents.items():
                self._players[side] = workers.player(name, self._game, side, fresh_seed())
            with self._lock, workers.admitted(self._is_slow):
                self._go_on()
        except Exception:  # such as an agent that does not fit its side, when that of the other is ready
            self._dismiss()
            raise

    @property
    def is_secret(self) -> bool:
        """Whether the game contains what some person in the session must not know, such as future chance."""
        return bool(self.persons) and self.shown.phase != OVER

    @property
    def is_busy(self) -> bool:
        """Whether chance and agents are being played."""
        return self._busy

    def close(self) -> None:
        """Stop, once the decision being made is written, and let the agents go."""
        self._closing = True
        with self._lock:
            self._workers.submit(self._dismiss, False)  # a stubborn program may take a while

    def _dismiss(self) -> None:
        for player in self._players.values():
            player.close()

    # -- a person's actions ---------------------------------------------------------------------------------------

    def act(self, version: int, action: int) -> None:
        """Decide as the side to act.

        Raises:
            RefusedError: the phase is another, or the action is not legal.
            BusyError: too many agents are thinking.
            OSError: the journal cannot be written; nothing has changed.
        """
        with self._at(version, DECIDE):
            if reason := self._game.explain_illegal(action):
                raise RefusedError(reason)
            before, side = self._game.clone(), int(self._game.record["to_move"])
            self.journal.append({"step": action})
            self._game.step(action)
            self._taken.append((before, self._n_steps))
            self._n_steps += 1
            if self._ui.reveals(before, self._game, side):
                self._taken.clear()
            self._go_on()

    def roll(self, version: int) -> None:
        """Play the awaited outcome of chance; raises as ``act``."""
        with self._at(version, ROLL):
            self._roll()
            self._go_on()

    def take_seat(self, version: int) -> None:
        """Confirm that the person whose turn it is has taken over the screen; raises as ``act``."""
        with self._at(version, CURTAIN):
            self._seat = self._game.to_move
            self._go_on()

    def undo(self, version: int) -> None:
        """Undo the last decision; raises as ``act``."""
        with self._at(version, DECIDE):
            if not self._may_undo():
                raise RefusedError(f"nothing can be taken back: undo {self._ui.WORDS.undo}")
            game, n_steps = self._taken[-1]
            self.journal.append({"back_to": n_steps})
            self._taken.pop()
            self._game, self._n_steps = game, n_steps
            self._go_on()

    def advance(self, version: int, decisions: int) -> None:
        """Let watched agents make this many decisions, or a failed one try again; raises as ``act``."""
        with self._at(version, WATCH, STUCK):
            self._advance = decisions
            self._go_on()

    @contextlib.contextmanager
    def _at(self, version: int, *phases: str) -> Iterator[None]:
        """Hold the session while a person acts on this snapshot; refused if it is no longer the last."""
        if self._busy:
            raise RefusedError("the other side is thinking")
        with self._lock:
            if self._busy or self._closing or self.shown.version != version or self.shown.phase not in phases:
                raise RefusedError("the game has gone on: this is no longer the position that you saw")
            with self._workers.admitted(self._is_slow):
                yield

    # -- progress of the game ---------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Publish the next snapshot, or let a worker play up to it."""
        if phase := self._phase():
            self._show(phase)
        else:
            self._busy = True
            self._workers.submit(self._play_on, self._is_slow)

    def _phase(self) -> str | None:
        """Return what a person has to do now; None if the server plays on by itself."""
        mover = self._game.to_move
        if mover is None:
            return OVER
        if mover == CHANCE_NAME:
            awaited = self._awaits_dice and self._kind.awaited
            return ROLL if awaited and self._seat else None
        if mover in self.persons:
            hides = self._kind.secret or self._game.spec.hides(self._game.tables)
            return CURTAIN if hides and mover != self._seat else DECIDE
        return WATCH if not self.persons and self._advance <= 0 else None

    @property
    def _kind(self) -> NodeKind:
        """Return the side of the current decision."""
        return self._game.spec.nodes[int(self._game.record["node"])]

    def _play_on(self) -> None:
        """In a worker: play chance and agents up to the next snapshot to show, with other games in turn."""
        with self._lock:
            problem, end = "", time.monotonic() + _SLICE
            try:
                while self._phase() is None and not self._closing:
                    self._play_one()
                    if time.monotonic() > end and not self._closing:
                        self._workers.submit(self._play_on, self._is_slow)
                        return
                self.journal.sync()
            except Exception as error:  # whatever an agent raises, the game itself is intact
                _log.exception("a game cannot go on")
                problem = f"{type(error).__name__}: {error}"
            self._busy = False
            phase = STUCK if problem else self._phase()
            if phase and (problem or not self._closing):
                self._show(phase, problem)

    def _play_one(self) -> None:
        if self._game.to_move == CHANCE_NAME:
            self._roll()
            return
        action = self._players[self._game.to_move].decide(self._game)
        if reason := self._game.explain_illegal(action):
            raise ValueError(f"the agent's action is illegal: {reason}")
        self.journal.append({"step": action}, sync=False)
        self._game.step(action)
        self._n_steps += 1
        self._advance -= 1
        self._taken.clear()

    def _roll(self) -> None:
        """Play the outcome of chance that is due; it is written to the journal before it takes effect."""
        before, outcome = self._game.clone(), self._game.clone().roll()
        self.journal.append({"die": outcome})
        self._game.roll()
        self._n_steps += 1
        seats = (None, *self._game.spec.sides)
        self._chance.append({seat: self._ui.outcome(before, outcome, self._index(seat)) for seat in seats})
        self._taken.clear()

    def _index(self, seat: str | None) -> int | None:
        return None if seat is None else self._game.spec.sides.index(seat)

    def _may_undo(self) -> bool:
        return bool(self._taken) and self._taken[-1][0].to_move == self._seat

    def _show(self, phase: str, problem: str = "") -> None:
        if phase == DECIDE:
            self._seat = self._game.to_move
        seat = self._game.to_move if phase == CURTAIN else None if phase == OVER else self._seat
        game = self._game.clone()
        self.shown = Shown(
            version=max(self.shown.version + 1, _VERSIONS * self.journal.n_lines),
            phase=phase,
            seat=seat,
            game=game,
            before=self._last_seen.get(seat),
            may_undo=phase == DECIDE and self._may_undo(),
            chance=tuple(outcomes[seat] for outcomes in self._chance),
            problem=problem,
        )
        if phase != CURTAIN:
            self._last_seen[seat] = game
            self._chance.clear()
        self._announce()
