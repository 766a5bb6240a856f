"""Seeds: the public suite matches its description, and a bad file is reported with its line."""

import hashlib
import re

import pytest

from ctv_env.agents.evaluation.seeds import SeedError, read_seeds


def test_the_public_suite_is_made_as_its_first_line_says():
    made = [int.from_bytes(hashlib.sha256(f"suite-v1 {k}".encode()).digest()[:8], "big") // 2 for k in range(1000)]
    assert read_seeds("suite-v1", 1000) == made
    assert read_seeds("suite-v1", 3) == made[:3]
    assert read_seeds("suite-v1") == made[:200]


def test_a_number_gives_as_many_as_are_wanted_and_always_the_same():
    assert read_seeds("7", 5) == read_seeds("7", 50)[:5]
    assert len(set(read_seeds("7", 1000)) | set(read_seeds("8", 1000))) == 2000


def test_a_secret_file_is_read_without_comments_and_empty_lines(tmp_path):
    file = tmp_path / "seeds.txt"
    file.write_text("# mine\n5\n\n 12 \n9223372036854775807\n")
    assert read_seeds(f"secret:{file}") == [5, 12, 2**63 - 1]
    assert read_seeds(f"secret:{file}", 2) == [5, 12]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5\n6\nseven\n", ":3: 'seven' is not a seed; a line must be one whole number below 2^63"),
        ("5\n-1\n", ":2: '-1' is not a seed"),
        ("5\n9223372036854775808\n", ":2: '9223372036854775808' is not a seed"),
        ("5" * 5000, ":1: '5555555555555555555555555555555555555555' is not a seed"),
        ("5\n²\n", ":2: '²' is not a seed"),
        ("5\n6\n\n05\n", ":4: seed 05 is already in line 1"),
        ("# none\n", " has no seeds"),
    ],
)
def test_a_bad_line_is_named_by_its_number(text, words, tmp_path):
    file = tmp_path / "seeds.txt"
    file.write_text(text)
    with pytest.raises(SeedError, match=re.escape(f"{file}{words}")):
        read_seeds(f"secret:{file}")


@pytest.mark.parametrize(
    ("source", "wanted", "words"),
    [
        ("suite-v2", None, "no seeds 'suite-v2': .* allowed are suite-v1 .did you mean 'suite-v1'"),
        ("secret:/nowhere/seeds", None, "seed file /nowhere/seeds cannot be read"),
        ("suite-v1", 1001, "suite-v1 has 1000 seeds, but 1001 are wanted"),
    ],
)
def test_wrong_sources_are_refused(source, wanted, words):
    with pytest.raises(SeedError, match=words):
        read_seeds(source, wanted)
