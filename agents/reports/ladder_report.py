"""A ladder in tables, as a picture, and as JSON."""

import json
import pathlib

import numpy as np

from agents.evaluation.ratings import Meeting, Rating
from agents.reports.chart import chart
from agents.reports.tables import table

Meetings = dict[tuple[str, str], Meeting]
_PAGE = """\
# Ladder

Made by `{command}`, in

    {place}

{standings}
Elo: 400 points are odds of ten to one, the mean of all is 0; Bradley-Terry model, 95 % interval by bootstrap over pairs
of games on the same seed with sides swapped. Score: part of all games won. Time: a decision on one core of the machine
that made this page, of compiled policies with the rules between decisions.

Row against column: games won, 95 % interval, number of games.

{cross}
{notes}![Ratings and scores](ladder.png)
"""


def write_report(
    folder: pathlib.Path, ratings: list[Rating], meetings: Meetings, seconds: dict[str, float], command: str, place: str
) -> str:
    """Write ``ladder.md``, ``ladder.png`` and ``ladder.json`` to ``folder``, which is made; returns the page.

    Args:
        folder: where.
        ratings: best first.
        meetings: by labels, in both orders.
        seconds: of a decision, by label.
        command: that made the ladder.
        place: where the games were played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    labels = [rating.label for rating in ratings]
    page = _PAGE.format(
        command=command,
        place=place,
        standings=_standings(ratings, meetings, seconds),
        cross=_cross(labels, meetings),
        notes=_notes(labels, meetings),
    )
    (folder / "ladder.md").write_text(page)
    (folder / "ladder.json").write_text(json.dumps(_data(ratings, meetings, seconds, command, place), indent=2) + "\n")
    draw(folder / "ladder.png", ratings, meetings)
    return page


def _of(label: str, meetings: Meetings) -> list[Meeting]:
    """All meetings of an agent."""
    return [meeting for (one, _), meeting in meetings.items() if one == label]


def _standings(ratings: list[Rating], meetings: Meetings, seconds: dict[str, float]) -> str:
    lines = [("rank", "agent", "Elo", "95 %", "games", "score", "ms a decision")]
    for rank, (label, elo, low, high) in enumerate(ratings, 1):
        games = sum(meeting.games for meeting in _of(label, meetings))
        won = sum(meeting.score * meeting.games for meeting in _of(label, meetings))
        cost = f"{1000 * seconds[label]:.3g}"
        lines.append(
            (str(rank), label, f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}", str(games), _rate(won / games), cost)
        )
    return table(lines)


def _rate(part: float) -> str:
    return f"{100 * part:.1f} %"


def _cross(labels: list[str], meetings: Meetings) -> str:
    lines = [("", *labels)]
    for one in labels:
        lines.append((one, *(_cell(meetings.get((one, other))) for other in labels)))
    return table(lines)


def _cell(meeting: Meeting | None) -> str:
    if meeting is None:
        return ""
    low, high = meeting.interval
    return f"{_rate(meeting.score)}, {100 * low:.1f} to {100 * high:.1f}, n {meeting.games}"


def _notes(labels: list[str], meetings: Meetings) -> str:
    """Forfeits, and games that repeat others."""
    notes = []
    for (one, other), meeting in meetings.items():
        if meeting.forfeits:
            notes.append(f"- {one} forfeited {meeting.forfeits} of {meeting.games} games against {other}.\n")
        if labels.index(one) < labels.index(other) and meeting.distinct < meeting.pairs:
            notes.append(f"- {one}, {other}: only {meeting.distinct} of {meeting.pairs} pairs of games differ.\n")
    return "".join([*notes, "\n"]) if notes else ""


def _data(ratings: list[Rating], meetings: Meetings, seconds: dict[str, float], command: str, place: str) -> dict:
    return {
        "command": command,
        "place": place,
        "ratings": [rating._asdict() | {"seconds_per_decision": seconds[rating.label]} for rating in ratings],
        "meetings": [
            {"agent": one, "opponent": other, **meeting._asdict(), "games": meeting.games, "score": meeting.score}
            | dict(zip(("score_low", "score_high"), meeting.interval, strict=True))
            for (one, other), meeting in meetings.items()
        ],
    }


def draw(picture: pathlib.Path, ratings: list[Rating], meetings: Meetings) -> None:
    """Ratings with their intervals, and beside them the scores of row against column."""
    labels, n = [rating.label for rating in ratings], len(ratings)
    with chart(picture, 1, 2, (5 + 1.1 * n, 1.6 + 0.55 * n)) as (figure, (left, right)):
        elo, low, high = (np.array([rating[k] for rating in ratings]) for k in (1, 2, 3))
        left.errorbar(elo, range(n), xerr=[elo - low, high - elo], fmt="o", color="#1f4e79", capsize=4)
        left.set_yticks(range(n), labels)
        left.invert_yaxis()
        left.set_xlabel("Elo, 95 % interval")
        left.grid(axis="x", alpha=0.3)
        scores = np.full((n, n), np.nan)
        for (one, other), meeting in meetings.items():
            i, j = labels.index(one), labels.index(other)
            scores[i, j] = 100 * meeting.score
            right.text(j, i, f"{scores[i, j]:.0f}", ha="center", va="center")
        image = right.imshow(scores, cmap="RdYlBu", vmin=0, vmax=100, alpha=0.75)
        right.set_xticks(range(n), labels, rotation=45, ha="right")
        right.set_yticks(range(n), labels)
        figure.colorbar(image, label="games won, row against column, %", shrink=0.8)
