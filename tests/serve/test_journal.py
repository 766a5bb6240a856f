"""The game on disk: what a crash leaves, what is undone, and what is refused."""

import json

import pytest
from support.tables import MOST, again, first_line, move_on, new_table, play_until, seated

from ctv_env.serve.journal import Folder, FullError, JournalError
from ctv_env.serve.session import DECIDE, OVER


def lines(table) -> list[dict]:
    return [json.loads(line) for line in table.journal.file.read_text().splitlines()]


def test_every_decision_and_die_is_on_the_disk_before_it_is_answered(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr("os.fsync", synced.append)
    table = new_table(tmp_path)
    before, n_synced = len(lines(table)), len(synced)
    action = table.shown.game.clone().legal_actions()[-1]
    table.act(table.shown.version, action)
    assert lines(table)[before:] == [{"step": action}]
    assert len(synced) > n_synced


@pytest.mark.parametrize("seed", range(3))
def test_after_a_crash_the_game_goes_on_as_it_would_have(tmp_path, seed):
    import random

    table, chooser = new_table(tmp_path, seed=seed), random.Random(seed)
    for _ in range(80):
        if table.shown.phase == OVER:
            break
        move_on(table, chooser)
        back = again(table)
        assert back.shown.game.to_bytes() == table.shown.game.to_bytes()  # the position and the dice to come
        assert back.shown.game.log == table.shown.game.log
        assert (back.shown.phase, back.shown.version) == (table.shown.phase, table.shown.version)


def test_a_line_that_a_crash_cut_off_is_dropped(tmp_path):
    table = new_table(tmp_path)
    play_until(table, lambda shown: shown.game.node == "MOVE_TO")
    position = table.shown.game.state_hash()
    with table.journal.file.open("ab") as stream:
        stream.write(b'{"step":4')
    back = again(table)
    assert back.shown.game.state_hash() == position
    back.act(back.shown.version, back.shown.game.clone().legal_actions()[0])
    assert again(back).shown.game.state_hash() == back.shown.game.state_hash()


def test_what_was_undone_stays_undone(tmp_path):
    table = new_table(tmp_path)
    position = table.shown.game.state_hash()
    table.act(table.shown.version, table.shown.game.clone().legal_actions()[-1])
    table.undo(table.shown.version)
    assert table.shown.game.state_hash() == position
    assert again(table).shown.game.state_hash() == position
    assert lines(table)[-1] == {"back_to": 0}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"step": 9999}', "cannot be"),
        ('{"die": 3}', "cannot be"),
        ('{"step": "x"}', "cannot be"),
        ('{"nonsense": 1}', "cannot be"),
        ("no JSON", "damaged"),
        ('{"back_to": "x"}', "damaged"),
        ("[1]", "damaged"),
    ],
)
def test_a_damaged_journal_is_refused(tmp_path, line, problem):
    table = new_table(tmp_path)
    with table.journal.file.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(JournalError, match=problem):
        again(table)


def test_a_die_that_falls_otherwise_is_refused(tmp_path):
    table = new_table(tmp_path, seed=2)
    play_until(table, lambda shown: shown.chance and shown.phase == DECIDE)
    text = table.journal.file.read_text()
    face = next(line["die"] for line in lines(table) if "die" in line)
    table.journal.file.write_text(text.replace(f'{{"die":{face}}}', f'{{"die":{face % 6 + 1}}}', 1))
    with pytest.raises(JournalError, match=f"is a {face % 6 + 1}, not {face}"):
        again(table)


def test_the_folder_takes_so_many_games_and_no_more(tmp_path):
    folder = Folder(tmp_path, 2)
    journal = folder.begin(first_line())
    folder.save(journal)
    for one_more in (lambda: folder.begin(first_line()), lambda: folder.save(journal)):
        with pytest.raises(FullError, match="holds 2"):
            one_more()


def test_a_save_goes_on_apart_from_its_game(tmp_path):
    folder = Folder(tmp_path, MOST)
    table = seated(folder.begin(first_line()))
    play_until(table, lambda shown: shown.game.node == "MOVE_TO")
    save, position = folder.save(table.journal), table.shown.game.to_bytes()
    move_on(table, __import__("random").Random(0))
    first, second = (seated(folder.restore(save)) for _ in range(2))
    assert first.shown.game.to_bytes() == second.shown.game.to_bytes() == position
    first.act(first.shown.version, first.shown.game.clone().legal_actions()[0])
    assert second.shown.game.to_bytes() == position


@pytest.mark.parametrize("name", ["../secret", "../../etc/passwd", "x" * 22 + "/", "", "a" * 21, "\0" * 22, "saves"])
def test_only_names_of_games_become_file_names(tmp_path, name):
    (tmp_path / "secret.jsonl").write_text("{}")
    folder = Folder(tmp_path / "games", MOST)
    assert folder.find(name) is None
    assert folder.restore(name) is None


def test_the_games_are_readable_to_their_owner_alone(tmp_path):
    table = new_table(tmp_path / "games")
    assert table.journal.file.stat().st_mode & 0o077 == 0
    assert table.journal.file.parent.stat().st_mode & 0o077 == 0
