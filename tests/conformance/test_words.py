"""A game in words and pictures, and what a page needs of it."""

import dataclasses
import itertools
import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conformance.subjects import some_nodes, walk

from ctv_env.core.drawing import Drawing
from ctv_env.core.terms import CHANCE_NAME


def test_every_action_has_a_name_that_leads_back_to_it(subject):
    game = subject.new()
    segments = {segment.name: segment for segment in game.tables.actions.segments}
    for action in range(game.n_actions):
        segment, name = game.decode(action)
        assert segment == game.tables.actions.locate(action)[0]
        assert name is None or name
        assert game.encode(segment, name) == action
    for segment in segments:
        with pytest.raises(ValueError, match="no such thing"):
            game.encode(segment, "no such thing")
    for wrong in (-1, game.n_actions, True, None, 0.5):
        with pytest.raises(ValueError, match="no action"):
            game.decode(wrong)
    with pytest.raises(ValueError, match="JUMP"):
        game.encode("JUMP")


def test_what_may_be_done_is_described(subject):
    for game in some_nodes(subject):
        words = [game.describe(action) for action in game.legal_actions()]
        assert all(words)
        assert len(set(words)) == len(words)
        assert not any("{" in one for one in words)


def test_the_log_tells_what_happens_and_to_each_side_no_more(subject):
    lines = 0
    for game in walk(subject.new(2), 2):
        assert len(game.log) >= lines
        lines = len(game.log)
    assert all(isinstance(line, str) and line for line in game.log)
    assert lines > 3
    for side in subject.spec.sides:
        assert 0 < len(game.log_of(side)) <= lines


def test_the_position_is_reported_in_text_in_plain_and_in_colours(subject):
    for game, side in itertools.product(some_nodes(subject, each=1), subject.spec.sides):
        text = game.text(side)
        assert max(map(len, text.split("\n"))) <= 100
        assert text.replace("\n", "").isprintable()
        assert subject.spec.language.coloured(text)


def test_the_position_is_drawn_for_each_side_with_each_layer(subject):
    layers = subject.spec.pictures().LAYERS
    for game, side in itertools.product(some_nodes(subject, each=1), (None, *subject.spec.sides)):
        assert isinstance(game.drawing(side, layers), Drawing)
        assert ElementTree.fromstring(game.svg(side)).tag.endswith("svg")


def test_a_policy_and_a_value_can_be_drawn(subject):
    game = next(one for one in walk(subject.new()) if one.to_move in subject.spec.sides)
    policy = game.action_mask() / game.action_mask().sum()
    assert isinstance(game.drawing(policy=policy, value=0.5), Drawing)
    for wrong in (np.zeros(game.n_actions + 1), np.full(game.n_actions, 1.0)):
        with pytest.raises(ValueError, match="policy"):
            game.drawing(policy=wrong)


def test_unknown_layers_and_sides_are_refused(subject):
    with pytest.raises(ValueError, match="no layer 'gas'"):
        subject.new().drawing(layers=("gas",))
    with pytest.raises(ValueError, match="no side 'referee'"):
        subject.new().drawing("referee")


def test_the_scene_says_what_a_step_has_brought(subject):
    names = set()
    for game in walk(subject.new(1), 1):
        for side in (None, *subject.spec.sides):
            scene = game.scene(side)
            assert all(isinstance(line, str) for line in scene.lines)
            assert isinstance(scene.chapter, str)
            assert all(isinstance(figure, int) for figure in scene.figures.values())
            names.add(tuple(scene.figures))
    assert len(names) == 1


def test_what_a_page_shows_is_plain_data(subject):
    ui, spec = subject.spec.ui(), subject.spec
    assert ui.SUMMARY
    assert ui.HELP
    assert ui.AIMS.keys() == set(spec.sides)
    spaces = [space.name for space in ui.plan(subject.tables).spaces]
    assert len(set(spaces)) == len(spaces) > 0
    for game, side in itertools.product(some_nodes(subject, each=1), (None, 0, 1)):
        for tell in (ui.status, ui.beside, ui.marks, ui.preview):
            plain(tell(game.clone(), side))
        for space, stack in ui.stacks(game.clone(), side).items():
            assert space in spaces
            assert stack.pieces or stack.notes
            plain(stack)
        for action in game.legal_actions():
            if game.to_move == CHANCE_NAME:
                plain(ui.outcome(game, action, side))
            else:
                assert ui.space_of(game, action) in (None, *spaces)
    assert all(isinstance(action, int) for action in ui.asked_at(subject.new(), spaces[0], 0))
    with pytest.raises(ValueError, match="atlantis"):
        ui.asked_at(subject.new(), "atlantis", 0)


def plain(texts) -> str:
    """The texts, as a page gets them."""
    return json.dumps(dataclasses.asdict(texts) if dataclasses.is_dataclass(texts) else texts)
