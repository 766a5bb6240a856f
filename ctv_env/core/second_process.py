"""A first start on two cores: a second process compiles, from the last on, what the first compiles from the first on.

``python -m ctv_env.core.second_process ROOT MODULE:NAME...`` compiles these functions, which are compiled apart
(``jit.Apart``), in that order, and puts each into the cache below ROOT.  What it compiles besides stays in a cache of
its own, which goes with it: numba's cache does not keep two writers of one function apart.
"""

import contextlib
import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def start(functions, root: pathlib.Path) -> subprocess.Popen | None:
    """Start the second process; None where there is but one core, or no process can be started.

    Args:
        functions: ``jit.Apart``, in the order in which this process compiles them.
        root: folder of all compiled code.
    """
    if (os.cpu_count() or 1) == 1:
        return None
    names = [f"{function.__module__}:{function.__name__}" for function in reversed(functions)]
    command = [sys.executable, "-m", __spec__.name, str(root.absolute()), *names]
    package = pathlib.Path(__file__).parents[len(__spec__.name.split(".")) - 1]
    path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH"))))
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return None


def main(root: pathlib.Path, names: list[str]) -> None:
    """Compile the functions ``names``; ends before one that the first process has compiled."""
    with tempfile.TemporaryDirectory(prefix="second-", dir=root) as own:
        os.environ["NUMBA_CACHE_DIR"] = own
        from ctv_env.core.jit import linking

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


def _hand_over(function, folder: pathlib.Path) -> None:
    """Move the compiled code of ``function`` into ``folder``; the index, which makes it known, comes last."""
    for suffix in ("nbc", "nbi"):
        for file in function.cache_files(function.folder, suffix):
            place = folder / file.relative_to(function.folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(file, place)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
