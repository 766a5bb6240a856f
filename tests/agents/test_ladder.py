"""The ladder: what is played and what is skipped, the growing file, the report, the cost of a decision."""

import errno
import fcntl
import itertools
import json
import os
import pathlib
import threading
import time

import pytest

from ctv_env.agents.evaluation import cost
from ctv_env.agents.evaluation import ladder as module
from ctv_env.agents.evaluation.agent_pool import seated
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.fingerprint import identity_of_agent
from ctv_env.agents.evaluation.ladder import Ladder, entries_of
from ctv_env.agents.evaluation.ladder_file import LadderError, Pair, append_pairs, read_pairs, seed_mark
from ctv_env.agents.evaluation.ratings import Meeting, rate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.reports.ladder_report import write_report
from ctv_env.agents.scripted.uniform import UniformAgent

DUEL = Setting(scenario="duel", options={"dice": "keyed"})
SEEDS = [11, 12, 13]


def every(one, other):
    return SEEDS


@pytest.fixture
def played(tmp_path):
    """A ladder of two on three seeds."""
    ladder = Ladder(["random", "staff"], DUEL, tmp_path / "ladder.jsonl")
    ladder.play(ladder.missing(every), lambda games: None)
    return ladder


# -- which games are played ----------------------------------------------------------------------------------------


def test_each_two_agents_play_each_seed_on_both_sides(tmp_path):
    counts = []
    ladder = Ladder(["random", "greedy", "staff"], DUEL, tmp_path / "ladder.jsonl")
    ladder.play(ladder.missing(every), counts.append)
    assert sum(counts) == 3 * len(SEEDS) * 2
    meetings = ladder.meetings(every)
    assert set(meetings) == set(itertools.permutations(["random", "greedy", "staff"], 2))
    for (one, other), meeting in meetings.items():
        mirrored = meetings[other, one]
        assert meeting.games == 6
        assert (meeting.swept, meeting.shared, meeting.lost) == (mirrored.lost, mirrored.shared, mirrored.swept)


def test_a_ladder_finds_what_an_evaluation_finds(tmp_path):
    escudo = Setting(scenario="escudo", options={"dice": "keyed"})
    ladder = Ladder(["staff", "random"], escudo, tmp_path / "ladder.jsonl")
    ladder.play(ladder.missing(every), lambda games: None)
    both, *_ = evaluate("staff", "random", "both", SEEDS, escudo)
    meeting = ladder.meetings(every)["staff", "random"]
    assert (meeting.score, meeting.interval) == (both.win_rate, both.interval)
    assert meeting.score > 0.5


def test_only_what_is_missing_is_played(played):
    assert played.missing(every) == []
    again = Ladder(["staff", "random"], DUEL, played.file)  # in another order
    assert again.missing(every) == []
    assert again.meetings(every) == played.meetings(every)
    ((_, _, left),) = again.missing(lambda one, other: [*SEEDS, 14])
    assert left == [14]
    more = Ladder(["random", "greedy", "staff"], DUEL, played.file)
    assert [(one.name, other.name) for one, other, _ in more.missing(every)] == [
        ("random", "greedy"),
        ("greedy", "staff"),
    ]


def test_a_stopped_ladder_keeps_what_was_played(tmp_path):
    class Stop(Exception):
        pass

    def stop(games):
        raise Stop

    ladder = Ladder(["random", "staff"], DUEL, tmp_path / "ladder.jsonl")
    with pytest.raises(Stop):
        ladder.play(ladder.missing(every), stop)
    ((_, _, left),) = Ladder(["random", "staff"], DUEL, tmp_path / "ladder.jsonl").missing(every)
    assert left == SEEDS[1:]


