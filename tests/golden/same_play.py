"""Prove that the code of today plays as recorded (``make same-play``), so that results under older code still count.

The golden games, pairs of every ladder and matches of the benchmark are replayed.  If all are the same, the proofs are
added to ``agents/evaluation/proofs.jsonl``; if one game differs, nothing is written.
"""

import argparse
import datetime
import os
import pathlib
import sys
from collections.abc import Callable, Iterable

from golden.games import CASES, FOLDER, replay

from ctv_env.agents.benchmark.replay import replay_benchmark
from ctv_env.agents.evaluation.proofs import Proof, append_proofs, original
from ctv_env.agents.evaluation.replay import DifferenceError, Replay, replay_ladder
from ctv_env.agents.evaluation.seeds import read_seeds

DOCS = pathlib.Path(__file__).parents[2] / "docs"
_SUITE, _SEEDS = "suite-v1", 1000


def main(argv: list[str] | None = None) -> int:
    """Replay, and write the proofs; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=3, help="pairs of games of each two agents of a ladder (3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="cores to use (all)")
    args = parser.parse_args(argv)
    seeds = read_seeds(_SUITE, _SEEDS)
    ladders = sorted(DOCS.glob("ladder*/results.jsonl"))
    replays: list[Callable[[], Replay]] = [replay_golden]
    replays += [lambda file=file: replay_ladder(file, seeds, args.pairs, args.threads) for file in ladders]
    replays.append(lambda: replay_benchmark(DOCS / "benchmark", args.threads))
    try:
        written = prove(replays)
    except ValueError as error:
        print(f"nothing is proved: {error}", file=sys.stderr)
        return 1
    print(f"{written} new proofs")
    return 0


def replay_golden() -> Replay:
    """Replay the golden games; DifferenceError if a line differs."""
    for name, case in CASES.items():
        difference = replay(case, (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
        if difference is not None:
            raise DifferenceError(f"golden game {name}: {difference}")
    return Replay({}, {"golden games": len(CASES)})


def prove(replays: Iterable[Callable[[], Replay]]) -> int:
    """Replay everything, then write a proof for each name that has changed; return their number.

    Raises:
        ValueError: a game differs or cannot be replayed; nothing has been written.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for one in replays:
        found = one()
        print(", ".join(f"{count} {what}" for what, count in found.counts.items()), "as recorded", flush=True)
        names |= found.names
        counts |= found.counts
    today = datetime.date.today().isoformat()
    new = [Proof(old, now, today, counts) for old, now in names.items() if original(old) != original(now)]
    append_proofs(new)
    return len(new)


if __name__ == "__main__":
    sys.exit(main())
