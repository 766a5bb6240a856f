"""The parts of a match report: falls of objectives, attacks by odds, samples, disagreements."""

import dataclasses
import json
import re
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.match_report import measure, pictures, report
from ctv_env.agents.match_report.attacks import attacks_by_odds
from ctv_env.agents.match_report.courses import Course, Played
from ctv_env.agents.match_report.disagreement_pages import disagreements
from ctv_env.agents.match_report.disagreements import Compared, agreement, greatest
from ctv_env.agents.match_report.fallen import events_of, falls_in
from ctv_env.agents.match_report.measure import Side, Wanted
from ctv_env.agents.match_report.prospects import Prospects, mean_by_turn
from ctv_env.agents.match_report.report import write_report
from ctv_env.agents.match_report.sample import Sample
from ctv_env.agents.opinions.opinion import Opinion, certain
from ctv_env.cli.main import main
from ctv_env.core.analysis import Battle
from ctv_env.games.ctv.spec import SPEC

SIDES = ("nationalist", "republican")
ESCUDO, SEEDS = Setting("ctv", "escudo"), [1, 2, 3]
WANTED = Wanted("staff", "random", "greedy", 4)


@pytest.fixture(scope="module")
def measured():
    """What was found about the staff on each side; read only."""
    return {side: measure.measure(WANTED, side, SEEDS, ESCUDO, lambda games: None) for side in SIDES}


@pytest.fixture(scope="module")
def pages(measured, tmp_path_factory):
    """The page about each side; its charts, which take long, are not drawn."""
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("draw_margins", "draw_falls", "draw_attacks", "draw_prospects"):
            patch.setattr(pictures, name, lambda *arguments: True)
        return {side: write_report(folder, WANTED, [found], ESCUDO, "command") for side, found in measured.items()}


def test_an_objective_falls_on_the_first_turn_that_ends_with_the_other_side_in_it():
    held = np.array([[-1, -1, -1, -1], [0, 1, 0, 1], [1, 1, 0, 0], [0, 1, 1, 0]])
    assert falls_in(held, np.array([0, 1, 0, 1])) == (3, 0, 4, 3)


def test_falls_become_events_with_the_dates_of_history():
    tables = SPEC.load()
    names = SPEC.analysis().objectives(tables)
    falls = np.zeros((4, len(names)), int)
    falls[:3, names.index("Reinosa")] = 2, 2, 5
    event = events_of(falls, SPEC, tables)[names.index("Reinosa")]
    assert (event.name, event.history, event.games, event.by_turn) == ("Reinosa", "2", 4, (0, 2, 0, 0, 1, 0, 0))
    assert (event.share, event.median) == (0.75, 2)


def test_attacks_are_counted_by_attacker_and_odds():
    first, second = SIDES
    battles = [Battle("a", first, first, "1:1"), Battle("b", first, second, "1:1"), Battle("a", second, second, "2:1")]
    assert attacks_by_odds(battles, first, ("1:1", "2:1")) == [("1:1", 2, 1), ("2:1", 0, 0)]
    assert attacks_by_odds(battles, second, ("1:1", "2:1")) == [("1:1", 0, 0), ("2:1", 1, 1)]


def test_the_players_of_a_game_without_odds_have_the_rows_of_all_battles(tmp_path, monkeypatch):
    (first, second), setting = SIDES, Setting("ctv", "duel")
    monkeypatch.setattr(SPEC.analysis(), "odds", lambda _: ())
    (result,) = evaluate("staff", "random", first, [1], setting)
    own, reference = (
        Played(dataclasses.replace(result, agent=name), [Course(True, 0, (0,), battles, ())], np.zeros(0, int))
        for name, battles in (
            ("staff", (Battle("a", first, first, "1:1"),)),
            ("greedy", (Battle("a", first, second, "2:1"), Battle("a", second, second, ""))),
        )
    )
    found = measure.Side(first, own, reference, [])
    page = report._attacks(tmp_path, found, setting)
    rows = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("|")]
    assert [row for row in rows if ":" in row or row == "all"] == ["1:1", "2:1", "all"]
    made = [[one["made"] for one in report._figures(one, found, setting)["attacks"]] for one in (own, reference)]
    assert made == [[0, 1, 0], [0, 0, 1]]


