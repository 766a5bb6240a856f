"""What the figures of a balance report say, in sentences."""

from collections.abc import Sequence

from agents.balance.history import Event
from agents.balance.measure import Measured, SelfPlay, Sensitivity
from agents.evaluation.records import Setting
from agents.reports.tables import percent
from ctv_env.core.analysis import HistoryWords, Landmark, analysis_of

FAIREST, LEAST_FAIR = 0.4, 0.6
"""Between these win rates of a side a game counts as even."""


def findings(measured: Measured, setting: Setting) -> list[str]:
    """Sentences: how even each agent finds the game, where the first one is off history, and what would mend that."""
    analysis, first_side = analysis_of(setting.spec), setting.spec.sides[0]
    first = measured.played[0]
    return [
        *(_evenness(one, first_side) for one in measured.played),
        *_dates(first, analysis.landmarks(setting.tables), analysis.words),
        _mended(first, measured.found),
    ]


def _evenness(played: SelfPlay, side: str) -> str:
    low, high = played.interval
    word = "is" if low >= FAIREST and high <= LEAST_FAIR else "may be"
    if high < FAIREST or low > LEAST_FAIR:
        word = "is surely not"
    band = percent((FAIREST, LEAST_FAIR))
    return f"The {side.capitalize()}'s win rate, {percent(played.interval)} for {played.agent}, {word} within {band}."


def _dates(played: SelfPlay, landmarks: Sequence[Landmark], words: HistoryWords) -> list[str]:
    """A sentence for each landmark that has a date."""
    return [
        f"{mark.name} {words.happens} {_typically(event.median, mark.turn, words)} with {played.agent}: "
        f"{_parts(event, mark.turn)}."
        for mark, event in zip(landmarks, played.events, strict=True)
        if mark.turn is not None
    ]


def _parts(event: Event, turn: int) -> str:
    """In which part of the games something happened early, on its ``turn``, late and never."""
    counts = event.by_turn
    early, late = sum(counts[: turn - 1]), sum(counts[turn:])
    parts = (early, counts[turn - 1], late, event.games - sum(counts))
    words = zip(parts, ("early", f"on turn {turn}", "late", "never"), strict=True)
    return ", ".join(f"{100 * part / event.games:.0f} % {word}" for part, word in words if part)


def _typically(median: int | None, turn: int, words: HistoryWords) -> str:
    """The median beside the date."""
    if median is None:
        return "in fewer than half of the games"
    off = abs(median - turn)
    turns = "a turn" if off == 1 else f"{off} turns"
    return words.on_time if not off else f"{turns} too {'early' if median < turn else 'late'}"


def _mended(played: SelfPlay, found: list[Sensitivity]) -> str:
    """Which variants would do better; how even one is, is told by all games of the base and the difference to it."""
    tried = [one for one in found if one.variant.reconstructed]
    better = [
        f"{one.variant.group}, {one.variant.name}"
        for one in tried
        if one.distance[2] < 0 and FAIREST <= played.win_rate + one.win_rate[0] <= LEAST_FAIR
    ]
    told = "; ".join(better) or "none"
    return (
        f"Of {len(tried)} changes of reconstructed values these bring the dates surely nearer and stay within "
        f"{percent((FAIREST, LEAST_FAIR))}, at 95 % each, of which one in forty does so by chance: {told}."
    )
