"""Separate compilation of frequently called rule functions of the state, the tables and the scratch."""

import functools

from ctv_env.core.jit import jit_external
from ctv_env.games.tscw.model.state import SCRATCH, STATE
from ctv_env.games.tscw.model.tables import TABLES

rule_kernel = functools.partial(jit_external, STATE, TABLES, SCRATCH)
"""Decorator for a function of ``s``, ``t``, ``w`` and ``numbers`` more integers, which ``returns`` one or nothing."""
