"""The text map (``text_map.py``) in terminal colours."""

import re

from ctv_env.games.ctv.model.codes import FIRST_ROW, ROWS

_RESET = "\x1b[0m"
_GROUND = {"~": 153, ".": 230, "#": 252, "^": 187, "M": 180}  # 256-colour codes by terrain sign
_INK = {"n": "38;5;25", "r": "38;5;130", "N": "1;38;5;18", "R": "1;38;5;124"}
_MARKS = {"*": "1;38;5;166", ">": "1;38;5;90", "!": "1;38;5;161"}
_ROW = re.compile(r"(\d\d )( *)(.+)")
_HEX = re.compile(r"([~.#^M])([nrNR ]?)([0-9 ]?)([*>! ]?)")


def coloured(text: str) -> str:
    """Return the text with colours: terrain as background, control and marks as foreground."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    row = _ROW.fullmatch(line)
    if not row or not FIRST_ROW <= int(row[1]) < FIRST_ROW + ROWS:
        return line
    return f"{row[1]}{row[2]}{_HEX.sub(_hex, row[3])}"


def _hex(found: re.Match) -> str:
    terrain, holder, number, mark = found.groups()
    ground = f"48;5;{_GROUND[terrain]}"
    parts = [(terrain, "38;5;244")]
    parts.append((holder + number, _INK.get(holder, "38;5;244")))
    parts.append((mark, _MARKS.get(mark, "38;5;244")))
    return "".join(f"\x1b[{ground};{ink}m{sign}" for sign, ink in parts if sign) + _RESET
