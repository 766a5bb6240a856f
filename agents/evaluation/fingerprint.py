"""What a result depends on, in hashes: when one of them changes, older results tell nothing about today."""

import ast
import functools
import hashlib
import importlib.util
import pathlib
import typing

from agents.base import Agent
from agents.evaluation.records import Setting

_ROOT = pathlib.Path(__file__).parents[2]
_PACKAGES = ("agents", "ctv_env")
_DIGITS = 12


def place_of(setting: Setting) -> str:
    """The game that is played in a setting: rules by version and code, data, scenario and options."""
    spec, tables = setting.spec, setting.tables
    options = " ".join(f"{name}={value}" for name, value in sorted(tables.options.items()))
    code, data = code_hash(spec.rules.__name__, spec.load.__module__), tables.data_hash[:_DIGITS]
    return f"{spec.name}/{tables.scenario} rules {spec.version} code {code} data {data} {options}"


def game_in(place: str) -> str:
    """Name of the game that is played in a ``place``."""
    return place.partition("/")[0]


def identity_of_agent(label: str, agent: Agent, setting: Setting) -> str:
    """What an agent is called, and a hash of the code by which it decides and of the files that it is made of."""
    code = code_hash(type(agent).__module__, *getattr(agent, "sources", ()))
    digest = hashlib.sha256(code.encode())
    for file in getattr(agent, "files", ()):
        digest.update(pathlib.Path(file).read_bytes())
    sampled = " sampled" if setting.sample else ""
    return f"{label}{sampled}@{digest.hexdigest()[:_DIGITS]}"


def label_in(identity: str) -> str:
    """What the agent is called whose ``identity`` this is."""
    return identity.rpartition("@")[0]


@functools.cache
def code_hash(*modules: str) -> str:
    """Hash of modules and of all that they import of this project or of their own packages, at any depth.

    Comments and docstrings do not count.  Imports inside functions do not count either: they are of what is seldom
    needed, pictures and saves, and decide no game.

    Args:
        modules: as ``"agents.scripted.uniform"``.
    """
    roots = {name: _root_of(name) for name in (*_PACKAGES, *(module.partition(".")[0] for module in modules))}
    seen: dict[str, str] = {}
    todo = list(modules)
    while todo:
        name = todo.pop()
        if name not in seen and (file := _file(name, roots)):
            seen[name], imported = _read(file)
            todo += imported
    text = "".join(f"{name}\0{seen[name]}\0" for name in sorted(seen))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _root_of(package: str) -> pathlib.Path | None:
    """The folder in which a package or module of the top is; None if it has no source."""
    if package in _PACKAGES:
        return _ROOT
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None or not found.has_location:
        return None
    return pathlib.Path(found.origin).parents[1 if found.submodule_search_locations else 0]


def _file(module: str, roots: dict[str, pathlib.Path | None]) -> pathlib.Path | None:
    """Source file of a module in one of the ``roots``, by package; None for any other."""
    parts = module.split(".")
    root = roots.get(parts[0])
    if root is None:
        return None
    path = root.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@functools.cache
def _read(file: pathlib.Path) -> tuple[str, list[str]]:
    """The code of a file, bare, and the names that it imports when it is loaded."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            typing.cast(ast.Constant, typing.cast(ast.Expr, node.body[0]).value).value = ""
    for node in tree.body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return ast.dump(tree), names
