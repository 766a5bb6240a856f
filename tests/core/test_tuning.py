"""Constants that can be tuned: the list of each game, the rows of the tables, and the variants that play by them."""

import dataclasses
import functools
import importlib

import numpy as np
import pytest

from ctv_env.agents.evaluation.compiled_match import Compiled, play_whole
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.core.tuning import N_VARIANTS, Constant, Tuning, by_side, code_of
from ctv_env.games import GAMES

SPECS = [spec for spec in map(spec_of, GAMES) if spec.tuning is not None]


@pytest.fixture(params=SPECS, ids=lambda spec: spec.name)
def spec(request):
    return request.param


def test_two_games_have_constants_to_tune():
    assert [spec.name for spec in SPECS] == ["ctv", "arriba"]


def test_each_column_is_that_of_the_constant_of_its_name(spec):
    staff = importlib.import_module(f"{spec.package}.model.staff_constants").STAFF
    columns = {name.lower(): it for name, it in vars(staff).items() if type(it) is int}
    names = [one.name for one in spec.tuning.constants]
    for name, column in columns.items():
        if names[column] != name:
            assert names[column : column + 2] == [f"{name}_{side}" for side in spec.sides]
    assert len(columns) == len(names) - sum(name.endswith(f"_{spec.sides[1]}") for name in names)


def test_each_constant_has_a_name_of_its_own_and_matters_to_a_side(spec):
    names = [one.name for one in spec.tuning.constants]
    assert len(set(names)) == len(names)
    assert spec.tuning.policy in spec.policies
    assert all(one.sides and one.meaning for one in spec.tuning.constants)


def test_the_tables_hold_the_defaults_in_every_row(spec):
    for scenario in spec.scenarios(None):
        rows = spec.load(scenario.name).record[spec.tuning.field][0]
        assert rows.shape == (N_VARIANTS, len(spec.tuning.constants))
        assert (rows == spec.tuning.defaults).all()
        assert spec.load(scenario.name).record[spec.tuning.seats].tolist() == [[0, 0]]


def finals(spec, tables, codes: tuple[int, int], rows=(), games: int = 12) -> np.ndarray:
    """The final positions of some games between two policies."""
    players = Compiled(np.array(codes, np.int64), spec.tuning.tables_with(tables.record, rows))
    return play_whole(players, range(games), spec, records(0, spec.state).reshape(0, 0)).states


def extremes(spec) -> list[np.ndarray]:
    """Two variants: all constants at their upper bounds, and all at their lower ones."""
    return [spec.tuning.row({one.name: getattr(one, end) for one in spec.tuning.constants}) for end in ("high", "low")]


def small(spec):
    """Tables of the smallest scenario."""
    return spec.load(spec.scenarios(None)[-1].name if spec.name != "ctv" else "last-stand")


def test_a_variant_with_the_defaults_is_the_policy_itself(spec):
    policy, tables = spec.policies.index(spec.tuning.policy), small(spec)
    plain = finals(spec, tables, (policy, policy))
    assert (finals(spec, tables, (code_of(0), code_of(1))) == plain).all()


def test_variants_play_by_their_own_rows_and_leave_the_policy_as_it_is(spec):
    policy, tables, rows = spec.policies.index(spec.tuning.policy), small(spec), extremes(spec)
    plain = finals(spec, tables, (policy, policy))
    first, second = (finals(spec, tables, (code_of(k), policy), rows) for k in range(2))
    assert (first != plain).any()
    assert (second != plain).any()
    assert (first != second).any()
    assert (finals(spec, tables, (policy, policy), rows) == plain).all()


def test_the_policy_plays_by_the_row_of_the_seat_of_each_side(spec):
    policy, tables, rows = spec.policies.index(spec.tuning.policy), small(spec), extremes(spec)
    seated = dataclasses.replace(tables, record=spec.tuning.seated(tables.record, rows))
    variants = finals(spec, tables, (code_of(0), code_of(1)), rows)
    assert (finals(spec, seated, (policy, policy), rows) == variants).all()
    assert (finals(spec, tables, (policy, policy), rows) != variants).any()


def test_constants_by_side_matter_for_their_side_or_for_both():
    own = by_side("care", ("red", "blue"), (1, 2), 0, 9, "how much")
    assert own == (
        Constant("care_red", 1, 0, 9, "how much, of the Red", (0,)),
        Constant("care_blue", 2, 0, 9, "how much, of the Blue", (1,)),
    )
    assert [one.sides for one in by_side("care", ("red", "blue"), (1, 2), 0, 9, "", own=False)] == [(0, 1), (0, 1)]


@functools.cache
def plain_finals(spec, games: int) -> np.ndarray:
    """The final positions of some games of the policy against itself."""
    policy = spec.policies.index(spec.tuning.policy)
    return finals(spec, spec.load(None), (policy, policy), games=games)


def changes_play(spec, constant: Constant, side: int, games: int) -> bool:
    """Whether some of the games differ if the constant of a side is at one of its bounds."""
    policy, tables, plain = spec.policies.index(spec.tuning.policy), spec.load(None), plain_finals(spec, games)
    codes = [policy, policy]
    codes[side] = code_of(0)
    rows = [spec.tuning.row({constant.name: bound}) for bound in (constant.high, constant.low)]
    return any((finals(spec, tables, tuple(codes), [row], games) != plain).any() for row in rows)


@pytest.mark.whole_games
def test_every_constant_changes_play_at_one_of_its_bounds(spec):
    """Otherwise a search would tune what has no effect."""
    idle = [one for one in spec.tuning.constants if not any(changes_play(spec, one, side, 2) for side in one.sides)]
    assert [one.name for one in idle if not any(changes_play(spec, one, side, 40) for side in one.sides)] == []


def test_a_row_has_the_defaults_but_for_what_is_named():
    tuning = Tuning(
        "staff", (Constant("a", 3, 0, 9, "one"), Constant("b", -2, -5, 5, "two", (1,))), "staff", "staff_row"
    )
    assert tuning.row({}).tolist() == tuning.defaults.tolist() == [3, -2]
    assert tuning.row({"b": 4}).tolist() == [3, 4]
    assert [one.name for one in tuning.of_side(0)] == ["a"]
    assert [one.name for one in tuning.of_side(1)] == ["a", "b"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"c": 1}, "no constant 'c'"),
        ({"a": 10}, "constant a is a whole number from 0 to 9, not 10"),
        ({"a": 1.0}, "constant a is a whole number from 0 to 9, not 1.0"),
        ({"a": True}, "not True"),
    ],
)
def test_a_wrong_value_is_refused_in_words(values, message):
    with pytest.raises(ValueError, match=message):
        Tuning("staff", (Constant("a", 3, 0, 9, "one"),), "staff", "staff_row").row(values)


@pytest.mark.parametrize("bounds", [(4, 9), (0, 2), (3, 3), (0, 2**15)])
def test_a_constant_lies_between_two_different_bounds(bounds):
    with pytest.raises(ValueError, match="constant a: "):
        Constant("a", 3, *bounds, "one")


def test_the_hash_tells_other_constants_from_these():
    one = Tuning("staff", (Constant("a", 3, 0, 9, "one"),), "staff", "staff_row")
    assert one.hash == Tuning("staff", (Constant("a", 3, 0, 9, "one"),), "staff", "staff_row").hash
    assert one.hash == Tuning("staff", (Constant("a", 3, -9, 9, "another word for it"),), "staff", "staff_row").hash
    for other in (Constant("a", 4, 0, 9, "one"), Constant("b", 3, 0, 9, "one")):
        assert one.hash != Tuning("staff", (other,), "staff", "staff_row").hash
