"""The cache of compiled code, which cannot serve stale code.

numba's own ``cache=True`` only checks the file that defines a function: after an edit in *another* file it returns
outdated machine code.  Here each module's functions are cached in a folder named by a hash of the sources of that
module and of every module that it imports, directly or indirectly, from this package or from its own, such as that of a
third-party game.  Relative imports are not followed.
"""

import contextlib
import functools
import hashlib
import pathlib
import re
import sys
import typing
from collections.abc import Iterator

import numba
import numpy as np

from ctv_env.core.jit.store import STORE

_PACKAGE = __name__.split(".")[0]
_COMMENT = re.compile("#.*")

SETTINGS: typing.Any = numba.config
"""Settings of numba: attributes that are only made when it is imported, so that no checker of types knows them."""

_COMPILER = (
    *(numba.__version__, np.__version__, sys.implementation.cache_tag),
    *(SETTINGS.BOUNDSCHECK, SETTINGS.OPT, SETTINGS.DEBUGINFO_DEFAULT),
)
"""What else determines compiled code; the processor does so file by file."""


def kept_in() -> pathlib.Path | None:
    """Return the folder in which compiled code is kept now, None if there is none."""
    return STORE.place()


_roots = {_PACKAGE: pathlib.Path(__file__).parents[2]}
"""Folders of the packages whose imports are followed, by their names."""


def _package_of(path: pathlib.Path) -> str:
    """Return the package of a source file, and note the package's folder."""
    folder = path.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    _roots.setdefault(folder.name, folder)
    return folder.name


@functools.cache
def _import_lines(packages: frozenset[str]) -> re.Pattern:
    """Return a pattern that matches the lines that import from ``packages``."""
    names = rf"(?:{'|'.join(map(re.escape, sorted(packages)))})\b[\w.]*"
    return re.compile(rf"^\s*(?:from\s+({names})\s+import\s+(\([^)]*\)|[^\n]+)|import\s+({names}))", re.M)


def _file(module: str) -> pathlib.Path | None:
    """Return the source file of a module of a package in ``_roots``, None if there is none."""
    package, *names = module.split(".")
    path = _roots[package].joinpath(*names)
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


class _Source(typing.NamedTuple):
    """A source file as the cache sees it."""

    digest: bytes
    imports: set[pathlib.Path]
    """Files of this package, or of its own, that its import lines name."""


_sources: dict[pathlib.Path, _Source] = {}


def _named(origin: str, members: str, plain: str) -> set[pathlib.Path]:
    """Return the files named by one match of ``_import_lines``: a module, or a package with modules in it."""
    found = _file(origin or plain)
    if found and found.name != "__init__.py":
        return {found}
    names = (f"{origin}.{name.split()[0]}" for name in members.strip("()").split(",") if name.split())
    return {file for file in (found, *map(_file, names)) if file}


def _source(path: pathlib.Path) -> _Source:
    if path not in _sources:
        content = path.read_bytes()
        packages = frozenset((_PACKAGE, _package_of(path)))
        lines = _import_lines(packages).findall(_COMMENT.sub("", content.decode()))
        imports = set().union(*(_named(*line) for line in lines))
        _sources[path] = _Source(hashlib.sha256(content).digest(), imports)
    return _sources[path]


def _closure_key(*paths: pathlib.Path) -> str:
    """Return a hash of source files, of everything that they import, at any depth, and of what compiles them."""
    seen, todo = set(), list(paths)
    while todo:
        found = todo.pop()
        if found not in seen:
            seen.add(found)
            todo.extend(_source(found).imports)
    digest = hashlib.sha256(repr(_COMPILER).encode())
    for found in sorted(seen):
        digest.update(_source(found).digest)
    return digest.hexdigest()[:16]


_keys: dict[tuple[pathlib.Path, ...], str] = {}


def cache_key(*paths: pathlib.Path) -> str:
    """Return the name of the folder for the compiled functions of these source files."""
    if paths not in _keys:
        _keys[paths] = _closure_key(*paths)
        STORE.mark_as_used(_keys[paths])
    return _keys[paths]


@functools.cache
def plain_folder(*paths: pathlib.Path) -> pathlib.Path | None:
    """Return a folder for numba's own cache of the functions of these source files, None if nothing can be kept.

    numba fails at files that were cut short, so these are removed: each of its files ends with a full stop.
    """
    place = STORE.place()
    if place is None:
        return None
    for file in (place / cache_key(*paths)).glob("*/*.nb[ic]"):
        with contextlib.suppress(OSError):
            if not file.read_bytes().endswith(b"."):
                file.unlink()
    return place / cache_key(*paths)


@contextlib.contextmanager
def cache_in(folder: pathlib.Path | None) -> Iterator[None]:
    """Use ``folder`` as numba's cache folder within this block; other libraries keep their own."""
    before = SETTINGS.CACHE_DIR
    SETTINGS.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before
