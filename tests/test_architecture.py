"""The floors of the house: imports only look down, one door to numba, nothing heavy behind the engine."""

import ast
import pathlib
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / "ctv_env"
FLOORS = {  # folder of the package -> prefixes it may import from this project
    "core": ("ctv_env.core",),
    "games": ("ctv_env.core", "ctv_env.games"),
    "render": ("ctv_env.core", "ctv_env.render"),
    "envs": ("ctv_env.core", "ctv_env.games", "ctv_env.render", "ctv_env.envs"),
    "bench": ("ctv_env.core", "ctv_env.games", "ctv_env.envs", "ctv_env.bench"),
    "serve": ("ctv_env.core", "ctv_env.games", "ctv_env.render", "ctv_env.serve"),
}
# The looks upwards, each inside a function: a saved or recorded game names its game, and core asks the registry for it;
# a game shows itself in a notebook; an opponent, in an environment or at a table, may be a checkpoint, and that is an
# agent.
ALLOWED = {
    ("core/game.py", "ctv_env.games"),
    ("core/game.py", "ctv_env.render.svg"),
    ("core/replay/format.py", "ctv_env.games"),
    ("envs/opponents.py", "agents.registry"),
    ("serve/players.py", "agents.registry"),
}
HEAVY = (
    *("agents", "numba", "torch", "pettingzoo", "matplotlib", "ray", "pyspiel", "stable_baselines3"),
    *("pygame", "PIL", "resvg_py", "ctv_env.render"),
)
LIMIT = 0.3  # seconds


def _imports(path: pathlib.Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found.add(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("importlib.import_module", "import_module"):
            found |= {name.value for name in node.args if isinstance(name, ast.Constant)}
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


def test_every_exception_is_made_use_of():
    for file, name in ALLOWED:
        assert name in _imports(PACKAGE / file)


@pytest.mark.parametrize("room", ["model", "rules", "loading"])
def test_an_edit_of_a_channel_compiles_no_rule_anew(room):
    """What the rules are made of knows nothing of what is observed."""
    for path in _files(f"games/ctv/{room}"):
        assert not any(name.startswith("ctv_env.games.ctv.observation") for name in _imports(path)), path


def test_one_door_to_numba():
    users = [path for path in PACKAGE.rglob("*.py") if any(name.split(".")[0] == "numba" for name in _imports(path))]
    assert users
    assert {str(path.relative_to(PACKAGE).parent) for path in users} == {"core/jit"}


def test_the_engine_needs_no_learning_library_and_no_drawing():
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "pettingzoo", "gymnasium"}
    heavy |= {"pygame", "PIL", "resvg_py"}
    for path in _files("core") + _files("games"):
        assert not heavy & {name.split(".")[0] for name in _imports(path)}, path


def test_core_names_no_game():
    for path in _files("core"):
        for word in ("santander", "republican", "basque"):
            assert word not in path.read_text().lower(), f"{path.name} names {word}"


def test_the_server_knows_no_house():
    """Of a game it sees what ``ctv_env.games`` hands out: its rules and its aid."""
    for path in _files("serve"):
        assert not any(name.startswith("ctv_env.games.") for name in _imports(path)), path


def _python(code: str) -> str:
    """What a new interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.parametrize("more", ["", "; gymnasium.spec('ctv_env/Duel1937-v0'); ctv_env.list_games()"])
def test_importing_the_package_is_light(more):
    code = f"import sys, gymnasium, ctv_env{more}; print([name for name in {HEAVY} if name in sys.modules])"
    assert _python(code).strip() == "[]"


def test_importing_the_package_is_quick(capsys):
    codes, best = ("pass", "import gymnasium", "import ctv_env"), [float("inf")] * 3
    for _ in range(5):  # by turns, so that a busy moment of the machine hits all alike; the best of each counts
        for k, code in enumerate(codes):
            begun = time.perf_counter()
            _python(code)
            best[k] = min(best[k], time.perf_counter() - begun)
    needed, ours = (seconds - best[0] for seconds in best[1:])
    with capsys.disabled():
        print(f"\nimport ctv_env {1000 * ours:.0f} ms, of which gymnasium {1000 * needed:.0f} ms")
    # Gymnasium, which it needs, sets the pace of a slow machine: there, no more than half of its time on top.
    assert ours < max(LIMIT, 1.5 * needed)
