"""Reading data files: what is accepted, and the messages for what is refused."""

import pathlib
import pickle

import pytest

from ctv_env.core.datafile import Choice, DataError, Document, Flag, ListOf, MapOf, Number, Record, Source, Text

SCHEMA = Record(
    {
        "title": Text(),
        "cost": Number(0, 4, 0.5),
        "colours": MapOf(Choice(("red", "blue")), r"[a-z]\d", "a letter and a digit"),
        "guards": MapOf(Record({"strength": Number(1, 9)}, {"mounted": (Flag(), False)})),
        "odds": ListOf(Text(r"\d:\d", "odds a:d"), low=1, high=3),
    }
)

GOOD = """\
title: 0101
cost: 1.5
colours: {a1: red, b2: blue}
guards:
  Old Guard: {strength: 7, mounted: true}
  Young: {strength: 5}
odds: [1:2, 1:1]
provenance:
  title: {found: rule 1}
  cost: {found: rule 2}
  colours: {reconstructed: not seen}
  colours.a1: {found: an example}
  guards.*.id: {derived: histories}
  guards.Old*.id: {found: the rules}
  guards.*.strength: {reconstructed: not seen}
  guards.*.mounted: {reconstructed: not seen}
  odds: {found: rule 3}
"""


@pytest.fixture
def read(tmp_path):
    """Reads a text against SCHEMA, as a file of its own."""

    def read_text(text: str) -> Document:
        file = tmp_path / "values.yaml"
        file.write_text(text, encoding="utf-8")
        return Document(file, SCHEMA)

    return read_text


def refused(read, text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        read(text)
    return caught.value


def test_values_are_read_by_the_schema_and_not_by_yaml_guesses(read):
    assert read(GOOD).data == {
        "title": "0101",
        "cost": 1.5,
        "colours": {"a1": "red", "b2": "blue"},
        "guards": {"Old Guard": {"strength": 7, "mounted": True}, "Young": {"strength": 5, "mounted": False}},
        "odds": ["1:2", "1:1"],
    }


def test_a_file_tells_how_many_of_its_values_have_which_source(read):
    text = GOOD.replace("title: {found: rule 1}", "title: {stated: rule 1}")
    assert read(text).shares() == {"stated": 1, "found": 5, "derived": 1, "reconstructed": 4}


def test_the_longest_pattern_gives_the_source(read):
    document = read(GOOD)
    assert document.source_of(("colours", "b2")) == Source("reconstructed", "not seen")
    assert document.source_of(("colours", "a1")) == Source("found", "an example")
    assert document.source_of(("guards", "Young", "id")) == Source("derived", "histories")
    assert document.source_of(("guards", "Old Guard", "id")) == Source("found", "the rules")
    assert document.source_of(("odds", 1)) == Source("found", "rule 3")
    assert document.source_of(("nothing",)) is None


@pytest.mark.parametrize(
    ("old", "new", "line", "problem", "remedy"),
    [
        ("{strength: 5}", "{strenght: 5}", 6, "unknown key 'strenght' in guards.Young", "did you mean 'strength'?"),
        ("title: 0101\n", "", 1, "the file lacks the key 'title'", "it needs provenance, title"),
        ("  Young: {strength: 5}", "  Young: {}", 6, "guards.Young lacks the key 'strength'", "it needs strength"),
        ("cost: 1.5", "cost: cheap", 2, "cost is cheap", "a number from 0 to 4 in steps of 0.5"),
        ("cost: 1.5", "cost: '1.5'", 2, "cost is 1.5", "a number"),
        ("cost: 1.5", "cost: 1:2", 2, "cost is 1:2", "a number"),
        ("cost: 1.5", "cost: .nan", 2, "cost is .nan", "a number"),
        ("cost: 1.5", "cost: 1.7", 2, "cost is 1.7", "in steps of 0.5"),
        ("cost: 1.5", "cost: 4.5", 2, "cost is 4.5", "from 0 to 4"),
        ("strength: 7", "strength: 7.5", 5, "guards.Old Guard.strength is 7.5", "in steps of 1"),
        ("title: 0101", "title:", 1, "title is empty", "it must be a text"),
        ("title: 0101", "title: [a]", 1, "title is a list", "it must be a text"),
        ("mounted: true", "mounted: yes", 5, "mounted is yes", "it must be true or false"),
        ("a1: red", "a1: rad", 3, "colours.a1 is rad", "allowed are red, blue (did you mean 'red'?)"),
        ("a1: red", "a1: red, c: red", 3, "key 'c' in colours", "it must be a letter and a digit"),
        ("colours: {a1: red, b2: blue}", "colours: [red]", 3, "colours is a list", "it must be a mapping"),
        ("[1:2, 1:1]", "[1:2, 12]", 7, "odds.1 is 12", "it must be odds a:d"),
        ("[1:2, 1:1]", "1:2", 7, "odds is 1:2", "it must be a list"),
        ("[1:2, 1:1]", "[]", 7, "odds has 0 items", "there must be 1 to 3"),
        ("  Young:", "  Old Guard:", 6, "duplicate key 'Old Guard'", "it is already on line 5"),
        ("cost: 1.5", "cost: &c 1.5\nprice: *c", 3, "price is an alias", "write the value out"),
        ("cost: 1.5", "[cost]: 1.5", 2, "a key in the file is not a word", "keys are plain words"),
        ("{strength: 5}", "{strength: 5", 7, "not YAML", "fix the file"),
    ],
)
def test_wrong_content_is_named_with_its_line_and_what_would_be_right(read, old, new, line, problem, remedy):
    assert GOOD.count(old) == 1
    error = refused(read, GOOD.replace(old, new))
    assert (error.line, error.file.name) == (line, "values.yaml")
    assert problem in error.problem
    assert remedy in error.remedy
    assert str(error) == f"{error.file}:{line}: {error.problem}; {error.remedy}"


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("  title: {found: rule 1}\n", "", 1, "title has no provenance"),
        ("  guards.*.strength: {reconstructed: not seen}\n", "", 5, "guards.Old Guard.strength has no provenance"),
        ("  guards.*.id: {derived: histories}\n", "", 6, "guards.Young.id has no provenance"),
        ("  odds: {found: rule 3}\n", "", 7, "odds.0 has no provenance"),
        ("  cost:", "  coast: {found: rule 9}\n  cost:", 10, "pattern 'coast' matches no value"),
        ("  title: {found: rule 1}", "  '*': {found: rule 1}", 9, "pattern '*' would cover anything"),
        ("{found: rule 1}", "{known: rule 1}", 9, "provenance of 'title' is a mapping"),
        ("{found: rule 1}", "found", 9, "provenance of 'title' is found"),
        ("{found: rule 1}", "{found: ''}", 9, "provenance of 'title' gives no reason"),
    ],
)
def test_every_value_needs_provenance_and_every_provenance_a_value(read, old, new, line, problem):
    assert GOOD.count(old) == 1
    error = refused(read, GOOD.replace(old, new))
    assert (error.line, error.problem) == (line, problem)


