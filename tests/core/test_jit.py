"""The cache of compiled code: one folder per state of the sources, so that no edit is ever missed."""

import json
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import llvmlite.binding
import numpy as np
import pytest

from ctv_env.core import jit
from ctv_env.core.jit import cache, external, helpers, native, versions
from ctv_env.core.jit import compiled as module
from ctv_env.core.jit.store import Store

ROOT = pathlib.Path(jit.__file__).parents[3]
needs_private_parts = pytest.mark.skipif(not versions.is_tried(module.numba.__version__), reason="numba as such")

SOURCES = {
    "core/dice.py": "import numpy as np\n",
    "core/hexgrid.py": "import numpy as np\n",
    "core/__init__.py": "",
    "games/rules.py": "from ctv_env.core import dice\nfrom ctv_env.games.paths import reach\n",
    "games/paths.py": "import ctv_env.core.hexgrid\nfrom ctv_env.games.rules import (\n    late,\n)\n",
    "games/wide.py": "from ctv_env.core import (\n    dice,  # (why)\n    hexgrid as grid,\n)\n",
    "games/other.py": "from ctv_env.core.absent import nothing\n",
}


@pytest.fixture
def package(tmp_path, monkeypatch) -> pathlib.Path:
    """A small package in place of this one; nothing of it has been read yet."""
    for name, source in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    monkeypatch.setattr(cache, "_roots", {"ctv_env": tmp_path})
    monkeypatch.setattr(cache, "_sources", {})
    return tmp_path


def key(package: pathlib.Path, name: str, monkeypatch) -> str:
    """Key of a file as a new process would find it."""
    monkeypatch.setattr(cache, "_sources", {})
    return cache._closure_key(package / name)


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        ("games/rules.py", {"games/rules.py", "games/paths.py"}),
        ("core/hexgrid.py", {"games/rules.py", "games/paths.py", "games/wide.py", "core/hexgrid.py"}),
        ("core/dice.py", {"games/rules.py", "games/paths.py", "games/wide.py", "core/dice.py"}),
        ("games/other.py", {"games/other.py"}),
    ],
)
def test_an_edit_changes_the_key_of_every_file_that_imports_the_edited_one(package, monkeypatch, edited, changed):
    before = {name: key(package, name, monkeypatch) for name in SOURCES}
    path = package / edited
    path.write_text(path.read_text() + "# later\n")
    assert {name for name in SOURCES if key(package, name, monkeypatch) != before[name]} == changed


def test_a_game_from_elsewhere_is_compiled_anew_after_an_edit_of_its_own_files(package, tmp_path, monkeypatch):
    game = tmp_path / "elsewhere" / "chess"
    (game / "board").mkdir(parents=True)
    for folder in (game, game / "board"):
        (folder / "__init__.py").write_text("")
    (game / "board" / "squares.py").write_text("N = 64\n")
    (game / "rules.py").write_text("from chess.board import squares\nfrom ctv_env.core.dice import roll\n")
    rules = "elsewhere/chess/rules.py"
    for edited in (game / "board" / "squares.py", package / "core" / "dice.py"):
        before = key(tmp_path, rules, monkeypatch)
        edited.write_text(edited.read_text() + "# later\n")
        assert key(tmp_path, rules, monkeypatch) != before


def test_the_rules_are_compiled_anew_after_an_edit_of_the_dice():
    """In the real package: a rule is compiled for the file that makes the machine of its game."""
    root = pathlib.Path(jit.__file__).parents[2]
    seen, todo = set(), [root / "games" / "ctv" / "engine" / "machine.py"]
    while todo:
        path = todo.pop()
        seen.add(path)
        todo.extend(cache._source(path).imports - seen)
    assert {root / "core" / "dice.py", root / "core" / "machine.py", root / "games/ctv/rules/r10_combat.py"} <= seen


def test_the_key_of_a_file_is_kept_as_in_use(package, tmp_path, monkeypatch):
    marked = []
    monkeypatch.setattr(cache, "_keys", {})
    monkeypatch.setattr(cache.STORE, "mark_as_used", marked.append)
    dice = package / "core/dice.py"
    assert [cache.cache_key(dice), cache.cache_key(dice)] == [cache._closure_key(dice)] * 2
    assert marked == [cache._closure_key(dice)]


