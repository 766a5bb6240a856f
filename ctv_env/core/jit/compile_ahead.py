"""What the second process of a first start runs.

``python -m ctv_env.core.jit.compile_ahead ROOT OWN MODULE:NAME...`` compiles these functions, which are compiled by
themselves (``external.ExternalFunction``), in that order, and puts each into the cache below ROOT.  What it compiles
besides stays in the cache OWN: numba's cache does not keep two writers of one function apart.
"""

import importlib
import pathlib
import shutil
import sys

from ctv_env.core.jit.external import ExternalFunction, linking


def main(root: pathlib.Path, own: pathlib.Path, names: list[str]) -> None:
    """Compile the functions ``names``; ends before one that the first process has compiled."""
    functions = []
    for name in names:
        module, _, attribute = name.partition(":")
        functions.append(getattr(importlib.import_module(module), attribute))
    for function in functions:
        function.declare()
    for function in functions:
        theirs = root / function.folder.relative_to(own)
        if function.is_cached(theirs):
            return
        with linking():
            function.link()
        _hand_over(function, theirs)


def _hand_over(function: ExternalFunction, folder: pathlib.Path) -> None:
    """Move the compiled code of ``function`` into ``folder``; the index, which makes it known, comes last."""
    for suffix in ("nbc", "nbi"):
        for file in function.cache_files(function.folder, suffix):
            place = folder / file.relative_to(function.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(file, place)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:])
