"""All colours of the pictures.

Sides and choices also differ in form (hatching, shape, position), and their colours differ in lightness and on the
blue-orange axis, which is visible to colour-blind people (after Okabe and Ito).
"""

from ctv_env.games.ctv.model.codes import NATION, TERRAIN

PAPER, FRAME, INK, FAINT = "#f4eee0", "#4a4033", "#2b2620", "#8d8271"
PANEL, PANEL_LINE, WHITE = "#fbf7ec", "#cfc3aa", "#fffdf7"

SIDE = ("#1f4f8f", "#b8400f")  # Nationalist, Republican
SIDE_LIGHT = ("#dbe6f4", "#f9e2d3")
OF_NATION = {
    NATION.SPANISH: "#c3d3e8",
    NATION.ITALIAN: "#bcdcb9",
    NATION.ITALO_SPANISH: "#b5dcdd",
    NATION.GERMAN: "#cfd0d4",
    NATION.SANTANDER: "#f7cfa5",
    NATION.BASQUE: "#efb9bd",
    NATION.ASTURIAN: "#efdc94",
    NATION.REPUBLICAN: "#dcc0dc",
}

SEA, SEA_LINES, COAST = "#a9cbd9", ("#b7d5e0", "#c6dfe8", "#d8eaf0"), "#36677d"
SEA_INK = "#4f8199"
GROUND = {TERRAIN.CLEAR: "#eee6c6", TERRAIN.HILL: "#dccf9c", TERRAIN.MOUNTAIN: "#c6ad7e", TERRAIN.CITY: "#dccbc4"}
GROUND_DARK, GROUND_LIGHT = "#7d6238", "#efe1bd"
HILL_LINE, FIELD_LINE, BLOCKS, BLOCKS_EDGE = "#a78f52", "#cfc291", "#9c8178", "#6d5750"
GRID_LINE, GRID_SEA, HEX_NUMBER, HEX_NUMBER_SEA = "#6b5a3c", "#e8f3f6", "#6f5f45", "#6d9bb0"
RIVER, RIVER_EDGE = "#4f9fc4", "#2f7396"
ROAD, ROAD_EDGE, LANE, LANE_EDGE = "#c9472f", "#fff4dc", "#fff8e6", "#8a5a3a"
START_LINE = "#7b1e3a"
GOLD, GOLD_EDGE = "#f2b705", "#6b4b00"
CLOSED = "#16384a"
VEIL = "#f4eee0"

TRENCH = "#5a3a1a"
CHOSEN, LEGAL, TARGET, MOVE_ARROW = "#ffe11f", "#ffe11f", "#d1005c", "#2b2620"
LEGAL_EDGE = "#3d3500"
SPENT, DSG, HUNGRY, HUNGRY_MARK, MP_LEFT = "#7a7466", "#e07b00", "#000000", "#ffd23e", "#1c7c54"
ZOC = SIDE
NET = ("#0b3f86", "#8f2c04")
POLICY, VALUE = "#6a1b9a", "#6a1b9a"
SHADOW, SHOT, SHOT_HEART = "#000000", "#ff9a2e", "#ffe11f"
HEAT = "#d1005c"
SUN, CLOUD, DROPS = "#ffcf33", "#cfd8df", "#79c0ea"
