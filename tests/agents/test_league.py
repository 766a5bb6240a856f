"""Leagues without Ray: who is met how often, the state on disk, damaged and foreign state, the environment, ratings."""

import dataclasses
import json
import math
import shutil

import numpy as np
import pytest
from support.lab import refusal

from ctv_env.agents.learned.checkpoint import WEIGHTS, identity_of, save
from ctv_env.agents.learned.policy_agent import KIND
from ctv_env.agents.learned.shipped import FOLDER
from ctv_env.agents.training.league.config import EXPLOITER, read_config
from ctv_env.agents.training.league.env import LeagueEnv
from ctv_env.agents.training.league.members import LeagueError
from ctv_env.agents.training.league.payoffs import PRIOR, Payoffs, shares
from ctv_env.agents.training.league.state import Entry, League, Lineup
from ctv_env.agents.training.settings import ConfigError
from ctv_env.core.spec import spec_of

NATIONALIST, REPUBLICAN = spec_of("ctv").sides
DUEL = ["scenario=duel", "minibatch=100"]


def write_policy(file, side="random", **changes):
    """Write the checkpoint of a policy of the duel with random layers."""
    identity = identity_of(None, "duel", "flat", side) | changes
    tables = spec_of(None).load("duel")
    weights = np.random.default_rng(1).normal(size=(tables.actions.n, tables.observations["flat"][0].size))
    layers = {"0.weight": weights.astype(np.float32), "0.bias": np.zeros(tables.actions.n, np.float32)}
    save(file, {"identity": identity, "agent": KIND}, **{WEIGHTS: layers})
    return file


@pytest.fixture
def league(tmp_path):
    """A new league of the duel."""
    return League.create(tmp_path / "league", read_config(DUEL))


def shares_of(league, side=NATIONALIST):
    return {entry.member: entry.share for entry in league.lineup().entries[side]}


# -- how often -----------------------------------------------------------------------------------------------------


def test_opponents_are_met_by_the_square_of_the_chance_to_lose_and_none_is_forgotten():
    assert shares([0.5, 0.0, 1.0], floor=0.0) == pytest.approx([0.2, 0.8, 0.0])
    assert shares([1.0, 0.0], floor=0.25) == pytest.approx([0.25 / 1.5, 1.25 / 1.5])
    assert shares([1.0, 1.0], floor=0.0) == [0.5, 0.5]


def test_the_chance_is_a_half_at_first_and_follows_the_newest_generation():
    payoffs = Payoffs()
    assert payoffs.chance("staff", NATIONALIST) == 0.5
    payoffs.record("staff", NATIONALIST, 0, 6)
    payoffs.record("staff", NATIONALIST, 1, 10)
    low = (1 + PRIOR / 2) / (16 + PRIOR)
    assert payoffs.chance("staff", NATIONALIST) == low
    assert payoffs.chance("staff", REPUBLICAN) == 0.5
    payoffs.end_generation()
    assert payoffs.chance("staff", NATIONALIST) == low
    payoffs.record("staff", NATIONALIST, 16, 16)
    assert payoffs.chance("staff", NATIONALIST) == (16 + PRIOR * low) / (16 + PRIOR)
    assert payoffs.total("staff", NATIONALIST) == (17, 32)


def test_the_lineup_has_each_member_and_more_of_those_that_win(league):
    assert set(shares_of(league)) == set(spec_of("ctv").policies)
    assert len(set(shares_of(league).values())) == 1
    league.payoffs.record("staff", NATIONALIST, 2, 40)
    league.payoffs.record("random", NATIONALIST, 39, 40)
    assert shares_of(league)["staff"] > shares_of(league)["greedy"] > shares_of(league)["random"] > 0
    assert len(set(shares_of(league, REPUBLICAN).values())) == 1
    assert sum(shares_of(league).values()) == pytest.approx(1)


def test_a_checkpoint_is_met_only_on_the_side_that_it_has_learned(league, tmp_path):
    league.add(str(write_policy(tmp_path / "one.zip", NATIONALIST)))
    assert "one" in shares_of(league, REPUBLICAN)
    assert "one" not in shares_of(league, NATIONALIST)


