"""The text map in terminal colours."""

import re

from support.scene import act, scene

from ctv_env.games.ctv.text.terminal import coloured
from ctv_env.games.ctv.text.text_map import text_map

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_colours_change_nothing_but_colours():
    game = scene({"LIT 1": "2110", "LIT 2": "2110", "CLXX": "1909"})
    act(game, "PIECE", "LIT 1")
    text = text_map(game.tables, game._states, 0, 0)
    colours = coloured(text)
    assert ESCAPE.sub("", colours) == text
    assert max(map(len, ESCAPE.sub("", colours).split("\n"))) <= 100


def test_each_hex_has_its_own_colours():
    game = scene({"LIT 1": "2110", "CLXX": "1909"})
    line = next(line for line in coloured(text_map(game.tables, game._states, 0, 0)).split("\n") if line[:2] == "21")
    here, there = line.split("\x1b[0m")[9:11]
    assert here.startswith("\x1b[48;5;230;") != there.startswith("\x1b[48;5;230;")
    assert "\x1b[48;5;230;1;38;5;18mN1" in here + there
    assert line.endswith("\x1b[0m")
