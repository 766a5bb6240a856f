"""The balance report: variants change what they name, differences are paired, and history is reported correctly."""

import dataclasses
import json
import pathlib

import numpy as np
import pytest
import yaml
from matplotlib.figure import Figure

from ctv_env.agents.balance.file import BalanceFileError, _self_play, read_figures, write_figures
from ctv_env.agents.balance.findings import findings
from ctv_env.agents.balance.history import Event, distances, events_of, landmark_turns
from ctv_env.agents.balance.measure import (
    Measured,
    measure,
    names_of,
    play,
    play_variant,
    self_play,
    sensitivity,
    variants_of,
)
from ctv_env.agents.balance.pictures import _dates
from ctv_env.agents.balance.report import page_of, write_report
from ctv_env.agents.balance.variants import write_variant
from ctv_env.agents.evaluation import arena as module
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import GameRecord, Setting, blank_ends, note_end
from ctv_env.agents.evaluation.statistics import paired_difference
from ctv_env.agents.reports.plots import plot
from ctv_env.core.analysis import Change, GameSummary, Variant
from ctv_env.core.datafile import Document
from ctv_env.core.spec import analysis_of
from ctv_env.games.ctv import analysis
from ctv_env.games.ctv.analysis.landmarks import LANDMARKS, PLACES
from ctv_env.games.ctv.analysis.summary import objectives_of, summary
from ctv_env.games.ctv.analysis.variants import CAMPAIGN, CHARTS, OPTION_VARIANTS, RECONSTRUCTED, _move
from ctv_env.games.ctv.loading import charts, deployment
from ctv_env.games.ctv.loading.load import DATA_DIR, OPTIONS, load
from ctv_env.games.ctv.model.codes import PLACE, SIDE, SIDE_SLOTS

KEYED = Setting(options={"dice": "keyed"})
TABLES = load()
DEFAULTS = {option.name: option.default for option in OPTIONS}
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the same in C, where PyYAML was built with it
VARIANTS = variants_of(KEYED)


def variant(group, name):
    (found,) = (one for one in VARIANTS if (one.group, one.name) == (group, name))
    return found


def loaded(one, folder):
    """The tables record of a variant."""
    write_variant(DATA_DIR, folder / "data", one)
    return load(data_dir=folder / "data", **one.options).record[0]


def game(winner=0, falls=(2, 2, 6, 7), surrendered=0, lost=(0, 0)):
    """A record with the turns on which the landmarks fell."""
    found = GameSummary((*falls, surrendered), lost)
    return GameRecord(winner, 6, 7, (0, 0), np.zeros((7, 0), np.int8), "", found)


def measured(played, found=()):
    """Figures of a report whose base is the first agent against itself."""
    return Measured(played, played[0], list(found))


# -- variants ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", VARIANTS, ids=lambda one: f"{one.group}: {one.name}")
def test_a_variant_changes_the_data_or_options_that_it_names_and_nothing_else(one, tmp_path):
    write_variant(DATA_DIR, tmp_path / "data", one)
    before, after = everything(DATA_DIR), everything(tmp_path / "data")
    found = {path: value for path, value in after.items() if before[path] != value}
    written = {(change.file, *change.path): yaml.load(change.value, yaml.BaseLoader) for change in one.changes}
    assert found.keys() <= written.keys()
    assert found == {path: value for path, value in written.items() if path in found}
    assert bool(found) != bool(one.options)
    tables = load(data_dir=tmp_path / "data", **one.options)
    assert {name: value for name, value in tables.options.items() if value != DEFAULTS[name]} == one.options


def test_the_proposal_takes_half_a_point_from_mountains_hills_and_cities(tmp_path):
    (proposal,) = (one for one in VARIANTS if one.group == "proposal")
    write_variant(DATA_DIR, tmp_path / "data", proposal)
    present, proposed = (yaml.safe_load((folder / CHARTS).read_text()) for folder in (DATA_DIR, tmp_path / "data"))
    less = {name: present["terrain"][name]["defence"] - row["defence"] for name, row in proposed["terrain"].items()}
    assert less == {"clear": 0, "city": 0.5, "hill": 0.5, "mountain": 0.5}