def test_past_selves_join_and_begin_a_generation(league):
    league.payoffs.record("staff", NATIONALIST, 1, 2)
    league.add_past(write_policy)
    assert league.members[-1].name == "past-0001"
    assert league.members[-1].sides == (NATIONALIST, REPUBLICAN)
    assert league.learners == ["past-0001", "learner"]
    assert "past-0001" in shares_of(league)
    league.add_past(write_policy)
    assert league.learners == ["past-0001", "past-0002", "learner"]


def test_only_a_main_learner_of_both_sides_keeps_past_selves(tmp_path):
    main = League.create(tmp_path / "main", read_config([*DUEL, "snapshot_every=3"]))
    main.iterations = 3
    assert main.snapshot_is_due()
    main.iterations = 4
    assert not main.snapshot_is_due()
    one_sided = League.create(tmp_path / "one", read_config([*DUEL, "snapshot_every=3", f"side={NATIONALIST}"]))
    one_sided.iterations = 3
    assert not one_sided.snapshot_is_due()
    changes = [*DUEL, f"role={EXPLOITER}", "against=staff", "snapshot_every=3"]
    exploiter = League.create(tmp_path / "exploiter", read_config(changes))
    exploiter.iterations = 3
    assert not exploiter.snapshot_is_due()
    assert [member.name for member in exploiter.members] == ["staff"]


# -- on disk -------------------------------------------------------------------------------------------------------


def test_a_league_is_restored_from_its_folder(league, tmp_path):
    league.add(str(write_policy(tmp_path / "one.zip", NATIONALIST)))
    league.payoffs.record("staff", REPUBLICAN, 2.5, 4)
    league.add_past(write_policy)
    league.iterations, league.decisions = 7, 800
    league.save()
    again = League.load(league.folder)
    assert again.members == league.members
    assert again.payoffs.generations == league.payoffs.generations
    assert (again.iterations, again.decisions, again.config) == (7, 800, league.config)
    assert again.lineup() == league.lineup()


def test_a_league_can_be_moved(league, tmp_path):
    league.add_past(write_policy)
    league.save()
    moved = tmp_path / "elsewhere"
    shutil.move(league.folder, moved)
    agents = [entry.agent for entry in League.load(moved).lineup().entries[NATIONALIST]]
    assert str(moved / "members" / "past-0001.zip") in agents


def test_a_save_that_fails_leaves_the_state_before(league, monkeypatch):
    league.payoffs.record("staff", NATIONALIST, 1, 2)

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        league.save()
    assert League.load(league.folder).payoffs.generations == [{}]


def test_a_league_that_cannot_start_leaves_no_folder(tmp_path):
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        League.create(tmp_path / "league", read_config([*DUEL, "pool=[staff, nobody]"]))
    file = write_policy(tmp_path / "one.zip", NATIONALIST)
    changes = [*DUEL, f"pool=[{file}]", f"side={NATIONALIST}"]
    with pytest.raises(LeagueError, match="no agent of the pool can play against a learner as nationalist"):
        League.create(tmp_path / "league", read_config(changes))
    assert not (tmp_path / "league").exists()


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(LeagueError, match="neither a league"):
        League.create(tmp_path, read_config(DUEL))
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_name_joins_once(league, tmp_path):
    with pytest.raises(LeagueError, match="has a member called staff already"):
        league.add("staff")
    league.add(str(write_policy(tmp_path / "one.zip")))
    before = (league.members_folder / "one.zip").read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(LeagueError, match="has a member called one already"):
        league.add(str(write_policy(other / "one.zip", NATIONALIST)))
    assert (league.members_folder / "one.zip").read_bytes() == before


def test_any_agent_that_is_known_by_name_can_join(tmp_path):
    networks = f"search:{FOLDER / 'ctv/last-stand.zip'}"
    wanted = ["staff-tuned", "learned", "search:net", networks, "mcts:8", "rollout"]
    league = League.create(tmp_path / "league", read_config(["scenario=last-stand", "minibatch=100"]))
    for agent in wanted:
        league.add(agent)
    joined = league.members[-len(wanted) :]
    assert [(one.name, one.agent, one.sides, one.sha256) for one in joined] == [
        (agent, agent, (NATIONALIST, REPUBLICAN), "") for agent in wanted
    ]