def test_means_by_turn_leave_out_turns_without_figures():
    found = mean_by_turn([[(1, 0.2), (3, 0.5)], [(1, 0.4)]], 3)
    assert found == pytest.approx([0.3, np.nan, 0.5], nan_ok=True)


def played_on(steps: int):
    """A game after some decisions and dice."""
    game = new_game("ctv", "escudo", seed=3)
    while steps:
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
        steps -= 1
    return game


def test_a_sample_has_its_size_and_reaches_to_the_end():
    sample, game, offered = Sample(5), new_game("ctv", "escudo", seed=3), []
    for _ in range(200):
        if game.to_move == "chance":
            game.roll()
            continue
        sample.offer(game)
        offered.append(game.state_hash())
        game.step(game.legal_actions()[-1])
    places = [offered.index(one.state_hash()) for one in sample.games]
    assert len(places) == 5
    assert max(places) > 20
    assert all(len(one.legal_actions()) > 1 for one in sample.games)


def test_every_position_is_as_likely_to_be_kept():
    kept = Counter()
    for seed in range(2000):
        sample = Sample(5, seed)
        for number in range(20):
            sample.offer(SimpleNamespace(legal_actions=lambda: [1, 2], clone_for_search=lambda _, kept=number: kept))
        kept.update(sample.games)
    assert kept.total() == 5 * 2000
    assert [kept[number] for number in range(20)] == pytest.approx([500] * 20, abs=100)  # five standard deviations


@pytest.mark.parametrize("side", SIDES)
def test_the_games_of_agent_and_reference_are_those_of_an_evaluation_as_the_side_sees_them(side, measured):
    sign, even = 1 if side == SIDES[0] else -1, SPEC.score.even(ESCUDO.tables)
    for name, played in (("staff", measured[side].own), ("greedy", measured[side].reference)):
        (result,) = evaluate(name, "random", side, SEEDS, ESCUDO)
        assert played.result.as_dict() == result.as_dict()
        scores = [evaluate(name, "random", side, [seed], ESCUDO)[0].mean_score for seed in SEEDS]
        assert [course.margin for course in played.courses] == [sign * (score - even) for score in scores]
        assert np.mean([course.margin for course in played.courses]) == pytest.approx(result.mean_margin)
        assert sum(course.won for course in played.courses) == result.wins > 0


@pytest.mark.parametrize("side", SIDES)
def test_objectives_fall_from_those_who_held_them_at_the_start(side, measured, pages):
    found = measured[side]
    assert any(turn for course in found.own.courses for turn in course.falls)
    assert found.own.holders.tolist() == found.reference.holders.tolist() == [0, 0, 0, 0]
    chapter = pages[side].split("### Objectives")[1].split("### Attacks")[0]
    rows = re.findall(r"^\| [^|]+ \| (nationalist|republican) ", chapter, re.MULTILINE)
    assert rows == ["republican"] * 4


@pytest.mark.parametrize("side", SIDES)
def test_agent_and_reference_are_compared_in_the_same_positions_and_differ(side, measured):
    compared = measured[side].compared
    assert len(compared) == 4
    assert all(one.game.to_move == side for one in compared)
    assert not all(one.agrees for one in compared)


@pytest.mark.parametrize("side", SIDES)
def test_the_page_tells_the_attacks_of_each_side_by_game(side, measured, pages):
    enemy = SIDES[1 - SIDES.index(side)]
    battles = [battle for course in measured[side].own.courses for battle in course.battles]
    for attacker, title in ((side, "{}. staff"), (enemy, "{}, its opponent. against staff")):
        a_game = sum(battle.attacker == attacker for battle in battles) / len(SEEDS)
        (chapter,) = re.findall(rf"Attacks of the {title.format(attacker.capitalize())}: ([^!A]*)", pages[side])
        assert chapter.startswith(f"{a_game:.1f} a game")
        shares = re.findall(r"^\| [^|]+ \| ([\d.]+) a game", chapter, re.MULTILINE)
        assert sum(map(float, shares)) == pytest.approx(a_game, abs=0.005 * len(shares) + 1e-6)
        assert a_game > 0


def test_the_prospects_of_the_sides_of_a_position_add_up_to_one():
    outlooks = []
    for side in SIDES:
        game = played_on(20)
        prospects = Prospects(game, side, None)
        prospects.look(game)
        outlooks += [one.outlook for one in prospects.found]
    assert sum(outlooks) == pytest.approx(1)
    assert abs(outlooks[0] - outlooks[1]) > 0.01


