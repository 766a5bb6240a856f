"""The wheel: what is in it, and that it works where nothing else is installed.

The slow tests share one environment, which is empty but for the wheel at first and gets the extra ``train`` later: so
they keep their order, and the rules are compiled once.
"""

import email
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest

from ctv_env import __version__
from ctv_env.cli.main import COMMANDS

ROOT = pathlib.Path(__file__).parents[1]
SOURCES = ("LICENSE", "README.md", "agents", "configs", "ctv_env", "pyproject.toml", "setup.py")
_BUILD = "import sys; from setuptools import build_meta; build_meta.build_{kind}(sys.argv[1])"
PLAY = ("play", "--scenario", "duel", "--seed", "7", "--quiet", "--republican", "random")
FIVE_LINES = """\
import gymnasium, ctv_env
env = gymnasium.make("ctv_env/Duel1937-v0")
(_, info), over = env.reset(seed=7), False
while not over:
    _, _, over, _, info = env.step(info["action_mask"].argmax())
print("winner:", info["winner"])
"""


def _built(kind: str, source: pathlib.Path, out: pathlib.Path) -> pathlib.Path:
    """A ``wheel`` or an ``sdist`` of the source folder, in the new folder ``out``; the network is not needed."""
    subprocess.run([sys.executable, "-c", _BUILD.format(kind=kind), out], cwd=source, check=True, capture_output=True)
    (file,) = out.iterdir()
    return file


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what a wheel is made of, since building leaves files beside the sources."""
    folder = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    return _built("wheel", source, tmp_path_factory.mktemp("dist") / "wheel")


# -- what is in it -------------------------------------------------------------------------------------------------


def test_the_wheel_holds_every_file_of_the_package_and_no_other(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    folders = [pathlib.Path(folder) for folder, *_ in os.walk(ROOT / "ctv_env", followlinks=True)]
    files = (file for folder in folders if folder.name != "__pycache__" for file in folder.iterdir() if file.is_file())
    assert names == {str(file.relative_to(ROOT)) for file in files}
    for name in ("agents/registry", "agents/examples/random_player", "envs/single"):
        assert f"ctv_env/{name}.py" in names
    for name in ("configs/train/quick.yaml", "games/ctv/data/scenarios/duel.yaml", "py.typed", "serve/static/play.js"):
        assert f"ctv_env/{name}" in names


def test_the_wheel_says_the_version_of_the_package(wheel):
    metadata = zipfile.ZipFile(wheel).read(f"ctv_env-{__version__}.dist-info/METADATA").decode()
    assert email.message_from_string(metadata)["Version"] == __version__


def test_a_wheel_made_of_the_source_distribution_is_the_same(source, wheel, tmp_path):
    with tarfile.open(_built("sdist", source, tmp_path / "sdist")) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
        archive.extractall(tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = _built("wheel", unpacked, tmp_path / "wheel")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


# -- in an environment of its own ----------------------------------------------------------------------------------


class Environment:
    """A virtual environment and a folder in it to work in, below a repository that is not this project's."""

    def __init__(self, folder: pathlib.Path):
        venv.create(folder / "venv", symlinks=True)
        self._programs = folder / "venv" / "bin"
        self.place = folder / "place"
        self.place.mkdir()
        named = ["-c", "user.name=nobody", "-c", "user.email=nobody@nowhere"]
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        subprocess.run(["git", *named, "commit", "-q", "--allow-empty", "-m", "Begin"], cwd=folder, check=True)
        unlike = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if name not in unlike}
        self._variables = kept | {"NUMBA_CACHE_DIR": str(folder / "compiled")}

    def install(self, *requirements: str) -> None:
        """Install by the pip of the tests, so that the environment has none."""
        pip = [sys.executable, "-m", "pip", "--python", self._programs / "python", "install", "-q", "--no-compile"]
        done = subprocess.run([*pip, "-c", ROOT / "constraints.txt", *requirements], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        command = [self._programs / program, *arguments]
        return subprocess.run(command, cwd=self.place, env=self._variables, capture_output=True, text=True)

    def output(self, program: str, *arguments: str) -> str:
        """What a program of the environment prints, which must succeed."""
        done = self.run(program, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("environment"))
    environment.install(str(wheel))
    return environment


@pytest.fixture(scope="module")
def full_environment(wheel, environment):
    """With the extra ``train``, and with a library that calls its own package ``agents``."""
    environment.install(f"{wheel}[train]", "openai-agents")
    return environment


@pytest.mark.slow
def test_the_bare_wheel_plays_a_game_in_five_lines(environment):
    assert environment.output("python", "-c", FIVE_LINES).startswith("winner: ")


@pytest.mark.slow
def test_the_bare_wheel_plays_records_and_draws(environment):
    assert " wins on turn " in environment.output("ctv", *PLAY, "--nationalist", "random", "--record", "game.jsonl")
    assert environment.output("ctv", "replay", "game.jsonl", "--verify").startswith("OK: ")
    assert "game.html" in environment.output("ctv", "replay", "game.jsonl", "--html", "game.html")
    assert "board.svg" in environment.output("ctv", "draw", "--scenario", "duel", "--out", "board.svg")
    assert "win rate" in environment.output("ctv", "evaluate", "random", "random", "--scenario", "duel", "--games", "4")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_the_bare_wheel_helps_with_every_command(command, environment):
    assert f"usage: ctv {command}" in environment.output("ctv", command, "--help")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "serve"),
        ("train duel", "train"),
        ("ladder", "ladder"),
        ("balance", "ladder"),
        ("plot game.jsonl --out battles.png", "plot"),
        ("draw --scenario duel --out board.png", "render"),
        ("bench --peers --rounds 1 --seconds 0", "bench"),
    ],
)
def test_a_command_that_needs_an_extra_says_so_in_one_sentence(command, extra, environment):
    done = environment.run("ctv", *command.split())
    assert done.returncode == 2
    assert done.stderr.startswith("ctv: error: ")
    assert done.stderr.endswith(f": pip install 'ctv_env[{extra}]'\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_extra_train_is_enough_to_train_by_name_beside_another_package_called_agents(full_environment):
    assert full_environment.output("python", "-c", "import agents; print(agents.Runner.__name__)") == "Runner\n"
    small = ["total_steps=2048", "evaluation.opponents=[random]", "evaluation.games=10"]
    assert "trained: " in full_environment.output("ctv", "train", "duel", *small)
    (run,) = (full_environment.place / "runs").iterdir()
    assert {"model.zip", "evaluation.md", "learning_curve.png"} <= {file.name for file in run.iterdir()}
    assert json.loads((run / "versions.json").read_text())["commit"] is None
    assert " wins on turn " in full_environment.output("ctv", *PLAY, "--nationalist", str(run))