def everything(folder):
    """All values of a data folder by file and path."""
    files = ("map.yaml", "units.yaml", CHARTS, CAMPAIGN)
    trees = {file: yaml.load((folder / file).read_text(), _LOADER) for file in files}
    return leaves(trees)


def leaves(tree, path=()):
    """Values by their paths."""
    if not isinstance(tree, dict):
        return {path: tree}
    return {where: leaf for key, item in tree.items() for where, leaf in leaves(item, (*path, key)).items()}


@pytest.mark.parametrize(
    ("group", "name", "field", "expected"),
    [
        ("weather", "rain on one face more", "rain_from", 5),
        ("weather", "rain on one face fewer", "rain_from", 7),
        ("victory", "one VP fewer wins", "vp_to_win", 5),
        ("victory", "one VP more wins", "vp_to_win", 7),
        ("morale", "bands one lower", "morale_up_to", [0, 2, 5]),
        ("morale", "bands one higher", "morale_up_to", [2, 4, 7]),
    ],
)
def test_the_engine_plays_by_the_changed_number(group, name, field, expected, tmp_path):
    assert loaded(variant(group, name), tmp_path)[field].tolist() == expected
    assert TABLES.record[0][field].tolist() != expected


@pytest.mark.parametrize(("name", "columns"), [("one column right", 1), ("one column left", -1)])
def test_the_combat_table_is_shifted_by_a_column(name, columns, tmp_path):
    (field,) = (name for name in TABLES.record.dtype.names if name == "crt_def")
    before, after = TABLES.record[0][field], loaded(variant("combat table", name), tmp_path)[field]
    last = len(before) - 1
    assert all((after[k] == before[min(max(k + columns, 0), last)]).all() for k in range(len(before)))
    assert (after != before).any()


def test_a_brigade_is_deployed_elsewhere_if_the_deployment_has_it_in_a_stack(tmp_path):
    tables = loaded(variant("deployment", "CLXX off the Escudo road"), tmp_path)
    slot = TABLES.piece_index["CLXX"]
    assert tables["start_hex"][slot] == TABLES.grid.cell("1813")
    for other in ({"2010": ["CLXX"], "1813": ["CLXXII"]}, {"2010": ["CLXX", "FT-17"]}, {"1813": ["CLXXII"]}):
        assert _move(other, "CLXX", "1813", "") is None


def test_every_option_of_the_rules_is_varied():
    technical = {"dice", "play_forced"}
    assert {name for one in OPTION_VARIANTS for name in one.options} == DEFAULTS.keys() - technical


@pytest.mark.parametrize("group", RECONSTRUCTED)
def test_what_is_called_reconstructed_is_so_marked_in_the_data(group):
    schemas = {CHARTS: charts.CHARTS, CAMPAIGN: deployment.SCENARIO}
    documents = {file: Document(DATA_DIR / file, schema) for file, schema in schemas.items()}
    changes = [change for one in VARIANTS if one.group == group for change in one.changes]
    assert {documents[change.file].source_of(change.path).status for change in changes} == {"reconstructed"}


def test_a_change_of_a_value_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(KeyError, match="snow_from"):
        write_variant(DATA_DIR, tmp_path / "data", Variant("", "", (Change(CHARTS, ("weather", "snow_from"), "1"),)))


def test_a_variant_is_played_by_its_own_data_and_options():
    easy = Variant("victory", "the first place wins", (Change(CHARTS, ("victory", "needed"), "1"),))
    placed = variant("options", "set-up piece by piece")
    plain, soon, other = (play_variant(one, "greedy", [1, 2], KEYED, print) for one in (Variant("", ""), easy, placed))
    assert {record.winner for record in plain} == {SIDE.REPUBLICAN}
    assert {record.winner for record in soon} == {SIDE.NATIONALIST}
    assert {record.digest for record in plain}.isdisjoint(record.digest for record in other)


