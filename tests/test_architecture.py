"""The layers of the package.

Imports only point down, from floor to floor, from room to room of a game, and from file to file; one folder imports
numba, the engine loads nothing heavy, and only a game uses its own words.
"""

import ast
import functools
import graphlib
import pathlib
import re
import subprocess
import sys
import time

import pytest

from ctv_env.core.jit.cache import _source
from ctv_env.games import GAMES

ROOT = pathlib.Path(__file__).parents[1]
REGISTRY = "ctv_env.games"
FLOORS = {  # folder -> packages of this project it may import; of the games, only the registry, which returns specs
    "ctv_env/core": ("ctv_env.core",),
    "ctv_env/games": ("ctv_env.core", REGISTRY),
    "ctv_env/render": ("ctv_env.core", "ctv_env.render"),
    "ctv_env/envs": ("ctv_env.core", REGISTRY, "ctv_env.render", "ctv_env.envs"),
    "ctv_env/bench": ("ctv_env.core", REGISTRY, "ctv_env.envs", "ctv_env.bench"),
    "ctv_env/serve": ("ctv_env.core", REGISTRY, "ctv_env.render", "ctv_env.serve"),
    "agents": ("ctv_env.core", REGISTRY, "ctv_env.envs", "ctv_env.render", "ctv_env.agents"),
    "ctv_env/cli": (
        *("ctv_env.core", REGISTRY, "ctv_env.envs", "ctv_env.render", "ctv_env.serve", "ctv_env.bench"),
        *("ctv_env.cli", "ctv_env.agents"),
    ),
}
# The exceptions, each inside a function: a game displays itself in a notebook; an opponent in an environment or a
# session may be a checkpoint, and that is an agent.
ALLOWED = {
    ("ctv_env/core/game.py", "ctv_env.render.svg"),
    ("ctv_env/envs/opponents.py", "ctv_env.agents.registry"),
    ("ctv_env/serve/players.py", "ctv_env.agents.registry"),
    ("ctv_env/serve/players.py", "ctv_env.agents.opinions.ask"),
}
# The rooms of a game, from the ground up: each imports only itself and those before it.  A game's ``__init__`` comes
# before them all, since it is imported with any of them.
ROOMS = (
    *("model", "rules", "loading", "engine", "policies", "observation", "text", "serialization", "drawing", "guide"),
    *("analysis", "spec"),
)
# The circles, each in types alone: the functions for a page take the game in play, whose spec holds them.
CIRCLES = {("ctv_env/core/ui.py", "ctv_env.core.game")}
WORDS = {  # of a game: its own vocabulary, as a regular expression for each word
    "ctv": (
        *("santander", "basque", "nationalist", "republican", "(?<![0-9])469(?![0-9])"),
        "[\"']edition[\"']",
        "(?<![a-z])vp(?![a-z])",
    )
}
HEX = "(?<![a-z.])(?<!in )hex(es)?(?![a-z(]| digits)"  # of hexes; numbers may be written in hex
HEX_FILES = ("ctv_env/core/hexgrid.py", "ctv_env/core/bitboard.py")
HEAVY = (
    *("ctv_env.agents", "numba", "torch", "pettingzoo", "matplotlib", "ray", "pyspiel", "stable_baselines3"),
    *("pygame", "PIL", "resvg_py", "ctv_env.render"),
)
LIMIT = 0.3  # seconds


@functools.cache
def _imports(path: pathlib.Path) -> set[str]:
    """Modules that a source file imports; of a package that names of it are imported from, its modules among them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if _is_module(name)}
            found |= modules if modules == inner else modules | {node.module}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("importlib.import_module", "import_module"):
            found |= {name.value for name in node.args if isinstance(name, ast.Constant)}
    return found


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _files(folder: str) -> list[pathlib.Path]:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"no source in {folder}"
    return files


def _module(path: pathlib.Path) -> str:
    """The name by which a source file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = ("ctv_env",) if parts[0] == "agents" else ()
    return ".".join((*package, *(part for part in parts if part != "__init__")))


def _name(path: pathlib.Path) -> str:
    return str(path.relative_to(ROOT))


def _may_import(floor: str, file: str, name: str) -> bool:
    if name == "ctv_env" or (file, name) in ALLOWED:
        return True
    if name.startswith(f"{REGISTRY}."):  # a game's own packages
        game = name.split(".")[2]
        return file.startswith(f"ctv_env/games/{game}/")
    return any(name == package or name.startswith(f"{package}.") for package in FLOORS[floor])


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_only_look_down(floor):
    looks = [
        f"{_name(path)} imports {name}"
        for path in _files(floor)
        for name in sorted(_imports(path))
        if name.split(".")[0] == "ctv_env" and not _may_import(floor, _name(path), name)
    ]
    assert not looks, "; ".join(looks)


def test_every_folder_is_a_floor():
    sources = {path.parent for top in ("ctv_env", "agents") for path in (ROOT / top).rglob("*.py")}
    outside = [_name(folder) for folder in sources if not any(_name(folder).startswith(floor) for floor in FLOORS)]
    assert outside == ["ctv_env"], f"no floor for {outside}"


def test_every_exception_is_made_use_of():
    for file, name in ALLOWED:
        assert name in _imports(ROOT / file), f"{file} does not import {name}"


