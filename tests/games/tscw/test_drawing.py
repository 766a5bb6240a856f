"""The picture: the front line runs between the sides, and towns can be read."""

from support.tscw_scene import SceneGame, scene

from ctv_env import new_game
from ctv_env.core.drawing import Label, Path, Window
from ctv_env.core.game import Game
from ctv_env.games.tscw.drawing.geometry import SIZE
from ctv_env.games.tscw.drawing.picture import COLOURS
from ctv_env.games.tscw.model.codes import Stage
from ctv_env.games.tscw.spec import SPEC


def window(position: SceneGame, code: str) -> Window:
    """That of a hex."""
    drawing = Game(SPEC, position.tables, position.states).drawing()
    return next(one for one in drawing.windows if isinstance(one, Window) and ("hex", code) in one.data)


def front(position: SceneGame, code: str) -> list[str]:
    """Colours of the parts of the front line in a hex."""
    lines = [
        one.paint.stroke for one in window(position, code).shapes if isinstance(one, Path) and one.paint.fill == "none"
    ]
    return [colour for colour in lines if colour in COLOURS]


def test_the_front_line_has_a_part_in_each_of_the_two_hexes():
    game = scene(Stage.MOVEMENT_N, {"3513": "1N"}, control={"R": "3613", "N": "3612 3614 3512 3513"})
    assert front(game, "3613") == [COLOURS[1]] * 4
    assert COLOURS[0] in front(game, "3612")


def test_the_coast_is_no_front():
    game = scene(Stage.MOVEMENT_N, {"3513": "1N"}, control={"R": "3710 3711 3610 3611 3612 3510 3511"})
    assert front(game, "3710") == []


def test_names_of_towns_fit_into_their_hexes():
    game = new_game("tscw", "1937")
    names = set(game.tables.places.names.values())
    labels = [one for one in game.drawing().background.shapes if isinstance(one, Label) and one.text in names]
    assert len(labels) > 50
    assert max(0.42 * one.size * len(one.text) for one in labels) < SIZE
