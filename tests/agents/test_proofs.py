"""Proofs that a change of the code changed no game: results carry over by them, and a different game proves nothing."""

import json

import pytest
from golden import same_play
from golden.games import CASES

from ctv_env.agents.evaluation import proofs
from ctv_env.agents.evaluation.ladder import Ladder, last_meetings
from ctv_env.agents.evaluation.ladder_file import LadderError
from ctv_env.agents.evaluation.proofs import Proof, append_proofs, original
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.replay import DifferenceError, replay_ladder

DUEL = Setting(scenario="duel", options={"dice": "keyed"})
SEEDS = [11, 12, 13]


def every(one, other):
    return SEEDS


@pytest.fixture(autouse=True)
def own_file(tmp_path, monkeypatch):
    """A file of proofs of the test, empty at first."""
    monkeypatch.setattr(proofs, "FILE", tmp_path / "proofs.jsonl")
    original.cache_clear()
    yield tmp_path / "proofs.jsonl"
    original.cache_clear()


@pytest.fixture
def ladder(tmp_path):
    """A ladder of three, and its file as if older code had played it."""
    made = Ladder(["random", "greedy", "staff"], DUEL, tmp_path / "ladder.jsonl")
    made.play(made.missing(every), lambda games: None)
    text = made.file.read_text()
    for name in {made.place.split(" code ")[1][:12], *(entry.identity[-12:] for entry in made.entries)}:
        text = text.replace(name, name[::-1])
    made.file.write_text(text)
    return made


def replayed(ladder, n_pairs=2):
    return replay_ladder(ladder.file, SEEDS, n_pairs, 1)


def test_results_under_older_code_count_once_it_is_proved_to_play_the_same(ladder, own_file):
    names = ["random", "greedy", "staff"]
    assert len(Ladder(names, DUEL, ladder.file).missing(every)) == 3
    assert same_play.prove([lambda: replayed(ladder)]) == 4  # the place and three agents
    again = Ladder(names, DUEL, ladder.file)
    assert again.missing(every) == []
    assert again.meetings(every) == last_meetings(ladder.file)
    for line in own_file.read_text().splitlines():
        assert json.loads(line)["replayed"] == {"pairs of the ladder of ctv": 6}
    assert same_play.prove([lambda: replayed(ladder)]) == 0  # it is known


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("digests", lambda pair: ["0" * 16, pair[1]]),
        ("winners", lambda pair: [1 - pair[0], pair[1]]),
        ("turns", lambda pair: [pair[0], pair[1] + 1]),
        ("vp", lambda pair: [pair[0] + 1, pair[1]]),
    ],
)
def test_one_game_that_differs_proves_nothing(name, change, ladder, own_file):
    lines = ladder.file.read_text().splitlines()
    second = json.loads(lines[1])
    lines[1] = json.dumps(second | {name: change(second[name])})
    ladder.file.write_text("\n".join(lines) + "\n")
    with pytest.raises(DifferenceError, match=r"random and greedy play otherwise on the seed 12"):
        same_play.prove([lambda: replayed(ladder)])
    assert not own_file.exists()
    assert replayed(ladder, 1).counts == {"pairs of the ladder of ctv": 3}  # the first seed alone


def test_an_agent_that_plays_otherwise_proves_nothing(ladder, own_file):
    ladder.file.write_text(ladder.file.read_text().replace('"greedy@', '"x@').replace('"staff@', '"greedy@'))
    ladder.file.write_text(ladder.file.read_text().replace('"x@', '"staff@'))
    with pytest.raises(DifferenceError, match="play otherwise"):
        same_play.prove([lambda: replayed(ladder)])
    assert not own_file.exists()


def test_other_rules_or_options_cannot_be_proved(ladder):
    ladder.file.write_text(ladder.file.read_text().replace(" rules ", " rules 1"))
    with pytest.raises(DifferenceError, match=r"rules, data or options of .* have changed"):
        replayed(ladder)


def test_games_without_a_known_seed_cannot_be_replayed(ladder):
    with pytest.raises(LadderError, match="has no game of random and greedy on these seeds"):
        replay_ladder(ladder.file, [99], 2, 1)


def test_a_golden_game_that_differs_proves_nothing(monkeypatch, own_file, capsys):
    monkeypatch.setattr(same_play, "CASES", {"escudo-en": CASES["duel-en"]})
    assert same_play.main([]) == 1
    assert "nothing is proved: golden game escudo-en: expected '# escudo" in capsys.readouterr().err
    assert not own_file.exists()


def test_proofs_join_in_any_order_and_back_to_earlier_code(own_file):
    append_proofs([Proof("b", "c", "2037-08-14", {}), Proof("a", "b", "2037-08-15", {}), Proof("c", "a", "", {})])
    assert len({original(name) for name in "abc"}) == 1
    assert original("d") == "d"


def test_a_line_that_is_no_proof_is_named(own_file):
    own_file.write_text("{}\n")
    with pytest.raises(ValueError, match=r"proofs\.jsonl does not hold proofs"):
        original("a")
