"""Drawing of the game: the printed map, counters, marks of the current decision, and the margin."""

from ctv_env.games.ctv.drawing.layers import LAYERS
from ctv_env.games.ctv.drawing.picture import draw
from ctv_env.games.ctv.drawing.scene import scene
