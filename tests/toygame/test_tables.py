"""The data of the toy game: what a scenario may not be."""

import shutil

import pytest

from ctv_env.core.datafile import DataError
from toygame.tables import LOADER


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("dear: 2", "dear: 3", r"three\.yaml:10: the cup holds 7 counters; there is one for each of 6 rounds"),
        (
            "  hill: {worth: 2",
            "  bog: {worth: 1, at: [0, 0]}\n  fen: {worth: 1, at: [9, 9]}\n  hill: {worth: 2",
            "there are 5 areas; there are at most 4",
        ),
        ("worth: 4", "worth: 5", r"areas\.ford\.worth is 5; it must be a number from 0 to 4"),
    ],
)
def test_wrong_scenarios_are_refused(tmp_path, old, new, message):
    folder = shutil.copytree(LOADER.data, tmp_path / "data")
    file = folder / "scenarios/three.yaml"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(DataError, match=message):
        LOADER.load(data_dir=folder)
