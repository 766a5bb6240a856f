"""Changes to the text of a YAML file: what is asked for changes, comments and layout of the rest do not."""

import pathlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctv_env.core.editor.layout import rewritten, tree_of, written

TEXT = """\
# The first line.
title: Old  # a title

guards:
  # the palace
  Young: {strength: 3, names: [a, b, c]}
  Old:
    strength: 5
    names:
      - d
      - e
roads: [
  1, 2, 3,  # in the north
  4, 5 ]
none: []
last: "1:2"
"""
DATA = sorted((pathlib.Path(__file__).parents[2] / "ctv_env/games").rglob("data/**/*.yaml"))


def change(**changes) -> str:
    """The text with changed top-level values; None removes one."""
    tree = tree_of(TEXT) | changes
    tree = {key: value for key, value in tree.items() if value is not None}
    text, _ = rewritten(TEXT, tree)
    assert tree_of(text) == tree
    return text


def test_nothing_changes_without_a_change():
    assert rewritten(TEXT, tree_of(TEXT)) == (TEXT, [])


@pytest.mark.parametrize("file", DATA, ids=lambda file: "-".join(file.parts[-3:]))
def test_files_of_the_games_are_written_as_they_are_read(file):
    text = file.read_text()
    assert rewritten(text, tree_of(text)) == (text, [])


def test_a_text_is_replaced_and_its_comment_stays():
    assert change(title="New") == TEXT.replace("Old  #", "New  #", 1)


def test_an_entry_of_a_list_goes_and_another_comes():
    assert change(roads=["1", "3", "4", "5", "6"]) == TEXT.replace("1, 2, 3,", "1, 3,").replace("4, 5 ]", "4, 5, 6 ]")


def test_the_last_entries_of_a_list_go():
    assert "1, 2 ]" in change(roads=["1", "2"])


def test_a_list_is_emptied_and_an_empty_one_filled():
    text = change(roads=[], none=["x"])
    assert "roads: []" in text
    assert "none: [x]" in text


def test_entries_of_a_block_mapping_go_with_their_lines_and_come_at_its_end():
    young, _ = tree_of(TEXT)["guards"].values()
    text = change(guards={"Young": young, "New": {"strength": "1", "names": []}})
    assert "Old:" not in text
    assert "  New: {strength: 1, names: []}\nroads" in text
    assert "# the palace" in text


def test_a_block_mapping_can_lose_all_its_entries():
    assert "guards:" in change(guards={})
    assert "guards:" not in change(guards=None)


def test_a_block_list_becomes_one_line():
    young, old = tree_of(TEXT)["guards"].values()
    assert "[d, e, f]" in change(guards={"Young": young, "Old": old | {"names": ["d", "e", "f"]}})


def test_what_changed_is_named():
    tree = tree_of(TEXT)
    tree["guards"]["Young"]["strength"] = "4"
    tree["roads"].append("6")
    tree["new"] = "x"
    del tree["none"]
    assert sorted(rewritten(TEXT, tree)[1]) == [("guards", "Young", "strength"), ("new",), ("roads",)]


@pytest.mark.parametrize(
    "word", ["", "null", "~", "a: b", "a # b", "- x", "[x", "*x", "yes, no", 'a "b"', "x ", "é", "1:2"]
)
def test_every_word_is_read_as_it_was_written(word):
    assert tree_of(f"a: {written(word)}\nb: [{written(word)}, {{{written(word)}: x}}]\n") == {
        "a": word,
        "b": [word, {word: "x"}],
    }


WORD = st.text(st.characters(exclude_categories=["C"]), max_size=8)
TREE = st.recursive(
    WORD, lambda some: st.lists(some, max_size=4) | st.dictionaries(WORD, some, max_size=4), max_leaves=12
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(WORD, TREE, min_size=1, max_size=5), st.dictionaries(WORD, TREE, min_size=1, max_size=5))
def test_any_content_can_become_any_other(one, other):
    text = written(one) + "\n"
    assert tree_of(rewritten(text, other)[0]) == other


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(["guards", "roads", "none", "last", "other"]), TREE, min_size=1),
    st.lists(st.sampled_from(["1", "2", "3", "4", "5", "6"])),
)
def test_a_file_in_blocks_can_become_any_other(some, roads):
    change(**(some | {"roads": roads}))


@pytest.mark.parametrize("text", ["", "a: [", "# nothing\n"])
def test_what_is_not_yaml_is_refused(text):
    with pytest.raises(ValueError, match=r"not YAML|empty"):
        tree_of(text)
