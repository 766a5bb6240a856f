"""What a result depends on, in hashes: when one of them changes, older results tell nothing about today."""

import ast
import functools
import hashlib
import pathlib

from agents.base import Agent
from agents.evaluation.records import Setting
from ctv_env.games import GAMES, spec_of

_ROOT = pathlib.Path(__file__).parents[2]
_PACKAGES = ("agents", "ctv_env")
_DIGITS = 12


def place_of(setting: Setting) -> str:
    """The game that is played in a setting: rules by version and code, data, scenario and options."""
    spec = spec_of(setting.game)
    tables = spec.load(setting.scenario, **setting.options)
    options = " ".join(f"{name}={value}" for name, value in sorted(tables.options.items()))
    code, data = code_hash(GAMES[setting.game]), tables.data_hash[:_DIGITS]
    return f"{spec.name}/{setting.scenario} rules {spec.version} code {code} data {data} {options}"


def identity_of_agent(label: str, agent: Agent, setting: Setting) -> str:
    """What an agent is called, and a hash of its code and of the files that it has learned or is made of."""
    digest = hashlib.sha256(code_hash(type(agent).__module__).encode())
    for file in getattr(agent, "files", ()):
        digest.update(pathlib.Path(file).read_bytes())
    luck = " sampled" if setting.sample else ""
    return f"{label}{luck}@{digest.hexdigest()[:_DIGITS]}"


def label_in(identity: str) -> str:
    """What the agent is called whose ``identity`` this is."""
    return identity.rpartition("@")[0]


@functools.cache
def code_hash(module: str) -> str:
    """Hash of a module and of all of this project that it imports, at any depth; comments and docstrings do not count.

    Imports inside functions do not count either: they are of what is seldom needed, pictures and saves, and decide no
    game.

    Args:
        module: as ``"agents.scripted.uniform"``.
    """
    seen, todo = {}, [module]
    while todo:
        name = todo.pop()
        if name not in seen and (file := _file(name)):
            seen[name], imported = _read(file)
            todo += imported
    text = "".join(f"{name}\0{seen[name]}\0" for name in sorted(seen))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _file(module: str) -> pathlib.Path | None:
    """Source file of a module of this project, None for any other."""
    parts = module.split(".")
    if parts[0] not in _PACKAGES:
        return None
    path = _ROOT.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@functools.cache
def _read(file: pathlib.Path) -> tuple[str, list[str]]:
    """The code of a file, bare, and the names that it imports when it is loaded."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body[0].value.value = ""
    for node in tree.body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return ast.dump(tree), names
