"""The table of game lengths: its figures, and that the page in the docs has its current form."""

import pathlib
import re

import numpy as np
import pytest
from support.lab import refusal

from ctv_env.agents.training.episode_length import DOCS, GAMMAS, Lengths, cells, measure, page, scenarios_of

ROOT = pathlib.Path(__file__).parents[2]


def test_the_weight_of_the_last_step_is_the_mean_over_games():
    row = cells(Lengths("duel", "republican", "random", np.array([0, 100])))
    assert row[:6] == ["duel", "republican", "random", "50.0", "5", "95"]
    assert [float(weight) for weight in row[6:]] == pytest.approx([(1 + g**100) / 2 for g in GAMMAS], abs=5e-4)


def test_the_docs_hold_every_row_and_agree_with_new_games():
    text = (ROOT / DOCS).read_text()
    rows = [line.strip("|\n ").split(" | ") for line in text.splitlines() if line.startswith("|")][2:]
    n = int(re.search(r"(\d+) games per row", text)[1])
    assert [tuple(row[:3]) for row in rows] == [
        (scenario, side, play)
        for scenario in scenarios_of("ctv")
        for side in ("nationalist", "republican")
        for play in ("random", "greedy", "staff")
    ]
    again = measure("ctv", ("duel", "last-stand"), n, 1)
    for found in again:
        (given,) = (row for row in rows if tuple(row[:3]) == found[:3])
        assert given == cells(found), "out of date: run `ctv lab episode-length`"
    assert page(again).startswith(text.split("| scenario")[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "nope"], "error: no game 'nope'"),
        (["--games", "0"], "error: games must be at least 1, not 0"),
        (["--threads", "0"], "error: threads must be at least 1, not 0"),
    ],
)
def test_its_command_line_reports_errors_in_a_sentence(arguments, message, capsys):
    assert message in refusal(capsys, "episode-length", *arguments)
