"""The page of a recorded game; the browser tests are in tests/browser."""

import base64
import hashlib
import html
import itertools
import random
import re

import pytest
from support.pages import data_in, frames_of, page_of, record_match
from support.records import forge, lines_of, record_walk

from ctv_env.core.game import Game
from ctv_env.core.replay.playback import Playback
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.render.svg import text_of

TOY = spec_of("toygame.spec:SPEC")
VIEWS = ("open", "nationalist", "republican")
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'{{script}}"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return record_match(tmp_path_factory.mktemp("page") / "game.jsonl")


@pytest.fixture(scope="module")
def page(record):
    return page_of(record)


@pytest.fixture(scope="module")
def data(page):
    return data_in(page)


def test_the_page_needs_nothing_else(page):
    without_data = re.sub(r'id="data">[^<]*<', "", page)
    assert not re.findall(r"https?://(?!www\.w3\.org/)", without_data)
    assert not re.findall(r"<(?:link|img|iframe|object|base)\b|\bsrc=|\bhref=|@import", without_data)
    assert set(re.findall(r"url\(([^:)]*)", without_data)) == {"data"}


def test_only_the_script_of_the_page_may_run(page):
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policy = re.search(r'content="(default-src[^"]*)"', page)[1]
    assert policy == f"default-src 'none'; font-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_the_same_record_gives_the_same_page(tmp_path):
    record_walk(tmp_path / "game.jsonl", "duel")
    assert page_of(tmp_path / "game.jsonl") == page_of(tmp_path / "game.jsonl")


def test_frames_are_the_pictures_of_every_step_in_every_view(record, data):
    playback = Playback(record)
    frames = {view: frames_of(data, view) for view in VIEWS}
    for k, _ in enumerate(itertools.islice(playback, 80), 1):
        for view in VIEWS:
            windows = playback.game.drawing(None if view == "open" else view).windows
            wanted = [text_of(one) for one in windows if dict(one.data).get("part") not in ("log", "turns")]
            assert [data["windows"][number] for number in frames[view][k]] == wanted
    assert {len(of_view) for of_view in frames.values()} == {len(lines_of(record)) - 1}


def test_each_piece_of_a_picture_is_held_once(data):
    assert len(set(data["windows"])) == len(data["windows"]) == len(data["parts"])
    every = [number for view in VIEWS for frame in frames_of(data, view) for number in frame]
    assert len(every) > 20 * len(set(every))


def test_steps_turns_combats_and_curves_are_reported(record, data):
    playback = Playback(record)
    vp, turns, targets = [playback.game.score()], [playback.game.turn], []
    for step in playback:
        vp.append(playback.game.score())
        turns.append(playback.game.turn)
        if step.node == "TARGET" and step.name != "DONE":
            targets.append(step.name.removeprefix("HEX "))
    assert data["figures"]["Victory points"] == vp
    assert data["steps"]["turn"] == turns
    assert [combat[:4] for combat in data["steps"]["chapter"] if combat] == targets
    assert len(targets) > 3
    assert data["players"] == playback.header["players"]
    assert data["ending"].startswith(playback.result["winner"].capitalize())


def test_the_log_is_that_of_the_game(record, data):
    playback = Playback(record)
    list(playback)
    shown = [line for lines in data["views"]["open"]["lines"] for line in lines]
    assert shown[0] == playback.game.log[0]
    assert shown[-1] == playback.game.log[-1]
    dice = [line for line in playback.game.log if "Combat die" in line]
    assert len([line for line in shown if "Combat die" in line]) == len(dice) > 3
    assert any(line.startswith("  Odds: ") for line in shown)


def test_a_side_is_not_told_what_it_could_not_see(data):
    actors = data["steps"]["actor"]
    for side, other in (("nationalist", "republican"), ("republican", "nationalist")):
        captions = data["views"][side]["captions"]
        assert {captions[k] for k, actor in enumerate(actors) if actor == other} == {
            f"The {other.capitalize()} decides"
        }
        assert {captions[k] for k, actor in enumerate(actors) if actor == "chance"} == {"A die"}
        shown = {line for lines in data["views"][side]["lines"] for line in lines}
        moves = [line for k, lines in enumerate(data["views"]["open"]["lines"]) if actors[k] == other for line in lines]
        hidden = [line for line in moves if " moves " in line]
        assert hidden
        assert not shown & set(hidden)


