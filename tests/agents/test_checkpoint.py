"""A checkpoint that does not fit is refused in words, before any network is built."""

import shutil
import zipfile

import pytest

from agents.learned.checkpoint import CheckpointError, check, identity_of, read_identity, read_session
from agents.learned.ppo import PPOAgent


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
    with pytest.raises(CheckpointError, match="is no checkpoint of this project"):
        read_identity(file)


def test_a_missing_checkpoint_is_named(tmp_path):
    with pytest.raises(CheckpointError, match=r"there is no checkpoint .*nothing\.zip"):
        read_identity(tmp_path / "nothing.zip")


def test_a_finished_agent_cannot_be_resumed(tiny_run):
    with pytest.raises(CheckpointError, match="a finished agent, not a checkpoint to resume from"):
        read_session(tiny_run / "model.zip")


def test_no_half_written_file_remains(tiny_run):
    assert not list(tiny_run.rglob(".*part*"))


def test_stable_baselines_itself_can_load_an_agent(tiny_run, tmp_path):
    from sb3_contrib import MaskablePPO

    copy = shutil.copy(tiny_run / "model.zip", tmp_path / "agent.zip")
    assert MaskablePPO.load(copy, device="cpu").action_space.n == 469
