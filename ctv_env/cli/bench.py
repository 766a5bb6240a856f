"""``ctv bench``: measure how fast random games are played on this machine."""

import argparse
import json

from ctv_env.bench import peers
from ctv_env.bench.measure import figure, machine, ratios, side_by_side
from ctv_env.bench.own import own
from ctv_env.bench.processes import measure
from ctv_env.cli.arguments import count, seconds
from ctv_env.cli.errors import user_errors
from ctv_env.core.host import usable_cores

EXAMPLES = """\
Each figure is the median of several rounds, which run all measurements in turn; a warm-up round, which may compile, is
not counted.  A ratio is the median of the rounds' ratios.

examples:
  ctv bench
  ctv bench --rounds 9 --seconds 5 --json
  ctv bench --peers        measure other environments too, and compare
  ctv bench --against v1   compare with the revision v1 of this checkout; exit with 1 if it is much slower now
"""
PACKAGES = ("numpy", "numba", "gymnasium")
EXIT_SLOWER = 1


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv bench``."""
    parser.epilog = EXAMPLES
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="rounds of each measurement (5)")
    parser.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="minimum length of a round (1.0)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--game", metavar="GAME", help="name of the game, or module:ATTRIBUTE (the first)")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--peers", action="store_true", help="also measure other environments, and compare")
    kind.add_argument(
        "--against", metavar="REVISION", help="only compare with a commit of this checkout; the rounds are fixed"
    )


def run(args: argparse.Namespace) -> int:
    """Measure and print; return the exit code."""
    return _rates(args) if args.against is None else _relative(args.against)


def _rates(args: argparse.Namespace) -> int:
    """Print decisions per second, ours and the peers'."""
    with user_errors(ValueError):
        measurements = [*own(usable_cores(), args.game), *(peers.peers(usable_cores()) if args.peers else ())]
    rates = measure(side_by_side(measurements), args.rounds, args.seconds)
    figures = {m.name: figure(rates[m.name]) for m in measurements}
    compared = {
        m.name: {"against": m.against, **ratios(rates[m.name], rates[m.against])}
        for m in measurements
        if m.against in rates
    }
    facts = machine((*PACKAGES, *(peers.PACKAGES if args.peers else ())))
    if args.json:
        report = {"machine": facts, "rounds": args.rounds, "per_second": figures, "ratios": compared}
        print(json.dumps(report, indent=2))
        return 0
    _print_machine(facts)
    _print_figures(f"decisions per second, median of {args.rounds} rounds (lowest to highest):", figures, "9,.0f")
    if compared:
        named = {f"{name} / {ratio['against']}": ratio for name, ratio in compared.items()}
        _print_figures("times as fast:", named, "9.2f")
    return 0


def _relative(revision: str) -> int:
    """Print our speed relative to the revision's, and what is too slow; return 1 if anything is."""
    from ctv_env.bench import revisions

    with user_errors(revisions.RevisionError):
        relative = revisions.compare(revision)
    for name, ratio in relative.items():
        print(f"{name}: {ratio:.2f} times as fast as {revision}")
    slower = revisions.complaints(relative, revision)
    for sentence in slower:
        print(f"slower: {sentence}")
    return EXIT_SLOWER if slower else 0


def _print_machine(facts: dict) -> None:
    processor, n_cores, python, *versions = facts.values()
    libraries = "".join(f", {name} {version}" for name, version in zip(list(facts)[3:], versions, strict=True))
    print(f"{processor}, {n_cores} cores, Python {python}{libraries}")


def _print_figures(title: str, figures: dict[str, dict[str, float]], form: str) -> None:
    """Print one line per figure: the median, and in brackets the lowest and highest."""
    print(title)
    width = max(map(len, figures))
    for name, values in figures.items():
        lowest, highest = (format(values[key], form).strip() for key in ("lowest", "highest"))
        print(f"  {name:{width}}  {values['median']:{form}}  ({lowest} to {highest})")
