"""What clients are told of a moment at a table: all of it as the side in the seat sees it.

Everything here goes by way of the side's ``View`` or of the house's ``Aid`` for that side; with fog, positions that
differ only in what the side cannot see give the same bytes.
"""

from ctv_env.core.game import Game
from ctv_env.core.view import View
from ctv_env.games import aid_of
from ctv_env.serve.session import CURTAIN, DECIDE, OVER, THINKING, Shown, Table

_LINES = 150  # of the log at most, to one who knows none of them


class Moment:
    """A moment, ready to be told; it works on a copy of the position, so each request makes its own.

    Args:
        table: where it is.
        shown: the moment.
    """

    def __init__(self, table: Table, shown: Shown):
        self.table, self.shown = table, shown
        self.game: Game = shown.game.clone()
        self.aid = aid_of(self.game.spec.name)
        self.index = None if shown.seat is None else self.game.spec.sides.index(shown.seat)
        self.view = View(self.game, shown.seat) if shown.seat else None

    @property
    def is_veiled(self) -> bool:
        """True if nothing of the position may be told yet."""
        return self.shown.phase in (CURTAIN, THINKING)

    def told(self, known_lines: int = 0) -> dict:
        """The moment as JSON-able data.

        Args:
            known_lines: how many lines of the log this seat's client has.
        """
        shown = self.shown
        common = {
            "version": shown.version,
            "phase": shown.phase,
            "seat": shown.seat,
            "seats": self.table.seats,
            "scenario": self.aid.scenarios().get(self.game.tables.scenario, self.game.tables.scenario),
            "hides": bool(self.aid.hides(self.game.tables)),
        }
        if self.is_veiled:
            return common
        return common | {
            "node": self.game.node,
            "mover": self.game.to_move,
            "advice": self._advice(),
            "aim": self.aid.aims.get(shown.seat, ""),
            "actions": self._actions() if shown.phase == DECIDE else [],
            "marks": self.aid.marks(self.game, self.index),
            "status": self.aid.status(self.game, self.index),
            "beside": self.aid.beside(self.game, self.index),
            "stacks": self.aid.stacks(self.game, self.index),
            "preview": self.aid.preview(self.game, self.index),
            "news": self._news(),
            "dice": [{"node": node, "face": face} for node, face in shown.dice],
            "log": self._log(known_lines),
            "may_undo": shown.may_undo,
            "winner": self.game.winner,
            "problem": shown.problem,
        }

    def why_not(self, code: str) -> list[str]:
        """Why nothing can be done in a hex now, in words: a line for the hex, or for each own piece in it.

        Raises:
            ValueError: there is no such hex.
        """
        asked = [self.game.encode("HEX", code)]
        stack = self.aid.stacks(self.game, self.index).get(code, {"pieces": []})
        own = [piece["name"] for piece in stack["pieces"] if piece["known"] and piece["side"] == self.shown.seat]
        if all(self.game.decode(action)[0] != "HEX" for action in self.view.legal_actions()):
            asked = [self.game.encode("PIECE", name) for name in own] or asked
        return [reason for action in asked if (reason := self.view.explain_illegal(action))]

    def weighed(self, chances: dict[int, float]) -> list[dict]:
        """Actions and how likely an agent takes them, the likeliest first."""
        ordered = sorted(chances, key=lambda action: (-chances[action], action))
        return [self._action(action) | {"chance": round(chances[action], 4)} for action in ordered]

    def _advice(self) -> dict:
        advice = self.aid.advice.get(self.game.node)
        if advice is None or self.shown.phase == OVER:
            return {"title": "", "meaning": "", "done": ""}
        return {"title": advice.title, "meaning": advice.meaning, "done": advice.done}

    def _actions(self) -> list[dict]:
        return [self._action(action) for action in self.view.legal_actions()]

    def _action(self, action: int) -> dict:
        """Number, kind, name, words and place of a legal action."""
        kind, name = self.game.decode(action)
        place = self.aid.place_of(self.game, action)
        return {"action": action, "kind": kind, "name": name, "words": self.game.describe(action), "hex": place}

    def _news(self) -> list[dict]:
        """Hexes where there are more or fewer enemy counters than when this seat looked last."""
        if self.shown.before is None or self.index is None:
            return []
        was, now = (self._enemies(game) for game in (self.shown.before, self.game))
        changed = [code for code in sorted(was.keys() | now.keys()) if was.get(code, 0) != now.get(code, 0)]
        return [{"hex": code, "was": was.get(code, 0), "now": now.get(code, 0)} for code in changed]

    def _enemies(self, game: Game) -> dict[str, int]:
        """Number of enemy counters in each hex."""
        stacks = self.aid.stacks(game.clone(), self.index)
        counts = {
            code: sum(piece["side"] != self.shown.seat for piece in stack["pieces"]) for code, stack in stacks.items()
        }
        return {code: count for code, count in counts.items() if count}

    def _log(self, known_lines: int) -> dict:
        """The lines from the last known one on, since that may have grown."""
        lines = self.view.log if self.view else self.game.log
        first = known_lines - 1 if 0 < known_lines <= len(lines) else max(len(lines) - _LINES, 0)
        return {"from": first, "lines": lines[first:]}