@pytest.mark.parametrize("setting", ["BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT"])
def test_settings_that_change_compiled_code_change_the_key(setting):
    code = "from ctv_env.core.jit import cache; print(cache.cache_key(cache.pathlib.Path(cache.__file__)))"
    usual, other = (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | more,
        ).stdout
        for more in ({}, {f"NUMBA_{setting.removesuffix('_DEFAULT')}": "1"})
    )
    assert usual != other


def test_records_are_zeroed_and_read_by_field():
    block = jit.records(2, np.dtype([("turn", np.int16), ("zoc", np.int8, (2, 3))]))
    assert (block.shape, block[1]["turn"], block[1]["zoc"].sum()) == ((2,), 0, 0)


def test_a_dispatcher_is_made_at_the_first_call_and_but_once(monkeypatch):
    made = []

    class Dispatcher:
        compile = None

        def __init__(self, function):
            time.sleep(0.05)  # the other thread calls meanwhile
            made.append(function)
            self.function = function

        def __call__(self, number):
            return self.function(number)

    def double(number):
        """Twice the number."""
        return 2 * number

    monkeypatch.setattr(module.numba, "njit", lambda **options: Dispatcher)
    compiled = module.Compiled(double, [__file__])
    assert (made, compiled.__name__, compiled.__doc__) == ([], "double", "Twice the number.")
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(compiled, (1, 2))) == [2, 4]
    assert made == [double]
    assert isinstance(compiled.__call__, Dispatcher)  # none of our code precedes it


@jit.jit
def _difference(first, second):
    return first - second


@jit.jit
def _two_differences(small):
    return _difference(small, 2) + _difference(second=small, first=7)


@pytest.mark.skipif(not versions.USES_PRIVATE_PARTS, reason="nothing is compiled, or by numba as such")
def test_a_callee_is_compiled_once_for_whole_numbers_of_any_width_by_place_or_by_name(tmp_path, monkeypatch):
    monkeypatch.setattr(native, "STORE", Store(tmp_path, None))  # a caller from the cache compiles no callee
    assert _two_differences(np.int8(3)) == 5
    assert len(_difference.callee().signatures) == 1


# -- compiled separately -----------------------------------------------------------------------------------------------

SEPARATE = '''
"""A purse, counted by separately compiled functions that call each other."""

import json
import sys

import numpy as np

from ctv_env.core.jit import COMPILED, jit, jit_external, records

PURSE = np.dtype([("coins", np.int64), ("spent", np.int8)])


@jit_external(PURSE, numbers=1, returns=True)
def take(purse, coins):
    """Take coins out; returns how many there were, to a limit of three."""
    taken = min(coins, purse.coins, 3)
    purse.coins -= taken
    return taken


@jit_external(PURSE, numbers=2)
def take_twice(purse, first, second):
    """Calls another separately compiled function, and returns nothing."""
    purse.spent += take(purse, first)
    purse.spent += take(purse, second)


@jit
def pay(purses, n):
    """Ordinary compiled code over them."""
    take_twice(purses[0], n, n)
    return take(purses[0], 1)


purses = records(1, PURSE)
purses[0]["coins"] = 100
paid = pay(purses, 2)
from_python = [take(purses[0], 2), take_twice(purses[0], 1, np.int16(1)), int(purses[0]["coins"])]
print(json.dumps({"paid": int(paid), "python": from_python, "spent": int(purses[0]["spent"]), "name": take.__name__,
                  "doc": take.__doc__, "symbol": getattr(take, "symbol", ""), "numba": COMPILED}))
'''


@pytest.fixture
def purse(tmp_path):
    """Run the module ``SEPARATE`` in a process of its own, with an edit, by the cache in a folder of the test."""
    root = pathlib.Path(jit.__file__).parents[3]

    def run(old: str = "", new: str = "", **environment) -> dict:
        script = tmp_path / "purse.py"
        script.write_text(SEPARATE.replace(old, new) if old else SEPARATE)
        settings = os.environ | {"PYTHONPATH": str(root), "NUMBA_CACHE_DIR": str(tmp_path / "cache")} | environment
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=settings, check=True)
        results = json.loads(done.stdout)
        return results | {"code": {path.name for path in (tmp_path / "cache").rglob("*.nbc")}}

    return run


RIGHT = {"paid": 1, "python": [2, None, 91], "spent": 6, "name": "take"}


def results_of(run: dict) -> dict:
    return {key: run[key] for key in RIGHT}


