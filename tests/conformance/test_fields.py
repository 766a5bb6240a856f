"""The fields of a position hold what they declare, at every node of random games."""

import importlib
import json
import typing
from collections.abc import Callable

import numpy as np
import pytest
from conformance.subjects import SUBJECTS, Subject, some_nodes
from support.numbers import in_numbers

from ctv_env.core.fields import Field, Names, record_type
from ctv_env.core.game import Game
from ctv_env.core.nodes import NodeDeclaration
from ctv_env.core.positions import check_leftovers, check_values
from ctv_env.core.terms import Tables

BY_FIELD = [subject for subject in SUBJECTS if subject.game != "ctv"]
"""Games whose positions are written field by field; those of ``ctv`` go by pieces."""


class Declared(typing.NamedTuple):
    """What a game declares about its positions."""

    fields: tuple[Field, ...]
    nodes: dict[int, NodeDeclaration]
    names: Callable[[Tables], Names]


def declared(subject: Subject) -> Declared:
    """The declarations of a game, from its text functions."""
    spec = subject.spec
    nodes = spec.language.describe.__self__.nodes
    if subject in BY_FIELD:
        return Declared(spec.to_dict.__self__.fields, nodes, spec.to_dict.__self__.names)
    position = importlib.import_module(f"{spec.package}.serialization.position")
    return Declared(position.STATE_FIELDS, nodes, position.names)


def test_the_state_is_the_record_of_its_fields(subject):
    fields = declared(subject).fields
    assert subject.spec.state == record_type(fields)
    assert [field.name for field in fields if not field.values] == ["rng", *(one.name for one in fields if one.derived)]


def test_every_number_has_a_meaning_and_nothing_is_left_over(subject):
    fields, nodes, names_of = declared(subject)
    names = names_of(subject.tables)
    for game in some_nodes(subject):
        check_values(fields, names, game.record)
        if game.to_move is not None:
            check_leftovers(fields, nodes, game.record)


def test_nodes_hold_fields_that_can_be_empty(subject):
    fields, nodes, _ = declared(subject)
    by_name = {field.name: field for field in fields}
    for kind in nodes.values():
        for name in kind.holds:
            assert by_name[name].empty is not None, name


def test_a_field_in_words_is_read_again(subject):
    fields, _, names_of = declared(subject)
    names = names_of(subject.tables)
    for game in some_nodes(subject, each=1):
        for field in (field for field in fields if field.values):
            numbers = game.record[field.name]
            words = json.loads(json.dumps(field.write(names, numbers)))
            assert np.array_equal(field.read(names, words), numbers), (field.name, words)


@pytest.mark.parametrize("subject", BY_FIELD, ids=str)
def test_a_position_in_bare_numbers_is_read(subject):
    for game in some_nodes(subject, each=1):
        assert Game.from_dict(in_numbers(game)).to_bytes() == game.to_bytes()


@pytest.mark.parametrize("subject", BY_FIELD, ids=str)
def test_a_number_that_does_not_follow_from_the_rest_is_refused(subject):
    game = subject.new()
    for field in (field for field in declared(subject).fields if field.derived):
        changed = np.array(game.record[field.name])
        changed.flat[0] += 1
        with pytest.raises(ValueError, match=f"{field.name}: it does not follow from the other fields; leave it out"):
            Game.from_dict(game.to_dict() | {field.name: changed.tolist()})
