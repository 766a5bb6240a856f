"""The environment pages match the declarations."""

from support.env_pages import FOLDER, pages


def test_the_environment_pages_are_up_to_date():
    wanted = pages()
    assert set(FOLDER.rglob("*.md")) == set(wanted)
    for file, text in wanted.items():
        name = file.relative_to(FOLDER)
        assert file.read_text(encoding="utf-8") == text, f"{name} is out of date: run `make env-pages`"
