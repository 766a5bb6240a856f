"""Wherever people run it: without a home, a writable disk, a terminal, another core, or whole files, a game is played.

The fast tests compile three small functions in each place, and play a game with interpreted rules; the slow ones import
the package, play a game in an environment and one by ``ctv play`` with compiled rules.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import typing
from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest

resource = pytest.importorskip("resource", reason="limits processes as POSIX systems do")

ROOT = pathlib.Path(__file__).parents[1]
STRANGER = 12345  # a user without an entry in the password file
RULES = """
from ctv_env.core.jit import jit, jit_external

@jit_external(numbers=1, returns=True)
def far_one(x):
    return x + 10

@jit_external(numbers=1, returns=True)
def far_two(x):
    return x + 20

@jit
def near(x):
    return x + 1

@jit
def entry(x):
    return near(x) + far_one(x) + far_two(x)
"""
USE = "import small_rules; print(small_rules.entry(3))"
RIGHT = "40"
PLAY = ["-m", "ctv_env.cli.main", "play", "--scenario=duel", "--seed=7", "--quiet", "--nationalist=random"]
GAMES = f"""
import gymnasium, ctv_env
from ctv_env.cli.main import main
env = gymnasium.make("ctv_env/Duel1937-v0", opponent="random")
(_, info), over = env.reset(seed=7), False
while not over:
    _, _, over, _, info = env.step(info["action_mask"].argmax())
print("winner:", info["winner"])
raise SystemExit(main({PLAY[2:]}))
"""


class Place(typing.NamedTuple):
    """Where a process runs.

    Attributes:
        env: variables of its environment, with ``{tmp}`` for the folder of the test.
        without: variables that it lacks.
        flags: of Python.
        limit: called in the new process before Python starts.
        user: number of another user.
        closed: what a shell does to its streams.
        says: what the only line on standard error contains; empty if there must be none.
    """

    env: Mapping[str, str] = MappingProxyType({})
    without: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    limit: Callable[[], object] | None = None
    user: int | None = None
    closed: str = ""
    says: str = ""


def run(place: Place, words: list[str], tmp: pathlib.Path, cwd: pathlib.Path | None = None) -> tuple[int, str, str]:
    """Run Python with ``words`` in a place: exit code, output, errors."""
    (tmp / "small_rules.py").write_text(RULES)
    usual = {"NUMBA_CACHE_DIR": f"{tmp}/cache", "TMPDIR": f"{tmp}/temporary", "TQDM_DISABLE": "1", "COLUMNS": "80"}
    (tmp / "temporary").mkdir(exist_ok=True)
    (tmp / "temporary").chmod(0o1777)
    paths = os.pathsep.join([str(tmp), str(ROOT), *filter(None, sys.path)])
    given = usual | {"PYTHONPATH": paths} | {name: value.format(tmp=tmp) for name, value in place.env.items()}
    env = {name: value for name, value in (os.environ | given).items() if name not in place.without}
    command = [sys.executable, *place.flags, *words]
    if place.closed:
        command = ["sh", "-c", f'exec "$@" {place.closed}', "sh", *command]
    who: dict[str, typing.Any] = {}
    if place.user is not None:
        who = {"user": place.user, "group": place.user, "extra_groups": []}
    done = subprocess.run(
        command, env=env, cwd=cwd, capture_output=True, text=True, preexec_fn=place.limit, timeout=900, **who
    )
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # as on a full disk: no file takes a byte


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))


def _one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
STORED = {
    "usual": Place(),
    "a folder that cannot be made": Place({"NUMBA_CACHE_DIR": "/proc/none"}, says="/proc/none (No such file"),
    "a file in its place": Place({"NUMBA_CACHE_DIR": f"{__file__}"}, says=f"{__file__} (Not a directory)"),
    "no room": Place(limit=_no_room, says="(File too large), so every process compiles it again"),
    "no home folder": Place(
        {"HOME": "/proc/none"}, ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"), says="/proc/none/.cache/ctv_env (No such file"
    ),
}
PLAYED = {
    "ASCII": Place(ASCII),
    "no docstrings": Place(flags=("-OO",)),
    "warnings are errors": Place(flags=("-W", "error")),
    "no environment": Place(without=("HOME", "USER", "LOGNAME", "LANG", "PATH", "TERM", "SHELL")),
    "one core": Place(limit=_one_core if hasattr(os, "sched_setaffinity") else None),
    "few open files": Place(limit=_few_files),
    "closed input": Place(closed="<&-"),
    "no terminal": Place({"TERM": "dumb"}, closed="<&- >&- 2>&-"),
}
another_user = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0 or not os.access(ROOT, os.R_OK), reason="only root becomes another user"
)


@pytest.fixture
def readable():
    """A folder that every user may enter, unlike pytest's own; skips the test if Python itself may not be."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with contextlib.suppress(PermissionError):
            if run(Place(user=STRANGER), ["-c", "import numba, gymnasium"], folder)[0] == 0:
                yield folder
                return
        pytest.skip("another user may not use this Python")


