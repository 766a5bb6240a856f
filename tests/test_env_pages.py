"""The environment pages follow the declarations."""

from support.env_pages import FOLDER, pages


def test_the_environment_pages_are_up_to_date():
    wanted = pages()
    assert {file.name for file in FOLDER.glob("*.md")} == {file.name for file in wanted}
    for file, text in wanted.items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: run `make env-pages`"
