"""The trained agents that come with the package: small, fitting, for both sides, and found by their one name."""

import pathlib

import gymnasium as gym
import pytest

import ctv_env  # noqa: F401  # registers the environments
from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.learned import shipped
from ctv_env.agents.learned.archive import CheckpointError, read_facts
from ctv_env.agents.learned.manager import is_manager
from ctv_env.agents.learned.policy_plans import PLAN_VALUES
from ctv_env.agents.learned.shipped import (
    FOLDER,
    scenarios_to_search,
    shipped_file,
    shipped_networks,
    shipped_scenarios,
    shipped_to_search,
    tuned_file,
    tuned_names,
)
from ctv_env.agents.registry import make_agent
from ctv_env.agents.search.net import NetSearchAgent
from ctv_env.agents.search.policy import PolicySearchAgent
from ctv_env.core.spec import spec_of
from ctv_env.games import GAMES
from ctv_env.games.ctv.spec import SPEC
from ctv_env.serve.players import make_agent as served_agent

MOST_BYTES, MOST_BYTES_IN_ALL = 5 * 10**6, 12 * 10**6
SHIPPED = [(game, scenario) for game in GAMES for scenario in shipped_scenarios(spec_of(game))]
TUNED = [spec for spec in map(spec_of, GAMES) if tuned_names(spec)]


def test_every_scenario_of_two_games_has_a_trained_agent_and_every_file_belongs_to_a_scenario():
    for spec in (SPEC, spec_of("arriba")):
        assert {scenario for game, scenario in SHIPPED if game == spec.name} == {s.name for s in spec.scenarios(None)}
    used = {shipped_file(spec_of(game), scenario, side) for game, scenario in SHIPPED for side in spec_of(game).sides}
    used |= {
        shipped_networks(spec_of(game), scenario) for game in GAMES for scenario in scenarios_to_search(spec_of(game))
    }
    used |= {tuned_file(spec, "staff-tuned", side) for spec in TUNED for side in spec.sides}
    assert used == set(FOLDER.rglob("*.zip"))
    assert sum(file.stat().st_size for file in used) <= MOST_BYTES_IN_ALL


@pytest.mark.parametrize(("game", "scenario"), SHIPPED)
def test_a_shipped_agent_fits_both_sides_and_says_how_it_came_about(game, scenario):
    spec = spec_of(game)
    for side in spec.sides:
        file = shipped_file(spec, scenario, side)
        assert file.stat().st_size <= MOST_BYTES
        assert make_agent("learned", game, scenario, side).name == "learned"
        facts = read_facts(file)
        assert facts["data"] == spec.load(scenario).data_hash
        assert {"command", "seconds", "training_data", "versions", "config"} <= facts.keys()


def test_the_tuned_staff_plays_every_scenario_on_either_side_under_its_name():
    assert [(spec.name, tuned_names(spec)) for spec in TUNED] == [
        ("ctv", ("staff-tuned",)),
        ("arriba", ("staff-tuned",)),
    ]
    for spec in TUNED:
        for side in spec.sides:
            facts = read_facts(tuned_file(spec, "staff-tuned", side))
            assert {"command", "seconds", "training_data", "versions", "config"} <= facts.keys()
            for scenario in spec.scenarios(None):
                agent = make_agent("staff-tuned", spec.name, scenario.name, side)
                assert agent.name == "staff-tuned"
                assert (agent.tuned_constants != spec.tuning.defaults).any()


def test_the_tuned_staff_is_the_trained_agent_where_there_is_no_other():
    spec = spec_of("arriba")
    for side in spec.sides:
        assert shipped_file(spec, None, side) == tuned_file(spec, "staff-tuned", side)
        assert make_agent("learned", "arriba", None, side).name == "learned"


def test_a_tuned_policy_of_one_side_is_refused_for_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    assert tuned_names(SPEC) == ()
    (tmp_path / "ctv").mkdir()
    (tmp_path / "ctv" / "staff-tuned-republican.zip").write_bytes(b"")
    assert tuned_names(SPEC) == ("staff-tuned",)
    with pytest.raises(CheckpointError, match="'staff-tuned' of this package plays only the republican, not the nat"):
        make_agent("staff-tuned", None, None, "nationalist")


