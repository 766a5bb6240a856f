"""The benchmark: tasks, what is played, the file of a result, and the leaderboard."""

import dataclasses
import json
import pathlib

import pytest
import yaml
from support.benchmark import SMALL, write_small

from ctv_env.agents.benchmark.conditions import conditions_of, difference, has_other_code, read_conditions
from ctv_env.agents.benchmark.play import begin, fitting, play_task
from ctv_env.agents.benchmark.result import Conditions, Result, Row, TaskResult, read_result, read_results, write_result
from ctv_env.agents.benchmark.tasks import BenchmarkError, read_suite
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.fingerprint import label_in
from ctv_env.agents.learned.shipped import shipped_file
from ctv_env.agents.reports.benchmark_report import page_of
from ctv_env.agents.training.config import named_configs
from ctv_env.core.spec import spec_of

ROOT = pathlib.Path(__file__).parents[2]
DOCS = ROOT / "docs" / "benchmark"


def nothing(games):
    """Report no progress."""


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The tasks of the small benchmark."""
    return read_suite(write_small(tmp_path_factory.mktemp("suite")))


@pytest.fixture(scope="module")
def duel(suite):
    return suite.tasks["duel-both"]


def play(agent, task, games=None, threads=1, progress=nothing):
    """The result of an agent on one task."""
    return begin(agent, [task], games).with_task(play_task(agent, task, games, threads, progress))


@pytest.fixture(scope="module")
def result(duel):
    """The result of `staff` on the duel."""
    return play("staff", duel)


# -- the tasks -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real():
    return read_suite()


def test_every_opponent_of_the_real_tasks_exists(real):
    for task in real.tasks.values():
        assert [label_in(one) for one in conditions_of(task).opponents] == list(task.opponents)


def test_there_is_a_task_for_each_game_and_for_each_side_of_the_first_campaign(real):
    places = {(task.game, task.scenario, task.side) for task in real.tasks.values()}
    assert {("ctv", "campaign", "nationalist"), ("ctv", "campaign", "republican")} <= places
    assert {("arriba", "campaign", "both"), ("tscw", "north-1937", "both"), ("ctv", "escudo", "both")} <= places


def test_no_seed_of_a_task_is_used_twice(real):
    for task in real.tasks.values():
        seeds = [seed for match in task.matches() for seed in match.seeds]
        assert len(set(seeds)) == len(seeds) == task.games


def test_no_config_trains_with_a_held_out_opponent(real):
    named = set()
    for file in named_configs().values():
        config = yaml.safe_load(file.read_text())
        named |= {*(config.get("opponents") or ()), (config.get("warm_start") or {}).get("teacher")}
    assert "staff" in named
    assert not named & {opponent for task in real.tasks.values() for opponent in task.held_out}


def test_a_task_has_the_games_of_its_file_in_their_order(duel):
    first, *_ = matches = duel.matches()
    assert [(match.opponent, match.held_out, match.side, len(match.seeds)) for match in matches] == [
        *(("random", False, "nationalist", 3), ("staff", False, "nationalist", 2), ("greedy", True, "nationalist", 4)),
        *(("random", False, "republican", 3), ("staff", False, "republican", 2), ("greedy", True, "republican", 4)),
    ]
    assert first.seeds[0] == 3024300778772657014  # the first of the suite
    assert duel.games == 18
    assert duel.games_up_to(2) == 12
    assert duel.setting().options == {"dice": "keyed"}
    assert duel.setting().time_limit == 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("game: ctv", "game: chess", "no game 'chess'; the games are ctv, "),
        ("scenario: duel", "scenario: dual", "tasks.duel-both.scenario cannot be 'dual'; allowed are campaign, duel"),
        ("side: both", "side: all", "tasks.duel-both.side cannot be 'all'; allowed are nationalist, republican, both"),
        ("    side: both\n", "", "the key 'tasks.duel-both.side' is missing"),
        ("    seconds: 2\n", "    seconds: 0\n", "seconds must be from 0.01 to 3600, not 0"),
        ("side: both", "sides: both", "unknown key 'tasks.duel-both.sides'; allowed are game, scenario, side"),
        ("game: ctv", "name: ctv", "unknown key 'tasks.duel-both.name'; it stands outside of the task"),
        ("pool: {random: 3, staff: 2}", "pool: {}", "tasks.duel-both.pool must name at least one opponent"),
        ("pool: {random: 3, staff: 2}", "pool: [random]", "tasks.duel-both.pool must be a mapping, not ['random']"),
        ("random: 3", "random: 0", "must map agents to numbers of games, at least 1, not 'random' to 0"),
        ("random: 3", "random: many", "must map agents to numbers of games, at least 1, not 'random' to 'many'"),
        ("random: 3", "greedy: 3", "held_out has 'greedy', which is in the pool too; it can be in one of them only"),
        ("random: 3", "random: 999", "suite-v1 has 1000 seeds, but 2010 are wanted"),
        ("seeds: suite-v1", "seeds: suite-v9", "no seeds 'suite-v9'"),
        ("duel-both", "Duel both", "task 'Duel both': a name must be up to 40 small letters, digits and '-'"),
        ("  greedy: plays in another way", "  staff: strong", "why_held_out has no reason for 'greedy'"),
        (
            "  greedy: plays",
            "  staff: is strong\n  greedy: plays",
            "gives a reason for 'staff', which no task holds out",
        ),
        (SMALL, "tasks: [", "is not valid YAML"),
        (SMALL, "[]", "must be a mapping"),
    ],
)
def test_a_wrong_task_is_refused_with_what_would_be_right(old, new, words, tmp_path):
    file = write_small(tmp_path, old, new)
    with pytest.raises(BenchmarkError) as error:
        read_suite(file)
    assert str(error.value).startswith(f"tasks {file}")
    assert words in str(error.value)


def test_tasks_are_chosen_by_name_in_the_order_of_the_file(suite):
    assert [task.name for task in suite.chosen(["campaign-republican", "duel-both"])] == list(suite.tasks)
    with pytest.raises(BenchmarkError, match="no task 'duel'; allowed are duel-both, campaign-republican"):
        suite.chosen(["duel"])


# -- playing -------------------------------------------------------------------------------------------------------


def timeless(result):
    """The result without what differs from run to run."""
    tasks = [
        dataclasses.replace(
            task, ms_per_decision=0.0, rows=[dataclasses.replace(row, seconds=0.0) for row in task.rows]
        )
        for task in result.tasks
    ]
    return dataclasses.replace(result, tasks=tasks)


def test_the_same_games_are_played_again_on_any_number_of_threads(result, duel):
    again = play("staff", duel, threads=2)
    assert timeless(again) == timeless(result)
    assert result.tasks[0].ms_per_decision > 0


def test_a_row_has_the_games_of_evaluate_on_its_seeds(result, duel):
    (task,) = result.tasks
    for match, row in zip(duel.matches(), task.rows, strict=True):
        (played,) = evaluate("staff", match.opponent, match.side, match.seeds, duel.setting())
        assert (row.opponent, row.side, row.held_out) == (match.opponent, match.side, match.held_out)
        assert (row.games, row.wins, row.distinct) == (played.games, played.wins, played.distinct)
        assert row.rate == (played.win_rate, *played.interval)


def test_progress_counts_all_games_and_a_shortened_run_says_so(duel):
    done = []
    short = play("random", duel, 2, progress=done.append)
    assert sum(done) == duel.games_up_to(2) == sum(row.games for row in short.tasks[0].rows)
    assert not short.complete
    assert play("random", duel, 4).complete


def test_tasks_that_an_agent_cannot_play_are_named_with_the_reason(suite):
    tasks = list(suite.tasks.values())
    of_one_side = shipped_file(spec_of("ctv"), "campaign", "republican")
    playable, refused = fitting(str(of_one_side), tasks)
    assert [task.name for task in playable] == ["campaign-republican"]
    assert "has learned to play the republican, not the nationalist" in refused["duel-both"]
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        fitting("nobody", tasks)


# -- scores --------------------------------------------------------------------------------------------------------


def row(opponent, held_out, wins, games=10, **changes):
    return Row(opponent, held_out, "nationalist", games, wins, 0, games, 0, 1.0, **changes)


def test_each_opponent_has_the_same_weight_in_a_score():
    rows = [row("a", False, 10, 10), row("b", False, 0, 1000), row("c", True, 1)]
    task = TaskResult("t", Conditions("", "", "", []), ["x@0123456789ab"], 1.0, rows)
    rate, low, high = task.score(False)
    assert rate == 0.5
    assert 0.3 < low < rate < high <= 0.51
    assert task.score(True) == task.against("c") == rows[2].rate


# -- the file ------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(result, tmp_path):
    write_result(tmp_path / "staff.json", result)
    return tmp_path / "staff.json"


def test_what_is_written_is_read(file, result):
    assert read_result(file) == result
    assert read_results(file.parent) == {"staff": result}


def test_the_file_has_hashes_and_counts_and_no_more_of_the_machine_than_its_cores(file):
    data = json.loads(file.read_text())
    assert list(data) == ["format", "agent", "package", "cores", "complete", "tasks"]
    assert list(data["tasks"][0]["conditions"]) == ["definition", "seeds", "place", "opponents"]
    assert data["tasks"][0]["conditions"]["place"].startswith("ctv/duel rules ")


def test_a_task_that_is_played_again_replaces_its_earlier_result_and_others_stay(result):
    (task,) = result.tasks
    other = dataclasses.replace(task, task="other")
    again = dataclasses.replace(task, ms_per_decision=9.0)
    earlier = dataclasses.replace(result, tasks=[task, other])
    blank = dataclasses.replace(result, tasks=[])
    assert blank.continuing(earlier).with_task(again).tasks == [other, again]
    with pytest.raises(BenchmarkError, match="it is the result of staff, not of mine"):
        dataclasses.replace(blank, agent="mine").continuing(earlier)
    with pytest.raises(BenchmarkError, match="it is the result of a complete run, and this run is shortened"):
        dataclasses.replace(blank, complete=False).continuing(earlier)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("format",), 2, "its format is 2, not 1; play again with this version"),
        (("agent",), 7, "agent must be a text, not 7"),
        (("cores",), None, "the key 'cores' is missing"),
        (("name",), "x", "unknown key 'name'; allowed are agent, package"),
        (("tasks",), [], "tasks is empty"),
        (("tasks", 0, "conditions", "seeds"), None, "the key 'tasks[0].conditions.seeds' is missing"),
        (("tasks", 0, "conditions", "opponents"), ["staff"], "has the identity 'staff'; it must be a name, '@' and 12"),
        (("tasks", 0, "identities"), ["staff@xyz"], "has the identity 'staff@xyz'"),
        (("tasks", 0, "ms_per_decision"), float("nan"), "ms_per_decision must be at least 0, not nan"),
        (("tasks", 0, "rows"), [], "tasks[0].rows must have opponents of both pools"),
        (("tasks", 0, "rows", 0, "opponent"), "staff", "tasks[0].rows has 'staff as nationalist' twice"),
        (("tasks", 0, "rows", 1, "wins"), 3, "tasks[0].rows[1] has 3 wins and 0 draws in 2 games"),
        (("tasks", 0, "rows", 1, "wins"), -1, "tasks[0].rows[1].wins must be at least 0, not -1"),
        (("tasks", 0, "rows", 1, "wins"), True, "tasks[0].rows[1].wins must be a whole number, not True"),
        (("tasks", 0, "rows", 1, "forfeits"), 3, "has more forfeits, 3, than games lost"),
        (("tasks", 0, "rows", 1, "distinct"), 3, "has 3 distinct games of 2"),
    ],
)
def test_a_damaged_result_is_refused_with_what_is_wrong(path, value, words, file):
    data = json.loads(file.read_text())
    inner = data
    for part in path[:-1]:
        inner = inner[part]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    file.write_text(json.dumps(data))
    with pytest.raises(BenchmarkError) as error:
        read_result(file)
    assert str(error.value).startswith(f"{file} does not hold a result of `ctv benchmark`: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Expecting value"),
        (b"[1]", "must be a mapping"),
        (b"\xff\xfe", "can't decode"),
        (b"[" * 100_000, "recursion"),
        (b" " * (2**20 + 1), "more than 1,048,576 characters"),
        (b'{"place": 1}', "its format is None"),
    ],
)
def test_a_file_that_is_none_of_the_benchmark_is_refused(content, words, file):
    file.write_bytes(content)
    with pytest.raises(BenchmarkError, match="does not hold a result") as error:
        read_result(file)
    assert words in str(error.value)


def test_the_leaderboard_refuses_shortened_runs_wrong_names_and_an_empty_folder(file, result):
    write_result(file, dataclasses.replace(result, complete=False))
    with pytest.raises(BenchmarkError, match=r"is the result of a shortened run, .*: play without --games"):
        read_results(file.parent)
    file.rename(file.with_name("a b.json"))
    with pytest.raises(BenchmarkError, match="must be up to 60 letters"):
        read_results(file.parent)
    file.with_name("a b.json").unlink()
    with pytest.raises(BenchmarkError, match="no result in"):
        read_results(file.parent)


# -- the leaderboard -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def conditions(suite):
    return {name: conditions_of(task) for name, task in suite.tasks.items()}


def test_a_result_applies_until_something_has_changed(result, duel, conditions):
    (task,), now = result.tasks, conditions["duel-both"]
    assert difference(task, duel, now) == ""
    assert difference(task, None, None) == "there is no such task any more"
    assert difference(task, duel, dataclasses.replace(now, definition="0")) == "the task has changed"
    assert difference(task, duel, dataclasses.replace(now, seeds="0")) == "the seeds have changed"
    newer = dataclasses.replace(now, place=now.place.replace("rules 2", "rules 3"))
    assert difference(task, duel, newer) == f"rules, data or options have changed since it was played with {now.place}"
    assert difference(dataclasses.replace(task, rows=task.rows[1:]), duel, now) == "its games are not those of the task"


def test_other_code_of_the_rules_or_an_opponent_is_noticed_but_does_not_make_a_result_outdated(
    result, duel, conditions
):
    (task,), now = result.tasks, conditions["duel-both"]
    assert not has_other_code(task, now)
    for other in (
        dataclasses.replace(now, opponents=[*now.opponents[:-1], "greedy@000000000000"]),
        dataclasses.replace(now, place=now.place.replace(" code ", " code 0")),
    ):
        assert has_other_code(task, other)
        assert difference(task, duel, other) == ""


@pytest.mark.parametrize(
    ("old", "new", "same_seeds"), [("random: 3", "random: 2", False), ("seconds: 2", "seconds: 3", True)]
)
def test_any_change_of_a_task_changes_its_hash(old, new, same_seeds, duel, tmp_path):
    changed = read_suite(write_small(tmp_path, old, new)).tasks["duel-both"]
    assert changed.definition != duel.definition
    assert (changed.seeds_hash == duel.seeds_hash) == same_seeds


def with_wins(result: Result, held_out: int) -> Result:
    """The result with as many wins against the held-out opponent on each side."""
    (task,) = result.tasks
    rows = [dataclasses.replace(row, wins=held_out, draws=0) if row.held_out else row for row in task.rows]
    return dataclasses.replace(result, tasks=[dataclasses.replace(task, rows=rows)])


def test_the_page_ranks_by_the_held_out_score_and_lists_what_is_outdated(result, suite, conditions):
    (task,) = result.tasks
    old = dataclasses.replace(task, conditions=dataclasses.replace(task.conditions, seeds="0"))
    results = {
        "weak": with_wins(result, 1),
        "strong": with_wins(result, 4),
        "old": dataclasses.replace(result, tasks=[old]),
    }
    now = conditions["duel-both"]
    strong = results["strong"].tasks[0]
    strong = dataclasses.replace(strong, conditions=dataclasses.replace(now, opponents=["random@000000000000"]))
    results["strong"] = dataclasses.replace(result, tasks=[strong])
    page = page_of(suite, results, conditions)
    board = page.partition("### duel-both")[2].partition("###")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in board.splitlines() if "](" in line]
    links = {row[0]: row[-1] for row in rows}
    assert list(links.items()) == [
        ("[strong](results/strong.json)", "earlier"),
        ("[weak](results/weak.json)", "current"),
    ]
    assert "100.0 % (" in board
    assert "random (n 6) " in board
    assert now.place in board
    assert "No agent has a result yet." in page.partition("### campaign-republican")[2]
    assert "## Outdated results\n\n- old, duel-both: the seeds have changed\n" in page
    assert "- `greedy` plays in another way\n" in page
    assert "Outdated" not in page_of(suite, {"weak": results["weak"]}, conditions)


def test_the_page_in_the_docs_is_made_of_the_results_there(real):
    """Out of date: `ctv benchmark --page docs/benchmark`."""
    conditions = read_conditions(DOCS / "conditions.json")
    assert list(conditions) == list(real.tasks)
    assert (DOCS / "README.md").read_text() == page_of(real, read_results(DOCS / "results"), conditions)


def test_the_tasks_have_not_changed_since_the_page_in_the_docs(real):
    """Else their results are outdated, and the agents must play again."""
    conditions = read_conditions(DOCS / "conditions.json")
    for name, task in real.tasks.items():
        assert (task.definition, task.seeds_hash) == (conditions[name].definition, conditions[name].seeds)


@pytest.mark.parametrize("content", ["", "[]", '{"a": {}}', '{"a": 1}'])
def test_damaged_conditions_are_refused(content, tmp_path):
    (tmp_path / "conditions.json").write_text(content)
    with pytest.raises(BenchmarkError, match="does not hold the conditions of the benchmark"):
        read_conditions(tmp_path / "conditions.json")