@pytest.mark.parametrize("changed", ["agent", "place", "options"])
def test_results_of_other_agents_rules_or_options_are_kept_and_not_used(changed, played, monkeypatch):
    before, setting = played.file.read_text(), DUEL
    if changed == "agent":
        other = module.identity_of_agents
        monkeypatch.setattr(module, "identity_of_agents", lambda *entry: other(*entry) + "x")
    elif changed == "place":
        monkeypatch.setattr(module, "place_of", lambda setting: "elsewhere")
    else:
        setting = DUEL._replace(options={"dice": "keyed", "fog": False})
    ladder = Ladder(["random", "staff"], setting, played.file)
    assert ladder.meetings(every) == {}
    ladder.play(ladder.missing(every), lambda games: None)
    assert played.file.read_text().startswith(before)
    assert len(read_pairs(played.file)) == 2 * len(SEEDS)


def test_an_agent_with_a_file_for_each_side_is_identified_by_both():
    setting = Setting(scenario="campaign")
    learned, _ = entries_of(["learned", "random"], setting)
    first, second = seated(("learned", "learned"), setting).values()
    assert learned.label == "learned"
    assert learned.identity not in {identity_of_agent("learned", one, setting) for one in (first, second)}


def test_seeds_that_are_not_wanted_do_not_count(played):
    assert played.meetings(lambda one, other: SEEDS[:1])["random", "staff"].games == 2


def test_the_counts_of_a_meeting_are_those_of_its_lines():
    def pair(winners, digest, forfeits=("", "")):
        return Pair("here", ("a@1", "b@2"), digest, winners, (0, 0), (7, 7), (digest, digest), forfeits)

    pairs = [pair((0, 0), "x"), pair((0, 0), "x"), pair((0, 1), "y"), pair((1, 1), "z", ("too slow", ""))]
    assert module._meeting([(one, 0) for one in pairs]) == Meeting(2, 1, 1, 3, 1)
    assert module._meeting([(one, 1) for one in pairs]) == Meeting(1, 1, 2, 3, 0)
    assert Meeting(2, 1, 1, 3, 1).score == 0.625


def test_the_same_games_stored_in_either_order_of_the_agents_are_the_same():
    def pair(seed, agents, digests):
        return Pair("here", agents, seed, (0, 1), (0, 0), (7, 7), digests, ("", ""))

    one, same = pair("1", ("a@1", "b@2"), ("x", "y")), pair("2", ("b@2", "a@1"), ("y", "x"))
    other = pair("3", ("b@2", "a@1"), ("x", "y"))
    assert module._meeting([(one, 0), (same, 1)]).distinct == module._meeting([(one, 1), (same, 0)]).distinct == 1
    assert module._meeting([(one, 0), (other, 1)]).distinct == module._meeting([(one, 1), (other, 0)]).distinct == 2


# -- the file ------------------------------------------------------------------------------------------------------


def test_a_line_holds_no_seed(tmp_path):
    seeds = [918273645, 564738291]  # so long that no other number of a line holds one
    ladder = Ladder(["random", "staff"], DUEL, tmp_path / "ladder.jsonl")
    ladder.play(ladder.missing(lambda one, other: seeds), lambda games: None)
    text = ladder.file.read_text()
    assert [json.loads(line)["seed"] for line in text.splitlines()] == [seed_mark(seed) for seed in seeds]
    assert not any(str(seed) in text for seed in seeds)


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "3", "{}", '{"place": 1}', '{"place":"p","agents":["a"],"seed":"s","winners":[0,1]}']
)
def test_a_line_that_is_none_of_a_ladder_is_named_by_its_number(line, played):
    with played.file.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(LadderError, match=f"{played.file}:4: .* is not a pair of games of a ladder"):
        Ladder(["random", "staff"], DUEL, played.file)


def test_draws_count_half_and_what_one_gains_the_other_loses():
    def pair(*winners):
        return Pair("here", ("a@1", "b@2"), "s", winners, (0, 0), (7, 7), (str(winners), ""), ("", ""))

    pairs = [pair(None, None), pair(0, None), pair(None, 1)]
    assert module._meeting([(one, 0) for one in pairs]) == Meeting(0.5, 2, 0.5, 3, 0)
    assert module._meeting([(one, 1) for one in pairs]) == Meeting(0.5, 2, 0.5, 3, 0)
    assert module._meeting([(pair(0, None), 0)]).score == 0.75


