"""The log: a line for each event that people read, with every die and every modifier."""

import textwrap
from collections.abc import Callable, Mapping

import numpy as np

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import CANCELLED, ELIMINATION, OFF, Purse, Stage
from ctv_env.games.tscw.model.events import Drm, Shift, Verdict, decode
from ctv_env.games.tscw.text.names import SIDES, chit_name, chit_words, either_name, hex_name, stage_name

_WIDTH = 100
_MODES = ("moves", "marches", "advances", "pursues")
_LINES = ("inactive", "active", "neutralised")
_COLUMNS = ("1:3", "1:2", "1:1", "3:2", *(f"{n}:1" for n in range(2, 8)))
Fields = Mapping[str, int]


def words(tables: TscwTables, events: np.ndarray) -> list[str]:
    """Return the lines of the log for events, rows of numbers as in the scratch record."""
    lines, attackers = [], []
    for row in events:
        name, fields = decode(row.tolist())
        if name == "ATTACKER":
            attackers.append(_piece(tables, fields))
            continue
        lines += _attackers(attackers)
        attackers = []
        if line := _WORDS[name](tables, fields):
            lines.append(line)
    return lines + _attackers(attackers)


def _attackers(names: list[str]) -> list[str]:
    """The units that attack, as the end of a line that says where."""
    return textwrap.wrap(", ".join(names), _WIDTH, initial_indent="    with ", subsequent_indent="      ")


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


def _piece(tables: TscwTables, f: Fields, key: str = "piece") -> str:
    return either_name(tables, f[key])


def _at(tables: TscwTables, f: Fields, key: str = "cell") -> str:
    return hex_name(tables, f[key])


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _stage(tables: TscwTables, f: Fields) -> str:
    stage = Stage(f["stage"])
    if stage == Stage.GAME_OVER:
        return ""
    if stage == Stage.EVENTS_N:
        return f"Turn {f['turn']}, {tables.dates[f['turn'] - 1]}"
    if stage in (Stage.VICTORY, Stage.CONDITIONS):
        return _upper(stage_name(stage))
    return f"{SIDES[f['side']]}: {stage_name(stage)}"


def _simple(template: str) -> Callable[[TscwTables, Fields], str]:
    """A line made of the piece and its hexes."""

    def line(tables: TscwTables, f: Fields) -> str:
        return "  " + template.format(
            piece=_piece(tables, f) if "piece" in f else "",
            hq=_piece(tables, f, "hq") if "hq" in f else "",
            cell=_at(tables, f) if "cell" in f else "",
            start=_at(tables, f, "start") if "start" in f else "",
            goal=_at(tables, f, "goal") if "goal" in f else "",
            chit=chit_name(tables, f["chit"]) if "chit" in f else "",
            side=SIDES[f["side"]] if f.get("side", 9) < len(SIDES) else "",
        )

    return line


def _drawn(tables: TscwTables, f: Fields) -> str:
    if f["void"]:
        return f"  {SIDES[f['side']]} draw {chit_name(tables, f['chit'])}, which is void"
    return f"  {SIDES[f['side']]} draw {chit_words(tables, f['chit'])}"


def _played(tables: TscwTables, f: Fields) -> str:
    return f"  {SIDES[f['side']]} play {chit_words(tables, f['chit'])}"


def _santona(tables: TscwTables, f: Fields) -> str:
    return f"  {_piece(tables, f)}: die {f['die']}, {'loses a step' if f['lost'] else 'no loss'}"


def _morale(_: TscwTables, f: Fields) -> str:
    return f"  Republican morale {f['change']:+d}: {f['level']}"


def _rp(_: TscwTables, f: Fields) -> str:
    return f"  {Purse(f['purse']).word} {f['change']:+d}: {f['stock']}"


def _converted(tables: TscwTables, f: Fields) -> str:
    where = "in the box" if f["cell"] == OFF else f"in {_at(tables, f)}"
    return f"  {tables.pieces.names[f['piece']]} becomes {tables.pieces.other[f['piece']]} {where} (7.5)"


def _line_state(tables: TscwTables, f: Fields) -> str:
    return f"  {tables.lines[f['line']]} is {_LINES[f['state']]} (15.14)"


def _moved(tables: TscwTables, f: Fields) -> str:
    return f"  {_piece(tables, f)} {_MODES[f['mode']]} from {_at(tables, f, 'start')} to {_at(tables, f, 'goal')}"


def _attack(tables: TscwTables, f: Fields) -> str:
    return f"  {SIDES[f['side']]} attack {_at(tables, f)}"


def _hq(tables: TscwTables, f: Fields) -> str:
    return f"    {_piece(tables, f)} supports with {f['factor']} (12.1.3)"


