"""Loading the data: options, custom copies of the data folder, and the errors for bad files."""

import shutil

import pytest
from support.scene import unit

from ctv_env import new_game
from ctv_env.core.datafile import DataError
from ctv_env.games.ctv.loading import board
from ctv_env.games.ctv.loading.load import DATA_DIR, LOADER, OPTIONS, load
from ctv_env.games.ctv.model import codes as c

TABLES = load()
T = TABLES.record[0]


@pytest.fixture
def edited(tmp_path):
    """Copies the data folder, replaces one text in one file, and returns the copy."""

    def edit(file: str, old: str, new: str):
        shutil.copytree(DATA_DIR, tmp_path / "data")
        text = (tmp_path / "data" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in {file}"
        (tmp_path / "data" / file).write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path / "data"

    return edit


def test_an_owner_replaces_values_in_a_copy_of_the_folder(edited):
    folder = edited("units.yaml", "FIN 8: {kind: infantry, nation: italian, div: FIN, attack: [4, 2]", "FIN 8: {kind: "
                    "infantry, nation: italian, div: FIN, attack: [9, 4]")  # fmt: skip
    own = load(data_dir=folder)
    assert own.record[0]["attack"][:, own.piece_index["FIN 8"]].tolist() == [0, 4, 9]
    assert own.data_hash != TABLES.data_hash
    units = folder / "units.yaml"
    units.write_text(units.read_text(encoding="utf-8").replace("[9, 4]", "[8, 3]"), encoding="utf-8")
    assert load(data_dir=folder).record[0]["attack"][2, own.piece_index["FIN 8"]] == 8


def test_R_55_4_3_armour_that_a_deployment_leaves_out_is_not_received(edited):
    folder = edited("scenarios/campaign.yaml", "LIT 2, Cel, L3/35, HQ LIT", "LIT 2, Cel, HQ LIT")
    game = new_game(seed=1, data_dir=folder)
    armour = ("L3/35", "4T-26", "3Pz1")
    assert [unit(game, name).at == "withdrawn" for name in armour] == [True, False, False]
    assert unit(game, "N SC 5").at == "waiting"


def test_tables_are_cached_and_tell_their_options():
    assert load() is load(scenario="campaign", fog=True)
    italian = load(edition="it", setup="placement", fog=False)
    assert (italian.record[0]["edition"], italian.record[0]["placement"], italian.record[0]["fog"]) == (
        c.EDITION.IT,
        1,
        0,
    )
    assert (T["edition"], T["placement"], T["fog"], T["play_forced"]) == (c.EDITION.EN, 0, 1, 1)
    assert italian.options == {option.name: option.default for option in OPTIONS} | {
        "edition": "it",
        "setup": "placement",
        "fog": False,
    }
    assert [one.name for one in LOADER.scenarios()] == ["campaign", "duel", "escudo", "last-stand", "reinosa"]
    assert len(TABLES.data_hash) == 64


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"weather": True}, "no option 'weather'; allowed are edition, setup"),
        ({"edtion": "en"}, r"no option 'edtion'; .*did you mean 'edition'\?"),
        ({"edition": "fr"}, "option edition cannot be 'fr'; allowed are 'en', 'it'"),
        ({"fog": 1}, "option fog cannot be 1; allowed are False, True"),
        ({"scenario": "campain"}, r"no scenario 'campain' in .*; allowed are .* \(did you mean 'campaign'\?\)"),
    ],
)
def test_unknown_options_and_scenarios_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        load(**arguments)


