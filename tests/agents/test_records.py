"""Records of the games of an evaluation, whichever way they are played."""

import pathlib
import shutil

import pytest
from support.own_agents import write
from support.records import SCRIPTED

from ctv_env.agents.base import ForfeitError
from ctv_env.agents.evaluation import arena as module
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.single_match import play_single
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.core.replay.playback import Playback, verify


def play_all(seats, setting, seeds=(5, 6)):
    with Arena(setting) as arena:
        return [played for (played,) in arena.play([seats], list(seeds))]


@pytest.mark.parametrize("way", ["compiled", "batched", "single"])
def test_every_game_is_recorded_by_its_players_and_seed(way, tiny_run, tmp_path, monkeypatch):
    agent = str(tiny_run) if way == "batched" else SCRIPTED
    name = tiny_run.name if way == "batched" else SCRIPTED
    if way == "single":
        monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
    setting = Setting(options={"dice": "keyed"}, record=tmp_path / "games")
    played = play_all((agent, SCRIPTED), setting)
    plain = play_all((agent, SCRIPTED), setting._replace(record=None))
    assert [game.digest for game in played] == [game.digest for game in plain]
    files = [tmp_path / "games" / f"{name}-{SCRIPTED}-{seed}.jsonl.gz" for seed in (5, 6)]
    assert sorted((tmp_path / "games").iterdir()) == sorted(files)
    for file, game, seed in zip(files, played, (5, 6), strict=True):
        assert verify(file)["vp"] == game.score
        header = Playback(file).header
        assert header["players"] == {"nationalist": name, "republican": SCRIPTED}
        assert header["seed"] == seed


def test_compiled_games_are_recorded_as_those_at_the_board(tmp_path, monkeypatch):
    files = []
    for way in ("compiled", "board"):
        if way == "board":
            monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
        play_all((SCRIPTED, SCRIPTED), Setting(scenario="escudo", record=tmp_path / way))
        files.append([list(Playback(file)) for file in sorted((tmp_path / way).iterdir())])
    assert files[0] == files[1]


@pytest.mark.parametrize("kind", ["Own", "Many"])
def test_classes_with_the_same_name_in_other_files_do_not_share_records(kind, tmp_path, monkeypatch):
    """``Own`` plays game by game, ``Many`` in a batch."""
    monkeypatch.chdir(tmp_path)
    one, other, third = (f"{write(pathlib.Path(folder, 'own.py'))}:{kind}" for folder in ("", "ben", "eva"))
    setting, games = Setting(scenario="duel", record="games"), 0
    with Arena(setting) as arena:
        for pair in ((one, other), (one, third)):
            games += 2 * len(list(arena.play([pair, pair[::-1]], [5, 6])))
    names = {file.name for file in pathlib.Path("games").iterdir()}
    assert len(names) == games == 8
    assert {f"own.py_{kind}-ben_own.py_{kind}-5.jsonl.gz", f"ben_own.py_{kind}-own.py_{kind}-5.jsonl.gz"} < names


def test_networks_with_the_same_name_in_other_folders_do_not_share_records(altered, tmp_path):
    (tmp_path / "ben").mkdir()
    network = altered(side="random")
    pair = (str(network), shutil.copy(network, tmp_path / "ben"))
    with Arena(Setting(record=tmp_path / "games")) as arena:
        assert len(list(arena.play([pair, pair[::-1]], [5]))) == 1
    assert len(list((tmp_path / "games").iterdir())) == 2


def test_names_too_long_for_a_file_are_cut_and_differ(tmp_path):
    setting = Setting(record=tmp_path)
    files = [setting.replay_file(("program:" + "x" * 300, end), 5) for end in ("a", "b")]
    for file in files:
        file.with_name(file.name + ".part").touch()
    assert files[0] != files[1]
    assert all(file.name.endswith("-5.jsonl.gz") for file in files)


class _Quitter(UniformAgent):
    """Gives up at its third decision."""

    name = "program:./quit --now"
    decisions = 0

    def act(self, observation, mask, info):
        self.decisions += 1
        if self.decisions == 3:
            raise ForfeitError("enough")
        return super().act(observation, mask, info)


def test_a_game_that_is_given_up_is_kept_as_far_as_it_went(tmp_path):
    agents = {"nationalist": _Quitter(), "republican": UniformAgent()}
    assert play_single(agents, 1, Setting(scenario="escudo", record=tmp_path)).forfeit == "enough"
    (file,) = tmp_path.iterdir()
    assert file.name == "program_._quit_--now-random-1.jsonl.gz"
    assert len([step for step in Playback(file) if step.actor == "nationalist"]) == 2


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="cannot write games in"):
        play_all(("random", "random"), Setting(scenario="duel", record=tmp_path / "file"))
