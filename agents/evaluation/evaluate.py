"""Strength of an agent against another: games on given seeds, on one side or, paired, on both.

With both sides each seed is played twice, with sides swapped: neither the side nor, with keyed dice, chance favours an
agent.  Every game that is started is counted, since taking those that end first would favour short games.
"""

from collections.abc import Callable

from ctv_env.agents.evaluation.agent_pool import Seats, label_of
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.agents.evaluation.results import BOTH, Match, MatchResult, pair_result, side_result


class StoppedError(OSError):
    """An evaluation ended early: games could not be recorded, or processes that played them were ended from outside.

    Args:
        reason: why.
        results: as ``evaluate`` returns them, of the seeds whose games had all ended; empty if there are none.
        n_seeds: number of these seeds.
    """

    def __init__(self, reason: str, results: list[MatchResult], n_seeds: int):
        super().__init__(reason)
        self.results, self.n_seeds = results, n_seeds


class EvaluationInterrupt(KeyboardInterrupt):
    """An evaluation was interrupted by the user; ``results`` and ``n_seeds`` are as in ``StoppedError``."""

    def __init__(self, results: list[MatchResult], n_seeds: int):
        super().__init__()
        self.results, self.n_seeds = results, n_seeds


def evaluate(
    agent: str,
    opponent: str,
    side: str,
    seeds: list[int],
    setting: Setting,
    progress: Callable[[int], object] = lambda games: None,
) -> list[MatchResult]:
    """Play ``agent`` against ``opponent``, both by name (``registry``).

    Args:
        agent: the agent to evaluate.
        opponent: its opponent.
        side: the agent's side, or ``BOTH``.
        seeds: of the games, at least one, all different.
        setting: where to play.
        progress: called with the number of games that have ended since the last call.

    Returns:
        The result on that side; for ``BOTH`` that of the pairs, then that of each side.

    Raises:
        ValueError: an unknown agent, side, scenario or option, or a checkpoint that does not fit.
        StoppedError: (an OSError) it ended early; it holds the results up to then.
        EvaluationInterrupt: (a KeyboardInterrupt) the user has stopped it; likewise.
    """
    sides = setting.spec.sides
    if side not in (*sides, BOTH):
        raise ValueError(f"no side {side!r}; the sides are {', '.join(sides)}")
    places = sides if side == BOTH else (side,)
    played: dict[str, list[GameRecord]] = {place: [] for place in places}
    with Arena(setting) as arena:
        match = match_of(agent, opponent, places, arena)
        try:
            for records in arena.play([seats(agent, opponent, place, sides) for place in places], seeds):
                for place, record in zip(places, records, strict=True):
                    played[place].append(record)
                progress(len(records))
        except (OSError, ValueError) as error:
            n_seeds = len(played[places[0]])
            if isinstance(error, ValueError) and not n_seeds:
                raise
            results = _results(match, played) if n_seeds else []
            raise StoppedError(_reason(error, setting), results, n_seeds) from error
        except KeyboardInterrupt as error:
            n_seeds = min(map(len, played.values()))
            whole = {place: records[:n_seeds] for place, records in played.items()}
            raise EvaluationInterrupt(_results(match, whole) if n_seeds else [], n_seeds) from error
    return _results(match, played)


def _results(match: Match, played: dict[str, list[GameRecord]]) -> list[MatchResult]:
    """Return what ``evaluate`` returns; ``played`` has at least one game on each side."""
    results = [side_result(match, place, records) for place, records in played.items()]
    return results if len(played) == 1 else [pair_result(match, played), *results]


def _reason(error: OSError | ValueError, setting: Setting) -> str:
    """Describe why games could not go on."""
    if isinstance(error, OSError) and error.strerror and setting.record is not None:
        return f"cannot write games in {setting.record}: {error.strerror}"
    return str(error)


def match_of(agent: str, opponent: str, places: tuple[str, ...], arena: Arena) -> Match:
    """Return the matchup; raises as ``evaluate``, so that any error is found before the first game."""
    spec, tables = arena.setting.spec, arena.setting.tables
    agents = [arena.agents(seats(agent, opponent, place, spec.sides)) for place in places]
    called = dict(agents[0])
    ours = label_of(agent, called.pop(places[0]))
    (theirs,) = (label_of(opponent, one) for one in called.values())
    analysis = spec.analysis()
    objectives = tuple(analysis.objectives(tables)) if analysis else ()
    return Match(ours, theirs, spec.sides, objectives, spec.score, spec.score.even(tables))


def seats(agent: str, opponent: str, place: str, sides: tuple[str, ...]) -> Seats:
    """Return the seatings with ``agent`` on the side ``place``."""
    return tuple(agent if side == place else opponent for side in sides)
