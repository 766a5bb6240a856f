"""What a guide may leave out: the defaults for games on a board, and the plain views that build on them."""

import dataclasses
import math

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core import plain_views, ui
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import SpecError

TOY = spec_of("toygame.spec:SPEC")


class Unmapped:
    """Tables of a game on no board."""


def on_hexes():
    """The tables of a game on hexes, 50 apart."""
    grid = HexGrid(1, 1, 3, 4)
    points = (grid.centre(cell) for cell in range(grid.n_cells))
    return dataclasses.replace(TOY.load(), board=grid, centres=tuple((50 * x, 50 * y) for x, y in points))


def test_spaces_are_as_large_as_they_may_be_without_touching():
    tables = on_hexes()
    assert 20 < ui.radius(tables) < 25
    assert ui.radius(TOY.load()) == ui.LARGEST


def test_a_plan_has_every_space_on_its_page():
    tables = on_hexes()
    plan = ui.plan(tables)
    assert [space.name for space in plan.spaces] == list(tables.board.names)
    for space in plan.spaces:
        assert len(space.outline) == 8
        for x, y in space.outline:
            assert 0 < x < plan.page[0]
            assert 0 < y < plan.page[1]
            assert math.dist((x, y), space.centre) == pytest.approx(ui.radius(tables))


def test_a_game_on_no_board_must_say_itself_where_its_spaces_are():
    bare = Unmapped()
    for ask in (ui.plan, ui.radius):
        with pytest.raises(SpecError, match="Unmapped is no BoardTables"):
            ask(bare)


def test_a_click_means_the_actions_that_name_the_space():
    game = new_game("toygame.spec:SPEC", "three", seed=0)
    assert ui.asked_at(game, "ford", 0) == [game.encode("MOVE", "ford")]
    assert ui.space_of(game, game.encode("MOVE", "ford")) == "ford"
    assert ui.space_of(game, game.encode("BUY", "1")) is None


def test_a_plain_picture_shows_pieces_notes_and_probabilities():
    game = new_game("toygame.spec:SPEC", "three", seed=0)
    game.step(0)
    policy = np.zeros(game.n_actions)
    policy[game.encode("MOVE", "ford")] = 0.37
    picture = game.svg("azure", policy=policy, value=0.25)
    for words in ("azure column", "worth 4", "37%", "value +0.25", "seen by azure", "Gold of bronze 5"):
        assert words in picture


def test_a_plain_picture_shows_who_decides_which_spaces_may_be_named():
    game = new_game("toygame.spec:SPEC", "three", seed=0)
    assert plain_views.LEGAL not in game.svg()  # chance decides
    game.step(0)
    assert game.svg().count(plain_views.LEGAL) == game.svg("azure").count(plain_views.LEGAL) == 1  # ford
    assert plain_views.LEGAL not in game.svg("bronze")


def test_a_plain_picture_shows_the_choice_in_progress(monkeypatch):
    monkeypatch.setattr(TOY.ui(), "marks", lambda game, side: ui.Marks("hill", "ford"))
    game = new_game("toygame.spec:SPEC", "three", seed=0)
    for side in ("azure", "bronze"):
        assert plain_views.HAND in game.svg(side)
        assert plain_views.TARGET in game.svg(side)
    game.step(0)
    assert plain_views.HAND in game.svg("azure")
    assert plain_views.HAND not in game.svg("bronze")


def test_a_plain_text_tells_a_side_no_more_than_the_guide():
    game = new_game("toygame.spec:SPEC", "three", seed=0)
    game.step(0)
    game.step(game.encode("BUY", "2"))
    assert "Order of azure: hire 2" in game.text("azure")
    assert "hire 2" not in game.text("bronze")