def test_what_is_compiled_apart_is_called_from_compiled_code_and_from_python(purse):
    first = purse(NUMBA_DISABLE_JIT="0")
    assert results_of(first) == RIGHT
    assert first["doc"].startswith("Take coins out")
    again = purse(NUMBA_DISABLE_JIT="0")
    assert again == first  # from the cache: no code is added
    assert len(first["code"]) > 0


def test_what_is_compiled_apart_may_call_the_function_that_is_compiled_first(purse):
    """Its entry is unfinished when the separately compiled functions are compiled, since its code is loaded last."""
    took = "    taken = min(coins, purse.coins, 3)"
    least = "@jit\ndef least(one, two):\n    return min(one, two)\n\n\n@jit_external(PURSE, numbers=1, returns=True)"
    apart = "@jit_external(PURSE, numbers=1, returns=True)"
    rest = SEPARATE.partition(apart)[2]
    early = rest.replace(took, "    taken = least(least(coins, purse.coins), 3)")
    early = early.replace("\n\npurses =", "\n\nleast(1, 2)\npurses =")
    assert results_of(purse(apart + rest, least + early, NUMBA_DISABLE_JIT="0")) == RIGHT


@needs_private_parts
def test_an_edit_of_what_is_compiled_apart_reaches_all_that_calls_it(purse):
    before = purse(NUMBA_DISABLE_JIT="0")
    after = purse("purse.coins, 3)", "purse.coins, 1)", NUMBA_DISABLE_JIT="0")
    assert results_of(after) == RIGHT | {"python": [1, None, 94], "spent": 4}
    assert after["symbol"] != before["symbol"]
    assert results_of(purse(NUMBA_DISABLE_JIT="0")) == RIGHT  # and back


@pytest.fixture
def coins(tmp_path):
    """Environment of processes that find the functions of ``SEPARATE`` in a module, and its script in ``purse.py``."""
    module, script = SEPARATE.split("purses = records")
    (tmp_path / "coins.py").write_text(module)
    (tmp_path / "purse.py").write_text("from coins import *\npurses = records" + script)
    paths = os.pathsep.join((str(pathlib.Path(jit.__file__).parents[3]), str(tmp_path)))
    return os.environ | {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}


@needs_private_parts
def test_a_helper_compiles_for_the_first_process(tmp_path, coins):
    helper = [sys.executable, "-m", "ctv_env.core.jit.compile_ahead"]
    names = "coins:take_twice\ncoins:take\n"
    done = subprocess.run(helper, input=names, capture_output=True, text=True, env=coins, check=True)
    assert done.stdout == names
    files = {path: path.read_bytes() for path in (tmp_path / "cache").rglob("*.nbc")}
    assert {path.name.split("-")[0] for path in files} == {"take", "take_twice"}
    first = subprocess.run(
        [sys.executable, tmp_path / "purse.py"], capture_output=True, text=True, env=coins, check=True
    )
    assert results_of(json.loads(first.stdout)) == RIGHT
    assert first.stderr == ""  # nothing was left to compile
    assert {path: path.read_bytes() for path in files} == files


@needs_private_parts
def test_a_first_start_says_what_takes_so_long(coins):
    command = [sys.executable, "-c", "import purse"]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, env=coins | {"TQDM_DISABLE": ""}, check=True)
        for _ in range(2)
    )
    assert first.stderr == external._NOTE + "\n"  # and no bar, since this is no terminal
    assert second.stderr == ""
    assert results_of(json.loads(first.stdout)) == results_of(json.loads(second.stdout)) == RIGHT


STEPS = """
import numba
import numpy as np

from ctv_env.core.jit import jit, records

place = records(1, np.dtype([("n", np.int64)]))

@jit
def one(place):
    return place.n + 1

@jit
def two(place):
    return one(place) * 2

@jit
def three(place):
    return two(place[0]) - one(place[0])

def at(n):
    place[0]["n"] = n
    return place
"""


def _symbols(part: pathlib.Path) -> set[str]:
    """What a part defines and calls."""
    _, bitcode, _ = pickle.loads(part.read_bytes()[4:])  # after the check sum
    return {function.name for function in llvmlite.binding.parse_bitcode(bitcode).functions}


