"""The figures of a balance report in sentences."""

from collections.abc import Sequence

from ctv_env.agents.balance.history import Event
from ctv_env.agents.balance.measure import Measured, SelfPlay, Sensitivity
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.reports.tables import percent
from ctv_env.core.analysis import HistoryWords, Landmark
from ctv_env.core.spec import analysis_of

FAIREST, LEAST_FAIR = 0.4, 0.6
"""A game counts as even if a side's win rate is between these."""


def findings(measured: Measured, setting: Setting) -> list[str]:
    """Return sentences: how even each agent finds the game, where the first one departs from history, and remedies."""
    analysis, first_side = analysis_of(setting.spec), setting.spec.sides[0]
    first = measured.played[0]
    return [
        *(_evenness(one, first_side) for one in measured.played),
        *_dates(first, analysis.landmarks(setting.tables), analysis.WORDS),
        _mended(first, measured.found),
    ]


def _evenness(played: SelfPlay, side: str) -> str:
    low, high = played.interval
    word = "lies within" if low >= FAIREST and high <= LEAST_FAIR else "may lie within"
    if high < FAIREST or low > LEAST_FAIR:
        word = "lies outside"
    rate, band = percent(played.interval), percent((FAIREST, LEAST_FAIR))
    return f"With {played.agent}, the {side.capitalize()}'s win rate (95 % interval {rate}) {word} {band}."


def _dates(played: SelfPlay, landmarks: Sequence[Landmark], words: HistoryWords) -> list[str]:
    """Return a sentence for each landmark that has a date."""
    return [
        f"With {played.agent}, {mark.name} {words.happens} {_typically(event.median, mark.turn, words)}: "
        f"{_parts(event, mark.turn)}."
        for mark, event in zip(landmarks, played.events, strict=True)
        if mark.turn is not None
    ]


def _parts(event: Event, turn: int) -> str:
    """Return the fractions of games in which something happened early, on its ``turn``, late and never."""
    counts = event.by_turn
    early, late = sum(counts[: turn - 1]), sum(counts[turn:])
    parts = (early, counts[turn - 1], late, event.games - sum(counts))
    words = zip(parts, ("early", f"on turn {turn}", "late", "never"), strict=True)
    return ", ".join(f"{100 * part / event.games:.0f} % {word}" for part, word in words if part)


def _typically(median: int | None, turn: int, words: HistoryWords) -> str:
    """Describe the median next to the historical date."""
    if median is None:
        return "in fewer than half of the games"
    off = abs(median - turn)
    turns = "a turn" if off == 1 else f"{off} turns"
    return words.on_time if not off else f"{turns} {'early' if median < turn else 'late'}"


def _mended(played: SelfPlay, found: list[Sensitivity]) -> str:
    """Return the variants that would do better.

    How even a variant is follows from all games of the base and the difference from it.
    """
    tried = [one for one in found if one.variant.reconstructed]
    better = [
        f"{one.variant.group}, {one.variant.name}"
        for one in tried
        if one.distance[2] < 0 and FAIREST <= played.win_rate + one.win_rate[0] <= LEAST_FAIR
    ]
    listed = "; ".join(better) or "none"
    return (
        f"Of {len(tried)} changes to reconstructed values, these bring the dates significantly closer to history (at "
        f"95 % each, so that one in forty does so by chance) and keep the win rate within "
        f"{percent((FAIREST, LEAST_FAIR))}: {listed}."
    )
