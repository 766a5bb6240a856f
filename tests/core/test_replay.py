"""Reading, playing and verifying records of games."""

import gzip
import json
import pathlib
import random

import pytest
from support.records import PLAYERS, SCRIPTED, forge, lines_of, record_walk, write_lines

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent
from ctv_env.core.replay import reader as replay_reader
from ctv_env.core.replay.playback import Playback, ReplayDiffersError, verify
from ctv_env.core.replay.reader import ReplayError
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.games.ctv.loading.load import LOADER

SAMPLE = pathlib.Path(__file__).parents[1] / "data" / "schema-1.jsonl"
SCENARIOS = [one.name for one in LOADER.scenarios()]


@pytest.fixture
def record(tmp_path):
    """A recorded random game."""
    file = tmp_path / "game.jsonl"
    record_walk(file)
    return file


# -- round trips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_is_played_again(scenario, tmp_path):
    end = record_walk(tmp_path / "game.jsonl.gz", scenario)
    playback = Playback(tmp_path / "game.jsonl.gz")
    steps = list(playback)
    assert playback.game.state_hash() == end["hash"] == steps[-1].hash
    assert playback.game.log == end["log"]
    assert playback.result["winner"] == end["winner"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_between_scripted_agents_is_played_again(scenario, tmp_path):
    file = tmp_path / "game.jsonl"
    agents = {side: make_agent(SCRIPTED, "ctv", scenario, side) for side in PLAYERS}
    game = RecordedGame(new_game("ctv", scenario, 5), file, PLAYERS, 5)
    play(game, agents, 5)
    assert verify(file)["winner"] == game.winner


@pytest.mark.parametrize(
    "options",
    [
        {"setup": "placement", "edition": "it", "historical_setup": True},
        {"air_combat": True, "dsg_reduction": True, "rivers": True, "fog": False},
        {"dice": "keyed", "play_forced": False},
    ],
)
def test_options_are_played_again(options, tmp_path):
    record_walk(tmp_path / "game.jsonl", "campaign", 4, **options)
    assert verify(tmp_path / "game.jsonl")["steps"] > 100


def test_a_game_recorded_from_its_middle_is_played_again(tmp_path):
    game = new_game("ctv", "escudo", 3)
    while game.turn < 2:
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[0])
    game = RecordedGame(game, tmp_path / "game.jsonl", PLAYERS)
    while game.to_move is not None:
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[0])
    assert verify(tmp_path / "game.jsonl")["winner"] == game.winner


def test_records_of_own_data_say_where_they_are(tmp_path):
    import shutil

    from ctv_env.games.ctv.loading.load import DATA_DIR

    own = tmp_path / "own"
    shutil.copytree(DATA_DIR, own)
    record_walk(tmp_path / "game.jsonl", data_dir=str(own))
    assert verify(tmp_path / "game.jsonl")["steps"] > 10
    (own / "tables.yaml").write_text((own / "tables.yaml").read_text() + "\n# changed\n")
    with pytest.raises(ReplayError, match="line 1: recorded with game data"):
        verify(tmp_path / "game.jsonl")
    shutil.rmtree(own)
    with pytest.raises(ReplayError, match="line 1: no scenario"):
        verify(tmp_path / "game.jsonl")


# -- records that were tampered with ---------------------------------------------------------------------------------


def _first_difference(record: pathlib.Path) -> ReplayDiffersError:
    with pytest.raises(ReplayDiffersError) as caught:
        verify(record)
    return caught.value


def _line_of(lines: list[dict], **facts) -> int:
    """Index of the first line with these facts that is not the first step."""
    return next(k for k, line in enumerate(lines) if k > 1 and facts.items() <= line.items())


def test_another_action_is_found(record):
    lines = lines_of(record)
    k = _line_of(lines, node="MOVE_TO")
    playback = iter(played := Playback(record))
    for _ in range(k - 1):
        next(playback)
    other = next(action for action in played.game.legal_actions() if action != lines[k]["action"])
    lines[k]["action"] = other
    write_lines(record, lines)
    assert _first_difference(record).line == k + 1


def test_an_illegal_action_is_found_with_the_rule_against_it(record):
    lines = lines_of(record)
    k = _line_of(lines, node="MOVE_TO")
    lines[k]["action"] = 128 + 1
    write_lines(record, lines)
    error = _first_difference(record)
    assert error.line == k + 1
    assert "is illegal" in str(error)


@pytest.mark.parametrize("node", ["COMBAT_DIE", "WEATHER_DIE"])
def test_another_die_is_found(node, record):
    lines = lines_of(record)
    k = _line_of(lines, node=node)
    face = 7 - lines[k]["action"]
    lines[k] |= {"action": face, "name": str(face)}
    write_lines(record, lines)
    assert _first_difference(record).line == k + 1


