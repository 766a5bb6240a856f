"""Required declarations of a game; the error names whatever is missing."""

import contextlib
import dataclasses
import importlib
import json
import pathlib
import pickle
import shutil
import types

import numpy as np
import pytest
from conformance.subjects import TOY

from ctv_env import games
from ctv_env.core.hooks import gather_hooks
from ctv_env.core.jit.generic import sources_of
from ctv_env.core.rooms import members_of
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import (
    FIRST,
    NO_NODE,
    REQUIRED_SCRATCH,
    REQUIRED_STATE,
    SECOND,
    Hooks,
    Language,
    OrderHooks,
    RuleHooks,
    Score,
    SearchHooks,
    SpecError,
    Tables,
)


def wanted(protocol: type) -> list[str]:
    """Names that a protocol declares."""
    return [name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_")]


def without(module, name: str) -> types.ModuleType:
    """A module that has all but one name of another."""
    copy = types.ModuleType(module.__name__)
    vars(copy).update({key: value for key, value in vars(module).items() if key != name})
    return copy


def without_field(record: np.dtype, name: str) -> np.dtype:
    return np.dtype([(field, record[field]) for field in record.names if field != name])


# -- missing declarations are named --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (kind, f.name)
        for kind in (GameSpec, Score, Language)
        for f in dataclasses.fields(kind)
        if f.default is dataclasses.MISSING  # constants to tune are not for every game
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_field_that_is_left_out_of_the_spec_is_named(kind, field):
    spec = spec_of(TOY)
    (whole,) = (one for one in (spec, spec.score, spec.language) if isinstance(one, kind))
    given = {f.name: getattr(whole, f.name) for f in dataclasses.fields(kind) if f.init and f.name != field}
    with pytest.raises(TypeError, match=field):
        kind(**given)


@pytest.mark.parametrize("field", REQUIRED_STATE)
def test_a_field_that_the_state_record_lacks_is_named(field):
    spec = spec_of(TOY)
    rules = without(spec.rules, "STATE")
    rules.STATE = without_field(spec.state, field)
    with pytest.raises(SpecError, match=f"state record of toy has no field '{field}'"):
        dataclasses.replace(spec, rules=rules)


@pytest.mark.parametrize("field", REQUIRED_SCRATCH)
def test_a_field_that_the_scratch_record_lacks_is_named(field):
    spec = spec_of(TOY)
    rules = without(spec.rules, "SCRATCH")
    rules.SCRATCH = without_field(spec.scratch, field)
    with pytest.raises(SpecError, match=f"scratch record of toy has no field '{field}'"):
        dataclasses.replace(spec, rules=rules)


@pytest.mark.parametrize("name", wanted(RuleHooks))
def test_a_rule_hook_that_is_missing_is_named(name):
    spec = spec_of(TOY)
    with pytest.raises(SpecError, match=name):
        dataclasses.replace(spec, rules=without(spec.rules, name))


@pytest.mark.parametrize("name", members_of(Hooks))
def test_a_hook_that_is_missing_is_named(name):
    with pytest.raises(SpecError, match=f"the hooks of toy, has '{name}'"):
        gather_hooks("toy", Hooks, without(spec_of(TOY).hooks(), name))


def test_hooks_are_taken_from_the_first_part_that_has_them():
    whole = spec_of(TOY).hooks()
    late = without(whole, "begin")
    late.take_step = late.begin = len
    hooks = gather_hooks("toy", Hooks, without(whole, "begin"), late)
    assert (hooks.take_step, hooks.begin) == (whole.take_step, len)
    assert set(hooks.sources) == set(sources_of(whole))


def test_hooks_of_order_nodes_are_only_asked_of_games_with_such_nodes():
    assert set(members_of(OrderHooks)) - set(members_of(SearchHooks)) == {"heed", "obey"}
    assert {*wanted(RuleHooks), *wanted(Hooks)} == set(members_of(Hooks))


@pytest.mark.parametrize(("name", "protocol"), [("drawing", "Pictures"), ("guide", "UiSpec")])
def test_a_room_that_every_game_has_is_named(name, protocol):
    bare = dataclasses.replace(spec_of(TOY), package="conformance")
    with pytest.raises(SpecError, match=rf"toy needs a module conformance\.{name} \(see {protocol}\)"):
        bare.pictures() if name == "drawing" else bare.ui()


def test_other_rooms_may_be_missing():
    spec = spec_of(TOY)
    assert (spec.analysis(), spec.search(), spec.editor()) == (None, None, None)


@pytest.mark.parametrize("name", wanted(Tables))
def test_what_the_tables_lack_is_named(name):
    spec = spec_of(TOY)
    tables = spec.load()
    bare = types.SimpleNamespace(**{one: getattr(tables, one) for one in wanted(Tables) if one != name})
    loader = dataclasses.replace(spec.loader, pack=lambda _: bare)
    with pytest.raises(SpecError, match=f"tables of toy have no '{name}'"):
        dataclasses.replace(spec, loader=loader).load()


def test_a_mask_without_room_for_the_actions_is_refused():
    spec = spec_of(TOY)
    rules = without(spec.rules, "SCRATCH")
    narrow = [("mask", "|i1", (12,)) if field[0] == "mask" else field for field in spec.scratch.descr]
    rules.SCRATCH = np.dtype(narrow)
    with pytest.raises(SpecError, match="the mask in the scratch of toy has 12 entries, too few for 13 actions"):
        dataclasses.replace(spec, rules=rules).load("three")


def test_outcomes_of_chance_that_are_numbers_of_no_action_are_refused():
    spec = spec_of(TOY)
    rules = without(spec.rules, "N_OUTCOMES")
    rules.N_OUTCOMES = 14
    with pytest.raises(SpecError, match="the outcomes of chance in toy go up to 13, too many for 13 actions"):
        dataclasses.replace(spec, rules=rules).load("three")


def test_two_nodes_of_one_name_are_refused():
    spec = spec_of(TOY)
    with pytest.raises(SpecError, match="ORDER"):
        dataclasses.replace(spec, nodes=(*spec.nodes, spec.nodes[2]))


# -- declarations of every game ------------------------------------------------------------------------------------


def test_it_is_found_by_its_name(subject):
    assert spec_of(subject.game) is subject.spec
    assert subject.new().spec is subject.spec


def test_a_pickle_of_it_leads_to_the_same_one(subject):
    assert pickle.loads(pickle.dumps(subject.spec)) is subject.spec
    assert games.spec_of(subject.game) is subject.spec  # where older pickles look for it


def test_the_sides_and_the_policies_have_names(subject):
    spec = subject.spec
    assert len(set(spec.sides)) == 2
    assert spec.policies[0] == "random"
    assert len(set(spec.policies)) == len(spec.policies)


def test_nodes_have_names_and_those_of_the_sides_have_words(subject):
    spec = subject.spec
    names = [node.name for node in spec.nodes]
    assert len(set(names)) == len(names)
    assert not spec.nodes[NO_NODE].chance
    assert spec.nodes[NO_NODE].advice is None
    for node in spec.nodes:
        assert not (node.chance and node.secret)
        assert node.chance or not node.awaited
        if node.advice:
            assert node.advice.title
            assert node.advice.meaning


def test_options_have_defaults_and_refuse_other_values(subject):
    for option in subject.spec.options:
        option.check(option.default)
        assert option.meaning
        with pytest.raises(ValueError, match=option.name):
            option.check("no such value")
        for value in option.values:
            with contextlib.suppress(ValueError):  # this scenario may not have that value
                assert subject.spec.load(subject.scenario, **{option.name: value}).options[option.name] == value
    with pytest.raises(ValueError, match="no option 'sneak'"):
        subject.spec.load(subject.scenario, sneak=True)


def test_the_first_scenario_is_the_default(subject):
    scenarios = subject.spec.scenarios(None)
    assert subject.spec.load().scenario == scenarios[0].name
    assert subject.scenario in [one.name for one in scenarios]
    assert all(one.title for one in scenarios)
    with pytest.raises(ValueError, match="no scenario 'atlantis'"):
        subject.spec.load("atlantis")


def test_the_score_has_words_and_a_measure(subject):
    score, tables = subject.spec.score, subject.tables
    assert score.key.isidentifier()
    assert score.label
    assert score.short
    assert isinstance(score.even(tables), int)
    assert score.scale(tables) > 0
    assert score.key in repr({score.key: subject.new().score()})


def test_the_tables_say_what_can_be_done_and_seen(subject):
    tables = subject.tables
    assert tables.record.shape == (1,)
    assert tables.record.dtype == subject.spec.rules.TABLES
    assert tables.actions.size(tables.actions.locate(tables.actions.idle)[0]) == 1
    assert subject.spec.scratch["mask"].shape[0] >= tables.actions.n
    for layouts in tables.observations.values():
        assert len({layout.name for layout in layouts}) == len(layouts)
    assert len({layouts for layouts in tables.observations.values()}) == len(tables.observations)
    json.dumps([tables.scenario, dict(tables.options), tables.data_hash, tables.data_dir])


def test_sides_are_reported_by_index(subject):
    record = subject.new().record.copy()
    for index in (FIRST, SECOND):
        record["to_move"] = record["winner"] = index
        assert subject.spec.decider(record) == subject.spec.winner(record) == subject.spec.sides[index]


# -- data --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ctv", "arriba", "tscw"])
def test_data_with_the_line_ends_of_windows_is_the_same_data(name, tmp_path):
    spec = spec_of(name)
    data = tmp_path / "data"
    shutil.copytree(pathlib.Path(str(importlib.import_module(spec.package).__file__)).parent / "data", data)
    for file in data.rglob("*.yaml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    own, other = spec.load(None), spec.load(None, data_dir=str(data))
    assert other.data_hash == own.data_hash
    assert other.record.tobytes() == own.record.tobytes()
    for file in data.glob("*.yaml"):
        file.write_bytes(file.read_bytes() + b"# later\n")
    assert spec.load(None, data_dir=str(data)).data_hash != own.data_hash