# -- compiled code -----------------------------------------------------------------------------------------------------


def _is_right(place: Place, result: tuple[int, str, str]) -> None:
    code, output, errors = result
    assert (code, output) == (0, RIGHT), errors
    assert len(errors.splitlines()) == bool(place.says), errors
    assert place.says in errors


@pytest.mark.parametrize("name", STORED)
def test_functions_are_compiled_whatever_becomes_of_their_code(name, tmp_path):
    place = STORED[name]
    _is_right(place, run(place, ["-c", USE], tmp_path))


def test_all_files_may_be_damaged_or_made_for_another_processor(tmp_path):
    _is_right(Place(), run(Place(), ["-c", USE], tmp_path))
    files = [file for file in (tmp_path / "cache").rglob("*") if file.suffix in (".nbc", ".part")]
    assert len(files) >= 4
    for k, file in enumerate(sorted(files)):
        content = file.read_bytes()
        file.write_bytes((b"", content[: len(content) // 2], content[:-9] + b"?" + content[-8:])[k % 3])
    _is_right(Place(), run(Place(), ["-c", USE], tmp_path))
    other = Place({"NUMBA_CPU_NAME": "generic", "TQDM_DISABLE": ""}, says="compiling the rules for this machine")
    _is_right(other, run(other, ["-c", USE], tmp_path))


def test_the_cache_may_be_moved_or_removed_while_a_process_runs(tmp_path):
    code = f"""
import os, shutil, small_rules
os.environ["NUMBA_CACHE_DIR"] = {str(tmp_path / "elsewhere")!r}
assert small_rules.far_one(3) == 13
shutil.rmtree({str(tmp_path / "cache")!r}, ignore_errors=True)
print(small_rules.entry(3))
"""
    _is_right(Place(), run(Place(), ["-c", code], tmp_path))
    assert not (tmp_path / "elsewhere").exists()


def test_the_working_folder_may_be_gone(tmp_path):
    place = Place({"NUMBA_CACHE_DIR": "relative"}, says="in a home folder (there is none), so it is kept in ")
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os, numba; os.rmdir({str(gone)!r}); {USE}"
    _is_right(place, run(place, ["-c", code], tmp_path, gone))


@another_user
def test_another_user_uses_what_root_has_prepared_and_needs_no_home(readable):
    _is_right(Place(), run(Place(), ["-c", USE], readable))
    files = set((readable / "cache").rglob("*"))
    stranger = Place(user=STRANGER)
    _is_right(stranger, run(stranger, ["-c", USE], readable))
    nobody = Place(without=("HOME", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"), user=STRANGER, says="so it is kept in ")
    _is_right(nobody, run(nobody, ["-c", USE], readable))
    private = readable / "temporary" / f"ctv_env-{STRANGER}"
    assert (private.stat().st_uid, private.stat().st_mode & 0o777) == (STRANGER, 0o700)
    assert set((readable / "cache").rglob("*")) == files


# -- games -------------------------------------------------------------------------------------------------------------


def _plays(place: Place, tmp: pathlib.Path) -> None:
    code, output, errors = run(place, ["-c", GAMES], tmp)
    assert code == 0, errors
    assert errors == ""
    assert place.closed.count("-") > 1 or output.count("win") == 2


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_is_played_with_interpreted_rules(name, tmp_path):
    place = PLAYED[name]
    _plays(place._replace(env={**place.env, "NUMBA_DISABLE_JIT": "1"}), tmp_path)


@another_user
def test_another_user_plays_with_interpreted_rules(readable):
    env = {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    _plays(Place(env, ("HOME", "USER", "LOGNAME"), user=STRANGER), readable)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> pathlib.Path:
    """A folder with the code of these games."""
    folder = tmp_path_factory.mktemp("compiled")
    _plays(Place(), folder)
    return folder / "cache"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*STORED, *PLAYED])
def test_a_game_is_played_with_compiled_rules(name, compiled, tmp_path):
    place = (STORED | PLAYED)[name]
    if name in PLAYED:
        shutil.copytree(compiled, tmp_path / "cache")
    code, output, errors = run(place, PLAY, tmp_path)
    assert code == 0, errors
    assert place.closed.count("-") > 1 or "win" in output
    assert len(errors.splitlines()) == bool(place.says), errors


@pytest.mark.slow
@another_user
def test_another_user_plays_with_compiled_rules(readable, compiled):
    shutil.copytree(compiled, readable / "cache")
    _plays(Place(user=STRANGER), readable)
