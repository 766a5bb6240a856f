"""A checkpoint from a stranger: nothing in it runs, and whatever is wrong with it is reported in one sentence."""

import base64
import io
import json
import pickle
import zipfile

import numpy as np
import pytest
import torch

from ctv_env.agents.learned.archive import FACTS, CheckpointError
from ctv_env.agents.learned.archive import read as read_arrays
from ctv_env.agents.learned.checkpoint import SESSION, WEIGHTS
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.cli.main import main

FIRST = "weights/action_net.bias.npy"


class Evil:
    """Unpickling it writes a file."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return exec, (f"open({str(self.marker)!r}, 'a').write('ran')",)


@pytest.fixture
def marker(tmp_path):
    return tmp_path / "ran"


def npy(array) -> bytes:
    """The file of an array, also of one of objects, which numpy pickles."""
    with io.BytesIO() as buffer:
        np.save(buffer, array, allow_pickle=True)
        return buffer.getvalue()


@pytest.fixture
def foreign(tiny_run, tmp_path, marker):
    """A model as Stable-Baselines3 saves it, of the right shape, with a pickle in it that runs code."""
    identity = json.loads(zipfile.ZipFile(tiny_run / "model.zip").read(FACTS))["identity"]
    serialized = base64.b64encode(pickle.dumps(Evil(marker))).decode()
    data = {"identity": identity, "policy_class": {":type:": "<class 'x'>", ":serialized:": serialized}}
    file = tmp_path / "foreign.zip"
    with zipfile.ZipFile(file, "w") as archive, io.BytesIO() as buffer:
        archive.writestr("data", json.dumps(data))
        weights = read_arrays(tiny_run / "model.zip", WEIGHTS)
        torch.save({name: torch.from_numpy(array) for name, array in weights.items()}, buffer)
        archive.writestr("policy.pth", buffer.getvalue())
    return file


def test_the_payload_of_these_tests_does_run(marker):
    pickle.loads(pickle.dumps(Evil(marker)))
    assert marker.read_text() == "ran"


@pytest.mark.parametrize(
    "door",
    [
        ["evaluate", "FILE", "random", "--side", "nationalist", "--games", "2", "--threads", "1"],
        ["play", "--nationalist", "FILE", "--republican", "random", "--seed", "1", "--quiet"],
        ["ladder", "random", "FILE", "--games", "2", "--file", "ladder.jsonl", "--out", "out"],
        ["serve", "--side", "republican", "--opponent", "FILE", "--port", "19377"],
    ],
    ids=lambda door: door[0],
)
def test_code_in_a_model_of_another_library_runs_nowhere(door, foreign, marker, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([str(foreign) if word == "FILE" else word for word in door]) == 2
    assert "can run its author's code" in capsys.readouterr().err
    assert not marker.exists()


def test_an_environment_refuses_a_model_of_another_library_as_its_opponent(foreign, marker):
    import gymnasium

    with pytest.raises(CheckpointError, match=r"foreign\.zip is one of Stable-Baselines3.* `ctv train` hold"):
        gymnasium.make("ctv_env/Santander1937-v0", side="republican", opponent=str(foreign)).reset(seed=1)
    assert not marker.exists()


def test_arrays_of_objects_are_refused(rewritten, marker):
    evil = npy(np.array([Evil(marker)], object))
    file = rewritten(lambda name, content: evil if name == FIRST else content)
    with pytest.raises(CheckpointError, match=r"damaged: weights/action_net\.bias\.npy"):
        PPOAgent(file, "ctv", "campaign")
    assert not marker.exists()


def facts(change):
    """A change of the facts in a checkpoint."""

    def changed(name, content):
        return json.dumps(change(json.loads(content))).encode() if name == FACTS else content

    return changed


def instead(entry, new):
    """A change of one entry."""
    return lambda name, content: new if name == entry else content


def hidden(array):
    return lambda name, content: npy(array) if name == "weights/mlp_extractor.policy_net.0.weight.npy" else content


NAN = np.full(469, np.nan, np.float32)
DAMAGES = {
    "facts that are a list": (instead(FACTS, b"[1, 2]"), "not of format 1"),
    "facts that are a number": (instead(FACTS, b"7"), "not of format 1"),
    "facts nested deeply": (instead(FACTS, b"[" * 200_000), r"its checkpoint\.json is damaged"),
    "facts that are too long": (instead(FACTS, b" " * 2**21), "is too long"),
    "no facts": (instead(FACTS, None), r"lacks checkpoint\.json"),
    "another format": (facts(lambda d: d | {"format": 99}), "not of format 1"),
    "identity that is null": (facts(lambda d: d | {"identity": None}), "identity is no mapping"),
    "identity that is a list": (facts(lambda d: d | {"identity": [1]}), "identity is no mapping"),
    "identity with lists": (
        facts(lambda d: d | {"identity": d["identity"] | {"side": ["x"]}}),
        "identity is no mapping",
    ),
    "identity without a side": (facts(lambda d: d | {"identity": {"game": "ctv"}}), "its identity lacks rules"),
    "an unknown observation": (
        facts(lambda d: d | {"identity": d["identity"] | {"observation": "\x1b[2J"}}),
        r"observes '\\x1b\[2J', here there are",
    ),
    "no weights": (lambda name, content: content if name == FACTS else None, "those of another network"),
    "a weight missing": (instead(FIRST, None), r"action_net\.bias are not in both"),
    "weights of another shape": (instead(FIRST, npy(np.zeros(3, np.float32))), r"float32 \(3,\), here it is \(469,\)"),
    "weights of another type": (instead(FIRST, npy(np.zeros(469))), "float64"),
    "weights that are no numbers": (instead(FIRST, npy(NAN)), "has diverged"),
    "a layer that does not follow": (hidden(np.zeros((16, 7), np.float32)), r"layer 0 has the shape \(16, 7\)"),
    "an array cut short": (
        lambda name, content: content[:-4] if name == FIRST else content,
        "does not hold the numbers",
    ),
    "an array that claims more": (
        instead(FIRST, npy(NAN).replace(b"(469,)", b"(10**9,)")),
        "is no array|does not hold",
    ),
    "no array at all": (instead(FIRST, b"hello"), "is no array"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_reported_in_one_sentence(damage, rewritten):
    change, words = DAMAGES[damage]
    file = rewritten(change)
    with pytest.raises(CheckpointError, match=words) as caught:
        PPOAgent(file, "ctv", "campaign")
    assert "altered.zip" in str(caught.value)
    assert len(str(caught.value)) < 500


def test_every_cut_of_the_file_is_refused(tiny_run, tmp_path):
    whole = (tiny_run / "model.zip").read_bytes()
    for k in range(0, 100, 7):
        file = tmp_path / "cut.zip"
        file.write_bytes(whole[: len(whole) * k // 100])
        with pytest.raises(CheckpointError, match=r"cut\.zip"):
            PPOAgent(file, "ctv", "campaign")


def test_a_flipped_bit_is_noticed_or_changes_nothing(tiny_run, tmp_path):
    whole, refused = bytearray((tiny_run / "model.zip").read_bytes()), 0
    ours = read_arrays(tiny_run / "model.zip", WEIGHTS)
    for k in range(1, 40):
        changed = whole.copy()
        changed[len(whole) * k // 40] ^= 0x10
        file = tmp_path / "flipped.zip"
        file.write_bytes(changed)
        try:
            theirs = read_arrays(file, WEIGHTS)
        except CheckpointError:
            refused += 1
            continue
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    assert refused > 30


def test_compressed_entries_are_refused_before_they_are_read(tmp_path):
    file = tmp_path / "bomb.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(FACTS, "w") as entry:
        for _ in range(64):
            entry.write(b" " * 2**20)
    with pytest.raises(CheckpointError, match="its entries are compressed or repeated"):
        PPOAgent(file, "ctv", "campaign")


def test_the_session_is_not_among_the_weights(tiny_run):
    newest = max((tiny_run / "checkpoints").glob("*.zip"))
    assert {name.partition("/")[0] for name in zipfile.ZipFile(newest).namelist()} == {
        FACTS,
        "weights",
        "optimizer",
        "session",
    }
    assert "states" in read_arrays(newest, SESSION)
