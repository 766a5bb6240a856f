"""The table of agents: each name has one kind, and the help and the guide name every kind."""

import pathlib
import re

import pytest

from ctv_env.agents.registry import CHECKPOINT, KINDS, kind_of
from ctv_env.cli.arguments import agents_help
from ctv_env.core.spec import spec_of
from ctv_env.games import GAMES

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "agents.md"


@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        *[("random", "random"), ("staff", "greedy, staff"), ("expectimax", "expectimax")],
        *[("mcts", "rollout[:BUDGET], mcts[:BUDGET]"), ("rollout:0.1s", "rollout[:BUDGET], mcts[:BUDGET]")],
        *[("search:net", "search:net[:BUDGET]"), ("search:net:96", "search:net[:BUDGET]")],
        *[("search:nets/model.zip", "search:RUN[:BUDGET]"), ("search:runs/a:24", "search:RUN[:BUDGET]")],
        *[("learned", "learned"), ("staff-tuned", "staff-tuned"), ("program:python3 a.py", "program:COMMAND")],
        *[("agents.mine:Own", "module:Class or path/file.py:Class"), ("runs/a", "RUN, FILE.zip")],
        *[("randomly", "RUN, FILE.zip"), ("mcts.zip", "RUN, FILE.zip")],
    ],
)
def test_a_name_is_of_one_kind(name, spelling):
    spec = spec_of("ctv")
    assert kind_of(name, spec).spelling(spec) == spelling


def test_a_game_offers_only_agents_that_it_has():
    rows = {game: agents_help(spec_of(game)) for game in GAMES}
    assert "search:net" in rows["ctv"]
    assert "search:net" not in rows["arriba"]
    for game, text in rows.items():
        spec = spec_of(game)
        assert all(kind.spelling(spec) in text for kind in KINDS), game
        assert max(map(len, text.splitlines())) <= 120


def test_the_guide_names_every_agent_of_every_game():
    rows = re.findall(r"^\| (.*?) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    in_guide = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    spelled = {kind.spelling(spec_of(game)).replace("[:BUDGET]", "") for kind in KINDS for game in GAMES}
    names = {name for spelling in spelled for name in re.split(", | or ", spelling) if name}
    assert CHECKPOINT.spelling(spec_of()) == "RUN, FILE.zip"
    assert names | {"human"} == in_guide  # a person plays in `ctv play` only