@pytest.fixture
def steps(tmp_path):
    """Run a line over the functions of ``STEPS`` in a process of its own; its output, and its parts with symbols."""
    (tmp_path / "steps.py").write_text(STEPS)
    paths = os.pathsep.join((str(pathlib.Path(jit.__file__).parents[3]), str(tmp_path)))

    def run(line: str, place: str) -> tuple[str, dict[str, set[str]]]:
        settings = {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / place)}
        command = [sys.executable, "-c", f"from steps import *; {line}"]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | settings, check=True)
        files = (tmp_path / place).rglob("*.part")
        return done.stdout, {str(file.relative_to(tmp_path / place)): _symbols(file) for file in files}

    return run


@needs_private_parts
def test_a_part_is_the_same_whichever_process_compiles_it(steps):
    _, parts = steps("three(at(1))", "cache")
    first = 'numba.from_dtype(np.dtype([("other", np.int64)])); one(at(1)[0])'  # numba counts types and functions
    _, others = steps(f"{first}; three(at(1))", "other cache")
    assert {pathlib.Path(name).name.split("-")[0] for name in parts} == {"one", "two"}
    assert parts == others


@needs_private_parts
def test_parts_of_several_processes_make_one_function(steps):
    steps("two(at(1)[0])", "cache")  # leaves the part one
    out, parts = steps("print(three(at(3)))", "cache")
    assert out == "4\n"
    assert len(parts) == 2


@needs_private_parts
def test_a_part_whose_callee_has_gone_is_compiled_again(steps, tmp_path):
    _, parts = steps("three(at(1))", "cache")
    (gone,) = (tmp_path / "cache" / name for name in parts if "one-" in name)
    gone.unlink()
    for entry in (tmp_path / "cache").rglob("*.nbc"):
        entry.unlink()
    assert steps("print(three(at(3)))", "cache") == ("4\n", parts)


class Function:
    """Stands for an external function."""

    def __init__(self, name: str):
        self.__name__ = name


@pytest.fixture
def started(monkeypatch):
    """Two cores, and one helper, whose work is what the test says: name -> whether it lives on."""
    ends: dict[str, threading.Event] = {}
    killed = []

    class Process:
        def kill(self):
            killed.append("killed")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            killed.append("closed and waited")

    def compile_in(_process, function):
        ends[function.__name__].wait(10)
        return function.__name__ != "fatal"

    monkeypatch.setattr(helpers, "usable_cores", lambda: 2)
    monkeypatch.setattr(helpers, "free_memory", lambda: None)
    monkeypatch.setattr(helpers, "_start", Process)
    monkeypatch.setattr(helpers, "_compile_in", compile_in)
    return ends, killed


def test_helpers_take_the_last_functions_and_the_first_process_waits_for_those_they_have(started):
    ends, killed = started
    ends |= {name: threading.Event() for name in "abc"}
    functions, done = [Function(name) for name in "abc"], []
    work = helpers.Helpers(functions, lambda: done.append("done"))
    assert work.take(functions[0])
    assert work.take(functions[1])
    threading.Timer(0.05, ends["c"].set).start()
    assert not work.take(functions[2])
    assert ends["c"].is_set()
    work.close()
    assert (done, killed) == (["done"], ["killed", "closed and waited"])


def test_what_a_dead_helper_had_is_left_to_the_first_process(started):
    ends, _ = started
    ends["fatal"] = threading.Event()
    ends["fatal"].set()
    functions = [Function("first"), Function("fatal")]
    work = helpers.Helpers(functions, lambda: pytest.fail("a dead helper has compiled nothing"))
    assert [work.take(function) for function in functions] == [True, True]
    work.close()


@pytest.mark.parametrize(
    ("cores", "memory", "folder", "number"),
    [
        (64, None, True, 11),
        (4, None, True, 3),
        (1, None, True, 0),
        (64, 10**9, True, 2),
        (64, 10**6, True, -1),  # too little even for this process
        (64, None, False, 0),
    ],
)
def test_helpers_are_as_many_as_cores_and_memory_allow_and_none_if_nothing_can_be_stored(
    monkeypatch, cores, memory, folder, number
):
    monkeypatch.setattr(helpers, "usable_cores", lambda: cores)
    monkeypatch.setattr(helpers, "free_memory", lambda: memory)
    monkeypatch.setattr(helpers.STORE, "place", lambda: pathlib.Path() if folder else None)
    assert helpers._number(12) == number


def test_interpreted_nothing_is_compiled_apart(purse):
    run = purse(NUMBA_DISABLE_JIT="1")
    assert results_of(run) == RIGHT
    assert not run["numba"]
    assert not run["code"]