def test_a_variant_is_compared_with_the_games_of_the_base_on_its_own_seeds():
    setting, seeds = KEYED._replace(scenario="reinosa"), [5, 6, 7, 8]
    found = measure({"random": seeds}, [Variant("", "")], 2, setting, lambda games: None)
    first = self_play("random", play("random", seeds[:2], setting, lambda games: None), setting)
    last = self_play("random", play("random", seeds[2:], setting, lambda games: None), setting)
    (same,) = found.found
    assert first.as_dict({}) != last.as_dict({})
    assert found.base.as_dict({}) == same.played.as_dict({}) == first.as_dict({})
    assert (same.win_rate[0], same.distance[0]) == (0, 0)
    assert found.played[0].games == 4


def test_an_agent_that_forfeits_is_not_measured(monkeypatch):
    given_up = game()._replace(forfeit="it gave up")
    monkeypatch.setattr(Arena, "play", lambda self, seatings, seeds: iter([(game(),), (given_up,)]))
    with pytest.raises(ValueError, match=r"staff forfeits \(it gave up\), but balance is measured on complete games"):
        play("staff", [1, 2], KEYED, lambda games: None)


# -- differences ---------------------------------------------------------------------------------------------------


def test_the_difference_is_that_of_games_on_the_same_seeds():
    base = [game(winner) for winner in (0, 0, 1, 1)]
    varied = [game(0), game(1), game(0), game(0, (2, 4, 0, 7))]
    found = sensitivity(VARIANTS[0], "staff", base, varied, KEYED)
    assert found.win_rate == (0.25, *paired_difference(2, 1, 4))
    assert found.distance[0] == pytest.approx((2 + 2) / 4 / 4)  # the pass two turns late, Torrelavega on turn 8
    assert found.played.wins == 3


def test_the_interval_of_a_paired_difference_on_a_hand_example():
    # 9 of 40 gained, 3 lost: p = 10/42, q = 4/42; 6/42 and 1.96 sqrt((14/42 - (6/42)^2) / 42).
    assert paired_difference(9, 3, 40) == pytest.approx((-0.0265, 0.3122), abs=1e-3)


# -- history -------------------------------------------------------------------------------------------------------


def test_the_dates_are_those_of_the_campaign():
    assert {mark.name: mark.turn for mark in LANDMARKS} == {
        "Reinosa": 2,
        "Puerto del Escudo": 2,
        "Torrelavega": 6,
        "Santander": 7,
        "Basque surrender": None,
    }
    for place in PLACES:
        assert TABLES.town_names[TABLES.grid.cell(place.code)] == place.name


def test_turns_and_distances_of_hand_made_games():
    games = [game(falls=(2, 2, 6, 7)), game(falls=(1, 3, 5, 0), surrendered=6), game(falls=(2, 0, 6, 0))]
    assert landmark_turns(games).tolist() == [[2, 2, 6, 7, 0], [1, 3, 5, 0, 6], [2, 0, 6, 0, 0]]
    assert distances(games, KEYED).tolist() == [0, (1 + 1 + 1 + 1) / 4, (6 + 1) / 4]
    events = {event.name: event for event in events_of(games, KEYED)}
    assert events["Torrelavega"].by_turn == (0, 0, 0, 0, 1, 2, 0)
    assert events["Santander"].share == pytest.approx(1 / 3)
    assert [events[name].median for name in ("Reinosa", "Puerto del Escudo", "Santander")] == [2, 3, None]
    assert events["Basque surrender"].by_turn == (0, 0, 0, 0, 0, 1, 0)


@pytest.mark.parametrize("scenario", ["escudo", "reinosa"])
def test_a_short_scenario_is_compared_with_its_own_dates_only(scenario):
    setting = KEYED._replace(scenario=scenario)
    with Arena(setting) as arena:
        games = [record for (record,) in arena.play([("staff", "staff")], [3])]
    base = self_play("staff", games, setting)
    assert [event.name for event in base.events] == ["Reinosa", "Puerto del Escudo"]
    page = page_of(measured([base]), setting, "ctv balance", "")
    assert "With staff, Reinosa falls " in page
    assert "Santander" not in page
    turns, never = landmark_turns(games), analysis.n_turns(setting.tables) + 1
    assert distances(games, setting).tolist() == [np.abs(np.where(turns == 0, never, turns) - 2).mean()]


