"""Pictures of a position, made of the primitives of ``core/drawing.py``."""

from ctv_env.games.tscw.drawing.picture import LAYERS, draw
from ctv_env.games.tscw.drawing.scene import scene
