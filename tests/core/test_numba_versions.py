"""Versions of numba: the private parts that are used are as they were tried, and other versions do without them."""

import ast
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import numba
import pytest
from core.test_jit import RIGHT, SEPARATE, results_of
from numba.core import (
    caching,
    ccallback,
    codegen,
    compiler,
    compiler_machinery,
    dispatcher,
    funcdesc,
    rewrites,
    serialize,
)
from numba.core.base import BaseContext
from numba.core.typed_passes import AnnotateTypes
from numba.core.typing import context as typing_context
from numba.np.arrayobj import np_cfarray

from ctv_env.core.jit import pipeline, versions

ROOT = pathlib.Path(__file__).parents[2]
PRIVATE = {"compiled", "external", "native", "parts", "pipeline"}  # modules of core/jit


@pytest.mark.parametrize(
    ("version", "tried"),
    [
        *[("0.60.0", False), ("0.61.0", True), ("0.66.0", True), ("0.68.1", True)],
        *[("0.69.0rc1", False), ("0.69.0dev0+12.gab3", False), ("1.0.0", False)],
    ],
)
def test_private_parts_are_used_only_in_tried_versions(version, tried):
    assert versions.is_tried(version) == tried


def test_the_package_asks_for_a_tried_version():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    first, last = (".".join(map(str, version)) for version in versions.TRIED)
    major, minor = last.split(".")
    assert f"numba>={first},<{major}.{int(minor) + 1}" in wanted


# -- the private parts -------------------------------------------------------------------------------------------------

SIGNATURES = [  # what is called or overridden, and its parameters
    (codegen.JITCodeLibrary, "__init__", "self codegen name"),
    (codegen.JITCodeLibrary, "add_linking_library", "self library"),
    (codegen.JITCodeLibrary, "_optimize_functions", "self ll_module"),
    (codegen.JITCodeLibrary, "_optimize_final_module", "self"),
    (codegen.JITCodeLibrary, "_finalize_final_module", "self"),
    (codegen.JITCodeLibrary, "_finalize_dynamic_globals", "self"),
    (codegen.JITCodeLibrary, "_get_module_for_linking", "self"),
    (codegen.JITCodeLibrary, "_ensure_finalized", "self"),
    (codegen.JITCPUCodegen, "magic_tuple", "self"),
    (compiler.Compiler, "compile_extra", "self func"),
    (compiler.Compiler, "_compile_bytecode", "self"),
    (compiler.Compiler, "define_pipelines", "self"),
    (compiler.DefaultPassBuilder, "define_nopython_pipeline", "state name"),
    (compiler.Flags, "values", "self"),
    (compiler_machinery.PassManager, "finalize", "self"),
    (compiler_machinery.PassManager, "_runPass", "self index pss internal_state"),
    (compiler_machinery.PassManager, "add_pass_after", "self pass_cls location"),
    (compiler.CompileResult, "_reduce", "self"),
    (
        compiler.CompileResult,
        "_rebuild",
        "target_context libdata fndesc env signature objectmode lifted typeann reload_init referenced_envs",
    ),
    (caching.NullCache, "load_overload", "self sig target_context"),  # in whose place our own caches stand
    (caching.NullCache, "save_overload", "self sig cres"),
    (ccallback.CFunc, "__init__", "self pyfunc sig locals options pipeline_class"),
    (ccallback.CFunc, "compile", "self"),
    (dispatcher.Dispatcher, "get_call_template", "self args kws"),
    (dispatcher.Dispatcher, "add_overload", "self cres"),
    (typing_context.BaseContext, "resolve_function_type", "self func args kws"),
    (typing_context.CallStack, "findfirst", "self py_func"),
    (BaseContext, "insert_user_function", "self func fndesc libs"),
    (BaseContext, "refresh", "self"),
    (rewrites.Rewrite, "match", "self func_ir block typemap calltypes"),
    (funcdesc, "default_mangler", "name argtypes abi_tags uid"),
    (serialize, "dumps", "obj"),
    (sys.modules[np_cfarray.__module__], "np_cfarray", "context builder sig args"),
]


@pytest.mark.parametrize(("owner", "name", "parameters"), SIGNATURES)
def test_a_private_function_takes_what_it_is_given(owner, name, parameters):
    assert " ".join(inspect.signature(getattr(owner, name)).parameters) == parameters


def test_the_passes_that_are_left_out_or_preceded_are_among_those_of_numba():
    state = compiler.StateDict()
    state.flags, state.func_ir = compiler.Flags(), None
    passes = {one for one, _ in compiler.DefaultPassBuilder.define_nopython_pipeline(state).passes}
    assert passes >= pipeline._UNUSED | {AnnotateTypes}


def test_a_compiled_function_has_the_attributes_that_are_read():
    function = numba.njit(lambda number: number + 1)
    function(1)
    (result,) = function.overloads.values()
    wanted = {"target_context", "typing_context", "library", "environment", "entry_point", "fndesc", "signature"}
    assert wanted | {"objectmode"} <= set(result._fields)
    assert {"typemap", "calltypes"} <= set(dir(result.fndesc))
    assert {"_codegen", "_final_module", "_finalized", "name"} <= set(dir(result.library))
    assert result.library._codegen._data_layout
    assert result.target_context.mangler(function.__name__, ())
    assert result.library.has_dynamic_globals is False
    assert {"_cache", "_compiler"} <= vars(function).keys()
    assert not function.is_compiling


