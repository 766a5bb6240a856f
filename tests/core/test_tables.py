"""The loader of scenarios: names and titles, custom folders, the cache, packing of the tables record."""

import dataclasses
import hashlib
import pathlib

import numpy as np
import pytest

from ctv_env.core.datafile import DataError, MapOf, Number, Record, Text
from ctv_env.core.fields import record_type
from ctv_env.core.tables import PLAY_FORCED, Chosen, LoadedTables, Loader, pack_record

TABLES = record_type(
    (
        ("rain", np.int8, (), "of the whole map"),
        ("men", np.int16, (2,), "of each side"),
        ("play_forced", np.int8, (), "the option"),
    )
)
FILES = {"map.yaml": Record({"rain": Number(0, 9)})}
SCENARIO = Record({"title": Text(), "men": Number(1, 999)}, {"cuts": (MapOf(Record({"title": Text()})), {})})
MAP = "rain: 3\nprovenance: {rain: {reconstructed: unknown}}\n"
FIELD = "title: The field\nmen: 20\nprovenance: {title: {found: a book}, men: {found: a book}}\n"
WINTER = """\
title: The winter
men: 7
cuts: {frost: {title: Only the frost}, thaw: {title: Only the thaw}}
provenance: {title: {found: a book}, men: {found: a book}, cuts: {found: a book}}
"""


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class WeatherTables(LoadedTables):
    rain: int
    shares: dict[str, int]


def pack(chosen: Chosen) -> WeatherTables:
    weather, scenario = chosen.documents
    rain, men = weather.data["rain"], scenario.data["men"]
    record = pack_record(TABLES, {"rain": rain, "men": [men, 5], "play_forced": chosen.options["play_forced"]})
    return WeatherTables(**chosen.common(), record=record, rain=rain, shares=chosen.shares())


def write(folder: pathlib.Path, **texts: str) -> pathlib.Path:
    """A data folder with a map and the scenarios ``texts``."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "map.yaml").write_text(MAP)
    for name, text in texts.items():
        (folder / "scenarios" / f"{name}.yaml").write_text(text)
    return folder


@pytest.fixture
def loader(tmp_path):
    own = write(tmp_path / "own", field=FIELD, winter=WINTER)
    return Loader(own, FILES, SCENARIO, options=(PLAY_FORCED,), default="winter", pack=pack)


def test_the_default_comes_first_and_each_scenario_before_its_cuts(loader):
    assert [(one.name, one.title) for one in loader.scenarios()] == [
        ("winter", "The winter"),
        ("frost", "Only the frost"),
        ("thaw", "Only the thaw"),
        ("field", "The field"),
    ]
    assert [loader.stem(name, loader.data) for name in ("thaw", "field")] == ["winter", "field"]


def test_without_a_name_the_first_scenario_is_loaded(loader, tmp_path):
    assert loader.load().scenario == "winter"
    assert loader.load(data_dir=write(tmp_path / "copy", alps=FIELD, field=FIELD)).scenario == "alps"


def test_the_tables_say_what_they_were_loaded_from(loader):
    tables = loader.load("frost", play_forced=False)
    assert (tables.scenario, tables.options, tables.data_dir) == ("frost", {"play_forced": False}, None)
    assert (tables.rain, tables.record["men"].tolist(), int(tables.record["play_forced"][0])) == (3, [[7, 5]], 0)
    assert tables.data_hash == hashlib.sha256(f"map.yaml\0{MAP}winter.yaml\0{WINTER}".encode()).hexdigest()
    assert tables.shares == {"stated": 0, "found": 6, "derived": 0, "reconstructed": 1}


def test_a_custom_folder_is_named_and_the_own_one_is_not(loader, tmp_path):
    copy = write(tmp_path / "copy", winter=WINTER.replace("7", "8"))
    assert loader.load(data_dir=copy).data_dir == str(copy)
    assert loader.load(data_dir=copy).record["men"][0, 0] == 8
    assert loader.load(data_dir=loader.data).data_dir is None


def test_tables_are_shared_until_a_file_changes(loader):
    before = loader.load("field")
    assert loader.load("field", play_forced=True) is before
    assert loader.load("field", play_forced=False) is not before
    (loader.data / "map.yaml").write_text(MAP.replace("3", "4"))
    assert loader.load("field").rain == 4
    assert loader.scenarios()[-1].title == "The field"
    (loader.data / "scenarios/field.yaml").write_text(FIELD.replace("The field", "The hill"))
    assert loader.scenarios()[-1].title == "The hill"


def test_an_error_in_another_scenario_does_not_matter(loader):
    (loader.data / "scenarios/field.yaml").write_text("title: [\n")
    assert loader.load("winter").scenario == "winter"
    with pytest.raises(DataError, match=r"field\.yaml"):
        loader.scenarios()


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [
        ("wintre", {}, r"no scenario 'wintre' in .*own; allowed are .*thaw, field \(did you mean 'winter'\?\)"),
        ("../map", {}, r"no scenario '\.\./map' in .*own; allowed are winter, "),
        (["winter"], {}, r"no scenario \['winter'\] in .*own; allowed are winter, "),
        ("winter", {"play_force": True}, r"no option 'play_force'; .*did you mean 'play_forced'\?"),
        ("winter", {"play_forced": 1}, "option play_forced cannot be 1; allowed are False, True"),
    ],
)
def test_unknown_scenarios_and_options_are_refused(loader, scenario, options, message):
    with pytest.raises(ValueError, match=message):
        loader.load(scenario, **options)


def test_a_folder_without_files_is_refused(loader, tmp_path):
    with pytest.raises(ValueError, match=f"no scenario 'winter' in {tmp_path / 'nowhere'}; allowed are"):
        loader.load(data_dir=tmp_path / "nowhere")
    copy = write(tmp_path / "copy", winter=WINTER)
    (copy / "map.yaml").unlink()
    with pytest.raises(DataError, match=r"map\.yaml:0: cannot be read"):
        loader.load(data_dir=copy)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"men": [1, 2, 3]}, ValueError, r"field men needs shape \(2,\) and values in -32768\.\.32767"),
        ({"rain": 128}, ValueError, r"field rain needs shape \(\) and values in -128\.\.127"),
        ({"rain": -129}, ValueError, "field rain needs"),
        ({"snow": 1}, KeyError, "fields of the tables record that differ: .*snow"),
    ],
)
def test_a_record_is_packed_from_exactly_its_fields(change, error, message):
    values = {"rain": 127, "men": [-5, 300], "play_forced": True}
    record = pack_record(TABLES, values)
    assert (record.shape, record.dtype) == ((1,), TABLES)
    assert {name: record[name][0].tolist() for name in values} == values
    with pytest.raises(error, match=message):
        pack_record(TABLES, values | change)
