"""What the figures of a balance report say, in sentences."""

from agents.balance.history import LANDMARKS
from agents.balance.measure import SelfPlay, Sensitivity
from agents.balance.variants import RECONSTRUCTED
from agents.reports.tables import percent

FAIREST, LEAST_FAIR = 0.4, 0.6
"""Between these win rates of a side a game counts as even."""


def findings(played: list[SelfPlay], found: list[Sensitivity]) -> list[str]:
    """Sentences: how even each agent finds the game, where the first one is off history, and what would mend that."""
    return [*map(_evenness, played), *_dates(played[0]), _mended(played[0], found)]


def _evenness(played: SelfPlay) -> str:
    low, high = played.interval
    word = "is" if low >= FAIREST and high <= LEAST_FAIR else "may be"
    if high < FAIREST or low > LEAST_FAIR:
        word = "is surely not"
    band = percent((FAIREST, LEAST_FAIR))
    return f"The Nationalist's win rate, {percent(played.interval)} for {played.agent}, {word} within {band}."


def _dates(played: SelfPlay) -> list[str]:
    """A sentence for each place."""
    sentences = []
    for place, event in zip(LANDMARKS, played.events, strict=False):
        counts = event.by_turn
        early, late = sum(counts[: place.turn - 1]), sum(counts[place.turn :])
        parts = (early, counts[place.turn - 1], late, event.games - sum(counts))
        words = zip(parts, ("early", f"on turn {place.turn}", "late", "never"), strict=True)
        told = ", ".join(f"{100 * part / event.games:.0f} % {word}" for part, word in words if part)
        typically = _typically(event.median, place.turn)
        sentences.append(f"{place.name} falls {typically} with {played.agent}: {told}.")
    return sentences


def _typically(median: int | None, turn: int) -> str:
    """The median beside the date."""
    if median is None:
        return "in fewer than half of the games"
    off = abs(median - turn)
    turns = "a turn" if off == 1 else f"{off} turns"
    return "when it fell in 1937" if not off else f"{turns} too {'early' if median < turn else 'late'}"


def _mended(played: SelfPlay, found: list[Sensitivity]) -> str:
    """Which variants would do better; how even one is, is told by all games of the base and the difference to it."""
    tried = [one for one in found if one.variant.group in RECONSTRUCTED]
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
