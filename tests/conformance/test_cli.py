"""The commands, for every game."""

import json

import pytest
from conformance.subjects import Subject
from support.own_agents import BOLD

from ctv_env.cli.main import main

WEAK = "random"


def words(subject: Subject, command: str, *more: str) -> list[str]:
    return [command, "--game", subject.game, "--scenario", subject.scenario, *more]


def seats(subject: Subject, agent: str = WEAK) -> list[str]:
    return [word for side in subject.spec.sides for word in (f"--{side}", agent)]


def test_play(subject, capsys, tmp_path):
    file = tmp_path / "game.jsonl"
    assert main(words(subject, "play", *seats(subject), "--seed", "7", "--record", str(file))) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{subject.scenario}, seed 7: ")
    last = json.loads(file.read_text().splitlines()[-1])["result"]
    assert last.keys() == {"winner", "turn", subject.spec.score.key, "steps"}
    assert "seed 7" in printed.splitlines()[-1]


def test_play_by_the_strongest_policies_that_there_are(subject, capsys):
    assert main(words(subject, "play", "--seed", "1", "--quiet")) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_replay_in_words_verified_and_as_a_page(subject, capsys, tmp_path):
    file, page = str(tmp_path / "game.jsonl.gz"), str(tmp_path / "game.html")
    main(words(subject, "play", *seats(subject), "--seed", "3", "--record", file))
    played = capsys.readouterr().out
    assert main(["replay", file]) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == played.splitlines()[:-1]
    assert main(["replay", file, "--verify"]) == 0
    assert capsys.readouterr().out.startswith("OK: ")
    assert main(["replay", file, "--html", page]) == 0
    capsys.readouterr()
    with open(page, encoding="utf-8") as stream:
        assert stream.read(20).startswith("<!DOCTYPE html>")


def test_draw(subject, tmp_path):
    out = tmp_path / "map.svg"
    assert main(words(subject, "draw", "--seed", "2", "--out", str(out))) == 0
    assert out.read_text().startswith("<svg")


def test_evaluate(subject, capsys, tmp_path):
    policies = subject.spec.policies
    argv = words(subject, "evaluate", policies[-1], policies[0], "--games", "8", "--threads", "1")
    assert main([*argv, "--json", str(tmp_path / "result.json")]) == 0
    assert policies[-1] in capsys.readouterr().out
    assert json.loads((tmp_path / "result.json").read_text())


def test_ladder(subject, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words(subject, "ladder", "random", subject.spec.policies[-1], "--games", "4", "--threads", "1")) == 0
    assert (tmp_path / "ladder" / "ladder.md").read_text() in capsys.readouterr().out


def test_an_agent_of_ones_own_in_every_command(subject, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first, second = subject.spec.sides
    assert main(words(subject, "play", f"--{first}", BOLD, f"--{second}", WEAK, "--seed", "1", "--quiet")) == 0
    assert main(words(subject, "evaluate", BOLD, WEAK, "--games", "4", "--threads", "1")) == 0
    assert f"| {BOLD} |" in capsys.readouterr().out
    assert main(words(subject, "ladder", BOLD, WEAK, "--games", "4", "--threads", "1")) == 0
    assert f"| {BOLD} |" in capsys.readouterr().out


@pytest.mark.parametrize("opponent", [WEAK, BOLD], ids=["policy", "own"])
def test_train(opponent, smallest, capsys, tmp_path):
    config = tmp_path / "tiny.yaml"
    config.write_text(
        f"{{name: tiny, game: '{smallest.game}', scenario: {smallest.scenario}, side: {smallest.spec.sides[1]},"
        f" opponents: ['{opponent}'], total_steps: 64, n_envs: 2, n_steps: 16, minibatch: 32, net: [8], env_threads: 1,"
        f" evaluation: {{opponents: ['{opponent}'], references: [], games: 2}}}}"
    )
    assert main(["train", str(config), "--runs", str(tmp_path / "runs")]) == 0
    (run,) = (tmp_path / "runs").iterdir()
    assert (run / "evaluation.md").read_text() in capsys.readouterr().out
    argv = words(smallest, "play", f"--{smallest.spec.sides[1]}", str(run), f"--{smallest.spec.sides[0]}", WEAK)
    assert main([*argv, "--seed", "1", "--quiet"]) == 0


def test_train_self_play(smallest, tmp_path):
    config = tmp_path / "self.yaml"
    config.write_text(
        f"{{name: self, game: '{smallest.game}', scenario: {smallest.scenario}, side: random, opponents: [self],"
        " snapshot_every: 32, total_steps: 64, n_envs: 2, n_steps: 16, minibatch: 32, net: [8], env_threads: 1,"
        " evaluation: {opponents: [random], references: [], games: 2}}"
    )
    assert main(["train", str(config), "--runs", str(tmp_path / "runs"), "--quiet"]) == 0


def test_bench(smallest, capsys):
    assert main(["bench", "--game", smallest.game, "--rounds", "1", "--seconds", "0", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert all(figure["median"] > 0 for figure in report["per_second"].values())


@pytest.mark.parametrize("command", ["play", "evaluate", "ladder", "draw", "bench"])
def test_an_unknown_scenario_or_game_is_a_sentence(command, subject, capsys):
    more = {"evaluate": ["random", "random"], "ladder": ["random", "greedy"], "draw": ["--out", "map.svg"]}
    for argv in (
        [command, *more.get(command, []), "--game", subject.game, "--scenario", "atlantis"],
        [command, *more.get(command, []), "--game", "nowhere.to:FIND"],
    ):
        code = _code(argv)
        printed = capsys.readouterr().err
        assert code == 2
        assert "atlantis" in printed or "nowhere" in printed
        assert "Traceback" not in printed


@pytest.mark.parametrize("agent", ["expectimax", "mcts:10", "rollout:10"])
def test_a_search_where_the_game_offers_none_is_a_sentence(agent, subject, capsys):
    if subject.spec.search() is not None:
        return
    first, second = subject.spec.sides
    code = _code(words(subject, "play", f"--{first}", agent, f"--{second}", WEAK, "--seed", "1"))
    assert code == 2
    printed = capsys.readouterr().err
    assert printed.startswith("ctv: error: ")
    assert printed.count("\n") == 1


def test_a_report_of_the_balance_where_the_game_offers_no_analysis_is_a_sentence(
    subject, capsys, tmp_path, monkeypatch
):
    if subject.spec.analysis() is not None:
        return
    monkeypatch.chdir(tmp_path)
    assert _code(["balance", "--game", subject.game, "--games", "2"]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("ctv: error: ")
    assert printed.count("\n") == 1


def _code(argv: list[str]) -> int:
    """Exit code, also of a mistake in the arguments."""
    try:
        return main(argv)
    except SystemExit as ended:
        return int(ended.code or 0)
