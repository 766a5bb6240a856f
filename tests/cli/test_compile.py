"""``ctv compile``."""

import os
import pathlib
import subprocess
import sys

import pytest

from ctv_env.cli import compile as module
from ctv_env.cli.main import main
from ctv_env.core import jit

ROOT = pathlib.Path(__file__).parents[2]
TOY = "toygame.spec:SPEC"
needs_compiling = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")


@needs_compiling
@pytest.mark.parametrize("game", [TOY, "ctv", "arriba", "tscw"])
def test_a_game_is_played_and_the_folder_of_its_code_is_named(game, capsys):
    assert main(["compile", game]) == 0
    assert f"s; in {jit.kept_in()}" in capsys.readouterr().out


def test_what_was_compiled_serves_another_process(tmp_path):
    """One that plays and steps environments, and finds nothing left to compile."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests"), *filter(None, sys.path)])
    env = os.environ | {"PYTHONPATH": paths, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    first = subprocess.run([sys.executable, "-m", "ctv_env.compile", TOY], env=env, capture_output=True, text=True)
    assert first.returncode == 0, first.stderr
    assert f"; in {tmp_path}" in first.stdout
    files = {path for path in tmp_path.rglob("*") if path.suffix in (".nbc", ".part")}
    code = f"""
import gymnasium, ctv_env
from ctv_env.cli.main import main
from ctv_env.envs.vector import VectorEnv
for seed in range(3):
    assert main(["play", "--game", {TOY!r}, "--seed", str(seed), "--quiet"]) == 0
envs = VectorEnv(32, game={TOY!r}, threads=2)
envs.reset(seed=1)
for _ in range(20):
    envs.step(envs.draw_actions())
"""
    second = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert second.returncode == 0, second.stderr
    assert {path for path in tmp_path.rglob("*") if path.suffix in (".nbc", ".part")} == files


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("interpreted", "NUMBA_DISABLE_JIT is set, so that nothing is compiled: unset it"),
        ("no folder", "compiled code can be kept nowhere: set NUMBA_CACHE_DIR to a folder of your own"),
        ("no game", "no game 'chess'"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_a_sentence(change, message, monkeypatch, capsys):
    monkeypatch.setattr(jit, "COMPILED", change != "interpreted")
    monkeypatch.setattr(jit, "kept_in", lambda: None if change == "no folder" else pathlib.Path())
    monkeypatch.setattr(module, "_play", lambda spec: pytest.fail("nothing may be played"))
    assert main(["compile", "chess" if change == "no game" else TOY]) == 2
    assert message in capsys.readouterr().err