def test_the_file_in_the_docs_is_read_and_written_as_it_is(tmp_path):
    docs = pathlib.Path(__file__).parents[2] / "docs" / "ladder" / "results.jsonl"
    pairs = read_pairs(docs)
    append_pairs(tmp_path / "ladder.jsonl", pairs, "vp")
    assert (tmp_path / "ladder.jsonl").read_bytes() == docs.read_bytes()


def test_the_score_is_called_by_its_name_in_the_game(tmp_path):
    file, pair = tmp_path / "ladder.jsonl", Pair("p", ("a", "b"), "1", (0, None), (1, 2), (3, 4), ("d", "e"), ("", ""))
    append_pairs(file, [pair], "gold")
    assert json.loads(file.read_text())["gold"] == [1, 2]
    assert json.loads(file.read_text())["winners"] == [0, None]
    assert read_pairs(file) == [pair]


def test_lines_are_appended_whole(tmp_path):
    file = tmp_path / "ladder.jsonl"
    pairs = [Pair("p", ("a", "b"), str(k), (0, 1), (1, 2), (3, 4), ("d", "e"), ("", "")) for k in range(3)]
    append_pairs(file, pairs[:1], "vp")
    append_pairs(file, pairs[1:], "vp")
    assert read_pairs(file) == pairs


def test_lines_of_which_only_a_part_could_be_written_are_taken_back(tmp_path, monkeypatch):
    file = tmp_path / "ladder.jsonl"
    pairs = [Pair("p", ("a", "b"), str(k), (0, 1), (1, 2), (3, 4), ("d", "e"), ("", "")) for k in range(3)]
    append_pairs(file, pairs[:1], "vp")
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, text: write(descriptor, text[: len(text) - 3]))
    with pytest.raises(OSError, match=f"only in part to {file}"):
        append_pairs(file, pairs[1:], "vp")
    monkeypatch.undo()
    assert read_pairs(file) == pairs[:1]
    append_pairs(file, pairs[1:], "vp")
    assert read_pairs(file) == pairs


def test_who_appends_waits_for_another_who_does(tmp_path):
    """The other may have to take back a part of its lines."""
    file, pair = tmp_path / "ladder.jsonl", Pair("p", ("a", "b"), "1", (0, 1), (1, 2), (3, 4), ("d", "e"), ("", ""))
    append_pairs(file, [pair], "vp")
    appending = threading.Thread(target=append_pairs, args=(file, [pair], "vp"))
    with file.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        appending.start()
        appending.join(0.2)
        assert read_pairs(file) == [pair]
    appending.join(20)
    assert read_pairs(file) == [pair, pair]


def test_where_files_cannot_be_locked_lines_are_appended_all_the_same(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    file, pair = tmp_path / "ladder.jsonl", Pair("p", ("a", "b"), "1", (0, 1), (1, 2), (3, 4), ("d", "e"), ("", ""))
    append_pairs(file, [pair], "vp")
    assert read_pairs(file) == [pair]


# -- the ladder as last played -------------------------------------------------------------------------------------


def lines(file, *pairs):
    append_pairs(file, [Pair(p, a, s, w, (1, 2), (3, 4), (s, s), ("", "")) for p, a, s, w in pairs], "vp")
    return file


def test_of_a_file_the_last_place_and_the_last_of_each_agent_count(tmp_path):
    file = lines(
        tmp_path / "ladder.jsonl",
        ("old", ("a@2", "b@1"), "1", (1, 1)),
        ("new", ("a@1", "b@1"), "1", (1, 1)),  # another a
        ("new", ("b@1", "a@2"), "1", (1, 1)),
        ("new", ("a@2", "b@1"), "1", (1, 1)),  # the same seed in the other order: both are in the file
        ("new", ("a@2", "b@1"), "2", (0, 1)),
        ("new", ("a@2", "b@1"), "2", (1, 1)),  # again: the first counts
    )
    assert module.last_meetings(file) == {("a", "b"): Meeting(1, 1, 1, 2, 0), ("b", "a"): Meeting(1, 1, 1, 2, 0)}


def test_a_file_shows_what_its_ladder_has_played(played):
    assert module.last_meetings(played.file) == played.meetings(every)


def test_a_file_without_games_or_with_strangers_is_refused(tmp_path):
    with pytest.raises(LadderError, match="has no games"):
        module.last_meetings(tmp_path / "none.jsonl")
    pairs = [("p", ("a@1", "b@1"), "1", (0, 0)), ("p", ("b@1", "c@1"), "1", (0, 0))]
    with pytest.raises(LadderError, match=r"a and c have not met in .*: run `ctv ladder` to play the missing games"):
        module.last_meetings(lines(tmp_path / "ladder.jsonl", *pairs))


# -- valid participants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["staff"], "a ladder needs at least two agents"),
        (["staff", "random", "staff"], "two agents are called staff"),
        (["staff", "nobody"], "no agent 'nobody'"),
    ],
)
def test_a_ladder_of_wrong_agents_is_refused(names, words):
    with pytest.raises(ValueError, match=words):
        entries_of(names, DUEL)


