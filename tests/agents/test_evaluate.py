"""Matches: every game is counted once, the fast ways of playing agree with the slow one."""

import shutil

import pytest

from agents import evaluate as module
from agents.evaluate import Setting, evaluate
from agents.ppo import PPOAgent
from agents.results import HEADER, MatchResult, markdown, rows, verdict
from ctv_env.envs.games import BatchGames
from ctv_env.games.ctv.load import DATA_DIR


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_the_counts_of_a_match_add_up(side):
    result = evaluate("random", "staff", side, 20, 1, Setting())
    assert (result.agent, result.opponent, result.side, result.games) == ("random", "staff", side, 20)
    assert 0 <= result.wins <= 20
    margin = result.mean_vp - 6
    assert result.mean_margin == pytest.approx(margin if side == "nationalist" else -margin)
    assert 50 < result.mean_decisions < 2000


def test_what_one_side_wins_the_other_loses():
    nationalist = evaluate("staff", "random", "nationalist", 20, 1, Setting())
    republican = evaluate("random", "staff", "republican", 20, 1, Setting())
    assert nationalist.wins + republican.wins == 20
    assert nationalist.mean_vp == republican.mean_vp


def test_the_same_seed_gives_the_same_match_and_another_seed_another():
    one, two, other = (evaluate("random", "random", "nationalist", 12, seed, Setting()) for seed in (1, 1, 2))
    assert one == two != other


def test_a_network_plays_each_game_once_however_many_at_a_time(tiny_run, monkeypatch):
    whole = evaluate(str(tiny_run), "random", "nationalist", 5, 1, Setting())
    monkeypatch.setattr(module, "_AT_ONCE", 2)
    assert evaluate(str(tiny_run), "random", "nationalist", 5, 1, Setting()) == whole


def test_a_network_in_a_batch_plays_as_at_the_board(tiny_run):
    agent = PPOAgent(tiny_run / "model.zip", "ctv", "campaign")
    batch = BatchGames(2, side="nationalist", opponent="random")
    observation = batch.reset([1, 2])
    for _ in range(100):
        actions = agent.act_many(observation, batch.masks)
        game = batch.game(1)
        assert agent.act(game.observation("nationalist", "flat", "float32"), game.action_mask(), {}) == actions[1]
        observation, *_ = batch.step(actions)


def test_two_networks_can_meet(tiny_run, altered):
    result = evaluate(str(tiny_run), str(altered(side="republican")), "nationalist", 1, 1, Setting())
    assert (result.agent, result.opponent) == (tiny_run.name, "altered")
    assert result.wins in (0, 1)


@pytest.fixture
def one_turn(tmp_path) -> Setting:
    """Own data in which the campaign lasts a single turn."""
    folder = shutil.copytree(DATA_DIR, tmp_path / "data")
    campaign = folder / "scenarios" / "campaign.yaml"
    campaign.write_text(campaign.read_text().replace("turns: 7", "turns: 1"))
    return Setting(options={"data_dir": str(folder)})


@pytest.mark.parametrize("way", ["compiled", "in a batch", "at the board"])
def test_options_reach_the_games_whichever_way_they_are_played(way, tiny_run, altered, one_turn):
    agent = "random" if way == "compiled" else str(tiny_run)
    opponent = str(altered(side="republican")) if way == "at the board" else "random"
    short, whole = (evaluate(agent, opponent, "nationalist", 1, 1, setting) for setting in (one_turn, Setting()))
    assert short.mean_decisions < whole.mean_decisions  # the same dice: one game is the beginning of the other


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody", "random", "nationalist"), "no agent 'nobody'"),
        (("random", "nobody", "nationalist"), "no agent 'nobody'"),
        (("random", "random", "both"), "no side 'both'; the sides are nationalist, republican"),
    ],
)
def test_wrong_names_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        evaluate(*arguments, 1, 1, Setting())


def test_the_table_shows_what_the_result_holds():
    result = MatchResult("a", "b", "nationalist", 100, 90, 7.25, 1.25, 500.4)
    assert rows([result]) == [
        ("a", "nationalist", "b", "100", "90", "90.0 %", "82.6 to 94.5 %", "7.25", "+1.25", "500")
    ]
    lines = markdown([result]).splitlines()
    assert [cell.strip() for cell in lines[0].strip("|").split("|")] == list(HEADER)
    assert set(lines[1]) <= set("|- ")
    assert result.as_dict()["win_rate"] == 0.9


@pytest.mark.parametrize(
    ("wins", "words"), [(90, "surely better than"), (60, "not surely other than"), (20, "surely worse than")]
)
def test_a_verdict_is_sure_only_if_the_intervals_part(wins, words):
    agent, reference = (
        MatchResult(name, "c", "nationalist", 100, n, 6.0, 0.0, 500.0) for name, n in (("a", wins), ("b", 50))
    )
    sentence = verdict(agent, reference)
    assert sentence.startswith(f"a as nationalist against c is {words} b in its place: win rate ")
    assert sentence.endswith("against 40.4 to 59.6 %.")
