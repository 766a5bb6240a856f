"""Results as tables and sentences."""

import math
from collections.abc import Sequence

from ctv_env.agents.evaluation.results import BOTH, MatchResult


def header(results: list[MatchResult]) -> tuple[str, ...]:
    """Return the column names for the results of one game, at least one."""
    first = ("agent", "side", "opponent", "games", "wins", "win rate", "95 %")
    return (*first, results[0].score.short, "margin", "turns", "decisions")


def rows(results: list[MatchResult]) -> list[tuple[str, ...]]:
    """Return the cells of a table, one row per result, with the columns of ``header``."""
    cells: list[tuple[str, ...]] = []
    for result in results:
        cells.append(
            (
                result.agent,
                result.side,
                result.opponent,
                str(result.games),
                str(result.wins),
                f"{100 * result.win_rate:.1f} %",
                percent(result.interval),
                f"{result.mean_score:.2f}",
                f"{result.mean_margin:+.2f}",
                f"{result.mean_turns:.1f}",
                f"{result.mean_decisions:.0f}",
            )
        )
    return cells


def markdown(results: list[MatchResult]) -> str:
    """Return the results of one game as a Markdown table, also legible as plain text; empty if there are none."""
    return table([header(results), *rows(results)]) if results else ""


def table(lines: Sequence[tuple[str, ...]]) -> str:
    """Return a Markdown table with padded cells; the first line is its header."""
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    ruled = [lines[0], tuple("-" * width for width in widths), *lines[1:]]
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in ruled)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in padded)


def objectives_table(result: MatchResult, first_side: str) -> str:
    """Return the share of a side's games in which the first side holds each objective at the end of each turn."""
    holder = result.agent if result.side == first_side else result.opponent
    n_turns = len(next(iter(result.held.values())))
    head = (f"held by the {first_side}, {holder}", *(f"turn {turn}" for turn in range(1, n_turns + 1)))
    shown = [
        (name, *("" if math.isnan(part) else f"{100 * part:.0f} %" for part in parts))
        for name, parts in result.held.items()
    ]
    return table([head, *shown])


def remarks(results: list[MatchResult]) -> list[str]:
    """Return remarks on the table: games that repeat others, draws, forfeits and their reasons."""
    found: list[str] = []
    for result in results:
        units, of = ("pairs of games", result.games // 2) if result.side == BOTH else ("games", result.games)
        if result.distinct < of:
            found.append(f"{result.side}: only {result.distinct} of {of} {units} differ; the interval rests on those")
    for result in results[:1]:
        if result.draws:
            found.append(f"{result.draws} of {result.games} games were drawn; they are neither won nor lost")
        for loser, reasons in ((result.agent, result.forfeits), (result.opponent, result.forfeits_won)):
            found += [f"{loser} forfeited {count} of {result.games} games: {why}" for why, count in reasons.items()]
    return found


def verdict(agent: MatchResult, reference: MatchResult) -> str:
    """Return a sentence comparing ``agent`` with ``reference`` in its place: significant for disjoint intervals."""
    word = "not significantly different from"
    if agent.interval[0] > reference.interval[1]:
        word = "significantly better than"
    elif agent.interval[1] < reference.interval[0]:
        word = "significantly worse than"
    return (
        f"{agent.agent} as {agent.side} against {agent.opponent} is {word} {reference.agent} in its place: "
        f"win rate {percent(agent.interval)} against {percent(reference.interval)}."
    )


def percent(interval: tuple[float, float]) -> str:
    """Format the interval of a rate."""
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"