def test_an_agent_of_one_side_cannot_take_part(tiny_run):
    with pytest.raises(ValueError, match="has learned to play the nationalist, not the republican"):
        entries_of([str(tiny_run), "random"], Setting())


# -- the report ----------------------------------------------------------------------------------------------------


def test_the_report_has_tables_a_picture_and_data(tmp_path):
    meetings = {("a", "b"): Meeting(3, 1, 0, 3, 0), ("b", "a"): Meeting(0, 1, 3, 3, 2)}
    ratings = rate(["b", "a"], meetings)
    page = write_report(tmp_path / "out", ratings, meetings, {"a": 0.0012, "b": 2.5}, "ctv ladder", "here")
    assert (tmp_path / "out" / "ladder.md").read_text() == page
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    assert rows[2][:2] == ["1", "a"]
    assert rows[2][4:] == ["8", "87.5 %", "1.2"]
    assert rows[3][4:] == ["8", "12.5 %", "2.5e+03"]
    assert rows[4] == ["", "a", "b"]
    assert rows[6][2].startswith("87.5 %, ")
    assert rows[6][2].endswith(", n 8")
    assert "- b forfeited 2 of 8 games against a.\n" in page
    assert "- a, b: only 3 of 4 pairs of games differ.\n" in page
    assert (tmp_path / "out" / "ladder.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads((tmp_path / "out" / "ladder.json").read_text())
    assert [rating["label"] for rating in data["ratings"]] == ["a", "b"]
    assert data["meetings"][0]["score_low"] <= data["meetings"][0]["score"] == 0.875


def test_a_decision_costs_what_it_takes(monkeypatch):
    class Slow(UniformAgent):
        def act(self, observation, mask, info):
            time.sleep(0.01)
            return super().act(observation, mask, info)

    assert 0 < cost.seconds_per_decision("random", DUEL) < 0.01
    monkeypatch.setattr(cost, "seated", lambda seats, setting: {side: Slow() for side in ("nationalist", "republican")})
    assert 0.01 <= cost.seconds_per_decision("slow", DUEL) < 0.1


def test_what_loads_at_the_first_decision_is_not_part_of_the_cost(monkeypatch):
    class Loading(UniformAgent):
        loaded = False

        def act(self, observation, mask, info):
            if not self.loaded:
                time.sleep(0.5)
            self.loaded = True
            return super().act(observation, mask, info)

    sides = ("nationalist", "republican")
    monkeypatch.setattr(cost, "seated", lambda seats, setting: {side: Loading() for side in sides})
    assert 0 < cost.seconds_per_decision("loading", DUEL) < 0.01
    assert 0 < cost.seconds_against(f"{cost.PREFIX}loading", "loading", sides, DUEL) < 0.01


@pytest.mark.parametrize("name", ["random", "expectimax"])
def test_games_that_are_timed_are_not_recorded(name, tmp_path):
    setting = DUEL._replace(record=tmp_path)
    assert cost.seconds_per_decision(name, setting) > 0
    assert cost.seconds_against(name, "random", ("nationalist",), setting) > 0
    assert list(tmp_path.iterdir()) == []
