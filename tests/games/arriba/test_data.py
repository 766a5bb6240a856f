"""The data of Arriba España: provenance, checks between the files, what is packed of them."""

import re
import shutil

import numpy as np
import pytest

from ctv_env.core.datafile import DataError
from ctv_env.core.spec import spec_of
from ctv_env.games import GAMES, environments
from ctv_env.games.arriba.loading.load import DATA_DIR, LOADER, load
from ctv_env.games.arriba.model import reasons
from ctv_env.games.arriba.model.actions import ACTIONS
from ctv_env.games.arriba.model.codes import PAIRS
from ctv_env.games.arriba.model.state import STATE, STATE_FIELDS

HOUSE = DATA_DIR.parent


def test_the_share_of_reconstructed_values_is_as_SOURCES_says():
    shares = load().shares
    whole = sum(shares.values())
    said = re.search(r"(\d+) % are stated, (\d+) % derived and (\d+) %\s+reconstructed", _sources())
    found = [round(100 * shares[name] / whole) for name in ("stated", "derived", "reconstructed")]
    assert found == [*map(int, said.groups())]


def _sources() -> str:
    return re.sub(r"\s+", " ", (DATA_DIR / "SOURCES.md").read_text())


def test_the_version_of_the_charts_stands_in_SOURCES():
    assert f"**{load().version}**" in _sources()


def test_it_is_registered_and_leaves_the_default_to_the_first_game():
    assert "arriba" in GAMES[1:]
    assert spec_of().name == "ctv"
    assert environments()["arriba"]["campaign"] == "ctv_env/ArribaEspana-v0"
    assert list(environments()["arriba"]) == [one.name for one in LOADER.scenarios()]


def test_A_180_shorter_scenarios_end_before_the_war():
    whole, short = load(), load("rising")
    assert (short.record[0]["first_turn"], short.record[0]["last_turn"]) == (1, 2)
    assert load("first-year").dates[4] == "Jun-Jul 1937"
    assert load("first-year").record[0]["last_turn"] == 5
    for field in ("start_brigades", "start_city", "start_ps"):
        assert np.array_equal(short.record[0][field], whole.record[0][field])


def test_there_is_a_campaign_of_14_turns():
    titles = LOADER.scenarios()
    assert titles[0].name == "campaign"
    record = load().record[0]
    assert (record["first_turn"], record["last_turn"]) == (1, 14)


def test_A_07_each_area_has_a_region_and_borders_go_both_ways():
    record = load().record[0]
    assert list(np.bincount(record["region"][:47])) == [4, 1, 1, 3, 1, 3, 4, 3, 7, 5, 2, 3, 3, 7]
    pairs = {(a, int(b)) for a in range(47) for b in record["border"][a] if b >= 0}
    assert pairs == {(b, a) for a, b in pairs}
    assert (record["border"][47] == -1).all()


def test_A_06_the_layout_of_actions_names_classes_of_units():
    assert ACTIONS.n == 216
    assert len(PAIRS) == 29
    assert [segment.first for segment in ACTIONS.segments] == [0, 1, 2, 50, 62, 178, 181, 187, 193, 199, 212, 214]


def test_the_state_has_no_hidden_padding():
    assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names)
    assert len({field.name for field in STATE_FIELDS}) == len(STATE_FIELDS)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("map.yaml", "borders: [lugo, pontevedra]", "borders: [lugo, pontevedra, madrid]", "borders on 'madrid'"),
        ("map.yaml", "areas: [huesca, saragossa, teruel]", "areas: [huesca, saragossa]", "no region has teruel"),
        ("map.yaml", "areas: [pamplona]", "areas: [pamplona, lugo]", "in two regions"),
        ("charts.yaml", "influence: {stated: rule 5.3.1}", "", "influence.price has no provenance"),
        ("charts.yaml", "low: {up_to: 20", "low: {up_to: 80", "the bands end at"),
        ("charts.yaml", "    2:1: [", "    9:9: [", "9:9 is misplaced"),
        ("charts.yaml", "arms_cities: [barcelona", "arms_cities: [atlantis", "no area 'atlantis'"),
        ("charts.yaml", "poum: {brigade: 3, one_step: 0", "poum: {brigade: 3, one_step: 1", "poum has no one_step"),
        ("charts.yaml", ", capital: barcelona}", "}", "has a capital, or lacks one"),
        ("events.yaml", "backs USSR government", "backs USSR nobody", "it must be a condition"),
        ("events.yaml", "brigade rebel colonial", "brigade rebel", "it must be an effect"),
        ("scenarios/campaign.yaml", "{popular_army: 4}", "{popular_army: 20}", "38 popular_army brigades"),
        (
            "scenarios/campaign.yaml",
            "units: {basque: 2}, city: government",
            "units: {basque: 2}, city: rebel",
            "no unit",
        ),
        ("scenarios/campaign.yaml", "last_turn: 14", "last_turn: 0", "from 1 to 14"),
        ("scenarios/campaign.yaml", "first_turn: 1", "first_turn: 3", "the last turn is before the first"),
    ],
)
def test_A_147_a_wrong_value_is_refused_in_words(tmp_path, file, old, new, words):
    shutil.copytree(DATA_DIR, tmp_path / "data")
    path = tmp_path / "data" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=re.escape(words)):
        load(data_dir=tmp_path / "data")


def test_own_data_are_told_by_their_hash(tmp_path):
    shutil.copytree(DATA_DIR, tmp_path / "data")
    path = tmp_path / "data" / "charts.yaml"
    path.write_text(path.read_text().replace("improved: 14", "improved: 15"))
    tables = load(data_dir=tmp_path / "data")
    assert tables.record[0]["improved_limit"] == 15
    assert tables.data_hash != load().data_hash
    assert tables.data_dir == str(tmp_path / "data")


def test_an_unknown_scenario_or_option_is_refused():
    with pytest.raises(ValueError, match="no scenario 'campain'"):
        load("campain")
    with pytest.raises(ValueError, match="no option 'forte'"):
        load(forte=True)


def test_each_reason_is_given_somewhere_in_a_sentence_of_its_own():
    names = [name for name, _, _ in reasons.REASONS]
    assert [getattr(reasons.WHY, name) for name in names] == list(range(len(names)))
    sentences = [words for _, _, words in reasons.REASONS]
    assert len(set(sentences)) == len(sentences)
