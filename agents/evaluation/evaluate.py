"""What an agent is worth against another: games on given seeds, on one side or, paired, on both.

On both sides each seed is played twice, with sides swapped: neither the side nor, with keyed dice, chance favours
anybody.  Every game that is begun is counted: taking those that end first would favour short ones.
"""

from collections.abc import Callable

from agents.evaluation.arena import Arena
from agents.evaluation.cast import Seats, label_of
from agents.evaluation.records import GameRecord, Setting
from agents.evaluation.results import BOTH, Match, MatchResult, pair_result, side_result


def evaluate(
    agent: str,
    opponent: str,
    side: str,
    seeds: list[int],
    setting: Setting,
    progress: Callable[[int], object] = lambda games: None,
) -> list[MatchResult]:
    """Let ``agent`` play against ``opponent``, both by name (``registry``).

    Args:
        agent: who is judged.
        opponent: the other.
        side: the agent's side, or ``BOTH``.
        seeds: of the games, at least one, all different.
        setting: where.
        progress: called with the number of games that have ended since it was last called.

    Returns:
        The result on that side; for ``BOTH`` that of the pairs, then that of each side.

    Raises:
        ValueError: an unknown agent, side, scenario or option, or a checkpoint that does not fit.
    """
    sides = setting.spec.sides
    if side not in (*sides, BOTH):
        raise ValueError(f"no side {side!r}; the sides are {', '.join(sides)}")
    places = sides if side == BOTH else (side,)
    played: dict[str, list[GameRecord]] = {place: [] for place in places}
    with Arena(setting) as arena:
        match = match_of(agent, opponent, places, arena)
        for records in arena.play([seats(agent, opponent, place, sides) for place in places], seeds):
            for place, record in zip(places, records, strict=True):
                played[place].append(record)
            progress(len(records))
    results = [side_result(match, place, records) for place, records in played.items()]
    return [pair_result(match, played), *results] if side == BOTH else results


def match_of(agent: str, opponent: str, places: tuple[str, ...], arena: Arena) -> Match:
    """Who meets whom; raises as ``evaluate``, so that whatever is wrong is found before the first game."""
    spec, tables = arena.setting.spec, arena.setting.tables
    agents = [arena.agents(seats(agent, opponent, place, spec.sides)) for place in places]
    called = dict(agents[0])
    ours = label_of(agent, called.pop(places[0]))
    (theirs,) = (label_of(opponent, one) for one in called.values())
    analysis = spec.analysis()
    objectives = tuple(analysis.objectives(tables)) if analysis else ()
    return Match(ours, theirs, spec.sides, objectives, spec.score, spec.score.even(tables))


def seats(agent: str, opponent: str, place: str, sides: tuple[str, ...]) -> Seats:
    """Who sits where if ``agent`` is on the side ``place``."""
    return tuple(agent if side == place else opponent for side in sides)
