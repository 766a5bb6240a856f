"""What the helpers of a first start run (``helpers.py``): they compile one function after another into the cache.

A line of standard input names a function that is compiled by itself, ``module:name``; it is repeated on standard
output when that is done.
"""

import gc
import importlib
import sys

from ctv_env.core.jit import external


def main() -> None:
    """Compile what standard input names, till it ends."""
    gc.disable()  # nothing of a compiler goes soon
    for line in sys.stdin:
        module, _, name = line.strip().partition(":")
        function = getattr(importlib.import_module(module), name)
        external.declare_all()
        function.link()
        print(line, end="", flush=True)


if __name__ == "__main__":
    main()