def _room(module: str) -> str:
    """The room of a game that a module of it belongs to."""
    return module.split(".")[3]


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game_only_look_down(game):
    house, looks = f"{REGISTRY}.{game}", []
    for path in _files(f"ctv_env/games/{game}"):
        below = () if _module(path) == house else ROOMS[: ROOMS.index(_room(_module(path))) + 1]
        inside = sorted(name for name in _imports(path) if name.startswith(f"{house}."))
        looks += [f"{_name(path)} imports {name}" for name in inside if _room(name) not in below]
    assert not looks, "; ".join(looks)


def test_every_room_has_its_place():
    files = [path for game in GAMES for path in _files(f"ctv_env/games/{game}")]
    rooms = {_room(_module(path)) for path in files if _module(path).count(".") > 2}
    assert rooms == set(ROOMS)


def _circle(exceptions: set[tuple[str, str]]) -> list[str]:
    """Modules that import one another in a circle, in functions and for types too; empty if none do."""
    paths = _files("ctv_env") + _files("agents")
    imports = {
        _module(path): {name for name in _imports(path) if (_name(path), name) not in exceptions} for path in paths
    }
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


def test_no_module_imports_itself_by_way_of_others():
    circle = _circle(CIRCLES)
    assert not circle, " is imported by ".join(circle)


@pytest.mark.parametrize("exception", CIRCLES)
def test_every_circle_that_is_let_be_is_one(exception):
    assert _circle(CIRCLES - {exception})


def test_an_edit_of_a_channel_compiles_no_rule_anew():
    """The compiled code of a rule depends on all that its file imports, at any depth; no channel is among that."""
    todo, seen = _files("ctv_env/games/ctv/rules"), set()
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += _source(path).imports
    assert ROOT / "ctv_env/games/ctv/model/codes.py" in seen
    assert not [path for path in seen if path.name == "channels.py" or path.parent.name == "observation"]


def test_one_door_to_numba():
    files = _files("ctv_env") + _files("agents")
    users = [path for path in files if any(name.split(".")[0] == "numba" for name in _imports(path))]
    assert users
    assert {_name(path.parent) for path in users} == {"ctv_env/core/jit"}


def test_the_engine_needs_no_learning_library_and_no_drawing():
    heavy = {"torch", "stable_baselines3", "sb3_contrib", "matplotlib", "pettingzoo", "gymnasium"}
    heavy |= {"pygame", "PIL", "resvg_py"}
    for path in _files("ctv_env/core") + _files("ctv_env/games"):
        assert not heavy & {name.split(".")[0] for name in _imports(path)}, path


# -- words ---------------------------------------------------------------------------------------------------------


def _pages_and_sources() -> list[str]:
    """Files that people or machines read words from, those of the games left out."""
    files = (path for top in ("ctv_env", "agents") for path in (ROOT / top).rglob("*"))
    kinds = (".py", ".js", ".html", ".css")
    found = sorted(_name(path) for path in files if path.suffix in kinds)
    return [file for file in found if not file.startswith("ctv_env/games/") or file.count("/") == 2]


def said(file: str, words: tuple[str, ...]) -> list[str]:
    """Each of ``words`` in ``file``, with its line."""
    pattern = re.compile("|".join(words), re.IGNORECASE)
    lines = enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1)
    return [f"{file}:{number} says {match[0]!r}" for number, line in lines for match in pattern.finditer(line)]


@pytest.mark.parametrize("file", _pages_and_sources())
def test_only_a_game_says_its_words(file):
    words = [word for of_game in WORDS.values() for word in of_game] + ([] if file in HEX_FILES else [HEX])
    found = said(file, tuple(words))
    assert not found, "words of one game outside of it: " + "; ".join(found)


@pytest.mark.parametrize("game", WORDS)
def test_each_word_is_one_of_the_game(game):
    """Else it would be looked for in vain."""
    text = "\n".join(path.read_text() for path in _files(f"ctv_env/games/{game}"))
    for word in (*WORDS[game], HEX):
        if "469" not in word:  # a number computed by the layout
            assert re.search(word, text, re.IGNORECASE), word


# -- lightness -----------------------------------------------------------------------------------------------------


def _python(code: str) -> str:
    """What a new interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.parametrize("more", ["", "; gymnasium.spec('ctv_env/Duel1937-v0'); ctv_env.list_games()"])
def test_importing_the_package_is_light(more):
    code = f"import sys, gymnasium, ctv_env{more}; print([name for name in {HEAVY} if name in sys.modules])"
    assert _python(code).strip() == "[]"


def test_importing_the_package_is_quick(capsys):
    codes, best = ("pass", "import gymnasium", "import ctv_env"), [float("inf")] * 3
    for _ in range(5):  # in turn, so that a busy period affects all alike; the best of each counts
        for k, code in enumerate(codes):
            begun = time.perf_counter()
            _python(code)
            best[k] = min(best[k], time.perf_counter() - begun)
    needed, ours = (seconds - best[0] for seconds in best[1:])
    with capsys.disabled():
        print(f"\nimport ctv_env {1000 * ours:.0f} ms, of which gymnasium {1000 * needed:.0f} ms")
    # Gymnasium, which it needs, sets the pace of a slow machine: there, it may add half of Gymnasium's time at most.
    assert ours < max(LIMIT, 1.5 * needed)
