"""The standings of a league as a page: results against the pool, shares of the games, ratings."""

from ctv_env.agents.training.league.ratings import ratings
from ctv_env.agents.training.league.state import League
from ctv_env.core.spec import spec_of


def standings(league: League) -> str:
    """Return the page in Markdown, with a table for each side of the learner, the hardest opponents first."""
    sides = spec_of(league.config.game).sides
    elo = ratings(league.payoffs, league.learners, sides)
    lines = [
        f"# League after {league.iterations:,} updates, {league.decisions:,} decisions\n",
        "Win rates are those of the learner: *now* is the estimate for the present one, *share* how often it will",
        "meet the opponent. Ratings are Elo points of an agent on its side, with a mean of 0; that of a past self",
        "includes the games in which it was still the learner.\n",
    ]
    for side in league.sides:
        (other,) = (one for one in sides if one != side)
        lines.append(f"## The learner as {side}\n")
        lines.append(f"| opponent, as {other} | now | all games | share | rating |\n| --- | --- | --- | --- | --- |")
        rows: list[tuple] = [("the learner itself", None, "", None, elo.get((league.learners[-1], side)))]
        for entry in sorted(league.lineup().entries[side], key=lambda entry: -entry.share):
            wins, games = league.payoffs.total(entry.member, side)
            rate = f"{wins / games:.1%} of {games}" if games else ""
            now = league.payoffs.chance(entry.member, side)
            rows.append((entry.member, now, rate, entry.share, elo.get((entry.member, other))))
        lines += [_row(*row) for row in rows]
        lines.append("")
    return "\n".join(lines)


def _row(name: str, now: float | None, rate: str, share: float | None, elo: float | None) -> str:
    cells = [name, "" if now is None else f"{now:.0%}", rate, "" if share is None else f"{share:.0%}"]
    return "| " + " | ".join([*cells, "" if elo is None else f"{elo:+.0f}"]) + " |"