def test_the_flags_that_are_set_exist():
    flags = compiler.Flags()
    assert {"no_compile", "nrt", "no_cpython_wrapper", "no_cfunc_wrapper"} <= flags.options.keys()
    assert flags._values == {}
    assert compiler.Flags(flags).values() == flags.values() == pipeline._Flags(flags).values()


# -- any other version -------------------------------------------------------------------------------------------------

OTHER = "0.99.0"
PRETEND = f"import numba\nnumba.__version__ = {OTHER!r}\n"
TELL = """
import sys
used = sorted(name.rpartition(".")[2] for name in sys.modules if name.startswith("ctv_env.core.jit."))
print(json.dumps(used))
"""


@pytest.fixture
def other(tmp_path):
    """Run a source in a process that takes numba for another version; its lines of output, and those of errors."""
    (tmp_path / "sitecustomize.py").write_text(PRETEND)

    def run(source: str, **environment) -> tuple[list[str], str]:
        script = tmp_path / "purse.py"
        script.write_text(source)
        paths = os.pathsep.join((str(tmp_path), str(ROOT), str(ROOT / "tests")))
        given = {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
        command = [sys.executable, str(script)]
        settings = os.environ | given | environment
        done = subprocess.run(command, capture_output=True, text=True, env=settings, check=True)
        return done.stdout.splitlines(), done.stderr

    return run


def test_another_version_gives_the_same_results_without_private_parts(other, tmp_path):
    (results, used), errors = other(SEPARATE + TELL)
    assert results_of(json.loads(results)) == RIGHT
    assert not PRIVATE & set(json.loads(used))
    assert len(list((tmp_path / "cache").rglob("purse.take-*.nbi"))) == 1
    assert errors.count("Warning") == 1
    assert f"numba {OTHER} has not been tried" in errors


def test_another_version_serves_no_stale_code(other, tmp_path):
    """After an edit of another file, of which numba's own cache knows nothing."""
    (tmp_path / "bank").mkdir()
    (tmp_path / "bank/__init__.py").touch()
    (tmp_path / "bank/limits.py").write_text("from ctv_env.core.jit import jit\n\n@jit\ndef most():\n    return 3\n")
    take = "@jit\ndef take(coins):\n    return min(coins, most())\n"
    (tmp_path / "bank/purse.py").write_text(f"from bank.limits import most\nfrom ctv_env.core.jit import jit\n\n{take}")
    say = "from bank.purse import take\nprint(take(9), *take.stats.cache_misses.values())"
    assert other(say)[0] == ["3 1"]
    assert other(say)[0] == ["3"]  # from the cache
    limits = tmp_path / "bank/limits.py"
    limits.write_text(limits.read_text().replace("3", "1"))
    assert other(say)[0] == ["1 1"]


def test_another_version_reads_arrays_at_an_address_and_finds_bits(other):
    source = """
import numpy as np
from ctv_env.core.jit import array_at, jit, lowest_bit, prefetch

@jit
def total(place, n):
    prefetch(place, 8 * n)
    numbers = array_at(place, (n,), np.int64)
    numbers[0] += 1
    return numbers.sum() + lowest_bit(n)

numbers = np.arange(8)
print(total(numbers.ctypes.data, len(numbers)), numbers[0])
"""
    assert other(source)[0] == ["32 1"]


def test_the_interpreted_rules_need_no_version(other):
    (results, used), errors = other(SEPARATE + TELL, NUMBA_DISABLE_JIT="1")
    assert results_of(json.loads(results)) == RIGHT
    assert errors == ""
    assert not PRIVATE & set(json.loads(used))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["duel-en", "arriba-unforced", "tscw-north-unforced"])
def test_another_version_plays_the_golden_games(other, name):
    source = f"""
from golden.games import CASES, FOLDER, replay
print(replay(CASES[{name!r}], (FOLDER / "{name}.txt").read_text()))
"""
    assert other(source)[0] == ["None"]


def test_other_modules_import_only_what_numba_makes_public():
    """Imports within ``if USES_PRIVATE_PARTS`` aside."""
    public = {"numba", "llvmlite.ir", "llvmlite.binding"}
    for path in sorted((ROOT / "ctv_env/core/jit").glob("*.py")):
        tree = ast.parse(path.read_text())
        plain = [node for node in tree.body if ast.unparse(getattr(node, "test", node)) != "USES_PRIVATE_PARTS"]
        names = {alias.name for node in plain if isinstance(node, ast.Import) for alias in node.names}
        names |= {str(node.module) for node in plain if isinstance(node, ast.ImportFrom)}
        private = {name for name in names if re.match("numba|llvmlite", name)} - public
        assert path.stem in PRIVATE or not private, f"{path.name} imports {private}"
