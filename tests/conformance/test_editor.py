"""The editor of every game: fields, edits, provenance, and the loader's answer; what loads can be played."""

import json
import random

import numpy as np
import pytest
from conformance.subjects import SUBJECTS, TOY, step_at_random

from ctv_env.core.datafile import Document
from ctv_env.core.editor import draft
from ctv_env.core.editor.draft import Edit, Problem
from ctv_env.core.editor.fields import FieldError
from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.render.svg import svg

EDITABLE = tuple(subject for subject in SUBJECTS if subject.spec.editor() is not None)


@pytest.fixture(params=EDITABLE, ids=str)
def subject(request):
    return request.param


@pytest.fixture
def editor(subject):
    return subject.spec.editor()


@pytest.fixture
def texts(subject, editor):
    """The files of a new scenario without edits."""
    return draft.edited(editor, subject.scenario, editor.texts(subject.scenario, None), [])


@pytest.fixture
def spaces(subject, editor):
    return [space.name for space in editor.plan(subject.tables).spaces]


def some_value(form, chooser):
    """A value that the form offers, or one that it does not."""
    kind = form["kind"]
    if kind == "choice":
        return chooser.choice([*form["choices"], None])
    if kind == "number":
        return str(chooser.randint(int(form["low"]), int(form["high"])))
    if kind == "text":
        return chooser.choice(["Name", "1", "none", "a: b # c", "null", None])
    words = form["words"] or ["1", "2", "x"]
    some = chooser.sample(words, chooser.randint(0, min(3, len(words))))
    item = form["item"] if form["item"]["kind"] != "text" else {"kind": "number", "low": 1, "high": 3}
    return some if kind == "list" else {word: some_value(item, chooser) or "1" for word in some}


def test_a_game_without_data_files_has_no_editor():
    assert spec_of(TOY).editor() is None


def test_without_edits_the_scenario_stays_the_same(subject, texts):
    with draft.loaded(subject.spec, texts, "mine") as tables:
        assert not isinstance(tables, Problem), tables
    assert np.array_equal(tables.record.view(np.uint8), subject.tables.record.view(np.uint8))


def test_every_field_has_a_name_of_its_own_and_a_form(editor, texts):
    trees = draft.trees_of(texts)
    sections = [field for section in editor.sections(trees) for field in section.fields(editor.schemas, trees)]
    fields = [*editor.fields(trees), *sections]
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        form = json.loads(json.dumps(field.form(editor.schemas)))
        assert form.keys() >= {"name", "label", "optional", "placed", "kind"}
    assert sections[0].path == ("title",)


def test_values_that_are_set_again_change_nothing(subject, editor, texts, spaces):
    trees = draft.trees_of(texts)
    fields = draft.fields_of(editor, trees)
    edits = []
    for name, field in fields.items():
        for space in spaces if field in editor.fields(trees) else [""]:
            if (value := field.get(trees, space)) is not None:
                edits.append(Edit(name, space, value))
    assert len(edits) > len(fields) / 2
    files = editor.texts(subject.scenario, None)
    assert draft.edited(editor, subject.scenario, files, edits) == texts


def test_a_changed_title_is_that_of_the_new_scenario_and_names_its_source(subject, editor, texts, tmp_path):
    name = editor.sections(draft.trees_of(texts))[0].fields(editor.schemas, draft.trees_of(texts))[0].name
    files = editor.texts(subject.scenario, None)
    new = draft.edited(editor, subject.scenario, files, [Edit(name, "", "Mine: all # mine")])
    draft.write(tmp_path, new, "mine")
    assert [(one.name, one.title) for one in subject.spec.scenarios(tmp_path)] == [("mine", "Mine: all # mine")]
    document = Document(tmp_path / "scenarios/mine.yaml", editor.schemas["scenario"])
    assert document.source_of(("title",)) == ("reconstructed", "set in the editor")
    assert subject.spec.load(None, tmp_path).scenario == "mine"