DAMAGE = {
    "not JSON": (lambda data: "{", "cannot be read"),
    "another format": (lambda data: data | {"format": 99}, "not a league of format 1"),
    "a list": (lambda data: [data], "not a league of format 1"),
    "no members": (lambda data: {name: data[name] for name in data if name != "members"}, "it lacks 'members'"),
    "no side": (lambda data: data | {"config": {"game": None}}, "its config lacks scenario"),
    "unknown key": (lambda data: data | {"config": data["config"] | {"colour": 1}}, "unknown key 'colour'"),
    "too many wins": (lambda data: data | {"payoffs": [{"staff": {NATIONALIST: [3, 2]}}]}, "cannot be 3 wins in 2"),
    "a stranger": (lambda data: data | {"payoffs": [{"x": {NATIONALIST: [1, 2]}}]}, "against 'x'"),
    "words for games": (lambda data: data | {"payoffs": [{"staff": {NATIONALIST: "ab"}}]}, "is damaged"),
    "other rules": (
        lambda data: data | {"identity": data["identity"] | {"rules": "0.0"}},
        r"does not fit: its rules version is 0\.0, here it is",
    ),
    "no identity": (lambda data: data | {"identity": None}, "does not fit: its game is"),
    "a lost checkpoint": (lambda data: data | {"checkpoint": "000009"}, "000009 is missing"),
}


@pytest.mark.parametrize(("change", "words"), DAMAGE.values(), ids=DAMAGE)
def test_damaged_or_foreign_state_is_refused_and_left_as_it_is(league, change, words):
    changed = change(json.loads(league.file.read_text()))
    text = changed if isinstance(changed, str) else json.dumps(changed)
    league.file.write_text(text)
    with pytest.raises(ValueError, match=words) as error:
        League.load(league.folder)
    assert isinstance(error.value, LeagueError | ConfigError)
    assert league.file.read_text() == text


def test_a_member_that_was_exchanged_or_lost_is_noticed(league):
    league.add_past(write_policy)
    league.save()
    file = league.members_folder / "past-0001.zip"
    write_policy(file, NATIONALIST)
    with pytest.raises(LeagueError, match="not the agent that joined the league"):
        League.load(league.folder)
    file.unlink()
    with pytest.raises(LeagueError, match=r"past-0001\.zip is missing"):
        League.load(league.folder)


# -- settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["colour=red"], "unknown key 'colour'"),
        (["side=north"], "side must be one of nationalist, republican, random"),
        (["role=exploiter"], "an exploiter needs against=AGENT"),
        (["against=staff"], "a main learner has none"),
        (["decisions=50"], "minibatch 100 is more than the 50 decisions"),
        (["pool=[]"], "pool must name at least one agent"),
        (["scenario=dual"], "'dual'"),
    ],
)
def test_wrong_settings_are_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        read_config([*DUEL, *changes])


def test_what_a_league_is_cannot_change_but_how_it_trains_can(league):
    assert League.load(league.folder, ["env_runners=3", "iterations=7"]).config == dataclasses.replace(
        league.config, env_runners=3, iterations=7
    )
    for change in ("scenario=escudo", "side=nationalist", "net=[8]", "role=exploiter", "options.fog=false"):
        with pytest.raises(ConfigError, match="cannot change in a league that exists"):
            League.load(league.folder, [change])


def test_the_command_takes_options_among_settings_and_starts_nothing_wrong(tmp_path, capsys):
    folder = str(tmp_path / "league")
    said = refusal(capsys, "league", folder, "scenario=duel", "--role", "exploiter", "iterations=1")
    assert "error: an exploiter needs against=AGENT" in said
    said = refusal(capsys, "league", folder, "--against", "staff", "scenario=duel")
    assert "a main learner has none" in said
    assert not (tmp_path / "league").exists()


# -- the environment -----------------------------------------------------------------------------------------------


