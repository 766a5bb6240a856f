"""Pictures of the toy game: the plain ones, of what the guide says is in the areas."""

from toygame.text import VIEWS

LAYERS, draw, scene = VIEWS.LAYERS, VIEWS.draw, VIEWS.scene
