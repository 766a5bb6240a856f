"""The only module that exposes numba to the package: compile options, and a cache that cannot serve stale code."""

from ctv_env.core.jit.cache import kept_in
from ctv_env.core.jit.checked import checked
from ctv_env.core.jit.decorators import jit, jit_external
from ctv_env.core.jit.dispatch import dispatch
from ctv_env.core.jit.filled_in import filled_in
from ctv_env.core.jit.memory import array_at, lowest_bit, prefetch, records
from ctv_env.core.jit.versions import COMPILED

__all__ = [
    "COMPILED",
    "array_at",
    "checked",
    "dispatch",
    "filled_in",
    "jit",
    "jit_external",
    "kept_in",
    "lowest_bit",
    "prefetch",
    "records",
]