def played(env, games, seed=0):
    """Play at random; the infos of the ends."""
    chooser, ends = np.random.default_rng(seed), []
    seen, info = env.reset(seed=seed)
    while len(ends) < games:
        assert info == {}
        assert seen in env.observation_space
        seen, _, ended, cut, info = env.step(int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
        assert not cut
        if ended:
            ends.append(info)
            seen, info = env.reset()
    return ends


def env_of(lineup):
    return LeagueEnv({"lineup": lineup, "game": None, "scenario": "duel", "options": {}, "reward": "win"})


def test_each_game_draws_a_side_and_an_opponent_by_its_share(tmp_path):
    file = str(write_policy(tmp_path / "one.zip"))
    each = (Entry("one", file, 0.7), Entry("staff", "staff", 0.3))
    ends = played(env_of(Lineup({NATIONALIST: each, REPUBLICAN: each})), 300)
    share = sum(end["member"] == "one" for end in ends) / 300
    assert 0.6 < share < 0.8
    assert 0.4 < sum(end["side"] == NATIONALIST for end in ends) / 300 < 0.6
    assert {end["result"] for end in ends} == {0.0, 1.0}
    for side in (NATIONALIST, REPUBLICAN):
        assert {end["member"] for end in ends if end["side"] == side} == {"one", "staff"}


def test_a_new_lineup_holds_from_the_next_game_on():
    env = env_of(Lineup({NATIONALIST: (Entry("a", "random", 1.0),)}))
    assert {end["member"] for end in played(env, 3)} == {"a"}
    env.lineup = Lineup({REPUBLICAN: (Entry("b", "greedy", 1.0),)})
    ends = played(env, 3)
    assert {(end["member"], end["side"]) for end in ends} == {("b", REPUBLICAN)}


def test_the_opponent_is_the_one_that_is_drawn(tmp_path):
    file = str(write_policy(tmp_path / "one.zip"))
    for agent, name in ((file, "one"), ("greedy", "greedy"), ("expectimax", "expectimax")):
        env = env_of(Lineup({NATIONALIST: (Entry("a", agent, 1.0),)}))
        env.reset(seed=1)
        assert env._game.side == NATIONALIST
        assert getattr(env._game.opponent, "name", env._game.opponent) == name


def test_the_same_seed_gives_the_same_games():
    each = (Entry("a", "random", 0.5), Entry("b", "staff", 0.5))
    lineup = Lineup({NATIONALIST: each, REPUBLICAN: each})
    assert played(env_of(lineup), 20, seed=4) == played(env_of(lineup), 20, seed=4)
    assert played(env_of(lineup), 20, seed=4) != played(env_of(lineup), 20, seed=5)


def test_environments_of_a_process_share_networks(tmp_path):
    entry = Entry("one", str(write_policy(tmp_path / "one.zip")), 1.0)
    envs = [env_of(Lineup({NATIONALIST: (entry,)})) for _ in range(2)]
    for env in envs:
        env.reset(seed=1)
    assert envs[0]._game.opponent is envs[1]._game.opponent


# -- ratings -------------------------------------------------------------------------------------------------------


def test_ratings_order_agents_on_each_side_and_stay_finite():
    pytest.importorskip("choix")
    from ctv_env.agents.training.league.ratings import ratings

    sides = (NATIONALIST, REPUBLICAN)
    payoffs = Payoffs()
    assert ratings(payoffs, ["learner"], sides) == {}
    for side in sides:
        payoffs.record("random", side, 30, 30)
        payoffs.record("staff", side, 15, 30)
    payoffs.end_generation()
    for side in sides:
        payoffs.record("staff", side, 24, 30)
        payoffs.record("past-0001", side, 22, 30)
    elo = ratings(payoffs, ["past-0001", "learner"], sides)
    assert set(elo) == {(name, side) for name in ("random", "staff", "past-0001", "learner") for side in sides}
    assert all(map(math.isfinite, elo.values()))
    assert sum(elo.values()) == pytest.approx(0, abs=1e-6)
    for side in sides:
        assert elo["learner", side] > elo["past-0001", side] > elo["random", side]
        assert elo["learner", side] > elo["staff", side] > elo["random", side]
