"""Hashes of everything that a result depends on: when one changes, older results no longer apply."""

import ast
import functools
import hashlib
import importlib.util
import pathlib
import re
import sysconfig
import typing
from collections.abc import Iterable, Sequence

from ctv_env.agents.base import Agent
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.external.file_modules import file_of, imports_of
from ctv_env.agents.external.program import TIME_LIMIT, ProgramAgent

_ROOT = pathlib.Path(__file__).parents[3]
_PACKAGE = __name__.partition(".")[0]
_LIBRARIES = {pathlib.Path(path) for path in sysconfig.get_paths().values()}
_DIGITS = 12

Roots = dict[str, pathlib.Path]
"""The folders of the top-level packages and modules whose code counts, by name."""


def place_of(setting: Setting) -> str:
    """Return the game of a setting: rules by version and code, data, scenario and options."""
    spec, tables = setting.spec, setting.tables
    options = " ".join(f"{name}={value}" for name, value in sorted(tables.options.items()))
    code, data = code_hash(spec.rules.__name__, spec.loader.pack.__module__), tables.data_hash[:_DIGITS]
    return f"{spec.name}/{tables.scenario} rules {spec.version} code {code} data {data} {options}"


def game_in(place: str) -> str:
    """Return the name of the game in a ``place``."""
    return place.partition("/")[0]


def without_code(place: str) -> str:
    """Return a ``place`` without the hash of its code."""
    return re.sub(r" code [0-9a-f]+", "", place, count=1)


def identity_of_agent(label: str, agent: Agent, setting: Setting) -> str:
    """Return an agent's label with a hash of the code by which it decides, of its files and of its time limit."""
    return identity_of_agents(label, [agent], setting)


def identity_of_agents(label: str, agents: Sequence[Agent], setting: Setting) -> str:
    """As ``identity_of_agent``, for what plays under one name on several sides, perhaps from a file for each."""
    parts = list(dict.fromkeys(_code_and_files(agent) + _time_limit(agent, setting) for agent in agents))
    digest = hashlib.sha256(b"".join(parts))
    sampled = " sampled" if setting.sample else ""
    return f"{label}{sampled}@{digest.hexdigest()[:_DIGITS]}"


def _code_and_files(agent: Agent) -> bytes:
    """Return the hash of an agent's code, followed by the content of its files."""
    code = code_hash(type(agent).__module__, *getattr(agent, "sources", ()))
    return code.encode() + b"".join(pathlib.Path(file).read_bytes() for file in getattr(agent, "files", ()))


def _time_limit(agent: Agent, setting: Setting) -> bytes:
    """Return the time limit of a program, which may forfeit by it; nothing for the default one and for other agents."""
    if not isinstance(agent, ProgramAgent) or setting.time_limit == TIME_LIMIT:
        return b""
    return f" within {float(setting.time_limit)} s".encode()


def label_in(identity: str) -> str:
    """Return the label of an agent from its ``identity``."""
    return identity.rpartition("@")[0]


@functools.cache
def code_hash(*modules: str) -> str:
    """Return a hash of modules and of everything that they import from this project, their own packages or beside them.

    Comments and docstrings do not count.  Nor do imports inside functions of this project: they are of code that does
    not affect a game's result, such as pictures and saves.

    Args:
        modules: as ``"ctv_env.agents.scripted.uniform"``.
    """
    roots: Roots = {}
    todo = [_located(module, roots) for module in modules]
    roots[_PACKAGE] = _ROOT
    seen: dict[str, str] = {}
    while todo:
        name = todo.pop()
        if name not in seen and (file := _file(name, roots)):
            seen[name], imported = _read(name, file)
            todo += imported
    text = "".join(f"{name}\0{seen[name]}\0" for name in sorted(seen))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _located(module: str, roots: Roots) -> str:
    """Return the name by which a module is imported from beside it; add the folders of its imports to ``roots``."""
    file = file_of(module)
    if file is not None:
        roots |= _beside(file.parent)
        return file.stem
    package = module.partition(".")[0]
    found = importlib.util.find_spec(package) if package != _PACKAGE else None
    if found is None or found.origin is None or not found.has_location:
        return module
    origin = pathlib.Path(found.origin)
    if found.submodule_search_locations:
        roots[package] = origin.parents[1]
    else:
        roots |= {package: origin.parent} if origin.parent in _LIBRARIES else _beside(origin.parent)
    return module


def _beside(folder: pathlib.Path) -> Roots:
    """Return the modules and packages in a folder."""
    return {path.stem: folder for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}


def _file(module: str, roots: Roots) -> pathlib.Path | None:
    """Return the source file of a module in one of the ``roots``; None for any other."""
    parts = module.split(".")
    root = roots.get(parts[0])
    if root is None:
        return None
    path = root.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@functools.cache
def _read(module: str, file: pathlib.Path) -> tuple[str, list[str]]:
    """Return a module's code without docstrings and the names that it imports; for this project, on loading only."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            typing.cast(ast.Constant, typing.cast(ast.Expr, node.body[0]).value).value = ""
    ours = module.partition(".")[0] == _PACKAGE
    nodes: Iterable[ast.AST] = tree.body if ours else ast.walk(tree)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    names = []
    for line in imports_of(nodes):
        above = package.split(".")[: 1 - line.level or None] if line.level else ()
        origin = ".".join(filter(None, (*above, line.module)))
        names += [origin, *(f"{origin}.{member}" for member in line.members)]
    return ast.dump(tree), names
