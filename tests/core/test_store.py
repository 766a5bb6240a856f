"""Files of compiled code: read from the first folder that has them whole, written to the first that takes them."""

import errno
import os
import pathlib
import stat
import threading
import time

import pytest

from ctv_env.core.jit import store as module
from ctv_env.core.jit.store import Store, chosen_folder

NAME, CODE = "0123456789abcdef/one.nbc", b"machine code"
needs_users = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


@pytest.fixture
def folders(tmp_path) -> tuple[pathlib.Path, pathlib.Path]:
    """The chosen and the private folder, which do not exist."""
    return tmp_path / "chosen", tmp_path / "private"


@pytest.fixture
def store(folders) -> Store:
    return Store(*folders)


@pytest.mark.parametrize(
    ("given", "folder"),
    [
        ({"NUMBA_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/ctv_env"),
        ({"XDG_CACHE_HOME": "b", "HOME": "/c"}, "/c/.cache/ctv_env"),  # by its standard, a relative path is ignored
        ({"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": "/c"}, "/c/.cache/ctv_env"),
        ({"HOME": "c"}, None),
    ],
)
def test_the_cache_lies_where_the_user_says(monkeypatch, given, folder):
    monkeypatch.setenv("HOME", given["HOME"])
    assert chosen_folder(given) == (folder and pathlib.Path(folder))


def test_a_user_without_a_home_folder_chooses_none(monkeypatch):
    monkeypatch.setattr(module.os.path, "expanduser", lambda path: path)  # what it does for an unknown user
    assert chosen_folder({}) is None


def test_a_relative_folder_stays_where_it_was(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert chosen_folder({"NUMBA_CACHE_DIR": "here"}) == tmp_path / "here"
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert chosen_folder({"NUMBA_CACHE_DIR": "here"}) is None


def test_what_is_written_is_read_by_others(store, folders):
    assert store.read(NAME) is None
    assert store.write(NAME, CODE) == folders[0]
    assert Store(*folders).read(NAME) == CODE
    assert [path.name for path in (folders[0] / NAME).parent.iterdir()] == ["one.nbc"]  # and nothing half-written
    assert not folders[1].exists()


def test_another_user_may_read_what_is_written(store, folders):
    store.write(NAME, CODE)
    for path in (folders[0] / NAME, (folders[0] / NAME).parent):
        assert path.stat().st_mode & stat.S_IROTH
        assert not path.stat().st_mode & stat.S_IWOTH


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:3]),
        lambda file: file.write_bytes(file.read_bytes()[:-1]),
        lambda file: file.write_bytes(file.read_bytes().replace(b"machine", b"macHine")),
        lambda file: file.write_bytes(bytes(len(file.read_bytes()))),
        lambda file: file.unlink(),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: (file.unlink(), file.symlink_to(file)),
        lambda file: (file.unlink(), file.parent.rmdir(), file.parent.write_text("a file")),
    ],
)
def test_what_is_damaged_is_not_there_and_written_again(store, folders, damage):
    store.write(NAME, CODE)
    damage(folders[0] / NAME)
    assert store.read(NAME) is None
    assert store.write(NAME, b"new code")
    assert store.read(NAME) == b"new code"


def test_a_folder_removed_under_a_running_process_is_made_again(store, folders):
    store.write(NAME, CODE)
    (folders[0] / NAME).unlink()
    (folders[0] / NAME).parent.rmdir()
    folders[0].rmdir()
    assert store.read(NAME) is None
    assert store.write(NAME, CODE) == folders[0]


def _file(chosen: pathlib.Path) -> None:
    chosen.write_text("no folder")


def _loop(chosen: pathlib.Path) -> None:
    chosen.symlink_to(chosen)


def _long(chosen: pathlib.Path) -> pathlib.Path:
    return chosen / ("x" * 300)


@pytest.mark.parametrize(
    ("obstacle", "why"),
    [(_file, "Not a directory"), (_loop, "Too many levels of symbolic links"), (_long, "File name too long")],
)
def test_what_the_chosen_folder_does_not_take_is_kept_in_the_private_one(folders, obstacle, why, capsys):
    chosen = obstacle(folders[0]) or folders[0]
    store = Store(chosen, folders[1])
    assert store.write(NAME, CODE) == folders[1]
    assert store.write("0123456789abcdef/two.nbc", CODE) == folders[1]
    assert store.read(NAME) == CODE
    assert stat.S_IMODE(folders[1].stat().st_mode) == 0o700
    (said,) = capsys.readouterr().err.splitlines()  # once
    assert f"cannot be kept in {chosen} ({why}), so it is kept in {folders[1]}; set NUMBA_CACHE_DIR to" in said


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("step", ["open", "replace"])
def test_a_disk_that_refuses_is_named_and_leaves_nothing_half_written(
    store, folders, monkeypatch, capsys, number, step
):
    real = getattr(os, step)

    def refuse(path, *rest):
        if folders[0] in pathlib.Path(path).parents:
            raise OSError(number, os.strerror(number), str(path))
        return real(path, *rest)

    monkeypatch.setattr(module.os, step, refuse)
    assert store.write(NAME, CODE) == folders[1]
    assert store.read(NAME) == CODE
    assert not list((folders[0] / NAME).parent.iterdir())
    assert f"({os.strerror(number)})" in capsys.readouterr().err


