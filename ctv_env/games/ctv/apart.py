"""Compiled apart: rule functions of the state, the tables and the scratch that much other code calls."""

import functools

from ctv_env.core.jit import jit_apart
from ctv_env.games.ctv.state import STATE, WORK
from ctv_env.games.ctv.tables import TABLES

rule_apart = functools.partial(jit_apart, STATE, TABLES, WORK)
"""Decorator of a function of ``s``, ``t``, ``w``, ``numbers`` whole numbers more, which ``returns`` one or nothing."""
