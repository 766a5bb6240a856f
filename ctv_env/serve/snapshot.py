"""A snapshot of a session as clients get it: what the viewing side can see.

All content comes from the side's ``View`` or the game's ``UiSpec`` for that side; with fog, positions that differ only
in what the side cannot see give the same bytes.
"""

import dataclasses

from ctv_env.core.game import Game
from ctv_env.core.terms import Advice
from ctv_env.core.ui import Stack
from ctv_env.core.view import View
from ctv_env.serve.players import Opinion
from ctv_env.serve.session import CURTAIN, DECIDE, OVER, THINKING, WATCH, Session, Shown

_LINES = 150  # maximum length of the log for a client that has none of it


class Snapshot:
    """A snapshot as JSON-able data; it works on a copy of the position, so each request makes its own.

    Args:
        session: the session it belongs to.
        shown: the published snapshot.
    """

    def __init__(self, session: Session, shown: Shown):
        self.session, self.shown = session, shown
        self.game: Game = shown.game.clone()
        self.ui = self.game.spec.ui()
        self.index = None if shown.seat is None else self.game.spec.sides.index(shown.seat)
        self.view = View(self.game, shown.seat) if shown.seat else None

    @property
    def decider(self) -> View:
        """Return the view of the viewing side; ValueError if there is none."""
        if self.view is None:
            raise ValueError("nobody sits there")
        return self.view

    @property
    def asked(self) -> str:
        """Return the side whose decision is shown, and about which agents can be asked.

        Raises:
            ValueError: nobody decides, or not openly.
        """
        mover = self.game.to_move
        if self.shown.phase not in (DECIDE, WATCH) or mover not in self.game.spec.sides:
            raise ValueError("nobody decides here")
        return mover

    @property
    def is_veiled(self) -> bool:
        """Return whether the position must stay hidden for now."""
        return self.shown.phase in (CURTAIN, THINKING)

    def as_dict(self, known_lines: int = 0) -> dict:
        """Return the snapshot as JSON-able data.

        Args:
            known_lines: number of log lines that the client already has.
        """
        shown = self.shown
        common = {
            "version": shown.version,
            "phase": shown.phase,
            "seat": shown.seat,
            "seats": self.session.seats,
            "scenario": self._scenario(),
            "hides": self.game.spec.hides(self.game.tables),
        }
        if self.is_veiled:
            return common
        preview = self.ui.preview(self.game, self.index)
        return common | {
            "node": self.game.node,
            "mover": self.game.to_move,
            "advice": dataclasses.asdict(self._advice()),
            "aim": self.ui.AIMS.get(shown.seat or "", ""),
            "actions": self._actions() if shown.phase == DECIDE else [],
            "idle": self.game.tables.actions.idle,
            "marks": dataclasses.asdict(self.ui.marks(self.game, self.index)),
            "status": self.ui.status(self.game, self.index),
            "beside": self.ui.beside(self.game, self.index),
            "stacks": {space: dataclasses.asdict(stack) for space, stack in self._stacks(self.game).items()},
            "preview": preview and dataclasses.asdict(preview),
            "news": self._news(),
            "chance": [dataclasses.asdict(outcome) for outcome in shown.chance],
            "log": self._log(known_lines),
            "may_undo": shown.may_undo,
            "winner": self.game.winner,
            "problem": shown.problem,
        }

    def why_not(self, space: str) -> list[str]:
        """Explain why nothing can be done in a space now: a line for each action that may be meant.

        Raises:
            ValueError: there is no such space.
        """
        asked = self.ui.asked_at(self.game, space, self.index)
        return [reason for action in asked if (reason := self.decider.explain_illegal(action))]

    def opinion(self, found: Opinion) -> dict:
        """Return an agent's opinion of the position as JSON-able data: its actions in words, the most likely first.

        ``"value"`` is the chance to win that it expects, None if it has no estimate; likewise ``"score"`` of an action.
        """
        actions = [
            self._action(action)
            | {"chance": round(float(found.preferences[action]), 4), "score": found.scores.get(action)}
            for action in found.top(len(found.preferences))
        ]
        value = None if found.value is None else round((1 + found.value) / 2, 4)
        return {"actions": actions, "unit": found.unit, "value": value}

    def _scenario(self) -> str:
        """Return the title of the scenario."""
        tables = self.game.tables
        titles = {scenario.name: scenario.title for scenario in self.game.spec.scenarios(tables.data_dir)}
        return titles.get(tables.scenario, tables.scenario)

    def _advice(self) -> Advice:
        advice = self.game.spec.nodes[int(self.game.record["node"])].advice
        return advice if advice and self.shown.phase != OVER else Advice("", "")

    def _actions(self) -> list[dict]:
        return [self._action(action) for action in self.decider.legal_actions()]

    def _action(self, action: int) -> dict:
        """Return number, kind, name, words and space of a legal action."""
        kind, name = self.game.decode(action)
        space = self.ui.space_of(self.game, action)
        return {"action": action, "kind": kind, "name": name, "words": self.game.describe(action), "space": space}

    def _news(self) -> list[dict]:
        """Return spaces where the number of enemy pieces has changed since this side's last snapshot."""
        if self.shown.before is None or self.index is None:
            return []
        was, now = (self._count(1 - self.index, game) for game in (self.shown.before, self.game))
        changed = [space for space in sorted(was.keys() | now.keys()) if was.get(space, 0) != now.get(space, 0)]
        return [{"space": space, "was": was.get(space, 0), "now": now.get(space, 0)} for space in changed]

    def _count(self, side: int, game: Game) -> dict[str, int]:
        """Return the number of pieces of a side in each space."""
        stacks = self._stacks(game.clone())
        counts = {space: sum(piece.side == side for piece in stack.pieces) for space, stack in stacks.items()}
        return {space: count for space, count in counts.items() if count}

    def _stacks(self, game: Game) -> dict[str, Stack]:
        return self.ui.stacks(game, self.index)

    def _log(self, known_lines: int) -> dict:
        """Return the lines from the last known one on, which may itself have been extended."""
        lines = self.view.log if self.view else self.game.log
        first = known_lines - 1 if 0 < known_lines <= len(lines) else max(len(lines) - _LINES, 0)
        return {"from": first, "lines": lines[first:]}