def test_half_of_the_games_make_a_median():
    assert Event("", "", 4, (0, 2, 1)).median == 2
    assert Event("", "", 5, (0, 2, 0)).median is None


# -- games against history ----------------------------------------------------------------------------------------


def test_landmarks_losses_and_what_is_held_are_read_off_the_ends_of_turns():
    (ends,) = blank_ends(KEYED.spec, TABLES, 1)
    cell, unit, brigade = TABLES.grid.cell("2006"), TABLES.piece_index["LIT 1"], TABLES.piece_index["CLVII"]
    states = blank_ends(KEYED.spec, TABLES, 1)[0]
    full = TABLES.record[0]["steps"][: 2 * SIDE_SLOTS]
    for turn, state in enumerate(states[:5], 1):
        state["turn"] = turn + 1
        state["cell_control"][:] = SIDE.REPUBLICAN
        state["cell_control"][cell] = SIDE.NATIONALIST if turn in (2, 4, 5) else SIDE.REPUBLICAN  # lost again on turn 3
        state["piece_place"][: len(full)] = PLACE.MAP
        state["unit_steps"][:] = full
    states["unit_steps"][3:5, unit] -= 1
    states["piece_place"][3:5, brigade] = PLACE.SURRENDERED
    states["unit_steps"][3:5, brigade] = 0
    for place, name in ((PLACE.ELIMINATED, "CLVIII"), (PLACE.WITHDRAWN, "CLIX")):
        states["piece_place"][4, TABLES.piece_index[name]] = place
        states["unit_steps"][4, TABLES.piece_index[name]] = 0
    note_end(states[4], 0, ends)
    assert summary(ends, TABLES) == GameSummary((0,) * 5, (0, 0))  # set-up does not count as a turn
    for turn, state in enumerate(states[:5], 1):
        note_end(state, turn, ends)
    assert summary(ends, TABLES) == GameSummary((2, 0, 0, 0, 4), (1, 2))
    held = analysis.held(ends, TABLES)
    reinosa = [objective.cell for objective in objectives_of(TABLES)].index(cell)
    assert held[:, reinosa].tolist() == [0, 1, 0, 1, 1, 1, 1]
    assert held.sum() == 5


def test_the_summary_is_the_same_whichever_way_a_game_is_played(monkeypatch):
    found = []
    for way in ("compiled", "single"):
        if way == "single":
            monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
        with Arena(KEYED._replace(scenario="reinosa")) as arena:
            ((record,),) = arena.play([("staff", "staff")], [3])
        found.append(record.summary)
    assert found[0] == found[1]
    assert sum(found[0].losses) > 0


# -- findings ------------------------------------------------------------------------------------------------------


def test_the_findings_tell_what_is_early_late_or_never():
    games = [game(0, (2, 3, 5, 7)), game(1, (2, 3, 5, 0)), game(1, (2, 3, 6, 0))]
    even, *dates, mended = findings(measured([self_play("staff", games, KEYED)]), KEYED)
    assert even == "With staff, the Nationalist's win rate (95 % interval 6.1 to 79.2 %) may lie within 40.0 to 60.0 %."
    assert dates == [
        "With staff, Reinosa falls when it fell in 1937: 100 % on turn 2.",
        "With staff, Puerto del Escudo falls a turn late: 100 % late.",
        "With staff, Torrelavega falls a turn early: 67 % early, 33 % on turn 6.",
        "With staff, Santander falls in fewer than half of the games: 33 % on turn 7, 67 % never.",
    ]
    assert mended.endswith(": none.")


def test_the_findings_tell_of_each_agent_how_even_the_game_is_between_two_of_it():
    games = [game(k % 2, (2, 2, 6, 7)) for k in range(1000)]
    played = [self_play(name, games, KEYED) for name in ("staff", "mcts")]
    even, as_even, *dates, _ = findings(measured(played), KEYED)
    assert even.startswith("With staff, ")
    assert as_even.startswith("With mcts, ")
    assert all(" lies within " in sentence for sentence in (even, as_even))
    assert all(sentence.startswith("With staff, ") for sentence in dates)