def test_the_open_view_tells_all(data):
    captions = data["views"]["open"]["captions"]
    assert any(re.match(r"Republican: choose .* to move", caption) for caption in captions)
    assert any(re.match(r"Combat die: [1-6]", caption) for caption in captions)


def test_a_hostile_record_is_only_text(tmp_path):
    record_walk(tmp_path / "game.jsonl", "duel")
    lines = lines_of(tmp_path / "game.jsonl")
    lines[0]["players"] = {"nationalist": EVIL, EVIL: "x"}
    forge(tmp_path / "game.jsonl", lines)
    page = page_of(tmp_path / "game.jsonl")
    assert "alert(" not in page
    assert page.count("<script") == 2
    assert data_in(page)["players"]["nationalist"] == EVIL


def test_the_title_is_escaped(tmp_path):
    import shutil

    from ctv_env.games.ctv.loading.load import DATA_DIR

    own = tmp_path / "own"
    shutil.copytree(DATA_DIR, own)
    (own / "scenarios" / "duel.yaml").rename(own / "scenarios" / "<b>&{{script}}.yaml")
    record_walk(tmp_path / "game.jsonl", "<b>&{{script}}", data_dir=str(own))
    page = page_of(tmp_path / "game.jsonl")
    assert f"<title>{html.escape('CTV, <b>&{{script}}')}</title>" in page
    assert page.count("<script") == 2


def test_a_game_that_was_broken_off_can_be_looked_at(tmp_path):
    record_walk(tmp_path / "game.jsonl", steps=8)
    data = data_in(page_of(tmp_path / "game.jsonl"))
    assert data["ending"] == "broken off"
    assert len(frames_of(data, "open")) == 9


@pytest.mark.parametrize("seed", [2**53 + 1, 2**64 - 1])
def test_no_digit_of_a_large_seed_is_lost(tmp_path, seed):
    """The page's script reads numbers as doubles, but text as it is."""
    record_walk(tmp_path / "game.jsonl", "duel", seed)
    assert data_in(page_of(tmp_path / "game.jsonl"))["seed"] == str(seed)


def test_an_unknown_seed_is_not_named(tmp_path):
    record_walk(tmp_path / "game.jsonl", "duel")
    lines = lines_of(tmp_path / "game.jsonl")
    lines[0]["seed"] = None
    forge(tmp_path / "game.jsonl", lines)
    assert data_in(page_of(tmp_path / "game.jsonl"))["seed"] is None


def test_it_is_small(page):
    assert len(page) < 500_000


# -- another game ------------------------------------------------------------------------------------------------------


def record_toy(file, seed: int):
    """A random game of the toy; returns it."""
    players = dict.fromkeys(TOY.sides, "random")
    game, chooser = RecordedGame(Game.new(TOY, "three", seed), file, players, seed), random.Random(seed)
    while game.to_move is not None:
        if game.to_move == CHANCE_NAME:
            game.roll()
        else:
            game.step(chooser.choice(game.legal_actions()))
    return game


def test_another_game_brings_its_own_words_and_its_whole_picture_is_the_map(tmp_path):
    game = record_toy(tmp_path / "game.jsonl", 1)
    page = page_of(tmp_path / "game.jsonl")
    data = data_in(page)
    assert data["title"] == "TOY, three"
    assert list(data["views"]) == ["open", *TOY.sides]
    assert data["frame"] == [0, 0, game.drawing().width, game.drawing().height]
    assert "hill" in data["board"]
    assert "This fight" in page
    assert "combat" not in re.sub(r'id="data">[^<]*<', "", page)
    assert {"Chance", "The Bronze decides"} <= set(data["views"]["azure"]["captions"])
    assert any(re.match(r"Dice: \d+", caption) for caption in data["views"]["open"]["captions"])


def test_a_draw_is_reported(tmp_path):
    for seed in range(200):
        if record_toy(tmp_path / f"{seed}.jsonl", seed).winner is None:
            data = data_in(page_of(tmp_path / f"{seed}.jsonl"))
            assert data["ending"] == f"Nobody wins, turn {data['steps']['turn'][-1]}"
            return
    raise AssertionError("no game was drawn")
