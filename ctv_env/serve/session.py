"""A game at the table: who sits where, whose turn it is, what may be taken back; every step goes to the journal first.

A table *shows* the game at moments only: when a person is to decide, to roll or to take the seat, and at the end.  What
clients get is made from the last such moment (``Shown``): nobody watches the other side choose.
"""

import contextlib
import dataclasses
import logging
import threading
from collections.abc import Callable, Iterator

from ctv_env.core.game import Game, fresh_seed
from ctv_env.core.spec import CHANCE_NAME, NodeKind
from ctv_env.core.ui import Outcome
from ctv_env.games import known_spec
from ctv_env.serve.journal import Journal, play_again
from ctv_env.serve.players import PERSON, Player

DECIDE, ROLL, CURTAIN, WATCH, OVER, THINKING, STUCK = "decide", "roll", "curtain", "watch", "over", "thinking", "stuck"
"""What a moment asks for; THINKING: nothing can be shown yet, STUCK: an agent failed."""
_VERSIONS = 1024  # moments between two lines of a journal, at most

_log = logging.getLogger(__name__)


class RefusedError(ValueError):
    """What was asked for is not possible now; the message says why."""


@dataclasses.dataclass(frozen=True)
class Shown:
    """A moment that is shown.

    Attributes:
        version: rises with every moment of a table, also over a restart.
        phase: one of the words above.
        seat: the side whose eyes see it; None sees all.
        game: the position, a copy that nobody changes.
        before: the position that this seat was shown last, if any.
        may_undo: whether the last decision can be taken back.
        chance: how it has decided since the moment before.
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
    """The position in which the journal with this first line begins.

    Raises:
        ValueError: there is no such game, scenario, option or position.
    """
    if "position" in header:
        return Game.from_dict(header["position"])
    options = header["options"] | {"data_dir": header["data_dir"]}
    return Game.new(known_spec(header["game"]), header["scenario"], header["seed"], **options)


class Table:
    """One game.

    Args:
        journal: of the game; all its lines are played.
        work: runs a function, in another thread.
        announce: called, from any thread, when another moment is shown.

    Attributes:
        shown: the last moment.
        seats: who plays each side: ``PERSON``, or the name of an agent.
        persons: the sides that persons play.

    Raises:
        ValueError: the journal is damaged or of other rules, or there is no such agent.
        OSError: the journal cannot be read.
    """

    def __init__(self, journal: Journal, work: Callable[[Callable], object], announce: Callable[[], None]):
        header, steps = journal.read()
        self.journal, self._work, self._announce = journal, work, announce
        self.seats: dict[str, str] = header["seats"]
        self.persons = tuple(side for side, player in self.seats.items() if player == PERSON)
        self._awaits_dice: bool = header["awaits_dice"]
        self._game = first_position(header)
        play_again(self._game, steps)
        self._n_steps = len(steps)
        self._ui = self._game.spec.ui()
        agents = {side: name for side, name in self.seats.items() if name != PERSON}
        self._players = {side: Player(name, self._game, side, fresh_seed()) for side, name in agents.items()}
        self._seat = self.persons[0] if len(self.persons) == 1 else None
        self._taken: list[tuple[Game, int]] = []  # own decisions: the position before it, and the number of steps
        self._chance: list[dict[str | None, Outcome]] = []  # since the last moment, as each seat is told of it
        self._last_seen: dict[str | None, Game] = {}
        self._advance = 0  # decisions that watchers have asked for
        self._busy = self._closing = False
        self._lock = threading.RLock()  # held while the position changes
        self.shown = Shown(_VERSIONS * journal.n_lines - 1, THINKING, self._seat, self._game.clone())
        with self._lock:
            self._go_on()

    @property
    def is_secret(self) -> bool:
        """True while the game holds what some person at the table must not know, such as the chance to come."""
        return bool(self.persons) and self.shown.phase != OVER

    @property
    def is_busy(self) -> bool:
        """True while chance and agents are played."""
        return self._busy

    def close(self) -> None:
        """Do nothing more, once the decision that is being made is written down."""
        self._closing = True
        with self._lock:
            pass

    # -- what a person does ---------------------------------------------------------------------------------------

    def act(self, version: int, action: int) -> None:
        """Decide as the side in the seat.

        Raises:
            RefusedError: it is not the moment, or not legal.
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
        """Let the chance decide that is awaited; errors as of ``act``."""
        with self._at(version, ROLL):
            self._roll()
            self._go_on()

    def take_seat(self, version: int) -> None:
        """The person whose turn it is now looks at the screen; errors as of ``act``."""
        with self._at(version, CURTAIN):
            self._seat = self._game.to_move
            self._go_on()

    def undo(self, version: int) -> None:
        """Take back the last decision; errors as of ``act``."""
        with self._at(version, DECIDE):
            if not self._may_undo():
                raise RefusedError(f"nothing can be taken back: undo {self._ui.words.undo}")
            game, n_steps = self._taken[-1]
            self.journal.append({"back_to": n_steps})
            self._taken.pop()
            self._game, self._n_steps = game, n_steps
            self._go_on()

    def advance(self, version: int, decisions: int) -> None:
        """Let agents that are watched take so many decisions, or one that failed try again; errors as of ``act``."""
        with self._at(version, WATCH, STUCK):
            self._advance = decisions
            self._go_on()

    @contextlib.contextmanager
    def _at(self, version: int, *phases: str) -> Iterator[None]:
        """While a person does something at this moment; refused if it is over."""
        if self._busy:
            raise RefusedError("the other side is thinking")
        with self._lock:
            if self._busy or self._closing or self.shown.version != version or self.shown.phase not in phases:
                raise RefusedError("the game has gone on: this is no longer the moment that you saw")
            yield

    # -- how the game goes on ---------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Show the moment that has come, or let a worker play up to it."""
        if phase := self._phase():
            self._show(phase)
        else:
            self._busy = True
            self._work(self._play_on)

    def _phase(self) -> str | None:
        """What a person has to do now; None if the server plays on by itself."""
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
        """Of the present decision."""
        return self._game.spec.nodes[int(self._game.record["node"])]

    def _play_on(self) -> None:
        """In a worker: chance and agents, up to the next moment to show."""
        with self._lock:
            problem = ""
            try:
                while self._phase() is None and not self._closing:
                    self._play_one()
                self.journal.sync()
            except Exception as error:  # whatever an agent may raise: the game itself is whole
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
        """Let the chance decide that is due; the outcome is written down before it counts."""
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
            chance=tuple(told[seat] for told in self._chance),
            problem=problem,
        )
        if phase != CURTAIN:
            self._last_seen[seat] = game
            self._chance.clear()
        self._announce()
