"""Evaluation: every game is counted once, pairs share their dice, all ways of playing give the same games."""

import itertools
import math
import shutil

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import agent_seed
from ctv_env.agents.evaluation import agent_pool
from ctv_env.agents.evaluation import arena as module
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.ratings import Meeting
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.agents.evaluation.results import Match, pair_result, side_result
from ctv_env.agents.evaluation.seeds import draw_seeds
from ctv_env.agents.evaluation.statistics import paired
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.reports.tables import header, markdown, objectives_table, remarks, rows, verdict
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.envs.batch import BatchGames
from ctv_env.games.ctv.analysis.summary import objectives_of
from ctv_env.games.ctv.loading.load import DATA_DIR
from ctv_env.games.ctv.spec import SPEC

DUEL = Setting(scenario="duel", options={"dice": "keyed"})
ESCUDO = Setting(scenario="escudo", options={"dice": "keyed"})
MATCH = Match("a", "b", ("nationalist", "republican"), ("Santander", "Reinosa"), SPEC.score, 6)
NATIONALIST, REPUBLICAN, DRAW = 0, 1, None
_numbers = itertools.count()


def record(winner, score=6, digest="", held=((0, 1), (1, 1)), forfeit="", turn=2):
    digest = digest or f"own {next(_numbers)}"
    return GameRecord(winner, score, turn, (30, 10), np.array(held, np.int8), digest, None, forfeit)


# -- which games are played ----------------------------------------------------------------------------------------


def _digests(names, setting, seeds):
    with Arena(setting) as arena:
        return [record.digest for (record,) in arena.play([names], seeds)]


def test_a_seed_is_the_same_game_compiled_and_at_the_board(monkeypatch):
    names, seeds = ("staff", "staff"), draw_seeds(1, 4)
    compiled = _digests(names, ESCUDO, seeds)
    monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
    assert _digests(names, ESCUDO, seeds) == compiled
    assert len(set(compiled)) == 4


def test_a_seed_is_the_same_game_batched_and_alone(tiny_run, monkeypatch):
    names, seeds = (str(tiny_run), "staff"), draw_seeds(1, 3)
    batched = _digests(names, Setting(), seeds)
    monkeypatch.setattr(module, "AT_ONCE", 2)
    assert _digests(names, Setting(), seeds) == batched
    monkeypatch.setattr(module, "can_play_batched", lambda agents, policies: False)
    assert _digests(names, Setting(), seeds[:1]) == batched[:1]


def test_the_number_of_threads_does_not_matter(monkeypatch):
    seeds = draw_seeds(1, 5)
    monkeypatch.setattr(module, "_SLICE", 2)
    one, three = (_digests(("staff", "random"), DUEL._replace(threads=n), seeds) for n in (1, 3))
    assert one == three


def test_with_keyed_dice_a_pair_shares_its_luck():
    """Both sides are played by the same: the games of a pair are one and the same."""
    with Arena(ESCUDO) as arena:
        (first, second), (other, _) = arena.play([("staff", "staff")] * 2, [3, 4])
    assert first.digest == second.digest != other.digest


def test_objectives_are_noted_at_the_end_of_each_turn():
    game = new_game("ctv", "escudo", seed=3, dice="keyed")
    agent, states = GamePolicy("staff"), {}
    while game.to_move is not None:
        states[game.turn] = game.clone()  # the last position of the turn stays
        game.roll() if game.to_move == "chance" else game.step(agent.advise(game))
    states[game.turn] = game
    cells = [objective.cell for objective in objectives_of(game.tables)]
    expected = [[states[turn].record["cell_control"][cell] == 0 for cell in cells] for turn in sorted(states)]
    expected += expected[-1:] * (3 - len(expected))
    with Arena(ESCUDO) as arena:
        ((record,),) = arena.play([("staff", "staff")], [3])
    assert record.held.tolist() == expected
    assert expected[0] != expected[-1]


def test_the_progress_tells_every_game():
    counts = []
    evaluate("random", "random", "both", [1, 2, 3], DUEL, counts.append)
    assert sum(counts) == 6


def test_agents_have_luck_of_their_own_for_each_seed_and_side():
    seeds = {agent_seed(seed, side) for seed in range(20) for side in ("nationalist", "republican")}
    assert len(seeds) == 40
    assert agent_seed(3, "republican") == agent_seed(3, "republican")
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_the_counts_of_a_match_add_up():
    both, nationalist, republican = evaluate("random", "staff", "both", draw_seeds(1, 20), ESCUDO)
    assert [result.games for result in (both, nationalist, republican)] == [40, 20, 20]
    assert both.wins == nationalist.wins + republican.wins
    assert both.mean_margin == pytest.approx((nationalist.mean_margin + republican.mean_margin) / 2)
    assert both.mean_turns == pytest.approx((nationalist.mean_turns + republican.mean_turns) / 2)
    assert nationalist.mean_margin == pytest.approx(nationalist.mean_score - 5)
    assert republican.mean_margin == pytest.approx(5 - republican.mean_score)


