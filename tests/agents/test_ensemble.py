"""Ensembles of managers: their value is the mean of their members', and members that do not fit are refused."""

import pathlib

import numpy as np
import pytest
from support.lab import lab, refusal

from ctv_env.agents.learned.archive import read, read_facts
from ctv_env.agents.learned.checkpoint import save
from ctv_env.agents.learned.manager import networks_in
from ctv_env.agents.learned.plan_trials import Outcomes
from ctv_env.agents.learned.shipped import FOLDER
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.ensemble import ensemble
from ctv_env.games.ctv.spec import SPEC

SHIPPED = FOLDER / "ctv/last-stand.zip"
TABLES = SPEC.load("last-stand")


def _variant(folder: pathlib.Path, seed: int, sides=SPEC.sides, **facts) -> str:
    """Write a manager with the networks of the shipped one, changed at random; return its folder."""
    random, arrays = np.random.default_rng(seed), read(SHIPPED, "weights")
    changed = {
        name: (array * random.uniform(0.5, 1.5, array.shape)).astype(np.float16)
        for name, array in arrays.items()
        if name.startswith(tuple(sides))
    }
    folder.mkdir()
    save(folder / "model.zip", read_facts(SHIPPED) | facts, weights=changed)
    return str(folder)


@pytest.fixture
def members(tmp_path):
    """Two managers of both sides."""
    return [_variant(tmp_path / "one", 1), _variant(tmp_path / "two", 2)]


def _values(file: pathlib.Path, side: str) -> np.ndarray:
    size = sum(layout.size for layout in TABLES.observations["flat"])
    random = np.random.default_rng(3)
    rows = random.integers(0, 2, (50, size), np.uint8)
    (network,) = networks_in(file, TABLES, (side,))
    return network.values(Outcomes(np.zeros(50), rows, random.uniform(-1, 1, 50).astype(np.float32)))


@pytest.mark.parametrize("side", SPEC.sides)
def test_its_value_is_the_mean_of_the_values_of_its_members(members, tmp_path, side):
    files = [SHIPPED, *(pathlib.Path(one) / "model.zip" for one in members)]
    every = [_values(file, side) for file in files]
    found = _values(ensemble([str(SHIPPED), *members], tmp_path / "all"), side)
    assert np.ptp(every, axis=0).min() > 0.01
    assert np.allclose(found, np.mean(every, axis=0), atol=0.02)


def test_an_ensemble_of_ensembles_weighs_its_members_alike(members, tmp_path):
    pairs = [ensemble([str(SHIPPED), one], tmp_path / f"with-{k}").parent for k, one in enumerate(members)]
    found = _values(ensemble([str(pair) for pair in pairs], tmp_path / "all"), "nationalist")
    shipped, one, two = (
        _values(pathlib.Path(file), "nationalist") for file in (SHIPPED, *(f"{m}/model.zip" for m in members))
    )
    assert np.allclose(found, (2 * shipped + one + two) / 4, atol=0.02)


def test_it_plays_and_its_checkpoint_says_how_it_came_about(members, tmp_path):
    file = ensemble(members, tmp_path / "both")
    facts, of_member = read_facts(file), read_facts(SHIPPED)
    assert facts["command"] == f"ctv lab ensemble {' '.join(members)}"
    assert facts["config"] == {"members": [of_member["config"]] * 2}
    assert facts["seconds"] == 2 * of_member["seconds"]
    assert facts["training_data"] != of_member["training_data"]
    for name in ("agent", "plans", "base", "constants_hash", "data", "versions"):
        assert facts[name] == of_member[name]
    for side in SPEC.sides:
        assert make_agent(str(file), "ctv", "last-stand", side).files == (file,)


def test_it_can_try_another_number_of_plans_than_its_members(members, tmp_path):
    facts = read_facts(ensemble(members, tmp_path / "few", plans_played=24))
    assert facts["plans"] == 24 != read_facts(SHIPPED)["plans"]
    assert facts["command"].endswith(" --plans-played 24")
    with pytest.raises(ValueError, match="plans_played must be at least 1, not 0"):
        ensemble(members, tmp_path / "none", plans_played=0)
    assert not (tmp_path / "none").exists()


def test_it_plays_the_side_that_all_its_members_play(members, tmp_path):
    one_sided = _variant(tmp_path / "three", 3, ("republican",))
    file = ensemble([*members, one_sided], tmp_path / "all")
    assert {name.partition("/")[0] for name in read(file, "weights")} == {"republican"}
    with pytest.raises(ValueError, match="has learned to play the republican, not the nationalist"):
        make_agent(str(file), "ctv", "last-stand", "nationalist")
    other = _variant(tmp_path / "four", 4, ("nationalist",))
    with pytest.raises(ValueError, match="have no side in common"):
        ensemble([one_sided, other], tmp_path / "none")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"plans": 7}, r"one.model\.zip and .*other.model\.zip differ in the number of plans"),
        ({"data": "0"}, "differ in the data of the scenario"),
        ({"base": None}, "differ in the constants of the policy"),
        ({"agent": "policy"}, r"other.model\.zip is not that of a manager"),
        ({"seconds": None}, r"other.model\.zip is damaged: it lacks seconds"),
        ({"identity": {**read_facts(SHIPPED)["identity"], "scenario": "escudo"}}, "its scenario is escudo, here it is"),
    ],
)
def test_a_manager_that_does_not_fit_is_refused(facts, message, tmp_path):
    members = [_variant(tmp_path / "one", 1), _variant(tmp_path / "other", 2, **facts)]
    with pytest.raises(ValueError, match=message):
        ensemble(members, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_damaged_networks_and_networks_of_another_depth_are_refused(members, tmp_path):
    facts, arrays = read_facts(SHIPPED), read(SHIPPED, "weights")
    for name, changed, message in (
        ("lost", {k: a for k, a in arrays.items() if not k.endswith("/0.weight")}, "cannot be used: layer 0 does not"),
        (
            "flat",
            {f"{s}/0.{kind}": arrays[f"{s}/0.{kind}"][:1] for s in SPEC.sides for kind in ("weight", "bias")},
            "differ in the depth of their networks",
        ),
    ):
        save(tmp_path / f"{name}.zip", facts, weights=changed)
        with pytest.raises(ValueError, match=message):
            ensemble([members[0], str(tmp_path / f"{name}.zip")], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command_line_writes_the_agent_and_reports_errors(members, tmp_path, capsys):
    file = tmp_path / "out" / "model.zip"
    lab("ensemble", *members, "--plans-played", "24", "--out", str(file.parent))
    assert f"the agent is in {file}" in capsys.readouterr().out
    assert read_facts(file)["plans"] == 24
    alone = ("--out", str(tmp_path / "alone"))
    assert "error: an ensemble needs at least 2 managers, not 1" in refusal(capsys, "ensemble", members[0], *alone)
    assert "error: no agent 'nobody'" in refusal(capsys, "ensemble", members[0], "nobody", *alone)
    assert not (tmp_path / "alone").exists()