def test_a_piece_moves_to_another_space(subject, editor, texts, spaces):
    trees = draft.trees_of(texts)
    field = next(one for one in editor.fields(trees) if one.form(editor.schemas)["placed"])
    source = next(space for space in spaces if field.get(trees, space))
    empty = next(space for space in spaces if not field.get(trees, space))
    value = field.get(trees, source)
    edits = [Edit(field.name, source, None), Edit(field.name, empty, value)]
    files = editor.texts(subject.scenario, None)
    for done in (1, 2):
        moved = draft.trees_of(draft.edited(editor, subject.scenario, files, edits[:done]))
        assert field.get(moved, source) is None
        assert field.get(moved, empty) == (value if done == 2 else None)


@pytest.mark.parametrize("seed", range(12))
def test_what_the_loader_accepts_is_played_to_its_end_and_what_it_refuses_has_a_reason(subject, editor, spaces, seed):
    chooser = random.Random(seed)
    files = editor.texts(subject.scenario, None)
    trees = draft.trees_of(draft.edited(editor, subject.scenario, files, []))
    fields = draft.fields_of(editor, trees)
    of_spaces = {field.name for field in editor.fields(trees)}
    edits = []
    for _ in range(chooser.choice([1, 1, 2, 3])):
        name = chooser.choice(list(fields))
        space = chooser.choice(spaces) if name in of_spaces else ""
        edit = Edit(name, space, some_value(fields[name].form(editor.schemas), chooser))
        try:
            draft.edited(editor, subject.scenario, files, [*edits, edit])
        except FieldError:
            continue
        edits.append(edit)
    new = draft.edited(editor, subject.scenario, files, edits)
    with draft.loaded(subject.spec, new, "mine") as tables:
        if isinstance(tables, Problem):
            assert "; " in tables.message
            assert not tables.file or tables.line > 0
            return
        game = Game.begin(subject.spec, tables, np.uint64(seed))
        assert svg(game.drawing(None)).startswith("<svg")
    while game.to_move is not None:
        step_at_random(game, chooser)


@pytest.mark.parametrize(
    "value",
    [3, 1.5, True, ["a"] * 501, [1], {"a": 1}, {"a": {}}, "x" * 201, "a\nb", "\x1b[2J", " a", [["a"]], "\ud800"],
)
def test_values_of_another_shape_are_refused_and_the_files_stay_as_they_were(subject, editor, texts, spaces, value):
    files = editor.texts(subject.scenario, None)
    before = dict(files)
    fields = draft.fields_of(editor, draft.trees_of(texts)).values()
    one_of_each = {(field.has_space, field.form(editor.schemas)["kind"]): field for field in fields}
    for field in one_of_each.values():
        with pytest.raises(FieldError):
            draft.edited(
                editor, subject.scenario, files, [Edit(field.name, spaces[0] if field.has_space else "", value)]
            )
    assert files == before


@pytest.mark.parametrize("value", [{"a": ["b"]}, {"a": "b"}, ["a"], "a", {"a": ["b"] * 1000}])
def test_rows_are_lists_and_tables_are_texts(subject, editor, texts, value):
    """Each kind of form takes one of the values, and leaves it to the loader."""
    trees = draft.trees_of(texts)
    fields = draft.fields_of(editor, trees).values()
    takes = {"rows": [{"a": ["b"]}], "table": [{"a": "b"}], "list": [["a"]]}
    for field in {field.form(editor.schemas)["kind"]: field for field in fields if not field.has_space}.values():
        kind = field.form(editor.schemas)["kind"]
        edit = Edit(field.name, "", value)
        if value in takes.get(kind, ["a"]):
            assert field.get(draft.trees_of(draft.edited(editor, subject.scenario, texts, [edit])), "") == value
        else:
            with pytest.raises(FieldError):
                draft.edited(editor, subject.scenario, texts, [edit])


def test_an_unknown_field_is_refused(subject, editor):
    with pytest.raises(FieldError, match="there is no field 'x'"):
        draft.edited(editor, subject.scenario, editor.texts(subject.scenario, None), [Edit("x", "", "1")])
