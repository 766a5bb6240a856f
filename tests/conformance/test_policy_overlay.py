"""What an agent would do, drawn on the map: each action that names a space, or a piece in one, is drawn there."""

import random

import numpy as np
import pytest
from conformance.subjects import SMALLEST, step_at_random, walk

from ctv_env.cli.main import main

DECISIONS = 600


def spaces(game) -> dict[int, str]:
    """The spaces of the legal actions that have one."""
    space_of = game.spec.ui().space_of
    return {action: space for action in game.legal_actions() if (space := space_of(game, action))}


@pytest.mark.parametrize("subject", [one for one in SMALLEST if one.spec.search() is not None], ids=str)
def test_the_probability_of_every_action_with_a_space_is_on_the_map(subject):
    game, chooser, drawn = subject.new(3), random.Random(3), set()
    for _ in range(DECISIONS):
        if game.to_move is None:
            break
        found = spaces(game) if game.to_move in game.spec.sides else {}
        for action in chooser.sample(list(found), min(len(found), 4)):
            if (kind := (game.node, game.decode(action)[0])) not in drawn:
                drawn.add(kind)
                policy = np.zeros(game.n_actions)
                policy[action] = 0.37
                assert "37%" in game.svg(game.to_move, policy=policy), (game.node, game.describe(action))
        step_at_random(game, chooser)
    assert len({segment for _, segment in drawn}) > 1


@pytest.mark.parametrize("subject", SMALLEST, ids=str)
def test_the_command_draws_and_says_what_an_agent_would_do(subject, tmp_path, capsys):
    file, best = tmp_path / "board.svg", subject.spec.policies[-1]
    node = next(game.node for game in walk(subject.new(3)) if game.to_move in subject.spec.sides)
    where = ["--game", subject.game, "--scenario", subject.scenario, "--node", node, "--seed", "3"]
    assert main(["draw", *where, "--policy", best, "--out", str(file)]) == 0
    picture, said, *lines = capsys.readouterr().out.splitlines()
    assert picture.startswith(f"{file}: ")
    assert said.startswith(f"{best} as ")
    assert 1 <= len(lines) <= 5
    assert "100 %" in lines[0]
