"""The page of positions as JSON, from the declarations: ``python -m support.position_page`` regenerates it."""

import importlib
import pathlib

from ctv_env.core.fields import Axis, Bits, CellSet, Code, Count, Field, Flag, Named
from ctv_env.core.spec import spec_of

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "positions.md"
BY_FIELD = ("arriba", "tscw")
_MANY = 9  # words that a row lists
_HEAD = """\
# Positions as JSON

`game.to_dict()` writes the position of a game, without its log, as data for JSON. `Game.from_dict` reads it back, and
any other consistent position that somebody has written by hand, whether or not play can lead there. What is wrong is
refused with the key, the problem and the remedy:

```python
from ctv_env.core.game import Game

position = {"pieces": {"LIT 1": "2110", "CLXX": {"at": "2010", "steps": 1}}, "turn": 3}
print(Game.from_dict(position).text("nationalist"))

try:
    Game.from_dict(position | {"weather": "snow"})
except ValueError as error:
    print(error)  # weather: 'snow' is none of its words; allowed are fair, rain
```

All games share these keys; none of them is required:

| key | value |
| --- | --- |
| `game` | name of the game; `ctv` |
| `scenario` | name of the scenario; the first of the game |
| `options` | mapping of rules options; those left out have their defaults |
| `data_dir` | folder with custom data; null for the package's own |
| `data` | hash of the data files; a position of other data is refused |
| `rng` | random stream, a number of up to 16 hex digits |
| `seed` | instead of `rng`: the number of the stream; 0 |

Positions of `ctv` go by pieces, and what is left out follows from the rest: the head of
[position.py](../ctv_env/games/ctv/serialization/position.py) lists the keys and their defaults. Those of the other
games have a key for each field of the state. A field that is left out is empty; those in **bold** are required. Where
the table says `by` something, the value is a mapping with its names, and what is empty is left out. Instead of words,
and of mappings, the numbers of the state can be given as they are.
"""


def _form(field: Field) -> str:
    """What is written for one value of a field."""
    match field.values:
        case Flag():
            return "true or false"
        case Count(low, high):
            return f"{low} to {high}"
        case Code(words=words):
            known = [f"`{word}`" for word in words if word]
            return ", ".join(known if len(known) <= _MANY else [*known[:3], "..."])
        case Named(things):
            return things
        case Bits(words=words):
            return f"list of {', '.join(f'`{word}`' for word in words)}"
        case CellSet():
            return "list of cells"
        case _:
            raise TypeError(f"{field.name} has values of an unknown kind")


def _row(field: Field) -> str:
    named = [f"by {axis.things}" for axis in field.shape if isinstance(axis, Axis)]
    listed = len(field.shape) > len(named) + isinstance(field.values, CellSet)
    form = f"list of {_form(field)}" if listed else _form(field)
    key = f"**`{field.name}`**" if field.empty is None else f"`{field.name}`"
    return f"| {key} | {', '.join([*named, form])} | {field.meaning} |"


def page() -> str:
    """Return the page."""
    parts = [_HEAD]
    for game in BY_FIELD:
        fields = importlib.import_module(f"ctv_env.games.{game}.model.state").STATE_FIELDS
        rows = [_row(field) for field in fields if field.values]
        parts.append(
            "\n".join([f"## {spec_of(game).title}", "", "| key | value | meaning |", "| --- | --- | --- |", *rows])
        )
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
