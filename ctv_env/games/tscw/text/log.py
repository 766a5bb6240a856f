"""The log: a line for each event that people read, with every die and every modifier."""

import textwrap
from collections.abc import Mapping

from ctv_env.core.events import Happened
from ctv_env.core.log import Log, Words
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import CANCELLED, ELIMINATION, OFF, Purse, Stage
from ctv_env.games.tscw.model.events import EVENTS, Drm, Shift, Verdict
from ctv_env.games.tscw.text.names import SIDES, chit_name, chit_words, either_name, hex_name, stage_name

_WIDTH = 100
_COLUMNS = ("1:3", "1:2", "1:1", "3:2", *(f"{n}:1" for n in range(2, 8)))


def column_name(column: int) -> str:
    """Return the name of a column of the combat table."""
    return _COLUMNS[column]


def odds_name(step: int) -> str:
    """Return the odds of a step of the ladder (ruling T-83)."""
    if step == 1:
        return "3:2"
    return f"{step}:1" if step >= 2 else f"1:{1 - step}"


def result_name(n: int) -> str:
    """Return a result of the combat table."""
    return "E" if n >= ELIMINATION else str(n)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _result(_: TscwTables, n: int) -> str:
    return result_name(n)


_WORDS: Mapping[str, Words] = {
    "piece": either_name,
    "hq": either_name,
    "cell": hex_name,
    "start": hex_name,
    "goal": hex_name,
    "chit": chit_name,
    "side": SIDES,
    "lost": ("no loss", "loses a step"),
    "purse": Purse,
    "line": lambda tables, line: tables.lines[line],
    "state": ("inactive", "active", "neutralised"),
    "mode": ("moves", "marches", "advances", "pursues"),
    "step": lambda _, step: odds_name(step),
    "shift": Shift,
    "modifier": Drm,
    "column": _COLUMNS,
    "attacker": _result,
    "defender": _result,
    "verdict": Verdict,
}


class TscwLog(Log):
    """The log in English."""

    events = EVENTS
    words = _WORDS

    def tell_stage(self, event: Happened) -> str:
        stage = Stage(event.stage)
        if stage == Stage.GAME_OVER:
            return ""
        if stage == Stage.EVENTS_N:
            return f"Turn {event.turn}, {self.tables.dates[event.turn - 1]}"
        if stage in (Stage.VICTORY, Stage.CONDITIONS):
            return _upper(stage_name(stage))
        return f"{SIDES[event.side]}: {stage_name(stage)}"

    def tell_drawn(self, event: Happened) -> str:
        if event.void:
            return f"  {SIDES[event.side]} draw {chit_name(self.tables, event.chit)}, which is void"
        return f"  {SIDES[event.side]} draw {chit_words(self.tables, event.chit)}"

    def tell_played(self, event: Happened) -> str:
        return f"  {SIDES[event.side]} play {chit_words(self.tables, event.chit)}"

    def tell_converted(self, event: Happened) -> str:
        where = "in the box" if event.cell == OFF else f"in {hex_name(self.tables, event.cell)}"
        pieces = self.tables.pieces
        return f"  {pieces.names[event.piece]} becomes {pieces.other[event.piece]} {where} (7.5)"

    def tell_attacker(self, event: Happened) -> str:
        """All units that attack, as the end of a line that says where."""
        names = ", ".join(either_name(self.tables, piece) for piece in event.piece)
        return textwrap.fill(names, _WIDTH, initial_indent="    with ", subsequent_indent="      ")

    def tell_columns_die(self, event: Happened) -> str:
        effect = "the attack does not come about" if event.effect == CANCELLED else f"die {event.effect:+d}"
        return f"    columns' die {event.die}: {effect} (15.25.1)"

    def tell_game_end(self, event: Happened) -> str:
        return f"The {SIDES[event.side]} have won" if event.side < len(SIDES) else "The game is over"


words = TscwLog.told
