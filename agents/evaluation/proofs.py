"""Proofs that a change of the code changed no game, so that results from before it still count.

A result names the code under which it was played by hashes (``fingerprint``), and nearly any edit changes these.  A
proof says which hash follows which, and what was replayed and came out the same (``replay``).
"""

import functools
import json
import pathlib
import typing
from collections.abc import Iterable, Mapping

FILE = pathlib.Path(__file__).with_name("proofs.jsonl")
"""All proofs, one per line, appended and never rewritten."""


class Proof(typing.NamedTuple):
    """One name of code that plays as another.

    Attributes:
        old: ``fingerprint.place_of`` or ``fingerprint.identity_of_agent``, as results before the change have it.
        new: the same after it.
        date: of the replay, as ``2037-08-14``.
        replayed: how much was replayed and is the same, by what it is.
    """

    old: str
    new: str
    date: str
    replayed: Mapping[str, int]


def append_proofs(proofs: Iterable[Proof]) -> None:
    """Add proofs to the file; OSError if it cannot be written."""
    with FILE.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(proof._asdict()) + "\n" for proof in proofs)
    original.cache_clear()


def read_proofs() -> list[Proof]:
    """Return all proofs in the file.

    Raises:
        ValueError: a line is not a proof.
    """
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.is_file() else []
    try:
        return [Proof(**json.loads(line)) for line in lines]
    except (ValueError, TypeError) as error:
        raise ValueError(f"{FILE} does not hold proofs, one per line: {error}") from error


@functools.cache
def original(name: str) -> str:
    """Return the first name of the code that plays as the code of ``name`` does; ``name`` itself without a proof."""
    first: dict[str, str] = {}
    for proof in read_proofs():
        old, new = (first.get(one, one) for one in (proof.old, proof.new))
        if old != new:
            first |= {one: old for one in (proof.new, new, *(one for one, its in first.items() if its == new))}
    return first.get(name, name)
