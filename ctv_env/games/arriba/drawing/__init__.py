"""Pictures: a schematic map of the areas and their contents."""

from ctv_env.games.arriba.drawing.picture import LAYERS, draw
from ctv_env.games.arriba.drawing.scene import scene