def test_what_one_side_wins_the_other_loses():
    (nationalist,) = evaluate("staff", "random", "nationalist", draw_seeds(1, 20), ESCUDO)
    (republican,) = evaluate("random", "staff", "republican", draw_seeds(1, 20), ESCUDO)
    assert nationalist.wins + republican.wins == 20
    assert nationalist.mean_score == republican.mean_score
    assert nationalist.held == republican.held


def test_other_seeds_are_other_games():
    one, two, other = (evaluate("random", "random", "both", draw_seeds(seed, 12), ESCUDO) for seed in (1, 1, 2))
    assert one == two != other


def test_a_network_in_a_batch_plays_as_alone(tiny_run):
    agent = PPOAgent(tiny_run / "model.zip", "ctv", "campaign")
    batch = BatchGames(2, side="nationalist", opponent="random")
    observation = batch.reset([1, 2])
    for _ in range(100):
        actions = agent.act_many(observation, batch.masks)
        game = batch.game(1)
        assert agent.act(game.observation("nationalist", "flat", "float32"), game.action_mask(), {}) == actions[1]
        observation, *_ = batch.step(actions)


def test_two_networks_can_meet(tiny_run, altered):
    (result,) = evaluate(str(tiny_run), str(altered(side="republican")), "nationalist", [1], Setting())
    assert (result.agent, result.opponent) == (tiny_run.name, "altered")
    assert result.wins in (0, 1)


@pytest.fixture
def one_turn(tmp_path) -> Setting:
    """Own data in which the campaign lasts a single turn."""
    folder = shutil.copytree(DATA_DIR, tmp_path / "data")
    campaign = folder / "scenarios" / "campaign.yaml"
    campaign.write_text(campaign.read_text().replace("turns: 7", "turns: 1"))
    return Setting(options={"data_dir": str(folder)})


@pytest.mark.parametrize("way", ["compiled", "batched", "single"])
def test_options_reach_the_games_whichever_way_they_are_played(way, tiny_run, one_turn, monkeypatch):
    agent = str(tiny_run) if way == "batched" else "random"
    if way == "single":
        monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
    (result,) = evaluate(agent, "random", "nationalist", [1], one_turn)
    assert result.mean_turns == 1
    assert all(len(turns) == 1 for turns in result.held.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody", "random", "nationalist"), "no agent 'nobody'"),
        (("random", "nobody", "both"), "no agent 'nobody'"),
        (("random", "random", "spanish"), "no side 'spanish'; the sides are nationalist, republican"),
    ],
)
def test_wrong_names_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        evaluate(*arguments, [1], DUEL)


def test_an_agent_of_one_side_cannot_be_judged_on_both(tiny_run):
    with pytest.raises(ValueError, match="has learned to play the nationalist, not the republican"):
        evaluate(str(tiny_run), "random", "both", [1], Setting())


# -- results -------------------------------------------------------------------------------------------------------


def test_pairs_are_won_shared_or_lost():
    played = {
        "nationalist": [record(NATIONALIST, 8), record(NATIONALIST, 7), record(REPUBLICAN, 3)],
        "republican": [record(REPUBLICAN, 1), record(NATIONALIST, 6), record(NATIONALIST, 9)],
    }
    result = pair_result(MATCH, played)
    assert (result.games, result.wins, result.distinct) == (6, 3, 3)
    half = 1.959964 * math.sqrt(0.8 / 5) / 2  # 2 of 5 swept and 2 lost, including the additional ones
    assert result.interval == pytest.approx((0.5 - half, 0.5 + half))
    assert result.mean_margin == pytest.approx((2 + 1 - 3 + 5 + 0 - 3) / 6)
    middle, half = 1 / 3, 1.959964 * np.std([3.5, 0.5, -3], ddof=1) / math.sqrt(3)
    assert result.margin_interval == pytest.approx((middle - half, middle + half), abs=1e-5)
    assert result.mean_decisions == 20


def test_games_that_repeat_others_are_no_evidence():
    games = [record(NATIONALIST, digest=str(k % 10)) for k in range(50)]
    once, often = (side_result(MATCH, "nationalist", part) for part in (games[:10], games))
    assert (often.games, often.distinct) == (50, 10)
    assert often.interval == once.interval
    assert remarks([often]) == ["nationalist: only 10 of 50 games differ; the interval rests on those"]
    assert remarks([once]) == []
    pairs = [pair_result(MATCH, {"nationalist": part, "republican": part}) for part in (games[:10], games)]
    assert pairs[0].interval == pairs[1].interval
    assert remarks(pairs[1:]) == ["both: only 10 of 50 pairs of games differ; the interval rests on those"]


def test_the_parts_of_a_rate_are_those_of_all_games_not_of_the_distinct():
    games = [record(NATIONALIST, digest="a")] * 3 + [record(REPUBLICAN, digest="b")]
    assert side_result(MATCH, "nationalist", games).win_rate == 0.75


