"""The agent pages match the ladder and the guide to agents, and every agent has one."""

from support.agent_pages import FOLDER, agents_of, file_of, pages

from ctv_env.games import GAMES


def test_the_agent_pages_are_up_to_date():
    wanted = pages()
    assert set(FOLDER.glob("*.md")) == set(wanted)
    for file, text in wanted.items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: run `make agent-pages`"


def test_every_agent_of_a_game_has_a_page():
    assert {file.name for file in pages()} == {file_of(name) for game in GAMES for name in agents_of(game)}
