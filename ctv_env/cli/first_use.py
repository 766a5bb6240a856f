"""What a person is told who waits for the rules to be compiled."""

import sys

NOTE = "ctv: compiling the rules for this machine; once; that takes two minutes of a core"
_ANSWER_AT_ONCE = ("plot", "serve")  # commands that mostly compile nothing, or that say so themselves


def tell_of_compiling(command: str) -> None:
    """Say, to a person at a terminal, why the first ``command`` takes minutes."""
    if command in _ANSWER_AT_ONCE or not sys.stderr.isatty():
        return
    from ctv_env.core.jit import cache_root

    if next(cache_root().rglob("*.nbi"), None) is None:
        print(NOTE, file=sys.stderr, flush=True)
