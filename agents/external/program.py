"""An outside program, in any language, as an agent: the line protocol of docs/protocol.md.

A program that breaks the protocol, is too slow or dies forfeits the game, and is restarted for the next one.
"""

import json
import logging
import pathlib
import shlex
import shutil
import threading

import numpy as np

from ctv_env.agents.base import ForfeitError
from ctv_env.agents.external.subprocess_client import ClientError, SubprocessClient
from ctv_env.core.action_numbers import whole_number
from ctv_env.core.printable import printable
from ctv_env.core.spec import spec_of
from ctv_env.core.view import View

PREFIX = "program:"
TIME_LIMIT = 60.0
"""Default time limit for a decision, in seconds."""

PROTOCOL = 1
WORDS = "words"
"""State that a program may request: text instead of arrays."""

_SHOWN = 200  # characters of an answer, or of error output, in a reason
STARTING = threading.Lock()
"""Held while a program is started, so that whoever ends this process does not miss it."""

_log = logging.getLogger(__name__)


class ProgramAgent:
    """A program that is started when it is first needed, and kept for later games.

    Args:
        name: ``"program:COMMAND"``; the command is split as a shell would, but no shell runs it.
        game: which game, as ``spec_of`` takes it.
        scenario: name of the scenario, None for the game's first.
        side: the side that it will play.
        time_limit: seconds per answer.

    Attributes:
        files: those named in the command, the program itself and most likely its own.

    Raises:
        ValueError: there is no such program.
    """

    observation = None

    def __init__(self, name: str, game: str | None, scenario: str | None, side: str, time_limit: float = TIME_LIMIT):
        self.name = name
        self._command = _command(name)
        self.files = tuple(pathlib.Path(word) for word in self._command if pathlib.Path(word).is_file())
        spec = spec_of(game)
        first = spec.scenarios(None)[0].name
        self._facts = {"game": spec.name, "scenario": scenario or first, "side": side}
        self._kinds = list(spec.load(first).observations)
        self._score = spec.score.key
        self._time_limit = time_limit
        self._client: SubprocessClient | None = None
        self._asked = 0

    def reset(self, seed: int) -> None:
        """Announce a new game to the program, with a seed for its own randomness; raises ForfeitError."""
        self._sent_lines = 0
        begin = {"type": "start", "protocol": PROTOCOL, **self._facts, "seed": seed, "states": [WORDS, *self._kinds]}
        self._wanted = self._ask(begin).get("state", WORDS)
        if self._wanted not in (WORDS, *self._kinds):
            raise self._forfeit(f"wants the state {_shown(self._wanted)}; there are {WORDS}, {', '.join(self._kinds)}")

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the program's action; raises ForfeitError."""
        view = info["view"]
        legal = np.flatnonzero(mask).tolist()
        actions = [{"action": action, "words": view.describe(action)} for action in legal]
        question = {"type": "decide", "turn": view.turn, "node": view.node, self._score: view.score}
        answer = self._ask({**question, **self._state(view), "actions": actions})
        try:
            action = whole_number(answer.get("action"))
        except TypeError:
            raise self._forfeit(f"answered {_shown(answer)}, which names no action by its number") from None
        if action not in legal:
            raise self._forfeit(f"chose an illegal action at {view.node}: {view.explain_illegal(action)}")
        return action

    def close(self) -> None:
        """End the program."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _state(self, view: View) -> dict:
        """Return the position in the form that the program requested."""
        if self._wanted == WORDS:
            log = view.log
            news, self._sent_lines = log[self._sent_lines :], len(log)
            return {"text": view.text, "log": news}
        seen = view.observation(self._wanted)
        arrays = seen if isinstance(seen, dict) else {self._wanted: seen}
        return {
            "observation": {
                name: {"shape": array.shape, "values": array.ravel().tolist()} for name, array in arrays.items()
            }
        }

    def _ask(self, question: dict) -> dict:
        """Return the program's answer to a question, an object with the question's number."""
        self._asked += 1
        try:
            if self._client is None:
                with STARTING:
                    self._client = SubprocessClient(self._command)
            line = self._client.ask(json.dumps({"id": self._asked, **question}).encode(), self._time_limit)
        except ClientError as error:
            raise self._forfeit(str(error)) from error
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._forfeit(f"answered {_shown(line.decode(errors='replace'))}, which is not JSON") from error
        if not isinstance(answer, dict) or answer.get("id") != self._asked:
            raise self._forfeit(f"answered {_shown(answer)} instead of an object with the question's id")
        return answer

    def _forfeit(self, reason: str) -> ForfeitError:
        """End the program and return the error to raise."""
        if self._client is None:
            return ForfeitError(reason)
        self._client.kill()
        words, self._client = printable(self._client.error_tail, keep="\n"), None
        if not words:
            return ForfeitError(reason)
        _log.warning("%s %s; its error output:\n%s", self.name, reason, words)
        return ForfeitError(f"{reason}; its error output ends: {words.splitlines()[-1][-_SHOWN:]}")


def _command(name: str) -> list[str]:
    """Return the program and its arguments."""
    try:
        command = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise ValueError(f"no program in {name!r}: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise ValueError(f"no program in {name!r}: write program:COMMAND, as in 'program:python3 player.py'")
    return command


def _shown(answer: object) -> str:
    """Return an answer as it is quoted in a reason."""
    text = printable(answer) if isinstance(answer, str) else repr(answer)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
