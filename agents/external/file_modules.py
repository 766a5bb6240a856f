"""Python files anywhere as modules: the module of ``/home/me/own.py`` is a submodule of this one.

Its name contains the path, so that every process finds the file by it: a file is loaded once in each, and its classes
can be pickled.  As in a script, the modules beside the file can be imported.  They never replace a module that Python
finds elsewhere, or one of the same name beside another such file: importing such a module is an error.
"""

import ast
import importlib.machinery
import importlib.util
import pathlib
import sys
import types
import typing
import urllib.parse
from collections.abc import Sequence

__path__: list[str] = []  # makes this a package, so that Python looks for submodules


def name_of(file: pathlib.Path) -> str:
    """Return the name of the module of a file, for ``importlib.import_module``."""
    path = str(file.resolve()).replace("%", "%25").replace(".", "%2E")
    return f"{__name__}.{path}"


def file_of(module: str) -> pathlib.Path | None:
    """Return the file of a module with such a name; None for any other module."""
    path = module.removeprefix(f"{__name__}.")
    return None if path == module else pathlib.Path(urllib.parse.unquote(path))


class ImportLine(typing.NamedTuple):
    """The names in an import statement.

    Attributes:
        level: dots before it, 0 if it is absolute.
        module: what is imported, or imported from; empty for ``from . import``.
        members: what is imported from it.
    """

    level: int
    module: str
    members: tuple[str, ...]


def imports_of(nodes: typing.Iterable[ast.AST]) -> list[ImportLine]:
    """Return all imports among the nodes of a syntax tree."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [ImportLine(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(ImportLine(node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return found


def module_beside(folder: pathlib.Path, name: str) -> pathlib.Path | None:
    """Return the source file of the module or package ``name`` in a folder, None if there is none."""
    files = (folder / f"{name}.py", folder / name / "__init__.py")
    return next((file for file in files if file.is_file()), None)


class _Loader(importlib.machinery.SourceFileLoader):
    """Runs a file so that it can import the modules beside it."""

    def exec_module(self, module: types.ModuleType) -> None:
        file = pathlib.Path(self.path)
        if str(file.parent) not in sys.path:
            sys.path.append(str(file.parent))
        _check_imports(file)
        super().exec_module(module)


def _check_imports(file: pathlib.Path) -> None:
    """Raise an ImportError if an import of ``file``, at any depth, names a module beside it but would find another."""
    todo, seen = [file], {file}
    while todo:
        path = todo.pop()
        tree = ast.parse(path.read_bytes(), str(path))
        for name in {line.module.partition(".")[0] for line in imports_of(ast.walk(tree)) if line.level == 0}:
            beside = module_beside(file.parent, name)
            if beside is None or beside in seen:
                continue
            found = importlib.util.find_spec(name)
            origin = found.origin if found else None
            if origin is None or not pathlib.Path(origin).exists() or not beside.samefile(origin):
                raise ImportError(f"it imports {name} and {beside} is beside it, but another module has that name")
            seen.add(beside)
            todo.append(beside)


class _Finder:
    """Finds the submodules; Python's other finders ignore these names."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the location of a module; None if it is not such a submodule."""
        file = file_of(name)
        if file is None or not file.is_file():
            return None
        return importlib.util.spec_from_file_location(name, file, loader=_Loader(name, str(file)))


sys.meta_path.append(_Finder)
