"""``make test-bounds`` fails for an index error that no caller can catch, in a function compiled by itself."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
TEST = """\
import ctypes

import numba
import numpy as np


@numba.cfunc("int64(int64)", boundscheck=True, nopython=True)
def beyond(k):
    return np.zeros(3, np.int64)[k]


def test_an_index():
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(beyond.address)({index})
"""


def outcome(folder: pathlib.Path, index: int) -> tuple[int, str]:
    """Exit code and output of pytest, with the settings of this project."""
    file = folder / "test_planted.py"
    file.write_text(TEST.format(index=index))
    words = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", str(file)]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout


def test_an_index_error_that_nobody_can_catch_fails_a_test(tmp_path):
    assert outcome(tmp_path, 2)[0] == 0
    code, said = outcome(tmp_path, 3)
    assert code == 1
    assert "PytestUnraisableExceptionWarning" in said