def test_a_forfeit_is_lost_and_counted_apart():
    games = [record(REPUBLICAN, 2), record(REPUBLICAN, 0, forfeit="too slow"), record(NATIONALIST, 0, forfeit="died")]
    result = side_result(MATCH, "nationalist", games)
    assert (result.games, result.wins, result.mean_score) == (3, 1, 2)
    assert result.forfeits == {"too slow": 1}
    assert result.forfeits_won == {"died": 1}
    assert remarks([result]) == ["a forfeited 1 of 3 games: too slow", "b forfeited 1 of 3 games: died"]


def test_a_draw_is_neither_won_nor_lost():
    games = [record(NATIONALIST, 8), record(DRAW), record(DRAW), record(REPUBLICAN, 4)]
    ours, theirs = (side_result(MATCH, side, games) for side in ("nationalist", "republican"))
    assert (ours.wins, ours.draws, ours.win_rate, ours.mean_margin) == (1, 2, 0.25, 0)
    assert (theirs.wins, theirs.draws) == (1, 2)
    assert ours.as_dict()["draws"] == 2
    assert remarks([ours]) == ["2 of 4 games were drawn; they are neither won nor lost"]
    pairs = pair_result(MATCH, {"nationalist": games[:2], "republican": games[2:]})
    assert (pairs.wins, pairs.draws, pairs.win_rate) == (2, 2, 0.5)
    assert "draws" not in side_result(MATCH, "nationalist", games[:1]).as_dict()


def test_json_calls_the_score_by_its_name_in_the_game():
    data = side_result(MATCH, "nationalist", [record(NATIONALIST, 8)]).as_dict()
    assert data["mean_vp"] == 8
    assert list(data)[:8] == ["agent", "opponent", "side", "games", "distinct", "wins", "mean_vp", "mean_margin"]


def test_the_agents_of_both_seatings_are_made_once(monkeypatch):
    made = []
    make = agent_pool.make_agent
    monkeypatch.setattr(
        agent_pool, "make_agent", lambda name, *more, **options: made.append(name) or make(name, *more, **options)
    )
    evaluate("expectimax", "random", "both", [1, 2], DUEL)
    assert sorted(made) == ["expectimax", "expectimax", "random", "random"]


def test_where_nothing_was_played_to_its_end_nothing_is_known():
    result = side_result(MATCH, "nationalist", [record(REPUBLICAN, forfeit="too slow")])
    assert math.isnan(result.mean_score)
    assert result.as_dict()["mean_vp"] is None
    assert result.as_dict()["mean_margin_low"] is None
    assert result.held == {}


def test_objectives_are_reported_by_turn():
    games = [record(NATIONALIST, held=((-1, -1), (1, 0))), record(NATIONALIST, held=((-1, -1), (1, 1)))]
    result = side_result(MATCH, "republican", games)
    assert objectives_table(result, "nationalist").splitlines() == [
        "| held by the nationalist, b | turn 1 | turn 2 |",
        "| -------------------------- | ------ | ------ |",
        "| Santander                  |        | 100 %  |",
        "| Reinosa                    |        | 50 %   |",
    ]
    assert result.as_dict()["held"] == {"Santander": [None, 1.0], "Reinosa": [None, 0.5]}


def test_the_table_shows_what_the_result_holds():
    games = [record(NATIONALIST, 7)] * 90 + [record(REPUBLICAN, 5)] * 10
    result = side_result(MATCH, "nationalist", [game._replace(digest=str(k)) for k, game in enumerate(games)])
    assert rows([result]) == [
        ("a", "nationalist", "b", "100", "90", "90.0 %", "82.6 to 94.5 %", "6.80", "+0.80", "2.0", "30")
    ]
    lines = markdown([result]).splitlines()
    assert [cell.strip() for cell in lines[0].strip("|").split("|")] == list(header([result]))
    assert set(lines[1]) <= set("|- ")
    assert result.as_dict()["win_rate"] == 0.9


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (90, "significantly better than"),
        (60, "not significantly different from"),
        (40, "not significantly different from"),
        (20, "significantly worse than"),
    ],
)
def test_a_verdict_is_sure_only_if_the_intervals_part(wins, words):
    def result(name, n):
        games = [record(NATIONALIST if k < n else REPUBLICAN, digest=str(k)) for k in range(100)]
        return side_result(Match(name, "c", *tuple(vars(MATCH).values())[2:]), "nationalist", games)

    sentence = verdict(result("a", wins), result("b", 50))
    assert sentence.startswith(f"a as nationalist against c is {words} b in its place: win rate ")
    assert sentence.endswith("against 40.4 to 59.6 %.")


@pytest.mark.parametrize(("games", "distinct"), [(25, 7), (12, 5), (76, 21), (49, 3)])
@pytest.mark.parametrize("winner", [NATIONALIST, REPUBLICAN])
def test_an_interval_exists_however_many_games_repeat_others(games, distinct, winner):
    records = [record(winner, digest=str(k % distinct)) for k in range(games)]
    for result in (
        side_result(MATCH, "nationalist", records),
        pair_result(MATCH, {"nationalist": records, "republican": records}),
    ):
        assert result.distinct == distinct
        assert 0 <= result.interval[0] < result.interval[1] <= 1
    assert Meeting(games, 0, 0, distinct, 0).interval == paired(distinct, 0, distinct)
