"""Scenarios and options: the files of ``data``, packed into the tables record."""

import pathlib

import numpy as np

from ctv_env.core.actions import layout_of
from ctv_env.core.board import Board
from ctv_env.core.datafile import ListOf, MapOf, Number, Record, Text
from ctv_env.core.tables import SWITCH, BoardTables, Chosen, Loader, pack_record
from ctv_env.core.terms import Option
from toygame.model import COUNTERS, MAX_AREAS, ROUNDS, SEGMENTS, TABLES
from toygame.observation import MOST, layouts

OPTIONS = (
    Option("war", SWITCH, True, "rule 4.1 is played; else nobody earns in a shared area", "Columns fight"),
    Option("price", ("cup", "fixed"), "cup", "rule 2 is played; or a man always costs 2 gold"),
)

SCENARIO = Record(
    {
        "title": Text(),
        "areas": MapOf(Record({"worth": Number(0, 4), "at": ListOf(Number(0, 500), low=2, high=2)})),
        "links": ListOf(ListOf(Text(), low=2, high=2)),
        "start": ListOf(Text(), low=2, high=2),
        "gold": ListOf(Number(0, MOST), low=2, high=2),
        "men": ListOf(Number(1, MOST), low=2, high=2),
        "cup": Record({counter: Number(0, ROUNDS) for counter in COUNTERS}),
    }
)


def _pack(chosen: Chosen) -> BoardTables:
    (file,) = chosen.documents
    areas = file.data["areas"]
    if len(areas) > MAX_AREAS:
        raise file.error(("areas",), f"there are {len(areas)} areas", f"there are at most {MAX_AREAS}")
    board, cup = Board.of_links(tuple(areas), file.data["links"]), list(file.data["cup"].values())
    if sum(cup) != ROUNDS:
        raise file.error(("cup",), f"the cup holds {sum(cup)} counters", f"there is one for each of {ROUNDS} rounds")
    fields = {
        "start_gold": file.data["gold"],
        "start_men": file.data["men"],
        "start_place": [board.space(name) for name in file.data["start"]],
        "cup": cup,
        "worth": np.pad([area["worth"] for area in areas.values()], (0, MAX_AREAS - board.n)),
        "beside": np.pad(board.distances == 1, (0, MAX_AREAS - board.n)),
        "n_areas": board.n,
        "fixed_price": chosen.options["price"] == "fixed",
        "war": chosen.options["war"],
        "play_forced": True,
    }
    return BoardTables(
        **chosen.common(),
        record=pack_record(TABLES, fields),
        actions=layout_of(SEGMENTS, n_areas=board.n),
        observations=layouts(board.n),
        board=board,
        centres=tuple(tuple(area["at"]) for area in areas.values()),
    )


LOADER = Loader(
    data=pathlib.Path(__file__).parent / "data",
    files={},
    scenario=SCENARIO,
    options=OPTIONS,
    default="three",
    pack=_pack,
)