CAMPAIGN = "scenarios/campaign.yaml"
WRONG = [
    ("map.yaml", "1113: clear,", "0913: clear,", "hex 0913 is outside the board 1001..2620"),
    ("map.yaml", "[1313, 1214, 1215]", "[1313, 1215]", "hex 1313 does not touch 1215"),
    ("map.yaml", "[1313, 1214, 1215]", "[1313, 1314, 1215]", "a road crosses the closed hexside 1314/1215"),
    ("map.yaml", "[1313, 1214, 1215]", "[1313, 1214, 1115]", "hex 1115 is sea"),
    ("map.yaml", "1211/1212: mouth", "1211/1213: mouth", "hex 1211 does not touch 1213"),
    ("map.yaml", "republican: [\n    1110, 1113,", "republican: [\n    1113,", "nobody controls hex 1110"),
    ("map.yaml", "1518, 1519, 1520,", "1518, 1519, 1520, 1110,", "hex 1110 is listed twice in 'control'"),
    ("map.yaml", "republican: [1301]", "republican: [1620]", "source 1620 is in enemy hands at the start"),
    ("map.yaml", "factory: 2006", "factory: 1001", "hex 1001 is sea"),
    ("map.yaml", "factory: 2006", "factory: 2706", "hex 2706 is outside the board 1001..2620"),
    ("units.yaml", "breakdown: true}\n    R2", "braekdown: true}\n    R2", "unknown key 'braekdown'"),
    ("units.yaml", "R SC 1: {", "N SC 1: {", "there already is a piece 'N SC 1'"),
    ("units.yaml", "[Trench 1,", "[Trench 1, Trench 5,", "trenches has 5 items"),
    ("units.yaml", "FARE 1: {", "A: {nation: basque}\n    B: {nation: basque}\n    C: {nation: basque}\n    FARE 1: {",
     "5 pieces in republican.air"),
    ("units.yaml", "FN As: {kind: infantry", "FN As: {kind: armour", "FN As is armour with sp 1"),
    ("units.yaml", "CLXXVII: {kind: infantry, nation: santander, attack: [2, 1]",
     "CLXXVII: {kind: infantry, nation: santander, attack: [2]", "CLXXVII has factors for different steps"),
    ("units.yaml", "HQ XV: {kind: hq_corps, nation: santander, attack: [0], defence: [2]",
     "HQ XV: {kind: hq_corps, nation: santander, attack: [0, 0], defence: [2, 1]", "HQ XV has two steps"),
    ("units.yaml", "R1: {kind: infantry, nation: basque", "R1: {kind: infantry, nation: asturian", "R1 is not Basque"),
    ("units.yaml", "LK 1: {nation: german}", "LK 1: {nation: basque}", "nationalist.air.LK 1.nation is basque"),
    ("tables.yaml", "3:1: [2/1, 2/1, 1/1, 1/2", "3:1: [2/1, 2/1, 1/1, 2/2", "result 2/2 at 3:1, die 3 is out of order"),
    ("tables.yaml", "7:1: [1/3, 1/3, 1/4,", "7:1: [1/3, 1/3, 1/2,", "result 1/2 at 7:1, die 2 is out of order"),
    ("tables.yaml", "0/4, 0/5, B, B, B]", "0/5, 0/4, B, B, B]", "result 0/4 at 7:1, die 5 is out of order"),
    ("tables.yaml", "    6:1: [", "    9:1: [", "column 7:1 is misplaced"),
    ("tables.yaml", "    6:1: [1/2, 1/2, 1/3, 0/3, 0/4, 0/4, B, B, B]\n", "", "the combat table has 8 columns"),
    ("tables.yaml", "[6, 5, 4, 3, 3, 2, 2]", "[6, 5, 4, 3, 4, 2, 2]", "column 5 is worse than 4"),
    ("tables.yaml", "{hold: 1, retreat: 3, flight: 6}", "{hold: 1, retreat: 7, flight: 6}", "the bands end at 1, 7, 6"),
    ("tables.yaml", "{hq: HQ CTV,", "{hq: HQ XV,", "'HQ XV' is not a Nationalist HQ"),
    ("tables.yaml", "[50, 55, 57]", "[50, 55, 58]", "no unit belongs to a division '58'"),
    ("tables.yaml", "{3Pz1: 1,", "{FT-17: 1,", "'FT-17' is not a Nationalist armour unit"),
    ("tables.yaml", "at_start: {nationalist: 4,", "at_start: {nationalist: 9,", "9 columns at the start"),
    ("tables.yaml", "weather: {found", "waether: {found", "pattern 'waether' matches no value"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2011: [R9M]", "Ar is not deployed"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2011: [R9M, Ar, DC]", "'DC' is not a nationalist piece to deploy"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2011: [R9M, Ar, LK 1]", "'LK 1' is not a nationalist piece to deploy"),
    (CAMPAIGN, "1211: [DC]", "1211: [DC, R1]", "'R1' is not a republican piece to deploy"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2011: [R9M, Ar, Cel]", "Cel is already in 2110"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2010: [R9M, Ar]", "hex 2010 is in enemy hands"),
    (CAMPAIGN, "2011: [R9M, Ar]", "2016: [R9M, Ar]", "R9M in 2016 is an Italian unit outside the columns of 15.2"),
    (CAMPAIGN, "2103: [I N/1]\n    2204: [I N/2,", "2204: [I N/1, I N/2,", "I N/1 in 2204 is in a stack of 6 SP"),
    (CAMPAIGN, "HQ XXIII M, N SC 2]\n    2310: [FIN 8, FIN 10, HQ FIN]",
     "HQ XXIII M, HQ FIN, N SC 2]\n    2310: [FIN 8, FIN 10]", "HQ FIN in 2210 is not the only one of its kind there"),
    (CAMPAIGN, "2507: [II C/2]", "2604: [II C/2]", "front hex 2507 is not covered"),
    (CAMPAIGN, "2111: [N SC 3]", "2601: [N SC 3]", "N SC 3 in 2601 has no HQ beside it"),
    (CAMPAIGN, "2111: [N SC 3]", "2111: [N SC 5]", "wrong supply columns"),
    (CAMPAIGN, "1813: [CLXXII]", "1713: [CLXXII]", "CLXXII in 1713 is a front-line brigade behind the front"),
    (CAMPAIGN, "1816: [CLXI, CLXIV]\n    1716: [CLIX, CLXII]",
     "1816: [CLXI]\n    1510: [CLXIV, CLIX]\n    1509: [CLXII]",
     "CLXIV in 1510 is one Basque brigade too many outside their zone"),
    (CAMPAIGN, "trenches: [2104,", "trenches: [2009,", "a trench in 2009"),
    (CAMPAIGN, "trenches: [2104,", "trenches: [2105,", "a trench in 2105"),
    (CAMPAIGN, "trenches: [2104,", "trenches: [1902, 2104,", "5 trenches"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "problem"), WRONG)
def test_a_wrong_file_is_refused_with_its_name(edited, file, old, new, problem):
    folder = edited(file, old, new)
    with pytest.raises(DataError) as caught:
        load(data_dir=folder)
    assert problem in caught.value.problem
    assert caught.value.file == folder / file
    assert caught.value.line > 1


def test_an_unknown_key_is_named_with_its_line(edited):
    folder = edited("tables.yaml", "weather: {rain_from: 6,", "weather: {rain_form: 6,")
    line = 1 + (folder / "tables.yaml").read_text().splitlines().index("weather: {rain_form: 6, after_rain: +1}")
    with pytest.raises(DataError, match=rf"tables\.yaml:{line}: unknown key 'rain_form' .*did you mean 'rain_from'"):
        load(data_dir=folder)


def test_a_deployment_out_of_supply_is_refused(edited):
    # The only source is empty and in a Republican ZoC: no line of supply starts there (ruling R-13).
    folder = edited("map.yaml", "nationalist: [1620, 1720, 2604, 2608, 2610, 2613, 2615]", "nationalist: [2012]")
    with pytest.raises(DataError, match=r"campaign\.yaml:\d+: HQ CTV in 2211 is out of supply"):
        load(data_dir=folder)


def test_more_front_hexes_than_bits_are_refused(edited, monkeypatch):
    monkeypatch.setattr(board, "MAX_FRONT", 26)
    with pytest.raises(DataError, match="the nationalist has 27 front hexes; the engine allows at most 26"):
        load(data_dir=edited("map.yaml", "title: Santander", "title: Cantabria"))


def test_a_path_that_no_folder_can_have_is_refused():
    with pytest.raises(ValueError, match=r"data_dir 'AAA.*' cannot be read \(File name too long\)"):
        load(data_dir="A" * 5000)
