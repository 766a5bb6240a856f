"""Files of compiled code, which may help and must never be a reason to fail.

A file is read from the first folder that has it whole, and written to the first that takes it: the folder that the user
chose or, if that cannot be written, a private one for temporary files.  If neither can, nothing is stored.  A file
begins with a check sum, and appears under its name only when it is complete.
"""

import contextlib
import os
import pathlib
import re
import secrets
import shutil
import stat
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

from ctv_env.core.host import tell

_PACKAGE = __name__.split(".")[0]
_SOURCES = pathlib.Path(__file__).parents[2]
_DAY = 86400
_KEEP_DAYS = 30
_SUM_SIZE = 4  # bytes
_PAUSE, _LONGEST_WAIT = 0.2, 600  # seconds


def chosen_folder(environment: Mapping[str, str] = os.environ) -> pathlib.Path | None:
    """Return the folder of all compiled code: ``$NUMBA_CACHE_DIR``, else ``ctv_env`` in the user's cache folder.

    None if there is neither: a user without a home folder.
    """
    given = environment.get("NUMBA_CACHE_DIR")
    if given:
        return _absolute(pathlib.Path(given))
    base = pathlib.Path(environment.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        base = pathlib.Path(os.path.expanduser("~"), ".cache")
    return base / _PACKAGE if base.is_absolute() else None


def _absolute(path: pathlib.Path) -> pathlib.Path | None:
    try:
        return path.absolute()
    except FileNotFoundError:  # the working folder has been deleted
        return None


def _temporary_folder() -> pathlib.Path | None:
    """Return the folder of this user among those for temporary files."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    try:
        return pathlib.Path(tempfile.gettempdir(), _PACKAGE + user)
    except FileNotFoundError:  # nothing can be written anywhere
        return None


class Store:
    """Reads and writes files of compiled code.

    Args:
        chosen: the folder that the user chose; None if there is none to choose, for a user without a home folder.
        private: the folder to use otherwise, which nobody else may read or write.
    """

    def __init__(self, chosen: pathlib.Path | None, private: pathlib.Path | None):
        self.chosen, self.private = chosen, private
        self._told = False

    def read(self, name: str) -> bytes | None:
        """Return the content of a file, None if no folder has it whole.

        Args:
            name: folder and file, as ``folder/file``.
        """
        for root in filter(None, (self.chosen, self.private)):
            with contextlib.suppress(OSError):
                if root == self.private:
                    _check_private(root)
                _check((root / name).parent)
                found = (root / name).read_bytes()
                if found[:_SUM_SIZE] == _sum(found[_SUM_SIZE:]):
                    return found[_SUM_SIZE:]
        return None

    def write(self, name: str, content: bytes) -> pathlib.Path | None:
        """Store a file; return the folder that took it, None if none did.  The user is told once if it is another."""
        refused: OSError | None = None
        for root in (self.chosen, self.private):
            try:
                if root is None:
                    raise FileNotFoundError("there is none")
                if root == self.private:
                    root.mkdir(mode=0o700, exist_ok=True)
                    _check_private(root)
                _write(root, name, content)
            except OSError as error:
                refused = refused or error
            else:
                self._tell(refused, root)
                return root
        self._tell(refused, None)
        return None

    def place(self) -> pathlib.Path | None:
        """Return the folder that takes files now, None if none does."""
        return self.write("try/writable", b"")

    @contextlib.contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """Wait within this block for other processes that are in it, so that what they store is found here.

        Where files cannot be locked, or somebody holds the lock for very long, nothing waits.
        """
        place = self.place() if fcntl else None
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):
                if place:
                    lock = stack.enter_context(open(place / "try" / "lock", "wb"))
                    _lock(lock.fileno())
            yield

    def mark_as_used(self, folder: str) -> None:
        """Keep a folder from being removed as one that nothing uses."""
        for root in filter(None, (self.chosen, self.private)):
            with contextlib.suppress(OSError):  # there is none yet, or another user has prepared it
                if (root / folder).stat().st_mtime < time.time() - _DAY:
                    os.utime(root / folder)

    def _tell(self, refused: OSError | None, instead: pathlib.Path | None) -> None:
        if refused and not self._told:
            self._told = True
            tell(
                f"{_PACKAGE}: compiled code cannot be kept in {self.chosen or 'a home folder'} "
                f"({refused.strerror or refused}), "
                f"so {f'it is kept in {instead}' if instead else 'every process compiles it again'}; "
                "set NUMBA_CACHE_DIR to a folder of your own that can be written"
            )


def _lock(file: int) -> None:
    """Lock an open file until it is closed; an OSError if files cannot be locked here."""
    deadline = time.monotonic() + _LONGEST_WAIT
    while time.monotonic() < deadline:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_PAUSE)
        else:
            return


def _write(root: pathlib.Path, name: str, content: bytes) -> None:
    file = root / name
    if not file.parent.is_dir():
        _drop_old_folders(root)
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    _check(file.parent)
    part = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as stream:
            stream.write(_sum(content))
            stream.write(content)
        os.replace(part, file)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _sum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(_SUM_SIZE, "big")


def _check(folder: pathlib.Path) -> None:
    """Refuse a folder into which somebody may have put code who could not have changed this package's own.

    Raises:
        PermissionError: there is such a somebody.
        OSError: the folder cannot be read.
    """
    if hasattr(os, "geteuid"):
        found, package = folder.stat(), _SOURCES.stat()
        if found.st_uid not in (0, os.geteuid(), package.st_uid):
            raise PermissionError(f"it belongs to another user, number {found.st_uid}")
        if found.st_mode & stat.S_IWOTH and not package.st_mode & stat.S_IWOTH:
            raise PermissionError("every user can write it")


def _check_private(folder: pathlib.Path) -> None:
    """Refuse a folder for temporary files that is not this user's alone, or a link to one."""
    if hasattr(os, "geteuid"):
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
            raise PermissionError(f"{folder} is not private")


def _drop_old_folders(root: pathlib.Path) -> None:
    """Remove compiled code that has not been used for ``_KEEP_DAYS`` days; some gets old as new code is stored."""
    limit = time.time() - _KEEP_DAYS * _DAY
    with contextlib.suppress(OSError):
        for folder in root.iterdir():
            if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


STORE = Store(chosen_folder(), _temporary_folder())
"""Where this process finds compiled code; what changes in the environment later changes nothing."""
