"""What an agent is worth against another: games on given seeds, on one side or, paired, on both.

On both sides each seed is played twice, with sides swapped: neither the side nor, with keyed dice, the luck of the dice
favours anybody.  Every game that is begun is counted: taking those that end first would favour short ones.
"""

from collections.abc import Callable

from agents.evaluation.arena import Arena, Seats, label_of, seated
from agents.evaluation.records import GameRecord, Setting
from agents.evaluation.results import BOTH, Match, MatchResult, pair_result, side_result
from agents.scripted.compiled import objectives_of
from ctv_env.games import spec_of


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
    sides = spec_of(setting.game).sides
    if side not in (*sides, BOTH):
        raise ValueError(f"no side {side!r}; the sides are {', '.join(sides)}")
    places = sides if side == BOTH else (side,)
    match = match_of(agent, opponent, places, setting)
    played: dict[str, list[GameRecord]] = {place: [] for place in places}
    with Arena(setting) as arena:
        for records in arena.play([seats(agent, opponent, place, sides) for place in places], seeds):
            for place, record in zip(places, records, strict=True):
                played[place].append(record)
            progress(len(records))
    results = [side_result(match, place, records) for place, records in played.items()]
    return [pair_result(match, played), *results] if side == BOTH else results


def match_of(agent: str, opponent: str, places: tuple[str, ...], setting: Setting) -> Match:
    """Who meets whom; raises as ``evaluate``, so that whatever is wrong is found before the first game."""
    sides = spec_of(setting.game).sides
    tables = spec_of(setting.game).load(setting.scenario, **setting.options)
    for place in places:
        agents = seated(seats(agent, opponent, place, sides), setting)
        ours = agents.pop(place)
        (theirs,) = agents.values()
    names = tuple(objective.name for objective in objectives_of(tables))
    called = label_of(agent, ours), label_of(opponent, theirs)
    return Match(*called, sides, names, int(tables.record["vp_to_win"][0]))


def seats(agent: str, opponent: str, place: str, sides: tuple[str, ...]) -> Seats:
    """Who sits where if ``agent`` is on the side ``place``."""
    return tuple(agent if side == place else opponent for side in sides)
