"""Check the links of the built site: ``python -m website.check build/site``.

Every internal link must lead to a file of the site, and its anchor to a name in that file.  External links are listed
in a file beside the site, and not fetched.  Nothing may be loaded from elsewhere.
"""

import html.parser
import pathlib
import sys
import urllib.parse

_LOADED = {"img", "link", "script", "source", "iframe"}
_NOT_LOADED = {"canonical", "next", "prev", "alternate"}


class _Page(html.parser.HTMLParser):
    """The links of a page, what it loads, and the names that links can lead to."""

    def __init__(self, file: pathlib.Path):
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.names: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.names |= {name for key in ("id", "name") if (name := values.get(key))}
        target = values.get("href") or values.get("src")
        if target and tag in _LOADED and values.get("rel") not in _NOT_LOADED:
            self.loaded.add(target)
        elif target and tag == "a":
            self.links.add(target)


def check(site: pathlib.Path) -> tuple[list[str], set[str]]:
    """Return what is wrong with the links of the site, and the external links."""
    pages = {file: _Page(file) for file in sorted(site.rglob("*.html"))}
    wrong, external = [], set()
    for file, page in pages.items():
        for target in sorted(page.links | page.loaded):
            parts = urllib.parse.urlsplit(target)
            if parts.scheme in ("http", "https") or parts.netloc:
                external.add(target)
                if target in page.loaded:
                    wrong.append(f"{file.relative_to(site)} loads {target}")
            elif not parts.scheme:
                path = urllib.parse.unquote(parts.path)
                base = site if path.startswith("/") else file.parent  # the page 404 is shown for every address
                place = (base / path.lstrip("/")).resolve() if path else file
                wrong += [
                    f"{file.relative_to(site)}: {target}: {what}" for what in _problem(place, parts.fragment, pages)
                ]
    return wrong, external


def _problem(place: pathlib.Path, anchor: str, pages: dict[pathlib.Path, _Page]) -> list[str]:
    if place.is_dir():
        place = place / "index.html"
    if not place.is_file():
        return ["no such file"]
    if anchor and place in pages and urllib.parse.unquote(anchor) not in pages[place].names:
        return ["no such place in that page"]
    return []


def main() -> None:
    """Check the site that is named; exit with 1 if a link is dead."""
    site = pathlib.Path(sys.argv[1]).resolve()
    wrong, external = check(site)
    listed = site.with_name("external-links.txt")
    listed.write_text("".join(f"{link}\n" for link in sorted(external)), encoding="utf-8")
    print(f"{len(list(site.rglob('*.html')))} pages, {len(wrong)} dead links; {len(external)} external: {listed}")
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
