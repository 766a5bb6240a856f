"""A first start on two cores: a second process compiles, from the last on, what the first compiles from the first on.

``python -m ctv_env.core.second_process ROOT OWN MODULE:NAME...`` compiles these functions, which are compiled apart
(``jit.Apart``), in that order, and puts each into the cache below ROOT.  What it compiles besides stays in the cache
OWN: numba's cache does not keep two writers of one function apart.
"""

import contextlib
import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class SecondProcess:
    """The process, seen from the first.

    Args:
        functions: ``jit.Apart``, in the order in which this process compiles them.
        root: folder of all compiled code.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, functions, root: pathlib.Path):
        names = [f"{function.__module__}:{function.__name__}" for function in reversed(functions)]
        package = pathlib.Path(__file__).parents[len(__spec__.name.split(".")) - 1]
        path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH"))))
        self._own = tempfile.mkdtemp(prefix="second-", dir=root.absolute())
        self._process = subprocess.Popen(
            [sys.executable, "-m", __spec__.name, str(root.absolute()), self._own, *names],
            env=os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": self._own},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self, seconds: float) -> None:
        """Until it has ended, but no longer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    def close(self) -> None:
        """End it, wherever it is, and its own cache."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._own, ignore_errors=True)


def start(functions, root: pathlib.Path) -> SecondProcess | None:
    """A ``SecondProcess``; None where there is but one core, or where no process can be started."""
    with contextlib.suppress(OSError):
        return SecondProcess(functions, root) if (os.cpu_count() or 1) > 1 else None
    return None


def main(root: pathlib.Path, own: pathlib.Path, names: list[str]) -> None:
    """Compile the functions ``names``; ends before one that the first process has compiled."""
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
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:])