def test_a_file_without_provenance_is_refused(read):
    assert "lacks the key 'provenance'" in refused(read, GOOD[: GOOD.index("provenance")]).problem


def test_files_that_are_missing_or_empty_are_refused(tmp_path, read):
    assert "the file is empty" in refused(read, "# nothing\n").problem
    with pytest.raises(DataError, match=r"absent\.yaml:0: cannot be read"):
        Document(tmp_path / "absent.yaml", SCHEMA)


def test_an_error_of_the_caller_points_at_the_value_or_its_nearest_parent(read):
    document = read(GOOD)
    assert document.error(("guards", "Young", "strength"), "too weak", "feed it").line == 6
    assert document.error(("guards", "Young", "mounted"), "on foot", "buy a horse").line == 6
    assert document.error((), "wrong", "right").line == 1


def test_a_data_error_is_a_value_error_and_survives_a_process_border():
    error = pickle.loads(pickle.dumps(DataError(pathlib.Path("a.yaml"), 3, "wrong", "right")))
    assert isinstance(error, ValueError)
    assert str(error) == "a.yaml:3: wrong; right"
    assert (error.line, error.problem, error.remedy) == (3, "wrong", "right")


@pytest.mark.parametrize("deep", ["[" * 100_000, "[" * 60 + "]" * 60, "- " * 60 + "x", "{a: " * 60])
def test_what_is_nested_too_deeply_is_refused(deep, read):
    with pytest.raises(DataError, match=r"values\.yaml:\d+: (nested more than 50 levels deep|not YAML)"):
        read(f"title:\n  {deep}\n")
