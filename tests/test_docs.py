"""The README and the guides: their commands, links and options are real.  `make test` runs their Python blocks too."""

import importlib.util
import json
import pathlib
import re
import shlex

import pytest

from ctv_env.cli import lab
from ctv_env.cli.main import CHOSEN, COMMANDS, make_parser
from ctv_env.core.spec import spec_of
from ctv_env.games import GAMES, environments

ROOT = pathlib.Path(__file__).parents[1]
README = ROOT / "README.md"
_GUIDES = ("*.md", "docs/**/*.md", "examples/*.md", "ctv_env/games/**/*.md")
PAGES = sorted(page for pattern in _GUIDES for page in ROOT.glob(pattern))
RUN = [README, *sorted(ROOT.glob("docs/**/*.md"))]  # what `make test` gives to pytest-markdown-docs
_FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_COPIED = re.compile(r"# (\S+\.py)\n(.*)", re.DOTALL)


def text_of(page: pathlib.Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: pathlib.Path, language: str) -> list[tuple[str, str]]:
    """(what stands after the language, content) of the code blocks in a language."""
    found = (info.partition(" ") + (content,) for info, content in _FENCE.findall(text_of(page)))
    return [(rest, content) for name, _, rest, content in found if name == language]


def shell_lines(page: pathlib.Path) -> list[list[str]]:
    """The words of each command in a page's shell blocks, without comments."""
    lines = (line for _, content in blocks(page, "bash") for line in content.splitlines())
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def anchors(page: pathlib.Path) -> set[str]:
    """The names of a page's headings in links."""
    titles = _HEADING.findall(_FENCE.sub("", text_of(page)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def label(page: pathlib.Path) -> str:
    return str(page.relative_to(ROOT))


COMMAND_LINES = [
    pytest.param(words[1:], id=f"{label(page)}: {shlex.join(words)}")
    for page in PAGES
    for words in shell_lines(page)
    if words[0] == "ctv"
]


@pytest.mark.parametrize("argv", COMMAND_LINES)
def test_the_parser_takes_every_command(argv, monkeypatch):
    monkeypatch.chdir(ROOT)
    args = make_parser(argv).parse_args(argv)
    assert getattr(args, CHOSEN) in COMMANDS
    if argv[0] == "lab":
        lab.parser_of(args.program).parse_intermixed_args(args.words)


def test_the_blocks_hold_no_other_commands_than_those_that_are_checked():
    first = {words[0] for page in PAGES for words in shell_lines(page)}
    assert first <= {"ctv", "make", "pip", "python"}


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_every_module_to_run_exists(page):
    for module in re.findall(r"python -m ([\w.]+)", text_of(page)):
        assert importlib.util.find_spec(module), module


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_every_make_target_exists(page):
    makefile = text_of(ROOT / "Makefile")
    named = set(re.findall(r"`make ([\w-]+)", text_of(page)))
    named |= {words[1] for words in shell_lines(page) if words[0] == "make"}
    assert named <= set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_every_link_and_picture_exists(page):
    for link in _LINK.findall(_FENCE.sub("", text_of(page))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_only_pages_whose_python_blocks_are_run_have_such_blocks():
    assert {page for page in PAGES if blocks(page, "python")} <= set(RUN)


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_every_block_says_what_it_is(page):
    """Blocks of text and JSON show what is printed or sent; all others are run, or say why not."""
    kinds = {info.partition(" ")[0] for info, _ in _FENCE.findall(text_of(page))}
    assert kinds <= {"bash", "json", "python", "text"}


@pytest.mark.parametrize("page", RUN, ids=label)
def test_a_python_block_that_is_not_run_shows_lines_of_a_file(page):
    """Out of date: copy the lines from the file into the page, and read what stands around them."""
    for marks, content in blocks(page, "python"):
        if "notest" in marks.split():
            copied = _COPIED.fullmatch(content)
            assert copied, f"a block that is not run begins with the name of the file that it shows:\n{content}"
            assert copied[2] in text_of(ROOT / copied[1]), f"{copied[1]} no longer has:\n{copied[2]}"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_rules_options_lists_them_all_with_their_values(game):
    page = text_of(ROOT / "docs" / "rules-options.md")
    part = page.split(f"## `{game}`: ")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([\w:-]+)` \| (.+?) \|", part, re.MULTILINE)
    stated = {name: re.findall(r"`(.+?)`", values) for name, values in rows}
    assert stated == {
        option.name: [repr(value).replace("'", '"') for value in _default_first(option)]
        for option in spec_of(game).options
    }


def test_the_readme_lists_every_environment():
    stated = re.findall(r"^\| \[`([\w-]+)`\]\(\S+\) \| `(\S+)` \|", text_of(README), re.MULTILINE)
    assert sorted(stated) == sorted(pair for scenarios in environments().values() for pair in scenarios.items())


def test_the_ratings_in_the_readme_are_those_of_the_ladder():
    ladder = json.loads(text_of(ROOT / "docs" / "ladder" / "ladder.json"))
    stated = re.findall(r"^\| `([\w:-]+)` \| ([+-]\d+) \|", text_of(README), re.MULTILINE)
    assert stated == [(rating["label"], f"{rating['elo']:+.0f}") for rating in ladder["ratings"]]


def _default_first(option) -> list:
    return sorted(option.values, key=lambda value: value != option.default)
