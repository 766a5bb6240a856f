"""A separate process of low priority for slow agents, so that moves in other games do not wait for them."""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import threading
import typing
from multiprocessing.managers import BaseManager

from ctv_env.core.game import Game
from ctv_env.core.spec import reference_of, spec_of
from ctv_env.serve.players import Opinion, Player

_NICENESS = 10
_ENDED = (EOFError, ConnectionError, FileNotFoundError)  # errors of a request to a process that has ended


class _PlayerFactory:
    """Creates players in the process, with the errors that ``Player`` raises.

    Args:
        reference: of the game, so that the process knows one from elsewhere before it receives a position.
    """

    def __init__(self, reference: str):
        spec_of(reference)

    def player(self, name: str, game: Game, side: str, seed: int) -> Player:
        return Player(name, game, side, seed)


class _Process(BaseManager):
    """The process; it keeps a player as long as the object here that represents it."""

    factory: typing.Callable[[str], _PlayerFactory]


_Process.register("Player", exposed=("decide", "opinion", "close"), create_method=False)
_Process.register("factory", _PlayerFactory, method_to_typeid={"player": "Player"})


class SlowAgents:
    """The process, started when it is first needed, and again if it was ended from outside."""

    def __init__(self) -> None:
        self._process: _Process | None = None
        self._lock = threading.Lock()

    def player(self, name: str, game: Game, side: str, seed: int) -> "RemotePlayer":
        """Return a player in the process; arguments and errors as of ``Player``."""
        return RemotePlayer(self, name, game, side, seed)

    def create(self, name: str, game: Game, side: str, seed: int) -> Player:
        """Return a proxy for a new player in the process."""
        reference = reference_of(game.spec)
        with self._lock:
            try:
                return self._started().factory(reference).player(name, game, side, seed)
            except _ENDED:
                self._process = None
                return self._started().factory(reference).player(name, game, side, seed)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            if self._process is not None:
                self._process.shutdown()
                self._process = None

    def _started(self) -> _Process:
        if self._process is None:
            self._process = _Process(ctx=multiprocessing.get_context("spawn"))
            self._process.start(_begin)
        return self._process


class RemotePlayer:
    """A ``Player`` in the process of ``agents``; other arguments as of ``Player``."""

    def __init__(self, agents: SlowAgents, name: str, game: Game, side: str, seed: int):
        self._create = lambda: agents.create(name, game, side, seed)
        self._player = self._create()

    def decide(self, game: Game) -> int:
        """As ``Player.decide``; a ChildProcessError if the process was ended from outside."""
        return self._answer(lambda: self._player.decide(game))

    def opinion(self, game: Game) -> Opinion:
        """As ``Player.opinion``; raises as ``decide``."""
        return self._answer(lambda: self._player.opinion(game))

    def close(self) -> None:
        """As ``Player.close``; nothing is left to do if the process has ended."""
        with contextlib.suppress(*_ENDED):
            self._player.close()

    def _answer(self, ask: typing.Callable[[], typing.Any]) -> typing.Any:
        try:
            return ask()
        except _ENDED as error:
            self._player = self._create()  # for the next attempt
            raise ChildProcessError("the process in which agents think was ended from outside") from error


def _begin() -> None:
    """Initialise the new process, which ends with its parent, however that ends."""
    os.nice(_NICENESS)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