def test_a_prepared_folder_that_cannot_be_written_is_read_and_nothing_is_said(folders, monkeypatch, capsys):
    Store(*folders).write(NAME, CODE)

    def refuse(*_):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    os.utime((folders[0] / NAME).parent, (0, 0))
    monkeypatch.setattr(module.os, "utime", refuse)
    store = Store(*folders)
    store.mark_as_used("0123456789abcdef")
    assert store.read(NAME) == CODE
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("private", [None, "a file"])
def test_where_nothing_can_be_kept_every_process_compiles(folders, private, capsys):
    for folder in folders:
        folder.write_text("no folder")
    store = Store(folders[0], folders[1] if private else None)
    assert store.write(NAME, CODE) is None
    assert store.place() is None
    assert store.read(NAME) is None
    (said,) = capsys.readouterr().err.splitlines()
    assert f"cannot be kept in {folders[0]} (Not a directory), so every process compiles it again; set" in said


def test_without_a_home_folder_the_private_one_is_named(folders, capsys):
    assert Store(None, folders[1]).write(NAME, CODE) == folders[1]
    assert f"in a home folder (there is none), so it is kept in {folders[1]};" in capsys.readouterr().err


# -- whom to trust -----------------------------------------------------------------------------------------------------


@needs_users
def test_code_that_another_user_left_is_not_loaded(store, folders, monkeypatch, capsys):
    (folders[0] / NAME).parent.mkdir(parents=True)
    os.chmod((folders[0] / NAME).parent, 0o777)
    _own((folders[0] / NAME).parent, 54321, monkeypatch)
    (folders[0] / NAME).write_bytes(module._sum(CODE) + CODE)
    assert store.read(NAME) is None
    assert store.write(NAME, CODE) == folders[1]
    assert "(it belongs to another user, number 54321)" in capsys.readouterr().err


def _own(folder: pathlib.Path, user: int, monkeypatch) -> None:
    """Let a folder belong to a user, as far as ``stat`` says."""
    real = pathlib.Path.stat

    def say(path, **more):
        found = real(path, **more)
        return os.stat_result((*found[:4], user, *found[5:10])) if path == folder else found

    monkeypatch.setattr(pathlib.Path, "stat", say)


@needs_users
@pytest.mark.parametrize("user", ["root", "who owns the package"])
def test_code_that_those_left_who_could_change_the_package_is_loaded(store, folders, monkeypatch, user):
    store.write(NAME, CODE)
    _own((folders[0] / NAME).parent, 0 if user == "root" else module._SOURCES.stat().st_uid, monkeypatch)
    monkeypatch.setattr(module.os, "geteuid", lambda: 54321)
    assert store.read(NAME) == CODE


@needs_users
def test_a_folder_that_everybody_may_write_is_not_used(store, folders, capsys):
    store.write(NAME, CODE)
    (folders[0] / NAME).parent.chmod(0o777)
    assert store.read(NAME) is None
    assert store.write(NAME, CODE) == folders[1]
    assert "(every user can write it)" in capsys.readouterr().err


@needs_users
@pytest.mark.parametrize("trap", ["open", "link", "other"])
def test_a_private_folder_must_be_private(folders, monkeypatch, trap):
    chosen, private = folders
    chosen.write_text("no folder")
    if trap == "link":
        (private.parent / "elsewhere").mkdir(mode=0o700)
        private.symlink_to(private.parent / "elsewhere")
    else:
        private.mkdir(mode=0o700)
        private.chmod(0o755 if trap == "open" else 0o700)
    if trap == "other":
        monkeypatch.setattr(module.os, "geteuid", lambda: private.stat().st_uid + 1)
    folder = private / "0123456789abcdef"
    folder.mkdir()
    (folder / "one.nbc").write_bytes(module._sum(CODE) + CODE)
    assert Store(chosen, private).read(NAME) is None
    assert Store(chosen, private).write(NAME, CODE) is None


# -- old code ----------------------------------------------------------------------------------------------------------


def test_new_code_clears_out_what_nothing_has_used_for_long(store, folders):
    root = folders[0]
    for name, days in (("aaaa456789abcdef", 31), ("bbbb456789abcdef", 29), ("cccc456789abcdef", 31), ("not ours", 400)):
        (root / name).mkdir(parents=True)
        os.utime(root / name, 2 * (time.time() - days * 86400,))
    store.mark_as_used("cccc456789abcdef")
    store.write(NAME, CODE)
    left = {"bbbb456789abcdef", "cccc456789abcdef", "not ours", "0123456789abcdef"}
    assert {path.name for path in root.iterdir()} == left


def test_many_processes_may_write_at_once(folders):
    """Here threads with stores of their own: each reads nothing, or all of what one of them has written."""
    codes = [bytes([k]) * 100_000 for k in range(8)]
    seen: list[bytes | None] = []

    def work(code: bytes) -> None:
        own = Store(*folders)
        for _ in range(20):
            own.write(NAME, code)
            seen.append(own.read(NAME))

    threads = [threading.Thread(target=work, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 160
    assert set(seen) <= set(codes)


def test_processes_wait_for_one_another(store, folders):
    """Here a thread with a store of its own: a lock belongs to an open file."""
    events = []

    def other():
        with Store(*folders).one_at_a_time():
            events.append("other")

    thread = threading.Thread(target=other)
    with store.one_at_a_time():
        thread.start()
        thread.join(0.5)
        events.append("first")
    thread.join()
    assert events == ["first", "other"]


@pytest.mark.parametrize("why", ["no locks", "held for long", "no folder", "no fcntl"])
def test_where_nobody_can_wait_nobody_does(store, folders, monkeypatch, why):
    if why == "no locks":
        monkeypatch.setattr(module.fcntl, "flock", _refuse_to_lock)
    elif why == "held for long":
        monkeypatch.setattr(module, "_LONGEST_WAIT", 0.1)
    elif why == "no folder":
        store = Store(None, None)
    else:
        monkeypatch.setattr(module, "fcntl", None)
    entered = []
    with Store(*folders).one_at_a_time(), store.one_at_a_time():
        entered.append(True)
    assert entered


def _refuse_to_lock(*_):
    raise OSError(errno.ENOLCK, "No locks available")
