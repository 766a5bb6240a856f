"""Golden games: every line is unchanged.  After a deliberate change of the rules run ``make golden``."""

import pytest
from golden.games import CASES, FOLDER, replay

from ctv_env import list_games
from ctv_env.core.spec import spec_of

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
    for game in list_games():
        cases = [case for case in CASES.values() if case.game == game]
        spec = spec_of(game)
        assert {case.scenario for case in cases} == {scenario.name for scenario in spec.scenarios(None)}
        for option in spec.options:
            seen = {case.options.get(option.name, option.default) for case in cases}
            assert seen >= set(option.values) - {option.common_random_numbers}, f"{game}: {option.name}"
    assert max(map(len, texts.values())) < MOST_BYTES
    assert all("\nend: the " in text for text in texts.values())
