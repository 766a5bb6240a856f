"""Third-party agents: a class at ``module:Class`` or ``path/file.py:Class`` (docs/your-agent.md)."""

import importlib
import inspect
import pathlib
import re
import traceback
import typing
from collections.abc import Collection

from ctv_env.agents.base import Agent
from ctv_env.agents.external.file_modules import name_of
from ctv_env.core.datafile import one_of

SPELLINGS = "module:Class or path/file.py:Class"
_SUFFIX = ".py"
_IN_MODULE = re.compile(r"\w+(\.\w+)*:\w+")
_METHODS = {"reset": "the method reset(seed)", "act": "the method act(observation, mask, info)"}
_ATTRIBUTES = {"name": "the attribute name", "observation": "the attribute observation, a kind of observation or None"}


def is_class(name: str) -> bool:
    """Return whether the name of an agent is the location of a class."""
    where, _, _ = name.rpartition(":")
    return name.endswith(_SUFFIX) or where.endswith(_SUFFIX) or _IN_MODULE.fullmatch(name) is not None


def make_from_class(name: str, kinds: Collection[str]) -> Agent:
    """Return an agent of the class at ``name``, for which ``is_class`` holds.

    Args:
        name: of the agent.
        kinds: the kinds of observation of the game.

    Raises:
        ValueError: there is no such class, it cannot be created without arguments, or it is not an agent; the message
            gives the remedy.
    """
    try:
        kind = _class_at(name)
        if needed := _needed(kind):
            raise _WrongError(f"{kind.__name__} wants {', '.join(needed)}, but is made without arguments")
        agent = _tried(f"{kind.__name__}()", kind)
        _check(agent, kinds)
    except _WrongError as error:
        raise ValueError(f"no agent {name!r}: {error}") from error.__cause__
    return agent


class _WrongError(Exception):
    """What is wrong with a class."""


def _class_at(name: str) -> type:
    where, _, kind = name.rpartition(":")
    if name.endswith(_SUFFIX) or not kind.isidentifier():
        raise _WrongError(f"it names no class; write {SPELLINGS}")
    module = _tried(where, lambda: importlib.import_module(_module_at(where)))
    found = getattr(module, kind, None)
    if not isinstance(found, type):
        classes = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
        remedy = one_of(kind, [one.__name__ for one in classes]) if classes else "it defines no classes"
        raise _WrongError(f"{where} has no class {kind!r}; {remedy}")
    return found


def _module_at(where: str) -> str:
    """Return the module name of a file, or ``where`` if that is a module."""
    file = pathlib.Path(where)
    if not where.endswith(_SUFFIX):
        return where
    if not file.is_file():
        raise _WrongError(f"there is no file {file.absolute()}")
    return name_of(file)


def _tried(what: str, run: typing.Callable[[], typing.Any]) -> typing.Any:
    """Return the result of ``run``; third-party code may raise anything."""
    try:
        return run()
    except _WrongError:
        raise
    except ModuleNotFoundError as error:
        file = pathlib.Path(*what.split(".")).with_suffix(_SUFFIX)
        hint = f"; for the file here write {file}:Class" if error.name == what and file.is_file() else ""
        raise _WrongError(f"{error}{hint}") from error
    except Exception as error:
        raise _WrongError(f"{what} fails with {type(error).__name__}: {error}{_place(error)}") from error


def _place(error: Exception) -> str:
    """Return the place of an error in third-party code, in brackets; a SyntaxError states its own."""
    before = (str(pathlib.Path(__file__).parent), str(pathlib.Path(importlib.__file__).parent), "<frozen")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(before)]
    if isinstance(error, SyntaxError) or not frames:
        return ""
    return f" ({frames[-1].filename}, line {frames[-1].lineno})"


def _needed(kind: type) -> list[str]:
    """Return the names of the required arguments of a class."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except ValueError:  # some classes written in C have no signature
        return []
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [one.name for one in parameters if one.default is one.empty and one.kind not in optional]


def _check(agent: typing.Any, kinds: Collection[str]) -> None:
    """Raise a _WrongError if ``agent`` does not follow the protocol ``base.Agent``."""
    lacking = [what for method, what in _METHODS.items() if not callable(getattr(agent, method, None))]
    lacking += [what for attribute, what in _ATTRIBUTES.items() if not hasattr(agent, attribute)]
    if lacking:
        raise _WrongError(f"{type(agent).__name__} is not an agent: it lacks {', '.join(lacking)}")
    if not isinstance(agent.name, str) or not agent.name:
        raise _WrongError(f"its name is {agent.name!r}, but must be a text")
    if agent.observation is not None and agent.observation not in kinds:
        remedy = one_of(agent.observation, [None, *kinds])
        raise _WrongError(f"its observation is {agent.observation!r}; {remedy}")