def _artillery(tables: TscwTables, f: Fields) -> str:
    return f"    {_piece(tables, f)} adds artillery (12.1.5)"


def _air(tables: TscwTables, f: Fields) -> str:
    return f"    {_piece(tables, f)} flies with {f['factor']} (12.2.4)"


def _strength(_: TscwTables, f: Fields) -> str:
    return f"    {SIDES[f['side']]}: {f['units']} and support {f['support']}"


def _odds(_: TscwTables, f: Fields) -> str:
    return f"    odds {f['attack']} to {f['defence']}: {odds_name(f['step'])}"


def _shift(_: TscwTables, f: Fields) -> str:
    return f"    columns {f['columns']:+d} {Shift(f['kind']).word}"


def _drm(_: TscwTables, f: Fields) -> str:
    return f"    die {f['change']:+d} {Drm(f['kind']).word}"


def _column(_: TscwTables, f: Fields) -> str:
    return f"    column {column_name(f['column'])}, die {f['drm']:+d}"


def _columns_die(_: TscwTables, f: Fields) -> str:
    effect = "the attack does not come about" if f["effect"] == CANCELLED else f"die {f['effect']:+d}"
    return f"    columns' die {f['die']}: {effect} (15.25.1)"


def _combat_die(_: TscwTables, f: Fields) -> str:
    result = f"{result_name(f['attacker'])}/{result_name(f['defender'])}"
    return f"    die {f['die']}, modified {f['net']}, on {column_name(f['column'])}: {result}"


def _result(_: TscwTables, f: Fields) -> str:
    return f"    steps to lose: attacker {result_name(f['attacker'])}, defender {result_name(f['defender'])}"


def _verdict(_: TscwTables, f: Fields) -> str:
    return f"  {_upper(Verdict(f['verdict']).word)} (4.1)"


def _game_end(_: TscwTables, f: Fields) -> str:
    return f"The {SIDES[f['side']]} have won" if f["side"] < len(SIDES) else "The game is over"


_WORDS: dict[str, Callable[[TscwTables, Fields], str]] = {
    "STAGE": _stage,
    "SET_UP": _simple("{piece} is set up in {cell}"),
    "DRAWN": _drawn,
    "CHIT_ADDED": _simple("{chit} is added to the cup of the {side}"),
    "PLAYED": _played,
    "USED_UP": _simple("{piece} is used up for this turn"),
    "SANTONA_DIE": _santona,
    "BONUS": _simple("{piece} gets a movement factor"),
    "NAVAL_READY": _simple("{piece} is available again"),
    "MORALE": _morale,
    "RP": _rp,
    "MOBILIZED": _simple("General mobilization (7.10)"),
    "CONVERTED": _converted,
    "WITHDRAWN": _simple("{piece} is withdrawn (7.4)"),
    "REPLENISHED": _simple("{piece} is at full strength (7.6)"),
    "REBUILT": _simple("{piece} is rebuilt (7.6)"),
    "ARRIVED": _simple("{piece} enters in {cell}"),
    "DELAYED": _simple("{piece} finds no hex to enter, and waits (7.8)"),
    "CONTROL": _simple("{cell} is taken by the {side}"),
    "LINE": _line_state,
    "FORT_DESTROYED": _simple("The fortifications of {cell} are destroyed (15.14.3)"),
    "AIR_GONE": _simple("{piece} leaves the game (12.2.3)"),
    "SHIPPED": _simple("{piece} is shipped from {start} to {goal}"),
    "LANDED": _simple("{piece} from {start} lands in {goal} (11.8)"),
    "RAILED": _simple("{piece} goes by rail from {start} to {goal}"),
    "HQ_READY": _simple("{piece} becomes available"),
    "RESERVED": _simple("{piece} goes into reserve with {hq}"),
    "RELEASED": _simple("{piece} is released from reserve"),
    "EVACUATED": _simple("{piece} goes from {start} through France (13.8)"),
    "MOVED": _moved,
    "ATTACK": _attack,
    "HQ": _hq,
    "ARTILLERY": _artillery,
    "AIR": _air,
    "HALVED": _simple("  {piece} is halved by anti-aircraft fire (12.2.7)"),
    "NAVAL": _simple("  {piece} fires (12.2.6)"),
    "STRENGTH": _strength,
    "ODDS": _odds,
    "SHIFT": _shift,
    "DRM": _drm,
    "COLUMN": _column,
    "COLUMNS_DIE": _columns_die,
    "CANCELLED": _simple("  no combat in {cell} (15.25.1)"),
    "COMBAT_DIE": _combat_die,
    "RESULT": _result,
    "REDUCED": _simple("  {piece} is reduced"),
    "LOST": _simple("  {piece} is eliminated"),
    "ADVANCED": _moved,
    "GAME_END": _game_end,
    "VERDICT": _verdict,
}
