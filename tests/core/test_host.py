"""What a process may use, such as the cores and the memory of its container, and how it is told to end."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from ctv_env.core import host

GIGABYTE = 2**30


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A machine of eight cores and 16 GB with files of its control groups; returns a function that writes one."""
    monkeypatch.setattr(host, "_GROUPS", tmp_path / "groups")
    monkeypatch.setattr(host, "_OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(host, "_MEMORY", tmp_path / "meminfo")
    monkeypatch.setattr(host.os, "sched_getaffinity", lambda _process: set(range(8)), raising=False)
    (tmp_path / "meminfo").write_text(f"MemTotal: 999 kB\nMemAvailable:   {16 * GIGABYTE // 1024} kB\n")

    def write(name: str, text: str) -> None:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return write


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 8),
        ({"own": "0::/\n", "groups/cpu.max": "max 100000\n"}, 8),
        ({"own": "0::/\n", "groups/cpu.max": "150000 100000\n"}, 2),
        (
            {"own": "0::/job/step\n", "groups/job/cpu.max": "300000 100000\n", "groups/job/step/cpu.max": "max 100000"},
            3,
        ),
        ({"own": "0::/../other\n", "groups/cpu.max": "10000 100000\n"}, 1),
        (
            {
                "own": "4:cpu,cpuacct:/docker/1\n3:cpuset:/\n",
                "groups/cpu/cpu.cfs_quota_us": "400000\n",  # what is at /docker/1 is seen at the top in the container
                "groups/cpu/cpu.cfs_period_us": "100000\n",
            },
            4,
        ),
        ({"own": "4:cpu:/\n", "groups/cpu/cpu.cfs_quota_us": "-1\n", "groups/cpu/cpu.cfs_period_us": "100000\n"}, 8),
        ({"own": "0::/\n", "groups/cpu.max": "nonsense\n"}, 8),
    ],
)
def test_the_usable_cores_are_those_of_the_affinity_and_of_every_quota(system, files, cores):
    for name, text in files.items():
        system(name, text)
    assert host.usable_cores() == cores


def test_one_core_of_many_is_one(system, monkeypatch):
    monkeypatch.setattr(host.os, "sched_getaffinity", lambda _process: {5}, raising=False)
    assert host.usable_cores() == 1


@pytest.mark.parametrize(
    ("files", "free"),
    [
        ({}, 16 * GIGABYTE),
        ({"own": "0::/\n", "groups/memory.max": "max\n", "groups/memory.current": "5\n"}, 16 * GIGABYTE),
        (
            {
                "own": "0::/\n",
                "groups/memory.max": f"{4 * GIGABYTE}\n",
                "groups/memory.current": f"{3 * GIGABYTE}\n",
                "groups/memory.stat": f"anon 1\ninactive_file {GIGABYTE}\n",
            },
            2 * GIGABYTE,
        ),
        (
            {
                "own": "9:memory:/docker/1\n",
                "groups/memory/memory.limit_in_bytes": f"{GIGABYTE}\n",
                "groups/memory/memory.usage_in_bytes": f"{2 * GIGABYTE}\n",
            },
            0,
        ),
    ],
)
def test_the_free_memory_is_that_of_the_machine_or_of_a_container(system, files, free):
    for name, text in files.items():
        system(name, text)
    assert host.free_memory() == free


def test_a_system_that_says_nothing_of_memory_has_an_unknown_amount(system, tmp_path):
    (tmp_path / "meminfo").unlink()
    assert host.free_memory() is None


@pytest.mark.skipif(os.name != "posix", reason="closes a stream as a shell does")
@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-", "2>/dev/full"])
def test_a_sentence_for_a_missing_stream_is_lost_and_nothing_else(closed):
    code = "from ctv_env.core.host import shows_progress, tell; tell('here'); print(shows_progress())"
    words = ["sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, code]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout == ("" if ">&- 2" in closed else "False\n")


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a shell does")
def test_a_program_has_streams_even_if_all_are_closed(tmp_path):
    code = """
import sys
from ctv_env.core.host import prepare_streams
prepare_streams()
print(sys.stdin.read(), sys.stdout.write("out"), sys.stderr.write("err"))
open(sys.argv[1], "w").write("done")
"""
    file = tmp_path / "done"
    words = ["sh", "-c", 'exec "$0" -c "$1" "$2" <&- >&- 2>&-', sys.executable, code, str(file)]
    assert subprocess.run(words).returncode == 0
    assert file.read_text() == "done"


def test_what_an_encoding_lacks_is_written_as_an_escape():
    code = "from ctv_env.core.host import prepare_streams; prepare_streams(); print('Gij\\xf3n \\udcff')"
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for more, printed in ((plain, rb"Gij\xf3n \udcff"), ({"PYTHONUTF8": "1"}, "Gijón ".encode() + rb"\udcff")):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ | more)
        assert done.stdout.strip() == printed, done.stderr


# -- how it is told to end ---------------------------------------------------------------------------------------------

ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.fixture
def handlers():
    """Signals as a fresh process has them, restored afterwards."""
    numbers = [signal.SIGINT, *ENDS]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    yield
    for number, old in before.items():
        signal.signal(number, old)


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("background", [False, True])
def test_a_request_to_end_does_what_ctrl_c_does_also_in_the_background(handlers, number, background):
    if background:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # as shell scripts start what they do not wait for
    with pytest.raises(KeyboardInterrupt), host.ends_like_ctrl_c():
        signal.raise_signal(number)
    assert signal.getsignal(number) == signal.SIG_DFL


@pytest.mark.parametrize("number", [signal.SIGINT, *ENDS])
def test_a_handler_takes_all_of_them_and_what_it_leaves_goes_to_that_around(handlers, number):
    taken = []
    with host.ends_like_ctrl_c():
        with host.ends_like_ctrl_c(lambda got, _frame: taken.append(got)):
            signal.raise_signal(number)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert taken == [number]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there are no hangups here")
def test_a_process_that_outlives_its_terminal_goes_on(handlers):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # by nohup
    with host.ends_like_ctrl_c():
        signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_outside_the_main_thread_signals_are_left_alone(handlers):
    seen = []

    def look():
        with host.ends_like_ctrl_c():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]