@pytest.mark.parametrize(
    ("key", "value"),
    [("hash", "0123456789abcdef"), ("name", "HEX 1909"), ("node", "TARGET"), ("actor", "chance"), ("step", 7)],
)
def test_another_entry_is_found(key, value, record):
    lines = lines_of(record)
    k = _line_of(lines, node="MOVE_TO")
    lines[k][key] = value
    write_lines(record, lines)
    error = _first_difference(record)
    assert error.line == k + 1
    assert str(value) in str(error)


@pytest.mark.parametrize("k", [1, 20, -2])
def test_a_line_that_was_removed_is_found(k, record):
    lines = lines_of(record)
    k %= len(lines)
    del lines[k]
    write_lines(record, lines)
    assert _first_difference(record).line == k + 1


def test_lines_that_changed_places_are_found(record):
    lines = lines_of(record)
    lines[20], lines[21] = lines[21], lines[20]
    write_lines(record, lines)
    assert _first_difference(record).line == 21


def test_a_result_that_comes_too_early_is_found(record):
    lines = lines_of(record)
    write_lines(record, [*lines[:20], lines[-1]])
    error = _first_difference(record)
    assert error.line == 21
    assert "the game goes on" in str(error)


def test_another_result_is_found(record):
    lines = lines_of(record)
    lines[-1]["result"]["vp"] += 1
    write_lines(record, lines)
    assert _first_difference(record).line == len(lines)


def test_steps_behind_the_end_are_found(record):
    lines = lines_of(record)
    write_lines(record, [*lines[:-1], lines[-2], lines[-1]])
    assert _first_difference(record).line == len(lines)


def test_another_scenario_or_option_is_found(record):
    lines = lines_of(record)
    for change in ({"scenario": "escudo", "options": lines[0]["options"] | {"edition": "it"}}, {"start": "0" * 16}):
        write_lines(record, [lines[0] | change, *lines[1:]])
        assert _first_difference(record).line == 1


def test_changed_rules_are_suspected(record):
    lines = lines_of(record)
    lines[0]["rules"]["source"] = "0" * 16
    lines[5]["hash"] = "0" * 16
    write_lines(record, lines)
    assert "other source files of the rules" in str(_first_difference(record))


# -- files that are not records --------------------------------------------------------------------------------------


def _error(file: pathlib.Path) -> ReplayError:
    with pytest.raises(ReplayError) as caught:
        verify(file)
    assert not isinstance(caught.value, ReplayDiffersError)
    return caught.value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": {"version": "0"}}, "recorded with rules version 0, which here is"),
        ({"data": "0"}, "recorded with game data 0"),
        ({"actions": "0"}, "recorded with action layout 0"),
        ({"game": "go"}, "no game 'go'"),
        ({"scenario": "kursk"}, "no scenario 'kursk'"),
        ({"options": {"snow": True}}, "no option 'snow'"),
        ({"options": {"scenario": "duel"}}, "scenario"),
        ({"options": None}, "'options' of the header is None"),
        ({"players": {"nationalist": 1}}, "the player of 'nationalist' is 1"),
        ({"position": {"game": "ctv", "turn": "x"}}, "turn"),
        ({"position": 5}, "a position is a dictionary"),
        ({"replay": 99}, "schema 99 is unknown"),
        ({"replay": True}, "no schema version"),
        ({"replay": None}, "no schema version"),
    ],
)
def test_headers_that_cannot_be_are_refused(change, words, record):
    lines = lines_of(record)
    write_lines(record, [lines[0] | change, *lines[1:]])
    error = _error(record)
    assert error.line == 1
    assert words in str(error)


@pytest.mark.parametrize(
    "content",
    [b"", b"# A page\n", b"[1, 2]\n", b"{}\n", b'{"replay": 1}\n', b"\xff\xfe\x00\n", b"[" * 100_000, b"\x1f\x8b\x08"],
)
def test_foreign_files_are_refused(content, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_bytes(content)
    assert _error(file).line == 1


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert str(_error(tmp_path / "none.jsonl")) == f"{tmp_path}/none.jsonl: cannot be read (No such file or directory)"


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"step": 5}', '{"result": 5}', '{"step": true}', "null"])
def test_damaged_lines_are_named(line, record):
    lines = record.read_text().splitlines()
    lines[9] = line
    record.write_text("\n".join(lines) + "\n")
    assert _error(record).line == 10


def test_a_file_without_its_end_is_read_as_far_as_it_goes(record):
    text = record.read_text().splitlines(keepends=True)
    record.write_text("".join(text[:30]))
    playback = Playback(record)
    assert len(list(playback)) == 29
    assert playback.result is None
    error = _error(record)
    assert error.line == 31
    assert "without a result" in str(error)


def test_a_line_that_is_cut_is_named(record):
    text = record.read_text().splitlines(keepends=True)
    record.write_text("".join(text[:30])[:-1])
    assert _error(record).line == 30


def test_a_compressed_file_that_is_cut_is_read_as_far_as_it_goes(record, tmp_path):
    packed = gzip.compress(record.read_bytes())
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    error = _error(cut)
    assert 20 < error.line < len(lines_of(record))
    playback = Playback(cut)
    with pytest.raises(ReplayError, match="damaged or truncated here"):
        list(playback)
    assert playback.game.log


