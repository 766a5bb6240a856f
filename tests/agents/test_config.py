"""Training configs: what is wrong with one is said in words; what is right arrives."""

import dataclasses
import pathlib

import pytest
import yaml

from agents.training.config import Evaluation, TrainConfig, WarmStart, as_dict, read_config, resolved
from agents.training.settings import ConfigError, read, table

CONFIGS = sorted((pathlib.Path(__file__).parents[2] / "configs" / "train").glob("*.yaml"))


@pytest.fixture
def file(tmp_path):
    """Writes a config and returns its path."""

    def write(text: str) -> pathlib.Path:
        path = tmp_path / "config.yaml"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_configs_that_come_with_the_project_are_right(path):
    config = read_config(path)
    assert config.name == path.stem


def test_there_are_configs():
    assert {"quick", "default"} <= {path.stem for path in CONFIGS}


def test_values_changes_and_defaults(file):
    path = file("{n_envs: 4, learning_rate: 1e-3, warm_start: {epochs: 5}}")
    config = read_config(path, ["n_steps=512", "evaluation.opponents=[random]", "warm_start.decisions=7"])
    assert (config.n_envs, config.n_steps, config.learning_rate) == (4, 512, 1e-3)
    assert (config.warm_start.epochs, config.warm_start.decisions) == (5, 7)
    assert config.evaluation.opponents == ["random"]
    assert config.gamma == TrainConfig().gamma


def test_an_empty_file_is_the_defaults(file):
    assert read_config(file("")) == TrainConfig()


def test_what_is_left_out_is_taken_from_the_game():
    config = resolved(TrainConfig(warm_start=WarmStart()))
    assert (config.game, config.scenario, config.side) == ("ctv", "campaign", "nationalist")
    assert (config.opponents, config.warm_start.teacher, config.observation) == (["staff"], "staff", "flat")
    assert config.evaluation.opponents == ["random", "staff"]
    own = TrainConfig(
        scenario="duel", side="republican", opponents=["random"], observation="planes", evaluation=Evaluation([])
    )
    assert resolved(own) == dataclasses.replace(own, game="ctv")
    assert resolved(config) == config


def test_a_config_survives_writing_and_reading(file):
    config = read_config(file("{seed: 5, minutes: 2, warm_start: {}}"))
    assert read(TrainConfig, yaml.safe_load(yaml.safe_dump(as_dict(config)))) == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{learning_rat: 1}", r"no key 'learning_rat'.*learning_rate"),
        ("{warm_start: {teachr: staff}}", r"no key 'warm_start.teachr'.*teacher"),
        ("{n_envs: many}", "n_envs must be a whole number, not 'many'"),
        ("{n_envs: 2.5}", "n_envs must be a whole number, not 2.5"),
        ("{n_envs: true}", "n_envs must be a whole number, not True"),
        ("{n_envs: 0}", "n_envs must be at least 1, not 0"),
        ("{gamma: 1.5}", "gamma must be from 0.0 to 1.0, not 1.5"),
        ("{gamma: .nan}", "gamma must be from 0.0 to 1.0, not nan"),
        ("{learning_rate: fast}", "learning_rate must be a number, not 'fast'"),
        ("{net: 256}", r"net must be a list such as \[a, b\], not 256"),
        ("{net: [256, 0]}", "net must be at least 1, not 0"),
        ("{net: [a]}", r"net\[0\] must be a whole number"),
        ("{reward: null}", "reward must be a text, not None"),
        ("{options: [fog]}", "options must be a mapping"),
        ("{evaluation: 5}", "evaluation must be a mapping of keys to values, not 5"),
        ("[1, 2]", "the config must be a mapping"),
        ("{a: ", "is no YAML"),
        ("{opponents: []}", "opponents must name at least one policy"),
        ("{n_envs: 2, n_steps: 4, minibatch: 1024}", r"minibatch 1024 is more than n_envs \* n_steps = 8"),
    ],
)
def test_wrong_configs_are_refused_in_words(file, text, message):
    with pytest.raises(ConfigError, match=message):
        read_config(file(text))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("n_envs", "'n_envs' is no change"),
        ("=5", "'=5' is no change"),
        ("n_envs.a=5", "n_envs has no keys below it"),
        ("seed={", "no YAML"),
        ("sed=1", "no key 'sed'.*seed"),
    ],
)
def test_wrong_changes_are_refused_in_words(file, change, message):
    with pytest.raises(ConfigError, match=message):
        read_config(file("{n_envs: 4, n_steps: 512}"), [change])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nothing\.yaml cannot be read"):
        read_config(tmp_path / "nothing.yaml")


def test_every_key_is_in_the_table_with_its_meaning():
    rows = {name: meaning for name, _, meaning in table(TrainConfig)}
    assert {field.name for field in dataclasses.fields(TrainConfig)} - {"warm_start", "evaluation"} < rows.keys()
    assert "warm_start.teacher" in rows
    assert "evaluation.games" in rows
    assert all(rows.values())
