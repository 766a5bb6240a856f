"""The long description of the package: the README without what works only in a checkout.

Everything else about the package is in pyproject.toml.  A package index shows the long description on a page of its
own, where links to files of the repository lead nowhere; their text stays, and such pictures are left out.
"""

import pathlib
import re

from setuptools import setup

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")

readme = (pathlib.Path(__file__).parent / "README.md").read_text(encoding="utf-8")
setup(
    long_description=_LINK.sub(r"\1", _PICTURE.sub("", readme)),
    long_description_content_type="text/markdown",
)