@pytest.mark.parametrize(("side", "drawn"), [(SIDES[0], "Value +0.50"), (SIDES[1], "Value -0.50")])
def test_the_picture_of_a_position_has_the_value_as_the_first_side_sees_it(side, drawn, measured, tmp_path):
    found, game = measured[side], measured[side].compared[0].game
    one, two, *_ = game.legal_actions()
    thought = Compared(game, tuple(certain(choice, game.n_actions, value=0.5) for choice in (one, two)))
    disagreements(tmp_path, Side(side, found.own, found.reference, [thought]))
    for letter in "ab":
        assert drawn in (tmp_path / f"{side}-position-1{letter}.svg").read_text()


def opinions(game, *choices, scores=None) -> Compared:
    first, second = (certain(choice, game.n_actions) for choice in choices)
    return Compared(game, (first, dataclasses.replace(second, scores=scores or {})))


def test_disagreements_are_ordered_by_distance_and_then_by_regret():
    game = played_on(0)
    while game.to_move == "chance":
        game.roll()
    one, two, *_ = game.legal_actions()
    half = np.zeros(game.n_actions)
    half[[one, two]] = 0.4, 0.6
    mild = Compared(game, (certain(one, game.n_actions), Opinion(half)))
    far, costly, same = (
        opinions(game, one, two),
        opinions(game, one, two, scores={one: 1, two: 9}),
        opinions(game, one, one),
    )
    assert (mild.distance, far.distance, same.distance) == (pytest.approx(0.6), 1, 0)
    assert (far.regret, costly.regret) == (0, 8)
    assert greatest([same, mild, far, costly], 6) == [costly, far], "two of a kind of decision"
    assert greatest([same, mild], 6) == [mild]
    assert agreement([same, mild, far, costly]) == [(game.node, 4, 1, pytest.approx(0.65))]


def test_the_agent_that_is_its_own_reference_is_compared_with_nobody(tmp_path, capsys):
    where = ["--scenario", "duel", "--games", "3", "--threads", "1", "--out", str(tmp_path)]
    assert main(["report", "staff", "random", *where]) == 0
    page = (tmp_path / "README.md").read_text()
    assert "## As Nationalist" in page
    assert "## As Republican" in page
    assert "in its place" not in page
    assert "Where it differs" not in page
    assert list(json.loads((tmp_path / "report.json").read_text())["sides"]) == list(SIDES)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stuff", "random"], "no agent 'stuff'"),
        (["staff", "random", "--reference", "stuff"], "no agent 'stuff'"),
        (["staff", "random", "--game", "toygame.spec:SPEC"], "toy has no analysis"),
        (["staff", "random", "--seeds", "none"], "no seeds 'none'"),
        (["program:false", "random"], "no game of program:false against random was played to its end: an agent ended"),
        (["staff", "random", "--reference", "program:false", "--positions", "2"], "program:false"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    where = [] if "--game" in arguments else ["--scenario", "duel"]
    assert main(["report", *arguments, *where, "--games", "2"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_draws_and_forfeits_of_both_players_are_told():
    (result,) = evaluate("staff", "random", SIDES[0], [1, 2], Setting("ctv", "duel"))
    other = dataclasses.replace(result, agent="program:x", draws=1, forfeits={"was too slow": 1})
    own, reference = (Played(one, [], np.zeros(0, int)) for one in (result, other))
    notes = report._remarks(measure.Side(SIDES[0], own, reference, []))
    assert "\nprogram:x in its place: 1 of 2 games were drawn; " in notes
    assert "\nprogram:x in its place: program:x forfeited 1 of 2 games: was too slow\n" in notes
    assert "\nstaff: " not in notes


def test_agents_that_were_asked_are_closed(tmp_path, monkeypatch, capsys):
    asked, other = [], "program:false"
    monkeypatch.setattr(measure, "dismiss", asked.append)
    where = ["--scenario", "duel", "--games", "2", "--threads", "1", "--side", SIDES[0], "--out", str(tmp_path)]
    assert main(["report", "staff", "random", "--reference", other, "--positions", "2", *where]) == 2
    assert [agent.name for agent in asked] == ["staff", other]
