"""A first start on two cores: a second process compiles, from the last on, what the first compiles from the first on.

What it runs is ``compile_ahead.py``.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import typing
from collections.abc import Sequence

if typing.TYPE_CHECKING:
    from ctv_env.core.jit.external import ExternalFunction

_CHILD = f"{__spec__.parent}.compile_ahead"


class SecondProcess:
    """The process, seen from the first.

    Args:
        functions: ``external.ExternalFunction``, in the order in which this process compiles them.
        root: folder of all compiled code.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, functions: "Sequence[ExternalFunction]", root: pathlib.Path):
        names = [f"{function.__module__}:{function.__name__}" for function in reversed(functions)]
        package = pathlib.Path(__file__).parents[len(__spec__.name.split(".")) - 1]
        path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH"))))
        self._own = tempfile.mkdtemp(prefix="second-", dir=root.absolute())
        self._process = subprocess.Popen(
            [sys.executable, "-m", _CHILD, str(root.absolute()), self._own, *names],
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


def start(functions: "Sequence[ExternalFunction]", root: pathlib.Path) -> SecondProcess | None:
    """A ``SecondProcess``; None where there is but one core, or where no process can be started."""
    with contextlib.suppress(OSError):
        return SecondProcess(functions, root) if (os.cpu_count() or 1) > 1 else None
    return None
