"""The MkDocs hook: which files of the repository are in the site, under the paths that they have in the repository.

A page of the site has the address of its file, so that the links that work in a checkout work in the site, and a page
need not be written twice.  Notebooks and source files that a page links to become pages, too.
"""

import pathlib

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from website.links import in_repository, link_targets, rewritten
from website.notebooks import as_markdown
from website.sources import PAGES, folder_page, has_page, site_name, source_page

ROOT = pathlib.Path(__file__).parents[1]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Replace the files of ``docs_dir`` by those of the repository; those of the theme stay."""
    of_theme = [file for file in files if not (file.abs_src_path or "").startswith(config.docs_dir)]
    site = Files(of_theme)
    paths = sorted({path for pattern in PAGES for path in ROOT.glob(pattern) if path.is_file()})
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        if path.suffix == ".ipynb":
            page = File.generated(config, site_name(name), content=as_markdown(path))
            site.append(page)
        else:
            site.append(File(name, str(ROOT), config.site_dir, use_directory_urls=False))
    for target in _linked_sources(paths):
        content = folder_page(ROOT, target) if (ROOT / target).is_dir() else source_page(ROOT, target)
        not_in_nav = InclusionLevel.NOT_IN_NAV
        site.append(File.generated(config, site_name(target, ROOT), content=content, inclusion=not_in_nav))
    return site


def _linked_sources(paths: list[pathlib.Path]) -> list[str]:
    """Return the files and folders, relative to the root, that pages link to and that need a page of their own."""
    names = set()
    for path in paths:
        if path.suffix == ".md":
            page = path.relative_to(ROOT).as_posix()
            names |= {in_repository(page, link) for link in link_targets(path.read_text(encoding="utf-8"))}
    targets = {ROOT / name for name in names if name}
    folders = {path for path in targets if path.is_dir() and not (path / "README.md").exists()}
    targets |= {file for folder in folders for file in folder.iterdir()}
    files = {path for path in targets if path.is_file() and has_page(path)}
    return sorted(path.relative_to(ROOT).as_posix() for path in (folders | files) - set(paths))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to source files, folders and notebooks at the pages made of them."""
    there = {file.src_uri for file in files}

    def renamed(link: str) -> str:
        target, _, anchor = link.partition("#")
        name = in_repository(page.file.src_uri, target)
        if not target or name is None or name in there:
            return link
        made = site_name(name, ROOT)
        if made not in there:
            return link  # MkDocs reports it
        return target.rstrip("/") + made.removeprefix(name) + (f"#{anchor}" if anchor else "")

    return rewritten(markdown, renamed)