@pytest.mark.parametrize(
    ("wins", "words"), [(0, "lies outside"), (500, "lies within"), (590, "may lie within"), (900, "lies outside")]
)
def test_a_game_is_even_if_the_whole_interval_is(wins, words):
    even, *_ = findings(measured([self_play("staff", [game(int(k >= wins)) for k in range(1000)], KEYED)]), KEYED)
    assert f") {words} 40.0 to 60.0 %" in even


def test_how_even_a_variant_is_is_told_by_all_games_of_the_base():
    base = [game(0, (2, 3, 6, 7)) for _ in range(10)] + [game(1, (2, 3, 6, 7)) for _ in range(10)]
    varied = [game(0, (2, 2, 6, 7)) for _ in range(10)]  # on the first seeds, all of which the Nationalist wins anyway
    found = [sensitivity(variant("terrain", "hill defence -0.5"), "staff", base[:10], varied, KEYED)]
    *_, mended = findings(measured([self_play("staff", base, KEYED)], found), KEYED)
    assert mended.endswith(": terrain, hill defence -0.5.")


def test_only_reconstructed_values_that_keep_the_game_even_are_proposed():
    base = [game(k % 2, (2, 3, 6, 7)) for k in range(20)]
    nearer = [game(k % 2, (2, 2 + (k == 0), 6, 7)) for k in range(20)]
    uneven = [record._replace(winner=0) for record in nearer]
    weather, terrain, morale, movement = (
        variant(*one)
        for one in (
            ("weather", "rain on one face more"),
            ("terrain", "hill defence -0.5"),
            ("morale", "bands one lower"),
            ("movement", "mountain costs +1 on foot"),
        )
    )
    played = ((weather, nearer), (terrain, nearer), (morale, uneven), (movement, base))
    found = [sensitivity(one, "staff", base, varied, KEYED) for one, varied in played]
    *_, mended = findings(measured([self_play("staff", base, KEYED)], found), KEYED)
    assert mended.startswith("Of 3 changes to reconstructed values, ")
    assert mended.endswith(": terrain, hill defence -0.5.")


# -- the report ----------------------------------------------------------------------------------------------------


def test_the_legend_of_the_dates_covers_no_panel():
    base = [game(0), game(1, (2, 3, 0, 0))]
    played = [self_play(name, base, KEYED) for name in ("staff", "search:net", "agents/shipped/ctv/campaign.zip")]
    figure = Figure(figsize=(14, 3.2), layout="constrained")
    _dates(figure, KEYED.spec, played)
    figure.draw_without_rendering()
    legends = [*figure.legends, *filter(None, (axis.get_legend() for axis in figure.axes))]
    assert [[text.get_text().split(",")[0] for text in one.get_texts()] for one in legends] == [
        [*(one.agent for one in played), "history"]
    ]
    assert not any(legends[0].get_window_extent().overlaps(axis.bbox) for axis in figure.axes)


def test_the_report_has_tables_pictures_and_data(tmp_path):
    base = [game(0, lost=(3, 9)), game(1, (2, 3, 0, 0), surrendered=6, lost=(5, 11))]
    played = self_play("staff", base, KEYED)
    found = [sensitivity(one, "staff", base, base[::-1], KEYED) for one in VARIANTS[:2]]
    page = write_report(tmp_path / "out", measured([played], found), KEYED, "ctv balance")
    assert (tmp_path / "out" / "README.md").read_text() == page
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    assert rows[2][:3] == ["staff", "2", "50.0 %"]
    assert ["Torrelavega", "turn 6", "50 %, median turn 6"] in rows
    assert ["Basque surrender", "turn 5 to 6", "50 %, median turn 6"] in rows
    (losses,) = (row for row in rows if row[0] == "staff" and row[1].startswith("4.0"))
    assert losses[2].startswith("10.0, ")
    assert sum(row[0] == "combat table" for row in rows) == 2
    for picture in ("dates.png", "sensitivity.png"):
        assert (tmp_path / "out" / picture).read_bytes().startswith(b"\x89PNG")
    data = json.loads((tmp_path / "out" / "balance.json").read_text())
    assert data["sensitivity"][0]["win_rate_difference"][0] == 0
    assert data["self_play"][0]["events"][0]["by_turn"] == [0, 2, 0, 0, 0, 0, 0]
    spec, again, variants = read_figures(tmp_path / "out" / "balance.json")
    assert spec is KEYED.spec
    assert as_data(again) == as_data([played])
    assert as_data(one.played for one in variants) == as_data(one.played for one in found)
    assert [tuple(one.distance) for one in variants] == [one.distance for one in found]


