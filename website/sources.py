"""Pages for the source files and folders that other pages link to."""

import pathlib

GENERATED = {".py": "python", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".txt": "text", ".ipynb": ""}
"""Suffixes of files that become pages, with the language of their contents."""
PAGES = ("*.md", "docs/**/*", "examples/README.md", "ctv_env/games/*/README.md", "ctv_env/games/*/data/SOURCES.md")
"""The files of the repository that are in the site as they are."""
_HIDDEN = "---\nsearch:\n  exclude: true\n---\n"


def has_page(file: pathlib.Path) -> bool:
    """Return whether a page is made of a file that another page links to."""
    return file.suffix in GENERATED or file.name == "LICENSE"


def site_name(name: str, root: pathlib.Path | None = None) -> str:
    """Return the path of the page in the site for a file or, given the root, a folder of the repository."""
    if root and (root / name).is_dir():
        return f"{name}/README.md" if (root / name / "README.md").exists() else f"{name}/index.md"
    return f"{name}.md"


def source_page(root: pathlib.Path, name: str) -> str:
    """Return the page that shows a text file."""
    path = root / name
    language = GENERATED.get(path.suffix, "text")
    return f"{_HIDDEN}# `{name}`\n\n~~~~~~{language}\n{path.read_text(encoding='utf-8')}\n~~~~~~\n"


def folder_page(root: pathlib.Path, name: str) -> str:
    """Return the page that lists the files of a folder, with links to those that have a page."""
    entries = sorted(path for path in (root / name).iterdir() if path.name != "__pycache__")
    lines = [
        f"- [`{path.name}`]({path.name}.md)" if path.suffix in GENERATED else f"- `{path.name}`" for path in entries
    ]
    return f"{_HIDDEN}# `{name}`\n\n" + "\n".join(lines) + "\n"
