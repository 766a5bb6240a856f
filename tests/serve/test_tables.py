"""All tables of a server: those that nobody uses leave the memory, and come back from the disk."""

import pytest
from support.tables import SEATS, first_line

from ctv_env.serve import sessions as module
from ctv_env.serve.journal import Folder, FullError
from ctv_env.serve.sessions import Tables


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tables(tmp_path, clock):
    made = Tables(Folder(tmp_path, 5), lambda name: None, clock)
    yield made
    made.close()


def test_an_idle_table_leaves_the_memory_and_its_game_goes_on(tables, clock):
    table = tables.open(first_line())
    table.act(table.shown.version, table.shown.game.clone().legal_actions()[-1])
    clock.now = module.IDLE_SECONDS + 1
    tables.open(first_line())
    back = tables.find(table.journal.name)
    assert back is not table
    assert back.shown.game.to_bytes() == table.shown.game.to_bytes()


def test_a_table_in_use_stays(tables, clock):
    table = tables.open(first_line())
    for _ in range(3):
        clock.now += module.IDLE_SECONDS * 0.9
        assert tables.find(table.journal.name) is table


def test_what_was_done_at_a_table_that_left_is_refused(tables, clock):
    """Nobody writes in a journal that another table has taken up."""
    table = tables.open(first_line())
    clock.now = module.IDLE_SECONDS + 1
    tables.open(first_line())
    with pytest.raises(ValueError, match="gone on"):
        table.act(table.shown.version, table.shown.game.clone().legal_actions()[-1])


def test_of_too_many_tables_the_longest_idle_leaves(tables, clock, monkeypatch):
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 2)
    opened = []
    for second in range(3):
        clock.now = float(second)
        opened.append(tables.open(first_line()))
    assert tables.find(opened[2].journal.name) is opened[2]
    assert tables.find(opened[1].journal.name) is opened[1]
    assert tables.find(opened[0].journal.name) is not opened[0]


def test_the_folder_takes_so_many_games(tables):
    for _ in range(5):
        tables.open(first_line())
    with pytest.raises(FullError):
        tables.open(first_line())


def test_a_game_without_its_agent_leaves_nothing_behind(tables, tmp_path):
    with pytest.raises(ValueError, match="no agent"):
        tables.open(first_line(seats=SEATS | {"republican": "nobody"}))
    assert not list(tmp_path.glob("*.jsonl"))
