"""The gallery: ``make gallery`` makes all pictures anew, some by playing and training first.  Look at them."""

import contextlib
import pathlib
import shutil
import sys
import tempfile

from gallery.pictures import PICTURES, Picture

ROOT = pathlib.Path(__file__).parents[2]
PAGE, FOLDER = ROOT / "docs" / "gallery.md", ROOT / "docs" / "pictures"

_INTRODUCTION = """\
# Gallery

Made by `make gallery`: every picture is the project's own drawing, a chart, or a screenshot of one of its pages. The
commands below make them one by one; those without a command are made in [tests/gallery](../tests/gallery).
"""


def page() -> str:
    """The text of ``docs/gallery.md``."""
    return "\n".join([_INTRODUCTION, *map(_chapter, PICTURES)])


def _chapter(picture: Picture) -> str:
    typed = "\n".join(["```bash", *picture.commands, "```", ""]) if picture.commands else ""
    image = f"![{picture.title}](pictures/{picture.file})\n"
    return "\n".join([f"## {picture.title}\n", f"{picture.words}\n", *([typed] if typed else []), image])


def main() -> None:
    """Make all pictures, or those that are named, in a folder that goes away; then write the page."""
    wanted = [picture for picture in PICTURES if picture.name in sys.argv[1:] or not sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        pathlib.Path("configs").symlink_to(ROOT / "configs")
        for picture in wanted:
            picture.run()
            shutil.copy(picture.file, FOLDER)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
