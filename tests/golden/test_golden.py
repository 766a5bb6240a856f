"""Golden games: every line is unchanged.  After a deliberate change of the rules run ``make golden``."""

import pytest
from golden.games import CASES, FOLDER, replay

MOST_BYTES = 200_000


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_is_played_as_it_was(name):
    difference = replay(CASES[name], (FOLDER / f"{name}.txt").read_text())
    assert difference is None, f"{name}.txt: {difference}; if that is meant: make golden"


def test_a_changed_line_is_found():
    text = (FOLDER / "escudo-en.txt").read_text()
    assert "# escudo, seed 6" in replay(CASES["escudo-it-options"], text)
    lines = text.splitlines()
    for number, wrong in ((40, lines[40][:-1] + "x"), (2, "1 MOVE nationalist PIECE CLXX 00000000")):
        changed = lines[:number] + [wrong] + lines[number + 1 :]
        assert repr(wrong) in replay(CASES["escudo-en"], "\n".join(changed))


def test_the_cases_cover_what_there_is_and_stay_small():
    texts = {name: (FOLDER / f"{name}.txt").read_text() for name in CASES}
    assert {case.scenario for case in CASES.values()} == {"campaign", "escudo", "reinosa", "last-stand", "duel"}
    assert {case.options.get("edition", "en") for case in CASES.values()} == {"en", "it"}
    assert {case.options.get("setup", "historical") for case in CASES.values()} == {"historical", "placement"}
    assert max(map(len, texts.values())) < MOST_BYTES
    assert all("\nend: the " in text for text in texts.values())
