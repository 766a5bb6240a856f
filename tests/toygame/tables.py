"""Scenarios and options, packed into the tables record."""

import dataclasses
import functools
import hashlib
import pathlib
from collections.abc import Mapping

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.board import Board
from ctv_env.core.datafile import one_of
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout
from ctv_env.core.terms import Option, Scenario, check_options
from toygame.model import MAX_BUY, TABLES
from toygame.observation import layouts

OPTIONS = (
    Option("war", (False, True), True, "rule 4.1 is played; else nobody earns in a shared area", "Columns fight"),
    Option("price", ("cup", "fixed"), "cup", "rule 2 is played; or a man always costs 2 gold"),
)


@dataclasses.dataclass(frozen=True)
class SetUp:
    """A scenario in readable form: areas with worth and centre, adjacency, and the start of both sides."""

    title: str
    areas: Mapping[str, tuple[int, float, float]]
    links: tuple[tuple[str, str], ...]
    start: tuple[str, str]
    gold: tuple[int, int] = (5, 5)
    men: tuple[int, int] = (1, 1)
    cup: tuple[int, int, int] = (1, 3, 2)


SCENARIOS = {
    "three": SetUp(
        "Three areas in a row",
        {"hill": (2, 100.0, 150.0), "ford": (4, 250.0, 250.0), "mill": (2, 400.0, 150.0)},
        (("hill", "ford"), ("ford", "mill")),
        start=("hill", "mill"),
    ),
    "four": SetUp(
        "Four areas in a ring",
        {"hill": (2, 100, 90), "ford": (3, 400, 90), "mill": (2, 400, 310), "wood": (1, 100, 310)},
        (("hill", "ford"), ("ford", "mill"), ("mill", "wood"), ("wood", "hill")),
        start=("hill", "mill"),
        gold=(4, 6),
        men=(2, 1),
    ),
}


@dataclasses.dataclass(frozen=True, eq=False)
class ToyTables:
    """See ``core.terms.Tables``; ``board`` has the names, ``centres`` the positions of the areas on the picture."""

    record: np.ndarray
    scenario: str
    options: Mapping[str, str | bool]
    actions: ActionLayout
    observations: Mapping[str, tuple[Layout, ...]]
    data_hash: str
    data_dir: None
    board: Board
    centres: tuple[tuple[float, float], ...]


def scenarios(data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios."""
    return tuple(Scenario(name, set_up.title) for name, set_up in SCENARIOS.items())


def load(scenario: str | None = None, data_dir: str | pathlib.Path | None = None, **options) -> ToyTables:
    """Return the tables of a scenario, the first if None, with options of ``OPTIONS``.

    Raises:
        ValueError: unknown scenario, option or value, or a data folder is given.
    """
    if data_dir is not None:
        raise ValueError("the toy has no data files, and so no other data_dir")
    scenario = next(iter(SCENARIOS)) if scenario is None else scenario
    if scenario not in SCENARIOS:
        raise ValueError(f"no scenario {scenario!r}; {one_of(str(scenario), SCENARIOS)}")
    return _load(scenario, tuple(check_options(OPTIONS, options).items()))


@functools.cache
def _load(scenario: str, options: tuple[tuple[str, str | bool], ...]) -> ToyTables:
    set_up, chosen = SCENARIOS[scenario], dict(options)
    board = Board.of_links(tuple(set_up.areas), set_up.links)
    record = records(1, TABLES)
    t = record[0]
    t["start_gold"], t["start_men"], t["cup"] = set_up.gold, set_up.men, set_up.cup
    t["start_place"] = [board.space(name) for name in set_up.start]
    t["worth"][: board.n] = [worth for worth, _, _ in set_up.areas.values()]
    t["beside"][: board.n, : board.n] = board.distances == 1
    t["n_areas"], t["n_rounds"] = board.n, sum(set_up.cup)
    t["fixed_price"], t["war"] = chosen["price"] == "fixed", chosen["war"]
    return ToyTables(
        record=record,
        scenario=scenario,
        options=chosen,
        actions=ActionLayout((("BUY", MAX_BUY), ("MOVE", board.n), ("PASS", 1)), idle="PASS"),
        observations=layouts(board.n),
        data_hash=hashlib.sha256(repr(set_up).encode()).hexdigest(),
        data_dir=None,
        board=board,
        centres=tuple((x, y) for _, x, y in set_up.areas.values()),
    )
