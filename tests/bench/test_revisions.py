"""Comparing with an earlier revision, which fails when the sources have become slower."""

import json
import pathlib
import shutil
import subprocess

import pytest

from ctv_env.bench import meter, revisions
from ctv_env.cli.main import main
from ctv_env.core import host

WORKLOADS = """
import time
def engine(game=None):
    def workload():
        begun = time.process_time()
        while time.process_time() - begun < {seconds}:
            pass
        return 1
    return workload
def batch(threads, game=None):
    return engine(game)
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository whose only commit, tagged v1, has a package with workloads of a millisecond."""
    bench = tmp_path / "ctv_env" / "bench"
    core = tmp_path / "ctv_env" / "core"
    for folder in (bench, core, tmp_path / "agents", tmp_path / "configs"):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    (tmp_path / ".gitignore").write_text("build\n")
    (tmp_path / "ctv_env" / "__init__.py").touch()
    shutil.copy(pathlib.Path(revisions.__file__).with_name("measure.py"), bench)
    shutil.copy(str(host.__file__), core)
    (bench / "own.py").write_text(WORKLOADS.format(seconds=0.001))
    named = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org")
    for words in (("init", "-q"), ("add", "."), (*named, "commit", "-q", "-m", "Begin"), ("tag", "v1")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    monkeypatch.setattr(revisions, "ROOT", tmp_path)
    return tmp_path


def _compare() -> dict[str, float]:
    return revisions.compare("v1", rounds=9, seconds=0.004)


def test_the_same_sources_are_as_fast(repository):
    relative = _compare()
    assert len(relative) == 4
    assert all(0.9 < ratio < 1.1 for ratio in relative.values())
    assert revisions.complaints(relative, "v1") == []


def test_sources_that_are_half_as_fast_are_named_with_how_much(repository):
    (repository / "ctv_env/bench/own.py").write_text(WORKLOADS.format(seconds=0.002))
    relative = _compare()
    assert all(0.4 < ratio < 0.6 for ratio in relative.values())
    sentence, *others = revisions.complaints(relative, "v1")
    assert sentence.startswith("engine: ")
    assert "% of the speed of v1; at least 80% is required" in sentence
    assert len(others) == 3


def test_the_limit_is_eighty_percent():
    assert revisions.complaints({"engine": 0.81}, "v1") == []
    assert revisions.complaints({"engine": 0.79}, "v1") == ["engine: 79% of the speed of v1; at least 80% is required"]


def test_sources_are_kept_and_a_stopped_extraction_is_done_again(repository):
    folder = revisions.sources("v1")
    assert (folder / "ctv_env/bench/own.py").read_text() == WORKLOADS.format(seconds=0.001)
    assert not (folder / ".gitignore").exists()
    (folder / "mark").touch()
    assert (revisions.sources("v1") / "mark").exists()
    folder.rename(folder.with_suffix(".part"))
    assert revisions.sources("HEAD") == folder


@pytest.mark.parametrize(
    ("revision", "message"),
    [("v2", "'v2' cannot be compared in .*: no commit has this name"), ("--all", "no commit has this name")],
)
def test_an_unknown_revision_is_a_mistake_of_use(repository, revision, message):
    with pytest.raises(revisions.RevisionError, match=message):
        revisions.sources(revision)


def test_outside_a_repository_nothing_can_be_compared(repository):
    shutil.rmtree(repository / ".git")
    with pytest.raises(revisions.RevisionError, match="not a git repository"):
        revisions.sources("v1")


def test_a_revision_without_these_workloads_cannot_be_measured(repository, capfd):
    (revisions.sources("v1") / "ctv_env/bench/own.py").write_text("")
    with pytest.raises(revisions.RevisionError, match="v1 cannot be measured: its process ended with 1"):
        _compare()
    assert "cannot import name" in capfd.readouterr().err


@pytest.mark.parametrize(("ratio", "code"), [(1.0, 0), (0.5, 1)])
def test_the_command_fails_if_a_speed_is_too_low(ratio, code, monkeypatch, capsys):
    monkeypatch.setattr(revisions, "compare", lambda revision: {"engine": ratio})
    assert main(["bench", "--against", "v1"]) == code
    assert ("slower: engine: 50% of the speed of v1" in capsys.readouterr().out) == bool(code)


def test_the_command_tells_of_an_unknown_revision(repository, capsys):
    assert main(["bench", "--against", "v2"]) == 2
    assert "'v2' cannot be compared" in capsys.readouterr().err


def test_the_meter_measures_the_engines_and_batches_of_two_games(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["meter", "0"])
    monkeypatch.setattr("sys.stdin", ["\n"])
    meter.main()
    reading = json.loads(capsys.readouterr().out)
    assert list(reading) == ["engine", "batch with mask and observation", "engine of tscw", "batch of tscw"]
    assert all(rate > 0 for rate in reading.values())
