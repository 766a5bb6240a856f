"""The helper processes of a first start (``helpers.py``): each compiles functions into the cache.

Each line of standard input names an external function, ``module:name``; the line is repeated on standard output once
the function is compiled.
"""

import gc
import importlib
import sys

from ctv_env.core.jit import external


def main() -> None:
    """Compile the functions named on standard input, until it ends."""
    gc.disable()  # the compiler's objects live to the end
    for line in sys.stdin:
        module, _, name = line.strip().partition(":")
        importlib.import_module(module)
        function = external.waiting(module, name)
        external.declare_all()
        function.link()
        print(line, end="", flush=True)


if __name__ == "__main__":
    main()
