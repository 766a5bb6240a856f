"""The floors of the house: imports only look down, one door to numba, nothing heavy behind the engine."""

import ast
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / "ctv_env"
FLOORS = {  # folder of the package -> prefixes it may import from this project
    "core": ("ctv_env.core",),
    "games": ("ctv_env.core", "ctv_env.games"),
    "envs": ("ctv_env.core", "ctv_env.games", "ctv_env.envs"),
}
# The one look upwards: a saved game names its game, and core asks the registry for it.
ALLOWED = {("core/game.py", "ctv_env.games")}


def _imports(path: pathlib.Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found.add(node.module)
    return found


def _files(folder: str) -> list[pathlib.Path]:
    files = sorted((PACKAGE / folder).rglob("*.py"))
    assert files, f"no source in {folder}"
    return files


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_only_look_down(floor):
    for path in _files(floor):
        for name in _imports(path):
            if name.split(".")[0] in ("ctv_env", "agents") and name != "ctv_env":
                inside = (str(path.relative_to(PACKAGE)), name) in ALLOWED
                assert name.startswith(FLOORS[floor]) or inside, f"{path.name} imports {name}"


def test_one_door_to_numba():
    users = [path for path in PACKAGE.rglob("*.py") if any(name.split(".")[0] == "numba" for name in _imports(path))]
    assert [str(path.relative_to(PACKAGE)) for path in users] == ["core/jit.py"]


def test_the_engine_needs_no_learning_library_and_no_drawing():
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "pygame", "pettingzoo", "gymnasium"}
    for path in _files("core") + _files("games"):
        assert not heavy & {name.split(".")[0] for name in _imports(path)}, path


def test_core_names_no_game():
    for path in _files("core"):
        for word in ("santander", "republican", "basque"):
            assert word not in path.read_text().lower(), f"{path.name} names {word}"


def test_importing_the_package_is_light():
    code = "import sys, ctv_env; print([m for m in ('numba', 'torch', 'pettingzoo', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"
