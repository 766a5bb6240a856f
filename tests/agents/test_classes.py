"""Classes of one's own as agents: where they are found, what they may import, what is said of those that are none."""

import pathlib
import pickle
import subprocess
import sys

import pytest
from support.own_agents import BOLD, EXAMPLE_FILE, PLAYER, write

from ctv_env.agents.evaluation.batched_match import can_play_batched
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.uniform import UniformAgent

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_path(monkeypatch):
    """Folders that a test's agents add to the path of Python are gone after it."""
    monkeypatch.setattr(sys, "path", sys.path[:])


def made(name: str):
    return make_agent(str(name), "ctv", "duel", "nationalist")


def error_of(name: str) -> str:
    """What is said against an agent."""
    with pytest.raises(ValueError, match=r"^no agent '") as caught:
        made(name)
    return str(caught.value)


class Obliging(UniformAgent):
    """An agent in a module."""


def test_a_class_in_a_module_is_an_agent():
    assert type(made(f"{__name__}:Obliging")) is Obliging


def test_a_class_in_a_file_is_an_agent_whatever_the_path(tmp_path, monkeypatch):
    file = write(tmp_path / "some.folder" / "own agent.v2.py")
    monkeypatch.chdir(tmp_path)
    kinds = {
        type(made(f"{path}:Own")) for path in (file, "some.folder/own agent.v2.py", "./some.folder/own agent.v2.py")
    }
    (kind,) = kinds  # loaded once
    assert kind.__name__ == "Own"


def test_what_a_file_defines_can_be_pickled_to_another_process(tmp_path):
    agent = made(f"{write(tmp_path / 'own.py')}:Own")
    agent.reset(7)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).games)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=pickle.dumps(agent), capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == b"[7]"


def test_an_example_of_twenty_lines_is_an_agent():
    assert made(BOLD).name == "bold"
    code = EXAMPLE_FILE.read_text().partition("import random")
    assert len([line for line in (code[1] + code[2]).splitlines() if line]) <= 20


# -- modules beside a file -----------------------------------------------------------------------------------------


def test_a_file_imports_the_modules_beside_it(tmp_path):
    write(tmp_path / "beside_one.py", "import beside_two\nNAME = beside_two.NAME\n")
    write(tmp_path / "beside_two.py", "NAME = 'from beside'\n")
    file = write(tmp_path / "own.py", PLAYER + "    import beside_one\n    name = beside_one.NAME\n")
    assert made(f"{file}:Many").name == "from beside"


def test_two_files_never_share_a_module_of_the_same_name_by_mistake(tmp_path):
    files = []
    for author in ("ann", "ben"):
        write(tmp_path / author / "tactics_of_mine.py", f"NAME = '{author}'\n")
        text = "import tactics_of_mine\n" + PLAYER + "    name = tactics_of_mine.NAME\n"
        files.append(write(tmp_path / author / "own.py", text))
    assert made(f"{files[0]}:Many").name == "ann"
    message = error_of(f"{files[1]}:Many")
    assert f"imports tactics_of_mine and {tmp_path / 'ben' / 'tactics_of_mine.py'} is beside it" in message


def test_a_module_beside_a_file_hides_none_of_python(tmp_path):
    write(tmp_path / "random.py", "raise RuntimeError('this is not the module that was meant')\n")
    assert "imports random and" in error_of(f"{write(tmp_path / 'own.py')}:Own")
    assert made(BOLD).name == "bold"  # which imports random too


# -- what is not an agent ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (PLAYER, "own.py", "it names no class; write module:Class or path/file.py:Class"),
        (PLAYER, "own.py:", "it names no class; write"),
        (PLAYER, "other.py:Own", "there is no file {folder}/other.py"),
        (PLAYER, "own.py:Owm", "own.py has no class 'Owm'; allowed are Own, Many (did you mean 'Own'?)"),
        (PLAYER, "own.py:random", "own.py has no class 'random'; allowed are"),
        ("x = 1\n", "own.py:Own", "own.py has no class 'Own'; it defines no classes"),
        ("import no_such_thing\n", "own.py:Own", "No module named 'no_such_thing'"),
        (
            "\n\nx = 1 / 0\n",
            "own.py:Own",
            "own.py fails with ZeroDivisionError: division by zero ({folder}/own.py, line 3)",
        ),
        ("class Own\n", "own.py:Own", "own.py fails with SyntaxError: expected ':' (own.py, line 1)"),
        (
            "class Own:\n    def __init__(self, depth, *more, width=1, **others): ...\n",
            "own.py:Own",
            "Own wants depth, but is made without arguments",
        ),
        (
            "class Own:\n    def __init__(self):\n        open('/no/such/weights')\n",
            "own.py:Own",
            "Own() fails with FileNotFoundError: [Errno 2] No such file or directory: '/no/such/weights' "
            "({folder}/own.py, line 3)",
        ),
        (
            "class Own:\n    name = 'own'\n    reset = 3\n    def act(self, mask): ...\n",
            "own.py:Own",
            "Own is not an agent: it lacks the method reset(seed), the attribute observation, a kind of observation or "
            "None",
        ),
        (PLAYER.replace('"own", None', "3, None"), "own.py:Own", "its name is 3, but must be a text"),
        (
            PLAYER.replace('"own", None', '"own", "flatt"'),
            "own.py:Own",
            "its observation is 'flatt'; allowed are None, ",
        ),
    ],
)
def test_what_is_wrong_with_a_class_is_said(text, name, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "own.py", text)
    assert words.format(folder=tmp_path) in error_of(name)


def test_a_module_that_python_does_not_find_is_said_and_the_file_that_may_be_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error_of("no_such_module:Own") == "no agent 'no_such_module:Own': No module named 'no_such_module'"
    write(tmp_path / "no_such_module.py")
    assert error_of("no_such_module:Own").endswith("; for the file here write no_such_module.py:Class")


# -- agents that look like others ----------------------------------------------------------------------------------


def test_a_class_made_from_one_of_ours_is_not_taken_for_it():
    """Else the compiled policy of the same name would play in its place, where the other agent is a network."""
    network, own = made(f"{__name__}:Network"), made(f"{__name__}:Obliging")
    assert own.name == "random"
    assert can_play_batched([network, UniformAgent()], ["random"])
    assert not can_play_batched([network, own], ["random"])


class Network(UniformAgent):
    """Decides for many games."""

    observation = "flat"

    def act_many(self, observations, masks):
        return masks.argmax(axis=1)
