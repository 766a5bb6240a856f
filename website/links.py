"""Links in Markdown: to find them, to resolve them in the repository, and to replace them."""

import posixpath
import re
from collections.abc import Callable

_FENCE = re.compile(r"^(?P<marks>```+|~~~+).*?^(?P=marks)\s*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")


def link_targets(markdown: str) -> list[str]:
    """Return the targets of the links and pictures outside code blocks."""
    return _LINK.findall(_FENCE.sub("", markdown))


def in_repository(page: str, link: str) -> str | None:
    """Return what a link on ``page`` names, relative to the root of the repository; None for an external link.

    Args:
        page: path of the page, relative to the root.
        link: as written on the page, with or without an anchor.
    """
    if "://" in link or link.startswith("mailto:"):
        return None
    path = link.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page


def rewritten(markdown: str, renamed: Callable[[str], str]) -> str:
    """Replace the target of every link outside code blocks by ``renamed`` of it."""
    pieces, end = [], 0
    for fence in _FENCE.finditer(markdown):
        pieces += [_LINK.sub(lambda link: renamed(link[0]), markdown[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*pieces, _LINK.sub(lambda link: renamed(link[0]), markdown[end:])])