def test_a_compressed_file_whose_checksum_is_wrong_is_refused(record, tmp_path):
    packed = bytearray(gzip.compress(record.read_bytes()))
    packed[-8] ^= 0xFF
    (tmp_path / "bad.gz").write_bytes(packed)
    assert "damaged" in str(_error(tmp_path / "bad.gz"))


def test_lines_behind_the_result_are_refused(record):
    record.write_text(record.read_text() + '{"result":{}}\n')
    assert "after the result of the game" in str(_error(record))


# -- what a record proves ----------------------------------------------------------------------------------------------


def test_dice_that_the_seed_does_not_give_are_found(tmp_path):
    game, chooser = RecordedGame(new_game("ctv", "duel", 5), tmp_path / "six.jsonl", PLAYERS, 5), random.Random(0)
    while game.to_move is not None:
        game.step(6 if game.to_move == "chance" else chooser.choice(game.legal_actions()))
    assert "_DIE is recorded as 6; seed 5 gives" in str(_first_difference(tmp_path / "six.jsonl"))


@pytest.mark.parametrize("options", [{}, {"dice": "keyed"}])
def test_another_seed_is_found(options, tmp_path):
    record = tmp_path / "game.jsonl"
    record_walk(record, **options)
    lines = lines_of(record)
    for seed in (4, 999):
        lines[0]["seed"] = seed
        forge(record, lines)
        assert f"; seed {seed} gives" in str(_first_difference(record))
    lines[0]["seed"] = None
    forge(record, lines)
    playback = Playback(record)
    assert [*playback]
    assert not playback.has_dice_of_seed


def test_another_number_of_the_game_is_found(record):
    lines = lines_of(record)
    lines[0]["nth"] = 2
    forge(record, lines)
    assert "; seed 3 gives" in str(_first_difference(record))


@pytest.mark.parametrize("changes", [{"nth": 10**9}, {"nth": 0}, {"nth": "1"}, {"seed": -1}, {"seed": 2**70}])
def test_a_game_of_a_seed_that_cannot_be_is_refused_at_once(changes, record):
    first, *rest = lines_of(record)
    forge(record, [first | changes, *rest])
    assert _error(record).line == 1


@pytest.mark.parametrize("change", [{"turn": 7.0}, {"x": 1}, {"steps": True}])
def test_a_result_that_only_looks_like_the_right_one_is_found(change, record):
    lines = lines_of(record)
    if "turn" in change:
        change = {"turn": float(lines[-1]["result"]["turn"])}
    lines[-1]["result"] |= change
    write_lines(record, lines)
    assert "the result is recorded as" in str(_first_difference(record))


def test_the_hash_of_the_lines_counts_whatever_schema_the_header_claims(record):
    lines = lines_of(record)
    write_lines(record, [lines[0] | {"replay": 1, "players": {"nationalist": "mcts:5000"}}, *lines[1:]])
    assert "the record was changed" in str(_error(record))


def test_more_than_the_result_in_its_line_is_refused(record):
    lines = lines_of(record)
    lines[-1]["x"] = 1
    write_lines(record, lines)
    assert "neither a step" in str(_error(record))


def test_other_names_of_the_players_are_found(record):
    lines = lines_of(record)
    lines[0]["players"] = {"nationalist": "mcts:5000", "republican": "another"}
    write_lines(record, lines)
    error = _error(record)
    assert "the record was changed: the hash of its lines is" in str(error)
    assert error.line == len(lines)


@pytest.mark.parametrize("content", [None, 5, "0" * 16])
def test_a_record_without_the_hash_of_its_lines_is_refused(content, record):
    lines = lines_of(record)
    lines[-1]["content"] = content
    write_lines(record, lines)
    assert "the record was changed" in str(_error(record))


# -- schemas ---------------------------------------------------------------------------------------------------------


def test_records_of_schema_1_stay_readable():
    """The file never changes; other rules than those of its day could not play it."""
    reader = replay_reader.Reader(SAMPLE)
    *steps, result = reader
    assert reader.header["replay"] == 1
    assert [step.step for step in steps] == list(range(1, 10))
    assert steps[0].name == "PIECE FIN 8"
    assert result == {"winner": "republican", "turn": 7, "vp": 0, "steps": 9}


def test_older_schemas_are_upgraded_line_by_line(record, monkeypatch):
    lines = lines_of(record)
    old = [{"kind" if key == "node" else key: value for key, value in line.items()} for line in lines]
    del old[-1]["content"]
    write_lines(record, [old[0] | {"replay": 0}, *old[1:]])
    assert "schema 0 is unknown" in str(_error(record))

    def upgrade(line: dict) -> dict:
        return {"node" if key == "kind" else key: value for key, value in line.items()}

    monkeypatch.setitem(replay_reader.UPGRADES, 0, upgrade)
    assert verify(record) == json.loads(json.dumps(lines[-1]["result"]))
