"""An opinion in words."""

from ctv_env.agents.opinions.opinion import Opinion, chance_of
from ctv_env.core.game import Game

_LEAST = 0.005  # of a probability in whole percent


def listed(game: Game, opinion: Opinion, n: int) -> list[str]:
    """Return up to ``n`` actions in words, the most likely first, with their probabilities and scores."""
    return [
        ", ".join(filter(None, (game.describe(action), _chance(opinion, action), _score(opinion, action))))
        for action in opinion.top(n)
    ]


def valued(opinion: Opinion) -> str:
    """Return the chance to win that it expects, as the end of a sentence; empty if it has no estimate."""
    return "" if opinion.value is None else f", which expects to win with {100 * chance_of(opinion.value):.0f} %"


def _chance(opinion: Opinion, action: int) -> str:
    """Return the probability; empty if it is 0 beside scores that say more."""
    chance = float(opinion.preferences[action])
    if chance == 0 and opinion.scores:
        return ""
    return f"{100 * chance:.0f} %" if chance >= _LEAST else "below 1 %"


def _score(opinion: Opinion, action: int) -> str:
    return f"{opinion.scores[action]:.0f} {opinion.unit}" if action in opinion.scores else ""
