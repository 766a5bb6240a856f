"""The ladder: what is played and what is not, the file that grows, ratings that cover the truth, the report."""

import itertools
import json

import numpy as np
import pytest

from agents import ladder as module
from agents.evaluate import evaluate
from agents.ladder import ELO, Ladder, Meeting, entries_of, rate
from agents.ladder_file import LadderError, Pair, append_pairs, read_pairs, seed_mark
from agents.ladder_report import write_report
from agents.records import Setting

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


# -- what is played ------------------------------------------------------------------------------------------------


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
        other = module.identity_of_agent
        monkeypatch.setattr(module, "identity_of_agent", lambda *entry: other(*entry) + "x")
    elif changed == "place":
        monkeypatch.setattr(module, "place_of", lambda setting: "elsewhere")
    else:
        setting = DUEL._replace(options={"dice": "keyed", "fog": False})
    ladder = Ladder(["random", "staff"], setting, played.file)
    assert ladder.meetings(every) == {}
    ladder.play(ladder.missing(every), lambda games: None)
    assert played.file.read_text().startswith(before)
    assert len(read_pairs(played.file)) == 2 * len(SEEDS)


def test_seeds_that_are_not_wanted_do_not_count(played):
    assert played.meetings(lambda one, other: SEEDS[:1])["random", "staff"].games == 2


def test_the_counts_of_a_meeting_are_those_of_its_lines():
    def pair(winners, digest, forfeits=("", "")):
        return Pair("here", ("a@1", "b@2"), digest, winners, (0, 0), (7, 7), (digest, digest), forfeits)

    pairs = [pair((0, 0), "x"), pair((0, 0), "x"), pair((0, 1), "y"), pair((1, 1), "z", ("too slow", ""))]
    assert module._meeting([(one, 0) for one in pairs]) == Meeting(2, 1, 1, 3, 1)
    assert module._meeting([(one, 1) for one in pairs]) == Meeting(1, 1, 2, 3, 0)
    assert Meeting(2, 1, 1, 3, 1).score == 0.625


# -- the file ------------------------------------------------------------------------------------------------------


def test_a_line_holds_no_seed(played):
    assert len({pair.seed for pair in read_pairs(played.file)}) == 3
    lines = [json.loads(line) for line in played.file.read_text().splitlines()]
    assert [line["seed"] for line in lines] == [seed_mark(seed) for seed in SEEDS]
    assert not any(seed in (line["seed"], str(line["seed"])) for line in lines for seed in map(str, SEEDS))


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "3", "{}", '{"place": 1}', '{"place":"p","agents":["a"],"seed":"s","winners":[0,1]}']
)
def test_a_line_that_is_none_of_a_ladder_is_named_by_its_number(line, played):
    with played.file.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(LadderError, match=f"{played.file}:4: .* is no pair of games of a ladder"):
        Ladder(["random", "staff"], DUEL, played.file)


def test_lines_are_appended_whole(tmp_path):
    file = tmp_path / "ladder.jsonl"
    pairs = [Pair("p", ("a", "b"), str(k), (0, 1), (1, 2), (3, 4), ("d", "e"), ("", "")) for k in range(3)]
    append_pairs(file, pairs[:1])
    append_pairs(file, pairs[1:])
    assert read_pairs(file) == pairs


# -- who may take part ---------------------------------------------------------------------------------------------


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


# -- ratings -------------------------------------------------------------------------------------------------------


def _meetings(elo: dict[str, float], pairs: int, random) -> dict:
    """Meetings of agents of known ratings, with games of a pair that go alike more often than by chance."""
    found = {}
    for one, other in itertools.combinations(elo, 2):
        chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
        both = 0.3 * min(chance, 1 - chance)  # taken from the pairs that are shared
        swept, shared, lost = random.multinomial(pairs, [chance - 2 * both, 4 * both, 1 - chance - 2 * both]).tolist()
        found[one, other] = Meeting(swept, shared, lost, pairs)
        found[other, one] = Meeting(lost, shared, swept, pairs)
    return found


def test_of_many_games_the_rating_is_the_truth():
    truth = {"a": 250.0, "b": 50.0, "c": -300.0}
    ratings = rate(list(truth), _meetings(truth, 10**6, np.random.default_rng(1)))
    assert [rating.label for rating in ratings] == ["a", "b", "c"]
    assert [rating.elo for rating in ratings] == pytest.approx([250, 50, -300], abs=3)


def test_the_intervals_cover_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(module, "_DRAWS", 100)
    truth, random = {"a": 120.0, "b": 20.0, "c": -140.0}, np.random.default_rng(2)
    inside = [
        rating.low <= truth[rating.label] <= rating.high
        for _ in range(60)
        for rating in rate(list(truth), _meetings(truth, 100, random))
    ]
    assert 0.89 <= np.mean(inside) <= 0.99


def test_two_agents_differ_by_the_odds_of_their_score():
    meetings = {("a", "b"): Meeting(59, 20, 19, 98), ("b", "a"): Meeting(19, 20, 59, 98)}
    best, worst = rate(["a", "b"], meetings)
    assert best.elo - worst.elo == pytest.approx(ELO * np.log(0.7 / 0.3), abs=0.01)  # 60 + 10 of 100, one more of each


def test_the_unbeaten_have_a_rating_with_a_width_and_few_games_a_wider_one():
    few, many = (
        rate(["a", "b"], {("a", "b"): Meeting(n, 0, 0, n), ("b", "a"): Meeting(0, 0, n, n)})[0] for n in (10, 200)
    )
    assert few.low < few.elo < few.high < np.inf
    assert few.elo < many.elo
    assert few.low < many.low


def test_pairs_that_repeat_others_widen_the_interval():
    wide, narrow = (
        rate(["a", "b"], {("a", "b"): Meeting(60, 20, 20, n), ("b", "a"): Meeting(20, 20, 60, n)})[0] for n in (10, 100)
    )
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


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
