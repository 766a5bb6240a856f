"""Training configs: errors are explained, and valid values arrive."""

import dataclasses
import pathlib

import pytest
import yaml

from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.config import (
    SELF,
    Evaluation,
    TrainConfig,
    WarmStart,
    as_dict,
    config_file,
    named_configs,
    read_config,
    resolved,
    summary,
)
from ctv_env.agents.training.settings import ConfigError, read, table
from ctv_env.core.spec import spec_of

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


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_their_opponents_play_the_other_side(path):
    config = resolved(read_config(path))
    names = {*config.opponents, *config.evaluation.opponents} - {SELF}
    for side in spec_of(config.game).sides:
        for name in names if side != config.side else ():
            assert callable(make_agent(name, config.game, config.scenario, side, options=config.options).act)


def test_the_configs_of_the_project_come_with_the_package():
    assert {"quick", "default"} <= named_configs().keys()
    assert {name: file.resolve() for name, file in named_configs().items()} == {path.stem: path for path in CONFIGS}


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_first_line_of_a_config_says_how_long_it_takes(path):
    assert path.read_text().startswith(f"# {summary(path)}\n")
    assert "on two cores" in summary(path)


def test_a_word_names_a_config_and_a_folder_or_a_suffix_makes_it_a_file():
    assert config_file("quick") == named_configs()["quick"]
    for file in ("quick.yaml", "./quick", "mine/quick"):
        assert config_file(file) == pathlib.Path(file)


def test_an_unknown_name_is_refused_with_those_that_there_are():
    names = r"no config 'quik'; allowed are arriba, default, .* \(did you mean 'quick'\?\)"
    with pytest.raises(ConfigError, match=names):
        config_file("quik")


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
        ("{learning_rat: 1}", r"unknown key 'learning_rat'.*learning_rate"),
        ("{init_from: runs/x, warm_start: {}}", "init_from starts from a trained network, so it excludes warm_start"),
        ("{warm_start: {teachr: staff}}", r"unknown key 'warm_start.teachr'.*teacher"),
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
        ("{a: ", "is not valid YAML"),
        ("{opponents: []}", "opponents must name at least one agent"),
        ("{n_envs: 2, n_steps: 4, minibatch: 1024}", r"minibatch 1024 is more than n_envs \* n_steps = 8"),
        ("{candidate_net: 8}", "candidate_net has no effect with network: flat; set network: candidates"),
        ("{anchor: 1, anchor_until: 9, candidate_net: 8}", "candidate_net, anchor, anchor_until has no effect"),
        ("{network: candidates, anchor: 0.5}", "anchor and anchor_until belong together"),
        ("{network: candidates, anchor_until: 5}", "anchor and anchor_until belong together"),
    ],
)
def test_wrong_configs_are_refused_in_words(file, text, message):
    with pytest.raises(ConfigError, match=message):
        read_config(file(text))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("n_envs", "'n_envs' is not a change"),
        ("=5", "'=5' is not a change"),
        ("n_envs.a=5", "n_envs has no keys below it"),
        ("seed={", "is not valid YAML"),
        ("sed=1", "unknown key 'sed'.*seed"),
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


def laughs(levels: int) -> str:
    """A few lines that stand for nine to the power of ``levels`` values."""
    parts = ["&a [x, x, x, x, x, x, x, x, x]"]
    parts += [f"&{chr(98 + k)} [{', '.join(['*' + chr(97 + k)] * 9)}]" for k in range(levels)]
    return f"side: [{', '.join(parts)}]"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (laughs(8), "repeats another value by an alias; write the value out"),
        ("net: &a [*a]", "repeats another value by an alias"),
        ("net: " + "[" * 3000 + "]" * 3000, "line 1 is nested more than 20 levels deep"),
        ("net: " + "[" * 30_000, "nested more than 20 levels deep"),
        ("seed: " + "9" * 5000, "does not fit its type"),
        ("seed: 2024-13-45", "does not fit its type"),
        ("seed: !!bool x", "does not fit its type"),
        ("seed: !!python/object/apply:os.system ['true']", "is not valid YAML"),
        ("name: " + "x" * 2**20, "has more than 1,048,576 characters"),
        ("side: [" + "x, " * 10_000 + "]", r"side must be a text, not \['x', 'x', 'x', 'x', 'x', 'x', \.\.\.\]$"),
        ("x" * 1000 + ": 1", "unknown key 'xxx"),
        ("name: ../../x", "name must be up to 100 letters"),
        ("options: {1: 2}", "options must map names to texts, true or false, not 1 to 2"),
        ("options: {fog: [1]}", "options must map names to texts"),
    ],
    ids=lambda value: value[:24],
)
def test_hostile_configs_are_refused_in_a_short_sentence(text, words, file):
    with pytest.raises(ConfigError, match=words) as caught:
        read_config(file(text))
    assert len(str(caught.value)) < 600


def test_a_config_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_bytes(b"name: \xff\xfe")
    with pytest.raises(ConfigError, match="is not a text: it must be YAML in UTF-8"):
        read_config(path)


@pytest.mark.parametrize("value", ["&a [*a]", "[" * 300])
def test_hostile_changes_are_refused(value, file):
    with pytest.raises(ConfigError, match="is not valid YAML"):
        read_config(file("name: x"), [f"net={value}"])
