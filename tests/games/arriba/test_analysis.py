"""What reports tell of this game: cities and their dates, losses, variants of the data."""

import itertools

import pytest
import yaml

from ctv_env.agents.balance.measure import play_variant, variants_of
from ctv_env.agents.balance.variants import write_variant
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import Setting, blank_ends
from ctv_env.core.analysis import Landmark, Variant
from ctv_env.core.datafile import Document
from ctv_env.core.replay.playback import Playback
from ctv_env.core.spec import spec_of
from ctv_env.games.arriba import analysis
from ctv_env.games.arriba.analysis.landmarks import CITIES
from ctv_env.games.arriba.analysis.variants import CHARTS, OPTION_VARIANTS, POWERS
from ctv_env.games.arriba.analysis.variants import EVENTS as EVENTS_FILE
from ctv_env.games.arriba.loading import charts, events
from ctv_env.games.arriba.loading.load import DATA_DIR, OPTIONS, load
from ctv_env.games.arriba.model.codes import CITY, CONTESTED, EFFECT, SIDE, Power
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.rules.pieces import kind_of

TABLES = load()
SETTING = Setting("arriba")
VARIANTS = variants_of(SETTING)
DEFAULTS = {option.name: option.default for option in OPTIONS}
DATES = {
    "badajoz": "14 Aug 1936",
    "san_sebastian": "13 Sep 1936",
    "malaga": "8 Feb 1937",
    "bilbao": "19 Jun 1937",
    "santander": "26 Aug 1937",
    "oviedo": "21 Oct 1937",  # Gijon
    "castellon": "14 Jun 1938",
    "barcelona": "26 Jan 1939",
    "madrid": "28 Mar 1939",
    "valencia": "30 Mar 1939",
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def turn_of(date):
    """The turn on which a day lies, by the turn track of the data."""
    _, month, year = date.split()
    for turn, name in enumerate(TABLES.dates, 1):
        months, of = name.split()
        first, last = (MONTHS.index(one) for one in months.split("-"))
        if of == year and first <= MONTHS.index(month) <= last:
            return turn
    raise AssertionError(date)


# -- cities --------------------------------------------------------------------------------------------------------


def test_the_cities_fell_on_the_turns_of_their_dates():
    assert {city.area: city.fell for city in CITIES if city.fell} == {
        area: turn_of(date) for area, date in DATES.items()
    }
    assert all(city.fought <= city.fell for city in CITIES if city.fell)
    assert [city.fought for city in CITIES if city.area == "teruel"] == [turn_of("15 Dec 1937")]


def test_a_shorter_scenario_has_the_cities_of_its_time():
    assert [(mark.name, mark.turn) for mark in analysis.landmarks(load("rising"))] == [
        ("Badajoz", 1),
        ("San Sebastian", 1),
    ]
    assert analysis.objectives(load("rising")) == ["Badajoz", "San Sebastian", "Oviedo", "Madrid"]
    assert [mark.name for mark in analysis.landmarks(load("first-year"))][2:] == ["Malaga", "Bilbao"]
    assert len(analysis.landmarks(TABLES)) == len(analysis.objectives(TABLES)) == 11
    assert analysis.landmarks(TABLES)[-1] == Landmark("Teruel lost by the Rebels", "8", None)
    assert [analysis.n_turns(load(name)) for name in ("rising", "first-year", "campaign")] == [2, 5, 14]


def ends_of(n, area, holders):
    """Ends of the first ``n`` turns: by turn, who is in the city of ``area``; with units, or waiting in the pool."""
    (ends,) = blank_ends(spec_of("arriba"), TABLES, 1)
    a = TABLES.places.areas.index(area)
    for k, (end, holder) in enumerate(zip(ends[:n], holders, strict=True)):
        end["turn"] = k + 2
        end["control"][:] = CONTESTED
        if holder in (SIDE.GOVERNMENT, SIDE.REBEL):
            end["bg_units"][holder, a, CITY] = 1
    return ends, a, int(TABLES.record["region"][0][a])


def held_in(ends, name):
    return analysis.held(ends, TABLES)[:, analysis.objectives(TABLES).index(name)].tolist()


def landmark_of(ends, name):
    names = [mark.name for mark in analysis.landmarks(TABLES)]
    return analysis.summary(ends, TABLES).landmarks[names.index(name)]


def test_the_side_in_a_city_holds_it_whoever_controls_the_region():
    ends, _, region = ends_of(4, "malaga", (SIDE.GOVERNMENT, SIDE.REBEL, SIDE.REBEL, SIDE.GOVERNMENT))
    ends["control"][:4, region] = SIDE.REBEL
    assert held_in(ends, "Malaga") == [1, 0, 0, *[1] * 11]


def test_who_waits_in_a_city_holds_it_but_not_who_waits_in_the_country():
    ends, a, _ = ends_of(3, "malaga", (None, None, None))
    ends["pool_units"][:3, SIDE.REBEL, a] = (0, 1, 1)
    ends["pool_in_city"][:3, SIDE.REBEL, a] = (0, 0, 1)
    assert held_in(ends, "Malaga")[:3] == [1, 1, 0]


def test_an_empty_city_goes_with_its_region_and_while_that_is_contested_stays_as_it_was():
    ends, _, region = ends_of(6, "malaga", (None, SIDE.REBEL, None, None, None, None))
    ends["control"][:6, region] = (CONTESTED, SIDE.GOVERNMENT, CONTESTED, SIDE.GOVERNMENT, CONTESTED, SIDE.REBEL)
    assert held_in(ends, "Malaga") == [1, 0, 0, 1, 1, 0, *[0] * 8], "at first as in the set-up"
    assert held_in(ends, "Teruel")[0] == 0


def test_nothing_is_known_of_a_city_before_the_first_known_turn():
    ends, _, _ = ends_of(3, "malaga", (SIDE.REBEL, SIDE.REBEL, SIDE.REBEL))
    ends["turn"][:2] = 0
    assert held_in(ends, "Malaga") == [-1, -1, *[0] * 12]
    assert landmark_of(ends, "Malaga") == 3


def test_a_city_falls_when_it_is_lost_for_good():
    holders = (SIDE.REBEL, SIDE.GOVERNMENT, SIDE.REBEL, SIDE.REBEL)
    for n, fell in ((1, 1), (2, 0), (3, 3), (4, 3)):
        ends, _, _ = ends_of(n, "madrid", holders[:n])
        assert landmark_of(ends, "Madrid") == fell


def test_teruel_is_lost_by_the_rebels_when_the_government_first_holds_it():
    for holders, turn in (((SIDE.REBEL, SIDE.GOVERNMENT, SIDE.REBEL), 2), ((SIDE.REBEL, SIDE.REBEL, SIDE.REBEL), 0)):
        ends, _, _ = ends_of(3, "teruel", holders)
        assert landmark_of(ends, "Teruel lost by the Rebels") == turn


# -- losses --------------------------------------------------------------------------------------------------------


def test_losses_are_added_up_and_those_of_the_last_turn_are_its_own():
    ends, _, _ = ends_of(3, "malaga", (SIDE.REBEL, SIDE.REBEL, SIDE.REBEL))
    ends["lost_cf_before"][:3] = ((3, 1), (0, 4), (100, 100))
    ends["lost_cf"][:3] = ((100, 100), (100, 100), (2, 5))
    ends["turn"][2] = 3  # the game ended within turn 3
    assert analysis.summary(ends, TABLES).losses == (5, 10)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Two games of the staff against itself: what the arena notes, and the replayed games."""
    folder = tmp_path_factory.mktemp("games")
    with Arena(SETTING._replace(scenario="first-year", record=folder)) as arena:
        played = [record for (record,) in arena.play([("staff", "staff")], [2, 3])]
    return [
        (record, Playback(folder / f"staff-staff-{seed}.jsonl.gz")) for record, seed in zip(played, (2, 3), strict=True)
    ]


@pytest.mark.whole_games
def test_the_losses_of_a_game_are_those_of_its_log(recorded):
    for record, playback in recorded:
        for _ in playback:
            pass
        t = playback.game.tables.record[0]
        lost = [0, 0]
        for event in EVENTS.read(playback.game._events()):
            if isinstance(event, EVENTS.UNIT_LOST) and t["replaced"][kind_of(t, event.unit)]:
                lost[event.side] += event.cf
        assert record.summary.losses == tuple(lost)
        assert min(lost) > 0


# -- variants ------------------------------------------------------------------------------------------------------


def variant(group, name):
    (found,) = (one for one in VARIANTS if (one.group, one.name) == (group, name))
    return found


def loaded(one, folder):
    """The tables record of a variant."""
    write_variant(DATA_DIR, folder / "data", one)
    return load(data_dir=folder / "data", **one.options).record[0]


@pytest.mark.parametrize("one", VARIANTS, ids=lambda one: f"{one.group}: {one.name}")
def test_a_variant_changes_the_data_or_the_option_that_it_names_and_nothing_else(one, tmp_path):
    write_variant(DATA_DIR, tmp_path / "data", one)
    before, after = everything(DATA_DIR), everything(tmp_path / "data")
    found = {path: value for path, value in after.items() if before[path] != value}
    written = {(change.file, *change.path): yaml.load(change.value, yaml.BaseLoader) for change in one.changes}
    assert found == written
    assert bool(found) != bool(one.options)
    tables = load(data_dir=tmp_path / "data", **one.options)
    assert {name: value for name, value in tables.options.items() if value != DEFAULTS[name]} == one.options


def everything(folder):
    """All values of the charts and events by file and path."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    trees = {file: yaml.load((folder / file).read_text(), loader) for file in (CHARTS, EVENTS_FILE)}
    return dict(leaves(trees))


def leaves(tree, path=()):
    """Values by their paths."""
    if not isinstance(tree, dict):
        return [(path, tree)]
    return itertools.chain.from_iterable(leaves(item, (*path, key)) for key, item in tree.items())


def test_the_values_are_tried_in_the_order_in_which_they_may_be_tuned():
    groups = list(dict.fromkeys(one.group for one in VARIANTS))
    assert groups == ["regions held", "powers", "losses", "events", "economy", "options"]
    assert {one.name for one in VARIANTS if one.group == "powers"} == {
        f"{name} nearer to the {side}" for name in POWERS.values() for side in ("Government", "Rebels")
    }


@pytest.mark.parametrize(
    ("group", "name", "field", "expected"),
    [
        ("regions held", "half the PSP", "hold_divisor", 2),
        ("regions held", "a third of the PSP", "hold_divisor", 3),
        ("losses", "no PSP for an enemy division lost", "enemy_division_ps", 0),
        ("losses", "+2 PSP for an enemy AP lost", "enemy_ap_ps", 2),
        ("losses", "-2 PSP for an own division lost", "own_division_ps", -2),
        ("losses", "-1 PSP for an own AP lost", "own_ap_ps", -1),
    ],
)
def test_the_engine_plays_by_the_changed_number(group, name, field, expected, tmp_path):
    assert loaded(variant(group, name), tmp_path)[field] == expected
    assert TABLES.record[0][field] != expected


def test_nobody_gains_support_by_his_own_losses(tmp_path):
    names = [one.name for one in VARIANTS if one.group == "losses"]
    assert len(names) == 7
    assert not any("own" in name and name.startswith("+") for name in names)


def test_a_power_begins_a_box_nearer_to_a_side(tmp_path):
    before = TABLES.record[0]["power_start"]
    for side, step in (("Government", -1), ("Rebels", 1)):
        after = loaded(variant("powers", f"France nearer to the {side}"), tmp_path / side)["power_start"]
        assert (after - before).tolist() == [step if power == Power.FR else 0 for power in Power]


def test_events_have_no_support_or_twice_as_much(tmp_path):
    """Dice and numbers of an effect are the third and fourth number of its row."""
    before = TABLES.record[0]["event_effect"]
    twice = loaded(variant("events", "twice the PSP"), tmp_path / "twice")["event_effect"]
    given = before[..., 0] == EFFECT.GIVE_SUPPORT
    assert given.sum() > 10
    assert (twice[given][:, 2:] == 2 * before[given][:, 2:]).all()
    assert (twice[~given] == before[~given]).all()
    none = loaded(variant("events", "no PSP"), tmp_path / "none")["event_effect"]
    assert not (none[..., 0] == EFFECT.GIVE_SUPPORT).any()
    kept = [code for code in before[..., 0].ravel() if code not in (0, EFFECT.GIVE_SUPPORT)]
    assert [code for code in none[..., 0].ravel() if code] == kept


def test_arms_cities_give_less_at_first_or_more_later(tmp_path):
    before = TABLES.record[0]["city_ep"].tolist()
    less = loaded(variant("economy", "1 EP less a city in 1936"), tmp_path / "less")["city_ep"].tolist()
    more = loaded(variant("economy", "1 EP more a city from 1937 on"), tmp_path / "more")["city_ep"].tolist()
    assert [a - b for a, b in zip(less, before, strict=True)] == [0, -1, -1, *[0] * 12]
    assert [a - b for a, b in zip(more, before, strict=True)] == [0, 0, 0, *[1] * 12]


def test_every_option_of_the_rules_is_varied():
    assert {name for one in OPTION_VARIANTS for name in one.options} == DEFAULTS.keys() - {"play_forced"}


def test_what_is_called_reconstructed_is_so_marked_in_the_data():
    documents = {
        CHARTS: Document(DATA_DIR / CHARTS, charts.CHARTS),
        EVENTS_FILE: Document(DATA_DIR / EVENTS_FILE, events.EVENT_TABLE),
    }
    changes = [change for one in VARIANTS if one.reconstructed for change in one.changes]
    assert {documents[change.file].source_of(change.path).status for change in changes} == {"reconstructed"}
    assert [one for one in VARIANTS if not one.reconstructed] == list(OPTION_VARIANTS)


@pytest.mark.whole_games
def test_a_variant_is_played_by_its_own_data_and_options():
    whole = (Variant("", ""), variant("regions held", "half the PSP"), variant("options", "15.7 command"))
    digests = [[game.digest for game in play_variant(one, "greedy", [1, 2], SETTING, print)] for one in whole]
    assert len(set(map(tuple, digests))) == 3


# -- the report ----------------------------------------------------------------------------------------------------


def test_a_report_says_how_much_is_reconstructed():
    share = TABLES.shares["reconstructed"] / sum(TABLES.shares.values())
    assert f" {100 * share:.0f} % are reconstructed" in analysis.sources(TABLES)
    assert TABLES.version in analysis.sources(TABLES)
