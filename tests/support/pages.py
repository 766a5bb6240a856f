"""Pages of recorded games for tests."""

import base64
import gzip
import json
import pathlib
import re

from support.records import PLAYERS, SCRIPTED

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent
from ctv_env.core.replay.playback import Playback
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.render.replay_page import replay_page


def record_match(file: pathlib.Path, players: dict[str, str] = PLAYERS, scenario: str = "escudo") -> pathlib.Path:
    """Record a game between scripted agents, the same each time."""
    agents = {side: make_agent(SCRIPTED, "ctv", scenario, side) for side in players}
    play(RecordedGame(new_game("ctv", scenario, 3), file, players, 3), agents, 3)
    return file


def page_of(record: pathlib.Path) -> str:
    return replay_page(Playback(record))


def data_in(page: str) -> dict:
    """Return the data of a page."""
    packed = re.search(r'id="data">([^<]*)<', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def frames_of(data: dict, view: str) -> list[list[int]]:
    """Return the numbers of the windows of each frame."""
    shown, frames = [], []
    for first, gone, come in data["views"][view]["frames"]:
        shown = shown[:first] + come + shown[first + gone :]
        frames.append(shown)
    return frames
