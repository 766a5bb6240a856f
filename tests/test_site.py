"""What `make docs` needs of the pages, in a second: it refuses one without a place in the menu, and a dead link."""

import pathlib
import re

from website.links import in_repository, link_targets
from website.sources import GENERATED, PAGES, has_page, site_name

ROOT = pathlib.Path(__file__).parents[1]
SITE = {path for pattern in PAGES for path in ROOT.glob(pattern) if path.is_file()}
MARKDOWN = sorted(path for path in SITE if path.suffix == ".md")


def test_every_page_has_a_place_in_the_menu():
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"(\S+\.md)$", menu, re.MULTILINE)
    notebooks = (site_name(path.relative_to(ROOT).as_posix()) for path in SITE if path.suffix == ".ipynb")
    assert sorted(named) == sorted([*(page.relative_to(ROOT).as_posix() for page in MARKDOWN), *notebooks])


def test_every_file_that_a_page_links_to_is_in_the_site():
    names = {
        in_repository(page.relative_to(ROOT).as_posix(), link)
        for page in MARKDOWN
        for link in link_targets(page.read_text(encoding="utf-8"))
    }
    targets = {ROOT / name for name in names if name}
    assert len(targets) > 200
    assert [path for path in targets - SITE if not (path.is_dir() or has_page(path))] == []


def test_a_source_is_shown_in_its_language():
    assert {suffix for suffix, language in GENERATED.items() if language == "yaml"} == {".yaml", ".yml"}
