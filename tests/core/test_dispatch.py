"""Dispatch by a number, compiled and interpreted."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from ctv_env.core import jit
from ctv_env.core.jit import cache, dispatch

HERE = pathlib.Path(__file__)

SHOP = '''
"""A purse, and what is done with it by number."""

import json
import sys

import numpy as np

from ctv_env.core.jit import dispatch, jit, records

PURSE = np.dtype([("coins", np.int64)])
EARN, LOSE, COUNT = 3, 4, 9


@jit
def earn(purse, coins):
    """Takes both."""
    purse.coins += coins


@jit
def lose_all(purse):
    """Takes one."""
    purse.coins = 0


@jit
def why_not_earn(n):
    """Its own name for the last."""
    return n // 10


@dispatch({EARN: earn, LOSE: lose_all})
def act(verb, purse, coins):
    """What is done."""


@dispatch({EARN: why_not_earn}, otherwise=7)
def why_not(verb, purse, coins):
    """The reason against it."""


@jit
def play(purses):
    """From compiled code."""
    purse = purses[0]
    act(EARN, purse, 5)
    act(COUNT, purse, 50)
    before = purse.coins
    act(LOSE, purse, 1)
    act(EARN, purse, 2)
    return 100 * before + purse.coins


purses = records(1, PURSE)
played = int(play(purses))
act(EARN, purses[0], 30)
reasons = [int(why_not(verb, purses[0], 56)) for verb in (EARN, LOSE, COUNT)]
print(json.dumps({"played": played, "coins": int(purses[0]["coins"]), "reasons": reasons, "doc": act.__doc__}))
'''
RIGHT = {"played": 502, "coins": 32, "reasons": [5, 7, 7], "doc": "What is done."}


@pytest.fixture
def shop(tmp_path):
    """Run the module ``SHOP`` in a process of its own, with an edit, by a cache in the folder of the test."""
    root = pathlib.Path(jit.__file__).parents[3]

    def run(old: str = "", new: str = "", **environment) -> tuple[dict, set]:
        script = tmp_path / "shop.py"
        script.write_text(SHOP.replace(old, new) if old else SHOP)
        settings = os.environ | {"PYTHONPATH": str(root), "NUMBA_CACHE_DIR": str(tmp_path / "cache")} | environment
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=settings, check=True)
        return json.loads(done.stdout), {path.name for path in (tmp_path / "cache").rglob("*.nbc")}

    return run


def test_each_number_is_given_to_its_function_and_any_other_to_none(shop):
    printed, code = shop(NUMBA_DISABLE_JIT="0")
    assert printed == RIGHT
    assert {name.split("-")[0] for name in code} >= {"act", "why_not", "play"}
    assert shop(NUMBA_DISABLE_JIT="0") == (printed, code)  # from the cache: no code is added


def test_an_edit_of_the_table_or_of_a_case_reaches_what_is_compiled(shop):
    assert shop(NUMBA_DISABLE_JIT="0")[0] == RIGHT
    swapped = shop("{EARN: earn, LOSE: lose_all}", "{COUNT: earn, LOSE: lose_all}", NUMBA_DISABLE_JIT="0")
    assert swapped[0] == RIGHT | {"played": 5000, "coins": 0}
    dear = shop("purse.coins += coins", "purse.coins += 2 * coins", NUMBA_DISABLE_JIT="0")
    assert dear[0] == RIGHT | {"played": 1004, "coins": 64}


def test_interpreted_it_does_the_same(shop):
    assert shop(NUMBA_DISABLE_JIT="1") == (RIGHT, set())


def wait(s):
    """A case that needs less."""


def test_its_code_stands_where_the_function_is_that_it_fills_in():
    """So the cache knows it by that file, and a debugger shows the function's own head."""

    @dispatch({1: wait})
    def act(node, s):
        """What is done."""

    code = getattr(act, "__wrapped__", act).__code__
    assert pathlib.Path(code.co_filename) == HERE
    assert {line for *_, line in code.co_lines()} <= {code.co_firstlineno}
    assert "@dispatch" in HERE.read_text().splitlines()[code.co_firstlineno - 1]


def test_a_case_that_wants_what_is_not_there_is_refused():
    def push(s, w, x):
        """Wants ``w``."""

    with pytest.raises(TypeError, match="act has no w for push, but s, x"):

        @dispatch({1: push})
        def act(node, s, x):
            """What is done."""


def test_the_cache_of_the_engine_covers_the_table_and_the_chapters():
    root = pathlib.Path(jit.__file__).parents[2]
    engine = root / "games" / "ctv" / "engine"
    assert engine / "node_table.py" in cache._source(engine / "machine.py").imports
    chapters = {path for path in cache._source(engine / "node_table.py").imports if path.parent.name == "rules"}
    assert len(chapters) > 10


def test_without_cases_nothing_is_done():
    @dispatch({})
    def act(node, s):
        """What is done."""

    assert act(3, 0) is None