def as_data(played):
    return json.loads(json.dumps([one.as_dict(names_of(KEYED.spec.score, analysis)) for one in played]))


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("balance", KEYED),
        ("balance-learned", KEYED),
        ("balance-arriba", Setting("arriba")),
        ("balance-tscw", Setting("tscw")),
        ("balance-tscw-1937", Setting("tscw", "1937")),
    ],
)
def test_the_page_in_the_docs_is_what_its_figures_make(name, setting):
    folder = pathlib.Path(__file__).parents[2] / "docs" / name
    data, figures = json.loads((folder / "balance.json").read_text()), read_figures(folder / "balance.json")
    assert figures.spec is setting.spec
    names = {name: ours for ours, name in names_of(setting.spec.score, analysis_of(setting.spec)).items()}
    known = {one[:2]: one for one in variants_of(setting)}
    found = [dataclasses.replace(one, variant=known[one.variant[:2]]) for one in figures.found]
    assert len(found) == len(known)
    measured = Measured(figures.played, _self_play(data["base"], names), found)
    assert page_of(measured, setting, data["command"], data["place"]) == (folder / "README.md").read_text()


def test_figures_are_plotted_from_their_file_and_others_are_refused(tmp_path):
    games = [game(0), game(1)]
    played = self_play("staff", games, KEYED)
    found = [sensitivity(VARIANTS[0], "staff", games, games[::-1], KEYED)]
    file, picture = tmp_path / "balance.json", tmp_path / "balance.svg"
    write_figures(file, measured([played], found), KEYED.spec, "ctv balance", "ctv/campaign")
    assert plot([file], picture, 800) == "staff, 1 variants"
    assert "Torrelavega" in picture.read_text()
    file.write_text(file.read_text().replace('"by_turn"', '"turns"'))
    with pytest.raises(BalanceFileError, match=r"balance.json does not contain figures of `ctv balance`: .*by_turn"):
        plot([file], picture, 800)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(self_play=[]),
        lambda data: data.update(self_play=None),
        lambda data: data.update(place=None),
        lambda data: data.update(sensitivity=[1]),
        lambda data: data["sensitivity"][0].update(variant=None),
        lambda data: data["sensitivity"][0].update(win_rate_difference=[0.0]),
        lambda data: data["sensitivity"][0].update(win_rate_difference=[0.5, 0.6, 0.7]),
        lambda data: data["sensitivity"][0].update(distance_difference=["far", 0, 0]),
        lambda data: data["self_play"][0].update(events=[]),
        lambda data: data["self_play"][0].update(events=[1]),
        lambda data: data["self_play"][1]["events"].pop(),
        lambda data: data["self_play"][0]["events"][0].update(by_turn=["many"]),
        lambda data: data["self_play"][0]["events"][0].update(by_turn=[1]),
        lambda data: data["self_play"][0]["events"][0].update(games=0),
        lambda data: data["self_play"][0]["events"][0].update(games=None),
        lambda data: data["self_play"][0]["events"][0].update(history="soon"),
        lambda data: data["self_play"][0]["events"][0].update(history=None),
    ],
)
def test_damaged_figures_are_refused_in_words(change, tmp_path):
    games = [game(0), game(1)]
    played = [self_play(name, games, KEYED) for name in ("staff", "greedy")]
    found = [sensitivity(VARIANTS[0], "staff", games, games[::-1], KEYED)]
    file = tmp_path / "balance.json"
    write_figures(file, measured(played, found), KEYED.spec, "ctv balance", "ctv/campaign")
    assert len(read_figures(file).played) == 2
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    with pytest.raises(BalanceFileError, match=r"balance.json does not contain figures"):
        plot([file], tmp_path / "balance.svg", 800)
