"""The commands in the README and the guides run, page by page, from the first to the last.

Each page has a folder of its own, in which later commands find what earlier ones wrote.  What takes long is made short:
fewer games, a few steps of training.  A command that is not run is listed here with the reason.
"""

import contextlib
import glob
import io
import os
import re
import shlex
import socket

import pytest
from test_docs import PAGES, ROOT, label, shell_lines

from ctv_env.agents.balance import measure
from ctv_env.cli import serve
from ctv_env.cli.main import main
from ctv_env.core.editor import draft
from ctv_env.core.spec import spec_of

NOT_RUN = {  # beginning of a command -> why no test runs it
    "make ": "installs and tests; that each target exists is tested in test_docs.py",
    "pip install": "what it installs is used by the tests of the wheel, and by `make release-check`",
    "ctv benchmark AGENT": "the agent is the reader's own, and plays for minutes: tests/cli/test_benchmark.py runs it",
    "ctv bench --peers": "measures for minutes, and needs the libraries of the extra `bench`: `make bench` runs it",
    "ctv lab costs": "measures for a minute: tests/bench/test_costs.py runs it on a few games",
    "ctv lab soak": "takes minutes: tests/agents/test_soak.py runs it on a few games",
    "ctv lab rllib-selfplay": "starts Ray: tests/conformance/test_rllib.py plays through it",
    "ctv lab league": "starts Ray: tests/agents/test_league_rllib.py runs it",
    "ctv evaluate runs/exploiter/agent.zip": "plays the agent of a league, which no test of the pages trains",
    "ctv lab record-games": "takes minutes: tests/agents/test_offline.py runs it on a few games",
    "ctv lab imitate": "takes minutes: tests/agents/test_offline.py runs it on a few games",
    "ctv lab expert-iteration": "takes minutes: tests/agents/test_expert_iteration.py runs it on a few games",
    "ctv evaluate runs/copy staff --scenario last-stand": "the run is that of a command that is not run",
    "python examples/cleanrl_ppo.py": "tests/test_examples.py runs it",
    "ctv evaluate 'program:./my_player --fast'": "the program is the reader's own",
}
TRAINING = ["total_steps=8192", "n_envs=8", "n_steps=64", "minibatch=256", "evaluation.games=2"]
IMITATION = ["warm_start.decisions=64", "warm_start.rounds=1", "warm_start.epochs=1", "warm_start.minibatch=32"]
SHORT = {  # command -> what makes it quick, after its own arguments
    "balance": ["--variant-games", "1", "--threads", "1"],
    "evaluate": ["--threads", "1"],
    "ladder": ["--threads", "1"],
    "report": ["--positions", "4", "--threads", "1"],
}


def is_run(words: list[str]) -> bool:
    return not shlex.join(words).startswith(tuple(NOT_RUN))


def shortened(argv: list[str]) -> list[str]:
    """The same command with few games or little training."""
    command, *given = argv
    if command == "train" and "--resume" not in given:
        config, *keys = given
        imitation = IMITATION if config in ("quick", "default", "nationalist") else []
        return [command, config, *TRAINING, *imitation, *keys]
    if command in ("balance", "evaluate", "ladder", "report"):
        given = re.sub(r"--games (\w+=)?\d+ ?", "", shlex.join(given))
        given = [*shlex.split(given), "--games", "4"]
        given = [word for k, word in enumerate(given) if word != "--at-least" and given[k - 1] != "--at-least"]
    return [command, *given, *SHORT.get(command, [])]


def existing(word: str) -> list[str]:
    """Put in the files that a shell would expand, and for a run of the reader's the newest of that name."""
    if word.startswith("runs/"):
        name = word.removeprefix("runs/").partition("-")[0].replace("NAME", "")
        return sorted(glob.glob(f"runs/{name}*"), key=os.path.getmtime)[-1:]
    return [word]


SCRIPTS = {page: lines for page in PAGES if (lines := [words for words in shell_lines(page) if is_run(words)])}


@pytest.fixture
def _in_a_folder(tmp_path, monkeypatch):
    """A folder that looks like a checkout in which the reader has saved a scenario in the editor.

    Servers end at once, a player saves and leaves, and reports are short.
    """
    for name in ("agents", "configs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "docs" / "ladder").mkdir(parents=True)
    editor = spec_of("ctv").editor()
    draft.write(tmp_path / "scenarios" / "ctv" / "mine", editor.texts("duel", None), "mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "_listen", lambda host, port: socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr("ctv_env.serve.warm_up.warm_up", lambda offer: None)
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    few = measure.variants_of
    monkeypatch.setattr(measure, "variants_of", lambda folder: few(folder)[:1])


@pytest.mark.slow
@pytest.mark.usefixtures("_in_a_folder")
@pytest.mark.parametrize("page", SCRIPTS, ids=label)
def test_the_commands_of_a_page_run(page, monkeypatch):
    trains = any("train" in words for words in SCRIPTS[page])
    if not trains and any(word.startswith("runs") for words in SCRIPTS[page] for word in words):
        assert main(shortened(["train", "quick"])) == 0  # a run that the reader has made elsewhere
    for program, *argv in SCRIPTS[page]:
        assert program == "ctv"
        monkeypatch.setattr("sys.stdin", io.StringIO("save game.save\nquit\n"))
        words = [found for word in shortened(argv) for found in existing(word)]
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(words) == 0, shlex.join(words)


def test_every_reason_for_not_running_a_command_is_needed():
    lines = [shlex.join(words) for page in PAGES for words in shell_lines(page)]
    for beginning in NOT_RUN:
        assert any(line.startswith(beginning) for line in lines), f"no page has: {beginning}"