def test_the_networks_to_search_with_are_those_of_a_manager():
    assert shipped_networks(SPEC, None) == FOLDER / "ctv" / "campaign.zip"
    assert is_manager(shipped_networks(SPEC, "escudo"))
    with pytest.raises(CheckpointError, match=r"no value networks .* 'duel' of ctv, only for campaign, .*: train"):
        shipped_networks(SPEC, "duel")  # its agent is a policy


def test_a_policy_with_values_of_its_plans_searches_where_there_is_one():
    own = FOLDER / "ctv" / "campaign-republican.zip"
    assert shipped_to_search(SPEC, None, "republican") == own
    assert {"command", "seconds", "training_data", "versions", "config"} <= read_facts(own)[PLAN_VALUES].keys()
    assert type(make_agent("search:net:8", None, None, "republican")) is PolicySearchAgent
    assert shipped_to_search(SPEC, None, "nationalist") == FOLDER / "ctv" / "campaign.zip"
    assert type(make_agent("search:net:8", None, None, "nationalist")) is NetSearchAgent
    for side in SPEC.sides:
        assert shipped_to_search(SPEC, "escudo", side) == FOLDER / "ctv" / "escudo.zip"


def test_it_plays_a_whole_game_against_itself():
    game = new_game(seed=3)
    play(game, {side: make_agent("learned", None, None, side) for side in game.spec.sides}, 3)
    assert game.winner in game.spec.sides


def test_agents_of_different_kinds_play_the_two_sides_under_the_name():
    """A network that decides for many games as Republican, and a manager that does not as Nationalist."""
    seatings = [("random", "learned"), ("learned", "random")]
    with Arena(Setting("ctv", "campaign", {})) as arena:
        [(as_republican, as_nationalist)] = arena.play(seatings, [1])
    assert (as_republican.winner, as_nationalist.winner) == (1, 0)


def test_environments_and_the_server_take_the_name():
    env = gym.make("ctv_env/Santander1937-v0", opponent="learned")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    env.close()
    assert served_agent("learned", new_game(seed=1), "republican").name == "learned"


def test_a_scenario_without_one_says_which_there_are():
    with pytest.raises(CheckpointError, match=r"for the scenario 'nowhere' of ctv, only for campaign, .*: train one"):
        shipped_file(SPEC, "nowhere", "nationalist")
    with pytest.raises(CheckpointError, match=r"for the scenario '1937' of tscw, only for north-1937: train one"):
        make_agent("learned", "tscw", "1937", "nationalist")
    with pytest.raises(CheckpointError, match=r"for the scenario 'nowhere' of arriba, only for campaign, "):
        shipped_file(spec_of("arriba"), "nowhere", "rebel")


def test_a_name_that_is_none_is_told_of_it():
    with pytest.raises(ValueError, match=r"mcts, staff-tuned, learned \(did you mean 'learned'\?\)"):
        make_agent("learnt", "ctv", "campaign", "nationalist")


def test_no_file_no_scenario(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", pathlib.Path(tmp_path))
    assert shipped_scenarios(spec_of("ctv")) == ()
    with pytest.raises(CheckpointError, match="for none of its scenarios"):
        shipped_file(spec_of("ctv"), None, "republican")


def test_the_file_of_a_side_comes_before_that_of_both(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", pathlib.Path(tmp_path))
    spec, folder = spec_of("ctv"), tmp_path / "ctv"
    folder.mkdir()
    (folder / "duel-republican.zip").touch()
    assert shipped_scenarios(spec) == ()  # only one of its sides has one
    (folder / "duel.zip").touch()
    assert shipped_scenarios(spec) == ("duel",)
    assert shipped_file(spec, "duel", "nationalist") == folder / "duel.zip"
    assert shipped_file(spec, "duel", "republican") == folder / "duel-republican.zip"
