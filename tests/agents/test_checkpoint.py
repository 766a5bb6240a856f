"""A checkpoint that does not fit is refused with a message, before any network is built."""

import sys
import zipfile

import pytest

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.checkpoint import check, identity_of, read_identity, read_session
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.registry import make_agent


@pytest.fixture
def expected():
    return identity_of("ctv", "campaign", "flat", "nationalist")


def test_a_fitting_checkpoint_is_taken(tiny_run, expected):
    assert check(tiny_run / "model.zip", expected) == expected


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"actions": "0123"}, "its action layout is 0123, here it is"),
        ({"observations": "4567"}, "its observation layout is 4567, here it is"),
        ({"rules": "0"}, "its rules version is 0, here it is 2"),
        ({"scenario": "other"}, "its scenario is other, here it is campaign"),
        ({"game": "chess"}, "its game is chess, here it is ctv"),
    ],
)
def test_each_difference_is_refused_in_words(altered, expected, changes, words):
    file = altered(**changes)
    with pytest.raises(CheckpointError, match=words):
        check(file, expected)
    with pytest.raises(CheckpointError, match=words):
        PPOAgent(file, "ctv", "campaign")


def test_all_differences_are_named_at_once(altered, expected):
    with pytest.raises(CheckpointError, match=r"rules version is 0.*action layout is 0123"):
        check(altered(actions="0123", rules="0"), expected)


def test_the_scenario_asked_for_counts(tiny_run):
    with pytest.raises(CheckpointError, match="its scenario is campaign, here it is duel"):
        PPOAgent(tiny_run / "model.zip", "ctv", "duel")


def test_the_side_is_told_but_does_not_make_it_unfit(tiny_run):
    check(tiny_run / "model.zip", identity_of("ctv", "campaign", "flat", "republican"))


def test_an_unknown_observation_is_refused():
    with pytest.raises(ValueError, match="observation cannot be 'picture'"):
        identity_of("ctv", "campaign", "picture", "nationalist")


@pytest.mark.parametrize("content", [b"", b"no zip", None])
def test_other_files_are_no_checkpoints(tmp_path, content):
    file = tmp_path / "file.zip"
    if content is None:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("data", "{}")
    else:
        file.write_bytes(content)
    with pytest.raises(CheckpointError, match="is not a checkpoint of this project"):
        read_identity(file)


def test_a_missing_checkpoint_is_named(tmp_path):
    with pytest.raises(CheckpointError, match=r"there is no checkpoint .*nothing\.zip"):
        read_identity(tmp_path / "nothing.zip")


def test_without_the_learning_library_the_remedy_is_named(tiny_run, monkeypatch):
    monkeypatch.delitem(sys.modules, PPOAgent.__module__)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(CheckpointError, match=r"^checkpoint .*zip needs the package torch: pip .*\[train\]'$"):
        make_agent(str(tiny_run), "ctv", "campaign", "nationalist")


def test_a_finished_agent_cannot_be_resumed(tiny_run):
    with pytest.raises(CheckpointError, match="a finished agent, not a checkpoint to resume from"):
        read_session(tiny_run / "model.zip")


def test_no_half_written_file_remains(tiny_run):
    assert not list(tiny_run.rglob(".*part*"))
