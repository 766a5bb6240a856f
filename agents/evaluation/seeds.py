"""Seeds for evaluation: a public suite, a private file, or a number to draw from."""

import pathlib
import re

import numpy as np

from ctv_env.core.datafile import one_of

SUITES = pathlib.Path(__file__).parent / "suites"
"""Public suites, one ``NAME.txt`` each, one seed per line; the first lines of a file say how it was made."""

SECRET = "secret:"
DEFAULT_SEEDS = 200
LIMIT = 2**63


class SeedError(ValueError):
    """There is no such suite, a line of a file is not a seed, or there are fewer seeds than wanted."""


def read_seeds(source: str, wanted: int | None = None) -> list[int]:
    """Return the first ``wanted`` seeds of a source, all different.

    Args:
        source: the name of a public suite; ``"secret:FILE"``, a file with one seed per line; or a whole number, from
            which as many as wanted are drawn.
        wanted: how many; None for 200, or all of a source that has fewer.

    Raises:
        SeedError: no such source, a bad line, or too few seeds.
    """
    if source.isdecimal():
        return draw_seeds(int(source), DEFAULT_SEEDS if wanted is None else wanted)
    seeds = _read(_file(source))
    if wanted is not None and wanted > len(seeds):
        raise SeedError(f"{source} has {len(seeds)} seeds, but {wanted} are wanted; two games are played on each")
    return seeds[: DEFAULT_SEEDS if wanted is None else wanted]


def draw_seeds(number: int, wanted: int) -> list[int]:
    """Return ``wanted`` seeds drawn from a number; those of different numbers do not overlap."""
    return np.random.SeedSequence(number).generate_state(wanted, np.uint64).tolist()


def _file(source: str) -> pathlib.Path:
    if source.startswith(SECRET):
        return pathlib.Path(source.removeprefix(SECRET))
    names = sorted(file.stem for file in SUITES.glob("*.txt"))
    if source not in names:
        raise SeedError(
            f"no seeds {source!r}: it is neither secret:FILE nor a whole number nor a suite; " + one_of(source, names)
        )
    return SUITES / f"{source}.txt"


def _read(file: pathlib.Path) -> list[int]:
    """Return all seeds of a file; empty lines and lines starting with ``#`` are skipped."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SeedError(f"seed file {file} cannot be read: {error}") from error
    found: dict[int, int] = {}
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            continue
        if not re.fullmatch("[0-9]{1,19}", line) or int(line) >= LIMIT:
            raise SeedError(f"{file}:{number}: {line[:40]!r} is not a seed; a line must be one whole number below 2^63")
        if int(line) in found:
            raise SeedError(f"{file}:{number}: seed {line} is already in line {found[int(line)]}; seeds must differ")
        found[int(line)] = number
    if not found:
        raise SeedError(f"seed file {file} has no seeds; a line must be one whole number below 2^63")
    return list(found)
