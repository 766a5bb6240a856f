"""A person at the terminal as an agent: sees what the side may see, and types the number of an action."""

import itertools
import sys
from collections.abc import Callable

import numpy as np

from ctv_env.core.printable import printable
from ctv_env.core.view import View

NAME = "human"
HELP = """\
a number      take that action
? WHAT        why something is not offered, by its name as on the map
map           show the map again
log           show the whole log again
save FILE     save the game; `ctv play --load FILE` continues it
quit          give up the game"""


class Quit(Exception):
    """The person has left the game."""


class HumanAgent:
    """Asks the person at the terminal.

    Args:
        save: writes the game to the named file; may raise an ``OSError``.
        read: reads a line of input after a prompt; raises an ``EOFError`` at the end of the input.
        write: prints text.
    """

    name = NAME
    observation = None

    def __init__(
        self,
        save: Callable[[str], None],
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ):
        self._save, self._read, self._write = save, read, write
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start a game, of which nothing has been shown yet."""
        self._shown_log: list[str] = []
        self._scene: tuple[int, str] | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Show what is new, and ask until the answer is a legal action.

        Raises:
            Quit: the person leaves, or the input ends.
        """
        view = info["view"]
        self._show(view)
        actions = view.legal_actions()
        self._write("\n".join(f"{k:3d}  {view.describe(action)}" for k, action in enumerate(actions, 1)))
        while True:
            try:
                line = self._read(f"{view.side}, turn {view.turn}, {view.node}> ").strip()
            except EOFError:
                raise Quit from None
            if line.isdecimal() and 1 <= int(line) <= len(actions):
                return actions[int(line) - 1]
            self._answer(view, line, len(actions))

    def _show(self, view: View) -> None:
        """Show the log since the last decision, and the map when another part of the turn has begun."""
        log = view.log
        known = sum(
            1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(log, self._shown_log, strict=False))
        )
        new = log[known:]  # the last line shown may have grown since
        self._shown_log = log
        if new:
            self._write("\n".join(new))
        scene = (view.turn, view.node.split("_")[0])
        if scene != self._scene:
            self._write(view.text)
            self._scene = scene

    def _answer(self, view: View, line: str, n: int) -> None:
        """Handle input that is not an action."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "quit":
            raise Quit
        if word == "map":
            self._write(view.text)
        elif word == "log":
            self._write("\n".join(view.log))
        elif word == "save" and rest:
            self._write(self._saved(rest))
        elif word.startswith("?") and (what := line[1:].strip()):
            self._write(_explanation(view, what))
        else:
            self._write(f"type a number from 1 to {n}, or:\n{HELP}")

    def _saved(self, file: str) -> str:
        shown = printable(file)
        try:
            self._save(file)
        except OSError as error:
            return f"cannot write {shown}: {error.strerror}"
        return f"saved in {shown}"


def _explanation(view: View, what: str) -> str:
    """Explain why the action called ``what`` is illegal."""
    for segment in view.segments:
        try:
            action = view.encode(segment, what)
        except ValueError:
            continue
        return view.explain_illegal(action) or f"it is legal: {view.describe(action)}"
    return f"nothing in this game is called {what!r}"


def terminal(save: Callable[[str], None]) -> HumanAgent:
    """Return the person at this terminal; prompts go to standard output, with line editing if available."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - its import makes ``input`` edit lines
    return HumanAgent(save)
